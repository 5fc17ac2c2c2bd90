"""The reference page of `docsteward.yml`, made from the tables that check the file.

`python -m docsteward.config.reference` writes it to `docs/reference.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from docsteward.base.values import JsonValue
from docsteward.config.environment import ENV_PREFIX, ServerSettings
from docsteward.config.keys import CONFIG_KEYS
from docsteward.toolspec.keys import Key
from docsteward.toolspec.keywords import FORMATS, KEYWORDS, TYPES, Kind
from docsteward.toolspec.tables import OLD_KEYS, SHORT_PARAMETER_KEYS

DEFAULT_PATH: Final = Path("docs/reference.md")

_HEAD: Final = """\
# Reference

Every key of `docsteward.yml` and every variable of the server. This page is made from the code
that checks them. [Configuration](configuration.md) explains the file as a whole, and
[Tools](tools.md) how to write tools well. `NAME` stands for a name of your own, `[]` for each
entry of a list.
"""
_WORDS: Final[dict[str, str]] = {
    "text": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "`true` or `false`",
    "map": "group of keys",
    "list": "list",
    "named": "entries by name",
    "variants": "group of keys",
    "free": "see below",
}
_VALUES: Final[dict[Kind, str]] = {
    "text": "text",
    "count": "whole number from 0",
    "number": "number",
    "positive": "number above 0",
    "format": "one of the formats below",
    "pattern": "regular expression",
    "value": "one value",
    "values": "list of values",
    "json": "a value that fits",
    "flag": "`true` or `false`",
    "schema": "schema of an item",
    "schemas": "schemas by name",
    "names": "list of names",
    "open": "`true`, `false` or the schema of further values",
}


def reference_text() -> str:
    """Return the page as it is committed."""
    groups = [f"## `{key.name}`\n\n{key.doc}\n\n{_table(_rows(key))}" for key in CONFIG_KEYS]
    return "\n".join([_HEAD, *groups, _parameters(), _environment()])


def key_paths(keys: Sequence[Key], parent: str = "") -> Iterator[str]:
    """Yield the path of every key, such as `tools.NAME.run.fetch` and `sources[].folder`."""
    for path, _ in _walk(keys, parent):
        yield path


def _walk(keys: Sequence[Key], parent: str) -> Iterator[tuple[str, Key]]:
    for key in keys:
        here = f"{parent}.{key.name}" if parent else key.name
        yield here, key
        yield from _walk(key.keys, here)
        if key.item is None:
            continue
        inside = f"{here}.NAME" if key.type == "named" else f"{here}[]"
        if key.item.by:
            names = tuple(name for name, _ in key.item.variants)
            chosen = Key(name=key.item.by, doc=key.item.doc, choices=names, required=True)
            yield f"{inside}.{key.item.by}", chosen
        elif not key.item.keys:
            yield inside, key.item
        yield from _walk(key.item.keys, inside)
        for _, variant in key.item.variants:
            yield from _walk(variant, inside)


def _rows(top: Key) -> list[tuple[str, str, str, str]]:
    rows = [(f"`{path}`", _kind(key), _default(key), key.doc) for path, key in _walk((top,), "")]
    # What several variants share is said once.
    return list(dict.fromkeys(rows))


def _kind(key: Key) -> str:
    if key.choices:
        kind = ", ".join(f"`{_plain(one)}`" for one in key.choices)
        return f"{kind}, or a group of keys" if key.keys else kind
    kind = "any value" if key.schema is not None else _WORDS[key.type]
    if key.type == "text" and key.maximum:
        return f"{kind}, at most {key.maximum} characters"
    if key.type in ("integer", "number") and key.minimum is not None:
        return f"{kind}, {key.minimum} to {key.maximum}"
    return kind


def _default(key: Key) -> str:
    return "required" if key.required else key.default or "none"


def _plain(value: JsonValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _table(rows: Sequence[tuple[str, ...]], head: Sequence[str] = ()) -> str:
    names = head or ("Key", "Value", "Default", "What it means")
    lines = [names, tuple("---" for _ in names), *rows]
    return "\n".join("| " + " | ".join(_cell(one) for one in row) + " |" for row in lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _parameters() -> str:
    words = [
        (f"`{word}`", "all" if types == TYPES else ", ".join(types), _VALUES[wanted])
        for word, (types, wanted) in KEYWORDS.items()
    ]
    short = [(f"`{key.name}`", _kind(key), _default(key), key.doc) for key in SHORT_PARAMETER_KEYS]
    older = [(f"`{key.name}`", _kind(key), key.doc) for key in OLD_KEYS]
    return "\n".join(
        [
            "## Parameters of a tool\n",
            f"A JSON Schema object. `type` is one of {_listed(TYPES)}; these are the keywords.\n",
            _table(words, ("Keyword", "With", "Value")),
            f"The formats are {_listed(FORMATS)}.\n",
            "Or a short list, in which every parameter is text, with these keys for each:\n",
            _table(short),
            "Tools written with these keys instead of `run` are read all the same:\n",
            _table(older, ("Key", "Value", "What it means")),
        ]
    )


def _environment() -> str:
    rows = [
        (f"`{ENV_PREFIX}{name.upper()}`", f"{field.default!s}" or "none", field.description or "")
        for name, field in ServerSettings.model_fields.items()
    ]
    table = _table(rows, ("Variable", "Default", "What it means"))
    return f"## The server's environment\n\n{table}"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def write(path: Path = DEFAULT_PATH) -> None:
    """Write the page where the documentation has it."""
    path.write_text(reference_text(), encoding="utf-8")


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:2]))
