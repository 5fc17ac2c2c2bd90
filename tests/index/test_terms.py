from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsteward.index.terms import (
    MAX_TERMS,
    identifier_words,
    is_identifier,
    pieces_of,
    quoted,
    spaced,
    terms_of,
    unframed,
    whole_form,
)


def words(question: str) -> list[str]:
    return [term.phrases[0] for term in terms_of(question)]


def test_stopwords_are_dropped_unless_nothing_remains() -> None:
    assert words("How do I feed the fish?") == ["feed", "fish"]
    assert words("How do I?") == ["how", "do", "i"]
    assert words("?!") == []


def test_each_term_comes_once_and_a_pasted_log_is_cut() -> None:
    assert words("fish Fish FISH food") == ["fish", "food"]
    assert len(terms_of(" ".join(f"word{at}" for at in range(500)))) == MAX_TERMS


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Tell me about pumps", "pumps"),
        ("I need help with pumps", "pumps"),
        ("Please, can you show me pumps?", "pumps?"),
        ("Where can I read about pumps?", "pumps?"),
        ("I'd like to know more about pumps", "pumps"),
        ("I need a person", "I need a person"),
        ("help me", "help me"),
        ("Reading pumps", "Reading pumps"),
    ],
)
def test_what_a_subject_is_wrapped_in_is_dropped(question: str, subject: str) -> None:
    assert unframed(question).strip() == subject


@pytest.mark.parametrize(
    "name", ["path_params", "APIRouter", "--dry-run", "-f", "E1234", "app.get", "a::bc", "py310"]
)
def test_k3_names_of_code_are_identifiers(name: str) -> None:
    assert is_identifier(name)
    (term,) = terms_of(f"What is {name}?")
    assert term.whole == whole_form(name)


@pytest.mark.parametrize("word", ["Fish", "built-in", "USA", "e.g", "123"])
def test_words_are_no_identifiers(word: str) -> None:
    assert not is_identifier(word)


def test_k3_identifiers_are_stored_whole_and_split() -> None:
    stored = identifier_words("Call `app.include_router` on an APIRouter with --dry-run.").split()
    assert whole_form("app.include_router") in stored
    assert whole_form("include_router") in stored
    assert {whole_form("APIRouter"), "api", "router"} <= set(stored)
    assert whole_form("--dry-run") in stored
    assert "call" not in stored


def test_whole_forms_keep_different_names_apart() -> None:
    names = ["a_b", "a.b", "a-b", "a::b", "ab"]
    assert len({whole_form(name) for name in names}) == len(names)


def test_pieces() -> None:
    assert pieces_of("HTTPServer_error2Code") == ("http", "server", "error2", "code")


def test_k3_unspaced_scripts_become_pairs_on_both_sides() -> None:
    assert spaced("水温警告です").split() == ["水温", "温警", "警告", "告で", "です"]
    assert words("水温の警告") == ["水温", "温の", "の警", "警告"]
    assert spaced("plain text") == "plain text"


@given(st.text())
def test_any_text_becomes_terms_that_hold_no_operator(question: str) -> None:
    for term in terms_of(question):
        for phrase in (*term.phrases, *term.pieces):
            assert phrase
            assert '"' not in quoted(phrase)[1:-1]
