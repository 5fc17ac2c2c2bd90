"""Marks counted over recorded answers (SPEC L1, N7)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from docsteward.base.errors import SiteFault
from docsteward.cli.eval import eval as command
from docsteward.evals.claims import count_claims, read_answers

LINES: list[dict[str, object]] = [
    {"id": "q1", "answer": "It waits 10 seconds [1].", "evidence": {"1": "It waits 10 seconds."}},
    {
        "answer": "It waits 11 s [1]. Use `a_b` [2].",
        "evidence": {"1": ["It waits", "10 s."], "2": "Use `a_b`."},
    },
    {"id": 7, "answer": "Nothing is cited.", "evidence": {}},
]


def a_file(folder: Path, *lines: object) -> Path:
    path = folder / "answers.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_n7_answers_sentences_and_marks_are_counted(tmp_path: Path) -> None:
    counts = count_claims(read_answers(a_file(tmp_path, *LINES, "")))
    assert (counts.answers, counts.uncited, counts.sentences) == (3, 1, 3)
    assert [(one.answer, one.sentence.sentence.text) for one in counts.marked] == [
        ("line 2", "It waits 11 s [1].")
    ]
    assert counts.kinds == {"number": 1}
    assert counts.share == 0.3333


def test_n7_the_command_prints_what_it_counted(tmp_path: Path) -> None:
    path = a_file(tmp_path, *LINES)
    shown = CliRunner().invoke(command, ["claims", "--answers", str(path)])
    assert shown.exit_code == 0
    assert "line 2: It waits 11 s [1]." in shown.output
    assert "number not found: 11 s" in shown.output
    assert "3 cited sentences, 1 marked (33.3 %): number 1" in " ".join(shown.output.split())
    raw = CliRunner().invoke(command, ["claims", "--answers", str(path), "--json"])
    assert json.loads(raw.output) == {
        "answers": 3,
        "uncited": 1,
        "sentences": 3,
        "marked": 1,
        "share": 0.3333,
        "kinds": {"number": 1},
        "rows": [
            {
                "answer": "line 2",
                "sentence": "It waits 11 s [1].",
                "missing": [{"kind": "number", "text": "11 s"}],
            }
        ],
    }


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "line 2: this is no JSON"),
        ("[" * 100_000, "line 2: this is no JSON"),
        ([1], "line 2: this is no object"),
        ({"evidence": {}}, "'answer' must be text"),
        ({"answer": "x"}, "'evidence' must be an object"),
        ({"answer": "x", "evidence": {"one": "y"}}, "'evidence.one' must be a number"),
        ({"answer": "x", "evidence": {"1": 7}}, "'evidence.1' must be a number"),
        ({"answer": "x", "evidence": {"1": ["y", None]}}, "'evidence.1' must be a number"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(tmp_path: Path, line: object, fault: str) -> None:
    with pytest.raises(SiteFault, match=r"can't be read") as caught:
        read_answers(a_file(tmp_path, LINES[0], line, "no JSON either"))
    assert fault in caught.value.message
    assert "line 3" in caught.value.message


def test_a_file_that_is_not_there_or_empty_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(SiteFault, match=r"can't be read as UTF-8 text"):
        read_answers(tmp_path / "missing.jsonl")
    with pytest.raises(SiteFault, match=r"it holds no answer"):
        read_answers(a_file(tmp_path, ""))
