"""How well a question fits a tool, by the words of its title, description and examples."""

from __future__ import annotations

import re
from collections.abc import Mapping

from docsteward.index.stem import stem, stems_of
from docsteward.index.terms import unframed
from docsteward.index.values import ToolHint
from docsteward.toolspec.purpose import for_use

# Words that descriptions of tools hold whatever the tool does; they say little about a question.
_COMMON_WORDS = """
answer check current data docs document documentation fetch find get information item list live
look new page question read reader result return right send show start status time today tool use
used user value visitor work
"""
_COMMON = frozenset(stem(word) for word in re.findall(r"\w+", _COMMON_WORDS))
# A stem that says little counts a quarter.
_COMMON_SHARE = 0.25
# Readers and sites have different words for the same few things; a stem stands for its group.
_GROUPS = (
    "person human agent someone staff support operator representative contact talk speak",
    "down outage incident",
    "price cost pricing fee charge",
    "limit quota allowance maximum",
    "plan subscription tier",
    "order purchase",
    "bill invoice",
)
# How weighty a word is that the index has not weighed (it was no term of the question).
_UNWEIGHED = 3.0


def match_tool(question: str, tool: ToolHint, weights: Mapping[str, float]) -> float:
    """Return how well a question fits a tool, from 0 to 1.

    `weights` says how rare the question's stems are in the documentation. Either the tool's own
    words hold most of the question's weight, or the question holds the tool's whole title, or an
    example of the tool is like the question.
    """
    groups = _groups()
    stems = [one for one in stems_of(unframed(question)) if not one.isdigit()]
    asked = {groups.get(one, one): _weight(one, weights) for one in stems}
    if not asked:
        return 0.0
    title = f"{tool.name} {tool.title}"
    share = _share(asked, _words(f"{title} {for_use(tool.description)}", groups))
    # The title is taken as it is spelled: a group would make one word of `Contact support`.
    named = {one: _weight(one, weights) for one in stems_of(title)}
    titled = _share(named, frozenset(stems))
    examples = (_likeness(asked, _words(example, groups)) for example in tool.examples)
    return max(share, (share + titled) / 2, max(examples, default=0.0))


def _groups() -> Mapping[str, str]:
    return {stem(word): group.split()[0] for group in _GROUPS for word in group.split()}


def _words(text: str, groups: Mapping[str, str]) -> frozenset[str]:
    return frozenset(groups.get(one, one) for one in stems_of(text))


def _weight(one: str, weights: Mapping[str, float]) -> float:
    return weights.get(one, _UNWEIGHED) * (_COMMON_SHARE if one in _COMMON else 1.0)


def _share(asked: Mapping[str, float], known: frozenset[str]) -> float:
    whole = sum(asked.values())
    return sum(weight for one, weight in asked.items() if one in known) / whole if whole else 0.0


def _likeness(asked: Mapping[str, float], example: frozenset[str]) -> float:
    other = {one: asked.get(one, _UNWEIGHED) for one in example}
    both = sum(weight for one, weight in asked.items() if one in example)
    whole = sum(asked.values()) + sum(other.values()) - both
    return both / whole if whole else 0.0
