"""A long fuzz of what strangers' text goes through first: the guard's URLs and the arguments.

Run it with `make soak`; SOAK_SECONDS says for how long and SOAK_SEED repeats a run. What breaks
a rule ends the run with the input that did.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import sys
import time
from collections.abc import Callable

from docsteward.base.values import JsonObject
from docsteward.netguard.refusal import Refused
from docsteward.netguard.target import parse_target
from docsteward.toolspec.parameters import ArgumentFault, Parameters, read_arguments

_PIECES = [
    *("http://", "https://", "//", "/", "\\", "@", ":", "?", "#", "%", "%00", "%2e", "%2F", ".."),
    *("[::1]", "[::ffff:127.0.0.1]", "127.0.0.1", "0x7f.1", "2130706433", "0177.1", "localhost"),
    *("example.com", "éxample.com", "xn--", "xn--a", "。", "⑯⑨", "\u200d", "\u00ad", " ", "\t"),
    *("\n", "\x00", "\ud800", "80", "443", "65536", "-", "_", "ﬀ", "İ", "a" * 64, "."),
]
_JSON = [
    *(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        "null",
        "true",
        "false",
        "1e999",
        "-0",
        "3.0",
        "NaN",
    ),
    *('"n"', '"s"', '"b"', '"a"', '"o"', '{"n":', "9" * 400, '"1"', '"true"', '"[1]"', '"{}"'),
    *("\\ud800", "\x00", " ", "\ufeff", "[" * 60, '"2026-02-30"', "\ud800", "Infinity"),
]
_PARAMETERS = Parameters(
    schema={
        "type": "object",
        "properties": {
            "n": {"type": "integer", "minimum": 0, "maximum": 9},
            "s": {"type": "string", "maxLength": 5, "format": "date"},
            "b": {"type": "boolean"},
            "a": {"type": "array", "items": {"type": "number"}, "uniqueItems": True},
            "o": {"type": "object", "properties": {"x": {"type": "string"}}},
        },
        "required": ["n"],
        "additionalProperties": False,
    }
)


def _text(dice: random.Random, pieces: list[str]) -> str:
    return "".join(dice.choice(pieces) for _ in range(dice.randint(1, 12)))


def _object(dice: random.Random) -> str:
    """Return an object whose values are right, nearly right or wrong."""
    values = [*_JSON[8:], '"3"', "3", "3.0", "[1, 2]", '{"x": "y"}', '"[1, 2]"', '"2026-01-31"']
    pairs = [f'"{name}": {dice.choice(values)}' for name in "nsbao" if dice.random() < 0.4]
    return "{" + ", ".join(pairs) + "}"


def url_gate(dice: random.Random) -> None:
    """A URL is refused, or read into a target that reads as itself."""
    start = dice.choice(["http://", "https://", "http://example.com", ""])
    text = start + _text(dice, _PIECES)
    try:
        target = parse_target(text)
    except Refused:
        return
    assert target.scheme in ("http", "https"), text
    assert 0 < target.port < 65536, text
    assert target.host.isascii(), text
    assert not set(target.host) & set("@/\\?# \t\r\n\x00"), text
    assert target.path.isascii(), text
    assert not set(target.path) & set(" \t\r\n\x00"), text
    assert parse_target(target.url) == target, text


def arguments(dice: random.Random) -> None:
    """Arguments are refused with a reason, or fit the schema and fit it again."""
    text = _object(dice) if dice.random() < 0.7 else _text(dice, _JSON)
    read = read_arguments(text)
    if isinstance(read, ArgumentFault):
        assert read.message, text
        return
    checked = _PARAMETERS.check(read)
    if checked.faults:
        assert all(fault.message for fault in checked.faults), text
        return
    again: JsonObject = json.loads(json.dumps(checked.args, allow_nan=False))
    assert _PARAMETERS.check(again).args == checked.args, text


def run(seconds: float, seed: int) -> dict[str, int]:
    """Fuzz for that long and return how often each was executed."""
    dice = random.Random(seed)
    targets: list[Callable[[random.Random], None]] = [url_gate, arguments]
    done = {target.__name__: 0 for target in targets}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for target in targets:
            for _ in range(100):
                target(dice)
            done[target.__name__] += 100
    return done


def main() -> None:
    seed = int(os.environ.get("SOAK_SEED") or secrets.randbits(64))
    seconds = float(os.environ.get("SOAK_SECONDS") or 3600)
    print(f"seed {seed}, {seconds:g} s", flush=True)
    done = run(seconds, seed)
    print(", ".join(f"{name}: {count} executions" for name, count in done.items()))
    sys.exit(0)


if __name__ == "__main__":
    main()
