"""What makes a model choose badly, found before a reader does (SPEC A8)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final, Literal

from docsteward.base.values import JsonObject
from docsteward.toolspec.purpose import for_use
from docsteward.toolspec.runs import FetchRun, HrefRun, LinkRun
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin

Habit = Literal[
    "description_repeats_name",
    "description_without_when",
    "closed_set_without_enum",
    "host_knows_it",
    "descriptions_alike",
    "called_after_another",
    "follows_third_party",
    "secret_in_clear",
]

_ALIKE: Final = 0.75
_WORD: Final = re.compile(r"[a-z0-9]+")
_EMPTY_WORDS: Final = frozenset(
    {
        *("a", "an", "and", "are", "at", "by", "do", "does", "for", "from", "in", "is", "it"),
        *("its", "of", "on", "one", "or", "our", "that", "the", "their", "this", "to", "up"),
        *("use", "used", "with", "your", "tool", "get", "gets", "give", "gives", "find"),
        *("finds", "fetch", "fetches", "list", "lists", "look", "looks", "read", "reads"),
        *("return", "returns", "search", "searches", "show", "shows", "tell", "tells"),
    }
)
_WHEN: Final = re.compile(
    r"\b(when(ever)?|if|use (it|this|for|to)|offer|call (it|this)|used? for|for questions?"
    r"|asks?|wants?|needs?)\b",
    re.IGNORECASE,
)
_CLOSED: Final = re.compile(
    r"\b(one of|either|must be|can be|values?( are)?:|options?( are)?:|allowed|possible values)\b"
    r"|\b(true|yes|on) or (false|no|off)\b|\w+\s*\|\s*\w+",
    re.IGNORECASE,
)
# Two words with 'or' between them may be two ways to say one thing.
_LISTED: Final = re.compile(
    r"[\w\"'`-]+(, [\w\"'`-]+)+,? or [\w\"'`-]+[.?]?|([\"'`])\w+\2 or \2\w+\2[.?]?"
)
_KNOWN_NAMES: Final = frozenset(
    {
        *("page", "page_url", "page_title", "current_page", "current_url", "url_of_page"),
        *("question", "user_question", "prompt", "user", "user_id", "userid", "username"),
        *("user_name", "user_email", "current_user", "visitor", "visitor_id", "reader"),
        *("reader_id", "reader_email", "external_id", "session_id", "account_email", "my_email"),
    }
)
_KNOWN_WORDS: Final = re.compile(
    r"\b(current|this) (page|url|user)\b|\bpage (they|the reader|the user) (is|are) on\b"
    r"|\b(reader|visitor|user|customer)'s (own )?(id|e-?mail|name|address|account|question)\b",
    re.IGNORECASE,
)
# Under these, a shared ending says nothing about who owns a host.
_SHARED_SUFFIXES: Final = frozenset(
    {"ac", "co", "com", "gov", "net", "org", "github", "gitlab", "herokuapp", "netlify", "vercel"}
)


@dataclass(frozen=True, kw_only=True)
class Advice:
    """One bad habit: the tool, a stable code, what is wrong and how to mend it."""

    tool: str
    code: Habit
    message: str
    cure: str


def lint(tools: Sequence[Tool], *, own_origins: Collection[Origin] = ()) -> tuple[Advice, ...]:
    """Return every bad habit of the enabled tools, in their order (SPEC A8).

    `own_origins` are the site's, by which a third party's host is told from its own.
    """
    enabled = [tool for tool in tools if tool.enabled]
    found: list[Advice] = []
    for tool in enabled:
        found.extend(_of_description(tool))
        found.extend(_of_parameters(tool))
        found.extend(_of_order(tool, [other for other in enabled if other is not tool]))
        found.extend(_of_url(tool, own_origins))
    for one, other in combinations(enabled, 2):
        found.extend(_of_pair(one, other))
    return tuple(found)


def _of_description(tool: Tool) -> Iterator[Advice]:
    named = _words(f"{tool.name.replace('_', ' ')} {tool.title} {tool.label}")
    said = _words(tool.description) - _EMPTY_WORDS
    if {_stem(word) for word in said} <= {_stem(word) for word in named}:
        yield Advice(
            tool=tool.name,
            code="description_repeats_name",
            message="the description says no more than the name",
            cure="say what it gives and when to use it",
        )
    elif not _WHEN.search(tool.description):
        yield Advice(
            tool=tool.name,
            code="description_without_when",
            message="the description never says when to use the tool",
            cure="add 'Use it when ...', and when something else is better",
        )


def _of_parameters(tool: Tool) -> Iterator[Advice]:
    for name, schema in tool.parameters.properties.items():
        described = str(schema.get("description", ""))
        if _is_open_text(schema) and (_CLOSED.search(described) or _LISTED.fullmatch(described)):
            yield Advice(
                tool=tool.name,
                code="closed_set_without_enum",
                message=f"the parameter {name!r} describes a closed set in words",
                cure="list the values in 'enum' (a yes or no is a boolean)",
            )
        # A form is filled by the reader, who may well write an address that is not their own.
        if tool.kind != "action_form" and (name in _KNOWN_NAMES or _KNOWN_WORDS.search(described)):
            yield Advice(
                tool=tool.name,
                code="host_knows_it",
                message=f"the parameter {name!r} asks the model for what the host knows",
                cure="take it out or bind it: bind: {"
                + name
                + ": page.url}, visitor.external_id or visitor.email",
            )


def _is_open_text(schema: JsonObject) -> bool:
    return schema["type"] == "string" and not schema.keys() & {"enum", "const", "pattern", "format"}


def _of_order(tool: Tool, others: Sequence[Tool]) -> Iterator[Advice]:
    texts = [tool.description, *(str(one.get("description", "")) for one in _schemas(tool))]
    for other in others:
        name = rf"[`'\"]?(?:{re.escape(other.name)}|{re.escape(other.title)})[`'\"]?"
        needs = re.compile(
            rf"\b(after|first call|call|from|returned by|result of|reply of|output of|given by|"
            rf"use)\s+(the tool\s+)?{name}(\s+(first|before|returns?|returned|gave|gives))?",
            re.IGNORECASE,
        )
        if any(_depends(needs, text) for text in texts):
            yield Advice(
                tool=tool.name,
                code="called_after_another",
                message=f"it is always called after {other.name!r}",
                cure="make one tool of the two, which answers the question in one call",
            )


def _depends(needs: re.Pattern[str], text: str) -> bool:
    for found in needs.finditer(text):
        # 'use X for that' sends the model elsewhere; 'use X first' makes it wait.
        if found[1].lower() not in {"call", "use"} or found[3]:
            return True
    return False


def _schemas(tool: Tool) -> list[JsonObject]:
    return list(tool.parameters.properties.values())


def _of_url(tool: Tool, own: Collection[Origin]) -> Iterator[Advice]:
    if not isinstance(tool.run, FetchRun | LinkRun | HrefRun):
        return
    origin = tool.run.url.origin
    if origin is None:
        return
    if tool.follow_origin and own and not any(_same_party(origin.host, one.host) for one in own):
        yield Advice(
            tool=tool.name,
            code="follows_third_party",
            message=f"follow_origin would take a URL of {origin.host!r} to the site's own pages",
            cure="take follow_origin out",
        )
    if isinstance(tool.run, FetchRun) and tool.run.secrets and origin.scheme == "http":
        yield Advice(
            tool=tool.name,
            code="secret_in_clear",
            message="a secret is sent over http, where others on the way can read it",
            cure="use https",
        )


def _of_pair(one: Tool, other: Tool) -> Iterator[Advice]:
    if _likeness(one, other) >= _ALIKE:
        yield Advice(
            tool=other.name,
            code="descriptions_alike",
            message=f"its description is nearly that of {one.name!r}",
            cure="say in each when the other one is the right one, or make one tool of the two",
        )


def _likeness(one: Tool, other: Tool) -> float:
    left, right = (_words(for_use(tool.description)) - _EMPTY_WORDS for tool in (one, other))
    shared = len(left & right) / max(len(left | right), 1)
    # Two long texts may share their letters by chance; two that share their words do not.
    return max(
        shared,
        SequenceMatcher(a=one.description.lower(), b=other.description.lower()).ratio() - 0.1,
    )


def _same_party(host: str, own: str) -> bool:
    if host == own:
        return True
    left, right = host.split("."), own.split(".")
    depth = 3 if len(right) > 2 and right[-2] in _SHARED_SUFFIXES else 2
    return len(left) >= depth and left[-depth:] == right[-depth:]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _stem(word: str) -> str:
    return word.removesuffix("s")
