"""Claims of cited sentences, looked up in what they cite (SPEC N7)."""

from __future__ import annotations

import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.turn.claims.check import Claims, Missing, check_claims

SOURCE = """
The server waits 10 seconds and then closes the connection. It does not retry a failed request.
Up to 1,000 items are returned, in pages of twenty-five. A call costs $5, or 12.5 % of the plan.
Python 3.10 or above is required; version 2.5.1 came on 2024-05-01. Send the header with status 429.

You can pass `response_model` to the decorator, and `Depends()` takes `get_db`. Set `DATABASE_URL`
in the `.env` file, then run it with `--reload`. See "First Steps" and the page “Query Parameters”.

The default port is 8000, and the admin port is 9000. Files are kept in `/var/lib/app` without
compression. You should never share a token. A token is never written to the log.

| limit | value |
|---|---|
| burst | 20 MB |

```python
app = FastAPI(title="Acme", max_size=4096)
```
"""
JSON = '{"requests_per_day": 50000, "plan": "pro", "burst": true}'


def check(sentence: str, *texts: str) -> Claims:
    return check_claims(sentence, {1: texts or (SOURCE,)})


def missing(sentence: str, *texts: str) -> list[tuple[str, str]]:
    (checked,) = check(sentence, *texts).sentences
    return [(claim.kind, claim.text) for claim in checked.missing]


HOLDS = [
    # Numbers, their separators, words and units.
    "The server waits 10 seconds [1].",
    "It closes the connection after 10 s [1].",
    "It closes the connection after 10-second waits [1].",
    "It closes the connection after ten seconds [1].",
    "The server waits 10,000 ms [1].",
    "Up to 1000 items are returned [1].",
    "Up to 1 000 items are returned [1].",
    "Up to 1'000 items are returned [1].",
    "Up to one thousand items are returned [1].",
    "Up to 1k items are returned [1].",
    "Pages hold 25 items [1].",
    "A call costs 5 dollars [1].",
    "A call costs 12.5 percent of the plan [1].",
    "Kosten: 12,5 % [1].",
    "Bursts go up to 20MB [1].",
    "The status is 429 [1].",
    "The `max_size` is 4,096 [1].",
    "It came on May 1, 2024 [1].",
    "It came on 1 May 2024 [1].",
    # Versions.
    "It needs Python 3.10+ [1].",
    "It needs Python v3.10 [1].",
    "Version v2.5.1 came in 2024 [1].",
    # Names.
    "Pass `response_model` to it [1].",
    "Use `Depends(get_db)` there [1].",
    "Use `Depends` there [1].",
    "Use Depends there [1].",
    "The response_model goes to the decorator [1].",
    "Set `DATABASE_URL` in `.env` [1].",
    "Run it with `--reload` [1].",
    "Run it with --reload [1].",
    "Files are kept in `/var/lib/app` [1].",
    "Files are kept in /var/lib/app [1].",
    "It is in the `title` [1].",
    # Quoted names.
    'See "First Steps" [1].',
    "See «first steps» [1].",
    "See „Query Parameters“ [1].",
    # Negations.
    "It does not retry a failed request [1].",
    "It doesn't retry a failed request [1].",
    "It won't retry a failed request [1].",
    "Never share a token [1].",
    "You should not share a token [1].",
    "Files are kept without compression [1].",
    "Tokens are never written to the log [1].",
    # Put together, the other way around, in other words.
    "It does not retry a failed request, and the server waits 10 seconds [1].",
    "The admin port is 9000, and the default port is 8000 [1].",
    "Not only is `response_model` passed, `Depends` takes `get_db` [1].",
    # Marks and numbers that claim nothing.
    "First, pass `response_model`; that is the one to use [1].",
    "1. Pass `response_model` [1].",
    "[The decorator](https://x.example/v9/77) takes `response_model` [1].",
]


@pytest.mark.parametrize("sentence", HOLDS)
def test_n7_what_the_source_holds_is_not_marked(sentence: str) -> None:
    assert missing(sentence) == []


LACKS = [
    ("The server waits 11 seconds [1].", ("number", "11 seconds")),
    ("The server waits 10 minutes [1].", ("number", "10 minutes")),
    ("The server waits 10 ms [1].", ("number", "10 ms")),
    ("The server waits eleven seconds [1].", ("number", "eleven seconds")),
    ("Up to 10,000 items are returned [1].", ("number", "10,000")),
    ("Up to 1001 items are returned [1].", ("number", "1001")),
    ("Pages hold twenty-six items [1].", ("number", "twenty-six")),
    ("A call costs $6 [1].", ("number", "$6")),
    ("A call costs 5 euros [1].", ("number", "5 euros")),
    ("A call costs 12.6 % of the plan [1].", ("number", "12.6 %")),
    ("The status is 428 [1].", ("number", "428")),
    ("It came on 2024-05-02 [1].", ("number", "2024-05-02")),
    ("It came on June 1, 2024 [1].", ("number", "June")),
    ("It needs Python 3.11 [1].", ("version", "3.11")),
    ("It needs Python 3.1 [1].", ("version", "3.1")),
    ("It needs Python v3.12+ [1].", ("version", "v3.12")),
    ("Version 2.5.2 came in 2024 [1].", ("version", "2.5.2")),
    ("Pass `response_modal` to it [1].", ("identifier", "response_modal")),
    ("Pass response_models to it [1].", None),
    ("Pass `responseModel` to it [1].", ("identifier", "responseModel")),
    ("Use `depends()` there [1].", ("identifier", "depends")),
    ("Set `DATABASE_URI` first [1].", ("identifier", "DATABASE_URI")),
    ("Run it with `--relaod` [1].", ("identifier", "--relaod")),
    ("Run it with --no-reload [1].", ("identifier", "--no-reload")),
    ("Files are kept in `/var/lib/db` [1].", ("identifier", "db")),
    ('See "Next Steps" [1].', ("name", "Next Steps")),
    ("See “Steps First” [1].", ("name", "Steps First")),
    ("It does retry a failed request [1].", ("negation", "not retry failed")),
    ("It retries a failed request [1].", ("negation", "not retry failed")),
    ("The server does not wait 10 seconds [1].", ("negation", "not")),
    ("You can't pass `response_model` to the decorator [1].", ("negation", "can't")),
    ("Files are kept with compression [1].", ("negation", "without compression")),
    ("Always share a token, as you should [1].", ("negation", "never share token")),
    # The value stands there, but with other words around it.
    ("The default port is 9000 [1].", ("number", "9000")),
    ("And the admin port is 8000 [1].", ("number", "8000")),
]


@pytest.mark.parametrize(("sentence", "claim"), LACKS)
def test_n7_what_the_source_does_not_hold_is_marked(
    sentence: str, claim: tuple[str, str] | None
) -> None:
    assert missing(sentence) == ([claim] if claim else [])


def test_n7_a_reply_in_json_is_a_source_like_any_other() -> None:
    assert missing("The pro plan allows 50,000 requests a day [1].", JSON) == []
    assert missing("The pro plan allows 5,000 requests a day [1].", JSON) == [("number", "5,000")]


TRANSLATED = [
    "Der Server wartet 10 Sekunden und wiederholt eine Anfrage nicht, die nicht ging [1].",
    "Le serveur attend 10 secondes et ne réessaie jamais, sans exception « échouée » [1].",
    "El servidor no espera más de 10 segundos y nunca repite “la petición” [1].",
    "Сервер ждёт 10 секунд и никогда не повторяет «запрос» [1].",
    "サーバーは 10 秒待ち、「失敗」した要求を再試行しません [1]。",
    "服务器等待10秒，不会重试“失败”的请求 [1]。",
    "Sunucu 10 saniye bekler ve “isteği” asla yinelemez [1].",
    "Serwer czeka 10 sekund i nigdy nie ponawia „żądania”, ten ani inny [1].",
]


@pytest.mark.parametrize("sentence", TRANSLATED)
def test_n7_a_translated_sentence_is_not_marked_for_its_words(sentence: str) -> None:
    """Quoted names and negations are compared in one language only (docs/claims.md)."""
    assert missing(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Der Server wartet 11 Sekunden [1].",
        "Le serveur attend 11 secondes [1].",
        "服务器等待11秒 [1]。",
        "サーバーは `retry_modal` を 11 秒 [1]。",
    ],
)
def test_n7_numbers_and_names_are_looked_up_in_any_language(sentence: str) -> None:
    assert ("number", "11") in [(kind, text.split()[0]) for kind, text in missing(sentence)]


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        (
            "Der Server wartet nicht auf eine Antwort. Es gibt zwölf Regeln.",
            "Der Server wartet nicht auf eine Antwort, und es gibt 12 Regeln [1].",
            "Der Server wartet auf eine Antwort, und es gibt 12 Regeln [1].",
        ),
        (
            "Le serveur ne garde pas les fichiers temporaires.",
            "Le serveur ne garde pas les fichiers temporaires [1].",
            "Le serveur garde les fichiers temporaires [1].",
        ),
        (
            "El servidor no guarda los archivos temporales.",
            "El servidor no guarda los archivos temporales [1].",
            "El servidor guarda los archivos temporales [1].",
        ),
        (
            "Сервер не хранит временные файлы.",
            "Сервер не хранит временные файлы [1].",
            "Сервер хранит временные файлы [1].",
        ),
        (
            "De server bewaart nooit tijdelijke bestanden.",
            "De server bewaart nooit tijdelijke bestanden [1].",
            "De server bewaart tijdelijke bestanden [1].",
        ),
    ],
)
def test_n7_negations_are_known_in_the_languages_of_the_page(
    source: str, right: str, wrong: str
) -> None:
    assert missing(right, source) == []
    assert [kind for kind, _ in missing(wrong, source)] == ["negation"]


def test_n7_each_negation_answers_for_one() -> None:
    source = "You will probably not want workers."
    assert missing("You will probably not want workers [1].", source) == []
    assert missing("You will not probably not want workers [1].", source) != []


def test_n7_a_number_in_han_characters_is_one() -> None:
    assert missing("The server waits 25 seconds [1].", "服务器等待二十五秒。") == []


def test_n7_two_sources_hold_a_sentence_together() -> None:
    evidence = {1: ["It waits 10 seconds."], 2: ["It tries 3 times."]}
    both = check_claims("It waits 10 seconds and tries 3 times [1][2].", evidence)
    one = check_claims("It waits 10 seconds and tries 3 times [1].", evidence)
    assert [checked.missing for checked in both.sentences] == [()]
    assert [checked.missing for checked in one.sentences] == [(Missing("number", "3"),)]


def test_n7_only_cited_sentences_are_checked_and_confidence_is_their_share() -> None:
    answer = "It waits 99 hours. It waits 10 seconds [1]. It waits 98 seconds [1]. See [7]."
    claims = check(answer)
    assert [checked.sentence.text for checked in claims.sentences] == [
        "It waits 10 seconds [1].",
        "It waits 98 seconds [1].",
    ]
    assert [checked.sentence.text for checked in claims.marked] == ["It waits 98 seconds [1]."]
    assert claims.confidence == 0.5
    assert check_claims("Nothing is cited.", {}).confidence == 1.0


_PIECES = st.sampled_from(
    [
        *("The server waits ", "10 seconds", "1,000", "3.10", "`response_model`", "not ", "never "),
        *(" [1]", "[2]", "[1].", ". ", "\n\n", "\n- ", "| a | ", "```\n", "`", '"', "“First", "”"),
        *(
            "e.g. ",
            "二十五",
            "$",
            "%",
            "2024-05-01",
            "v",
            "--reload",
            "a.b.c",
            "](",
            "http://x/",
            "'s",
        ),
    ]
)
_TEXTS = st.lists(_PIECES, max_size=30).map("".join) | st.text(max_size=200)


@given(_TEXTS, _TEXTS)
def test_n7_any_text_is_checked_and_each_sentence_stands_in_it(answer: str, source: str) -> None:
    claims = check_claims(answer, {1: [source], 2: [SOURCE]})
    at = 0
    for checked in claims.sentences:
        sentence = checked.sentence
        assert answer[sentence.start : sentence.end] == sentence.text
        assert sentence.start >= at
        at = sentence.end


@given(st.lists(st.sampled_from(SOURCE.split(". ")[:4]), min_size=1, max_size=4))
def test_n7_a_source_holds_itself(sentences: list[str]) -> None:
    answer = " ".join(" ".join(one.split()).rstrip(".") + " [1]." for one in sentences)
    assert [checked.missing for checked in check(answer).sentences if checked.missing] == []


HOSTILE = [
    "not ",
    "`a` ",
    '"',
    "1,000",
    "1.",
    "a.",
    "[1] ",
    "[1].",
    "二",
    "not [1]. ",
    "10 s ",
    "a_b ",
    "`",
    "- [1]\n",
    "``` ",
    "http://a",
    "--a",
    "a's",
    "5 [1]. ",
    '"a" ',
    "](",
    "e.g. ",
]


@pytest.mark.parametrize("seed", HOSTILE)
@pytest.mark.parametrize("with_words", [False, True])
def test_n7_the_time_is_linear_in_the_answer_and_in_the_source(seed: str, with_words: bool) -> None:
    words = string.ascii_lowercase if with_words else ""
    taken: list[float] = []
    for size in (3_000, 24_000):
        text = (seed + words) * (size // len(seed + words)) + " [1]."
        best = 60.0
        for _ in range(2):
            begun = time.thread_time()
            check_claims(text, {1: [text]})
            best = min(best, time.thread_time() - begun)
        taken.append(best)
    # Eight times the text; a quadratic step would take sixty-four times as long.
    assert taken[1] < 30 * max(taken[0], 0.004)
