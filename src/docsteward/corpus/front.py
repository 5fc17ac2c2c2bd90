"""The front matter of a page: a YAML mapping between two lines of dashes at its very start."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from docsteward.base.errors import SiteFault

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


def split_front_matter(text: str) -> tuple[Mapping[str, object], str]:
    """Return a page's front matter and the body after it.

    A page that opens with a ruled line, or with a block that is no mapping, has none and is
    all body, as MkDocs reads it. Raises SiteFault `front_matter` when the YAML is broken.
    """
    found = _FRONT.match(text)
    if not found:
        return {}, text
    try:
        loaded: object = YAML(typ="safe", pure=True).load(found[1])  # pyright: ignore[reportUnknownMemberType]
    except (YAMLError, ValueError) as error:
        raise SiteFault(
            "front_matter",
            f"the front matter is no valid YAML ({_where(error)}); mend it, or put quotes "
            "round a value that holds a colon",
        ) from error
    if loaded is None:
        return {}, text[found.end() :]
    if not isinstance(loaded, dict):
        return {}, text
    mapping = cast("dict[object, object]", loaded)
    return {str(key): value for key, value in mapping.items()}, text[found.end() :]


def _where(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or error.__class__.__name__
    line = getattr(mark, "line", None)
    # The opening dashes are a line of the file, and YAML counts from nought.
    return f"line {line + 2}: {problem}" if isinstance(line, int) else str(problem)


def text_of(front: Mapping[str, object], key: str) -> str:
    """Return a front matter value as one line of text; empty when it is absent or no scalar."""
    value = front.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())
