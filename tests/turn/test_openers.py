"""Greetings, thanks, farewells and "who are you": claimed whole, or not at all (SPEC E3)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.turn.opener_language import ORDER, Social
from docsteward.turn.openers import LANGUAGES, read, reply_to
from docsteward.web.demo.questions import QUESTIONS

DATA = Path(__file__).parents[1] / "data"

SAID: dict[str, tuple[str, str, str, str]] = {
    # greeting, thanks, farewell, who
    "en": ("Hello there!", "Thank you so much!!", "Bye, see you later", "Who are you?"),
    "de": ("Guten Morgen zusammen", "Vielen Dank für die Hilfe!", "Tschüss!", "Wer bist du?"),
    "fr": ("Bonjour, comment ça va ?", "Merci beaucoup !", "Au revoir", "Qui êtes-vous ?"),
    "es": ("¡Hola! ¿Qué tal?", "Muchas gracias", "Hasta luego", "¿Quién eres?"),
    "it": ("Buongiorno a tutti", "Grazie mille!", "Arrivederci", "Chi sei?"),
    "pt": ("Olá, tudo bem?", "Muito obrigada!", "Tchau", "Quem é você?"),
    "nl": ("Goedemorgen", "Dank je wel!", "Tot ziens", "Wie ben je?"),
    "pl": ("Dzień dobry", "Dziękuję bardzo", "Do widzenia", "Kim jesteś?"),
    "ru": ("Здравствуйте!", "Спасибо большое", "До свидания", "Кто ты?"),
    "tr": ("Merhaba, nasılsınız?", "Çok teşekkür ederim", "Görüşürüz", "Sen kimsin?"),
    "sv": ("God morgon", "Tack så mycket", "Hej då", "Vem är du?"),
    "da": ("Godmorgen", "Mange tak", "Farvel", "Hvem er du?"),
    "cs": ("Dobrý den", "Děkuji moc", "Na shledanou", "Kdo jsi?"),
    "uk": ("Добрий день", "Щиро дякую", "До побачення", "Хто ти?"),
    "id": ("Selamat pagi", "Terima kasih banyak", "Sampai jumpa", "Siapa kamu?"),
    "vi": ("Xin chào", "Cảm ơn bạn", "Tạm biệt", "Bạn là ai?"),
    "ja": ("こんにちは！", "ありがとうございます。", "さようなら", "あなたは誰ですか？"),
    "zh": ("你好！", "谢谢你", "再见", "你是谁？"),
    "ko": ("안녕하세요!", "감사합니다", "안녕히 계세요", "누구세요?"),
    "ar": ("السلام عليكم", "شكرا جزيلا", "مع السلامة", "من أنت؟"),
    "hi": ("नमस्ते", "बहुत धन्यवाद", "अलविदा", "आप कौन हैं?"),
}
_KINDS: tuple[Social, ...] = ("greeting", "thanks", "farewell", "who")


@pytest.mark.parametrize("language", LANGUAGES)
def test_e3_each_is_answered_in_its_own_language_and_names_the_site(language: str) -> None:
    for kind, text in zip(_KINDS, SAID[language], strict=True):
        found = read(text)
        assert found is not None, text
        assert (found.language, found.kind) == (language, kind)
        reply = reply_to(text, site="Acme")
        assert reply == LANGUAGES[language].replies[kind].replace("{site}", "Acme")
        assert "Acme" in str(reply)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "hi",
            "Hiii!!",
            "HELLO!!!!",
            "heyyyy",
            "hello 👋🏽😀",
            "Hi :-)",
            "hi hi",
            "Hello...",
            "¡hola!",
        ),
        *(
            "thx",
            "Thankssss 🙏❤️",
            "ok thanks",
            "Great, thank you for your help!",
            "thanks :D",
            "Thanks~",
        ),
        *(
            "byeee",
            "thanks, bye!",
            "hi, who are you?",
            "hello, are you a bot?",
            "“hello”",
            "hi!!1"[:4],
        ),
        *(
            "ありがとうー！",
            "你好，你是谁？",
            "谢谢啦～",
            "감사합니다 ㅎㅎ",
            "GRÜSS GOTT",
            "ДОБРЫЙ ДЕНЬ!!!",
        ),
        *("привет)", "obrigadoooo", "ｈｅｌｌｏ", "TEŞEKKÜRLER", "hello​"),
    ],
)
def test_e3_marks_emoji_and_lengthened_words_change_nothing(text: str) -> None:
    assert reply_to(text, site="Acme")


QUESTIONS_WITH_AN_OPENER = [
    "hi, how do I install?",
    "Hello! My build fails.",
    "thanks but it fails",
    "Thanks, and how do I undo it?",
    "hello world example",
    "hello world",
    "hello()",
    "`hello`",
    "say_hello",
    "hello.py",
    "bye command",
    "who are you calling in this example?",
    "who are the maintainers?",
    "what is your name field for?",
    "good morning cron expression",
    "hi 404",
    "hey, docker",
    "thank you page template",
    "no",
    "ok",
    "tag",
    "dag",
    "",
    "  ",
    "?",
    "👍",
    "Hallo, wie installiere ich das?",
    "danke, aber es geht nicht",
    "bonjour, comment installer ?",
    "merci, mais ça ne marche pas",
    "hola mundo",
    "gracias, pero no funciona",
    "ciao, come si installa?",
    "привет мир",
    "спасибо, но не работает",
    "こんにちは世界",
    "ありがとうの使い方",
    "こんにちは、インストール方法は？",
    "你好世界",
    "你好，怎么安装？",
    "谢谢，但是不行",
    "안녕하세요, 설치는 어떻게 하나요?",
    "مرحبا بالعالم",
    "नमस्ते दुनिया",
    "hello " * 40,
]


@pytest.mark.parametrize("text", QUESTIONS_WITH_AN_OPENER)
def test_e3_a_real_question_is_never_claimed(text: str) -> None:
    assert reply_to(text, site="Acme") is None


def _real_questions() -> list[str]:
    lists = [(DATA / name).read_text() for name in ("offdomain.txt", "offdomain-heldout.txt")]
    lines = [line for text in lists for line in text.splitlines() if line and line[0] != "#"]
    return [*lines, *(question.text for question in QUESTIONS)]


_OPENERS = [text for texts in SAID.values() for text in texts]


@given(st.sampled_from(_OPENERS), st.sampled_from(_real_questions()), st.booleans())
def test_e3_an_opener_beside_a_question_does_not_claim_it(
    opener: str, question: str, before: bool
) -> None:
    text = f"{opener} {question}" if before else f"{question} {opener}"
    assert reply_to(text, site="Acme") is None


@given(st.text(max_size=200))
def test_e3_any_text_is_read_without_fault(text: str) -> None:
    found = read(text)
    assert found is None or found.kind in ORDER


def test_e3_reading_is_quick_whatever_comes() -> None:
    texts = ["hi " * 53, "ni hao" * 26, "谢" * 160, "a" * 4000, ":" * 160, "hello thereallteam" * 9]
    reply_to("hi", site="Acme")
    for text in texts:
        begun = time.thread_time()
        reply_to(text, site="Acme")
        assert time.thread_time() - begun < 0.05, text


def test_e3_there_are_twelve_languages_and_more() -> None:
    wanted = {"de", "fr", "es", "it", "pt", "nl", "pl", "ru", "tr", "ja", "zh", "ko", "ar", "hi"}
    assert wanted <= set(LANGUAGES)
    assert set(SAID) == set(LANGUAGES)
