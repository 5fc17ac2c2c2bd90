"""From what a site wrote to a tool, or to every fault of it at once (SPEC A2-A6, A9, B6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, cast

from docsteward.base.values import JsonValue, Level
from docsteward.toolspec.binding import Binding
from docsteward.toolspec.headers import secret_faults
from docsteward.toolspec.keys import KeyFault, ToolFault, check_keys, is_list, is_mapping, joined
from docsteward.toolspec.load_bind import bindings_from, without_bound
from docsteward.toolspec.load_run import Plan, Written, run_from
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.pointer import is_pointer
from docsteward.toolspec.rewrite import old_key_faults, without_old, written_key
from docsteward.toolspec.runs import BrowserRun, FetchRun, HrefRun, LinkRun, PythonRun, Run
from docsteward.toolspec.schema import parameters_from
from docsteward.toolspec.tables import (
    LATER_RUN_KEYS,
    MAX_CONTEXT_LINES,
    MAX_PICKS,
    TOOL_KEYS,
)
from docsteward.toolspec.tool import RESERVED_NAMES, Approval, Confirm, Tool, name_in_words

__all__ = ["ToolFault", "load_tool", "name_faults", "parameters_from"]

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,39}")
_ICON: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


def load_tool(
    name: str, raw: JsonValue, *, own_spelling: bool = False
) -> Tool | tuple[ToolFault, ...]:
    """Return the tool that a site wrote under this name, or every fault of it (SPEC A5).

    A fault's `key` is its place inside the tool (`run.fetch`), empty for the tool itself.
    `own_spelling` is for parameters that code names (SPEC B7).
    """
    faults = list(name_faults(name))
    if not is_mapping(raw):
        cure = "write at least 'description' and 'run'"
        return (*faults, KeyFault(key="", message=f"the tool {name!r} has no keys", cure=cure))
    faults.extend(old_key_faults(raw))
    parameters = parameters_from(raw.get("parameters"), own_spelling=own_spelling)
    made = _load(name, without_old(raw), parameters)
    if isinstance(made, Tool) and not faults:
        return made
    for fault in made if isinstance(made, tuple) else ():
        # An older way of writing that could not be read has its own fault.
        if not (faults and fault.key == "run" and "run" not in raw):
            faults.append(replace(fault, key=written_key(raw, fault.key)))
    return tuple(dict.fromkeys(faults))


def name_faults(name: str) -> Iterator[ToolFault]:
    """Yield what is wrong with a tool's name (SPEC A2)."""
    if name in RESERVED_NAMES:
        cure = "choose another; these are built in: " + ", ".join(sorted(RESERVED_NAMES))
        yield KeyFault(key="", message=f"the name {name!r} is reserved", cure=cure)
    elif not _NAME.fullmatch(name):
        cure = "use 2 to 40 lower-case letters, digits and underscores, a letter first"
        yield KeyFault(key="", message=f"{name!r} can't name a tool", cure=cure)


def _load(
    name: str,
    raw: Mapping[str, JsonValue],
    parameters: Parameters | tuple[ToolFault, ...],
) -> Tool | tuple[ToolFault, ...]:
    faults = [*_later_faults(raw), *check_keys(_known_part(raw), TOOL_KEYS, "")]
    for key, value in raw.items():
        faults.extend(secret_faults(value, key))
    faults.extend(_approval_faults(raw.get("confirm")))
    faults.extend(_reply_faults(raw.get("reply")))
    whole = parameters if isinstance(parameters, Parameters) else None
    if isinstance(parameters, tuple):
        faults.extend(parameters)
    bindings = bindings_from(raw.get("bind"), whole) if whole else ()
    faults.extend(one for one in bindings if isinstance(one, KeyFault))
    run = run_from(Plan(name=name, confirm=_written(raw), parameters=whole), raw.get("run"))
    faults.extend(run if isinstance(run, tuple) else _company_faults(raw, run))
    if faults or isinstance(run, tuple) or whole is None:
        return tuple(faults)
    return _tool(name, raw, whole, cast("tuple[Binding, ...]", bindings), run)


def _tool(
    name: str,
    raw: Mapping[str, JsonValue],
    parameters: Parameters,
    bindings: tuple[Binding, ...],
    run: Run,
) -> Tool:
    title = cast("str", raw.get("title", name_in_words(name))).strip()
    reply = cast("Mapping[str, JsonValue]", raw.get("reply", {}))
    return Tool(
        name=name,
        title=title,
        description=cast("str", raw["description"]).strip(),
        label=cast("str", raw.get("label", title)).strip(),
        parameters=without_bound(parameters, bindings),
        run=run,
        confirm=_confirm(raw),
        access=cast("Level", raw.get("access", "public")),
        enabled=cast("bool", raw.get("enabled", True)),
        examples=tuple(cast("list[str]", raw.get("examples", []))),
        read_only=cast("bool", raw.get("read_only", False)),
        follow_origin=cast("bool", raw.get("follow_origin", False)),
        bindings=bindings,
        reply_pick=tuple(cast("list[str]", reply.get("pick", []))),
    )


def _written(raw: Mapping[str, JsonValue]) -> Written:
    match raw.get("confirm", False):
        case False:
            return "none"
        case "form":
            return "form"
        case value if is_mapping(value):
            return "approval"
        case _:
            return "button"


def _confirm(raw: Mapping[str, JsonValue]) -> Confirm:
    written = raw.get("confirm", False)
    if is_mapping(written):
        return Approval(
            ask=cast("str", written["ask"]).strip(),
            icon=cast("str", written.get("icon", "")),
            context=tuple(cast("list[str]", written.get("context", []))),
        )
    kind = _written(raw)
    return "none" if kind == "approval" else kind


def _approval_faults(written: JsonValue) -> Iterator[ToolFault]:
    if not is_mapping(written):
        return
    icon, context = written.get("icon"), written.get("context")
    if isinstance(icon, str) and icon.strip() and not _ICON.fullmatch(icon):
        cure = "use lower-case letters, digits and hyphens, such as circle-question"
        yield KeyFault(key="confirm.icon", message=f"{icon!r} can't name an icon", cure=cure)
    if is_list(context) and len(context) > MAX_CONTEXT_LINES:
        message = f"{len(context)} lines under one question"
        cure = f"keep to {MAX_CONTEXT_LINES}"
        yield KeyFault(key="confirm.context", message=message, cure=cure)


def _reply_faults(written: JsonValue) -> Iterator[ToolFault]:
    pick = written.get("pick") if is_mapping(written) else None
    if not is_list(pick):
        return
    if len(pick) > MAX_PICKS:
        cure = f"keep to {MAX_PICKS}"
        yield KeyFault(key="reply.pick", message=f"{len(pick)} pointers", cure=cure)
    for at, pointer in enumerate(pick):
        if isinstance(pointer, str) and pointer.strip() and not is_pointer(pointer):
            yield KeyFault(
                key=joined("reply.pick", at),
                message=f"{pointer!r} is no JSON pointer",
                cure="start it with '/', such as /limits/requests; write ~1 for a '/' in a name",
            )


def _company_faults(raw: Mapping[str, JsonValue], run: Run) -> Iterator[ToolFault]:
    """Yield the faults of keys that don't go with the tool's way of running."""
    if raw.get("read_only") is True and not isinstance(run, PythonRun | BrowserRun):
        yield KeyFault(
            key="read_only",
            message="read_only is the word for code that can't be seen through",
            cure="take it out; it goes with run: {python: ...} and {browser: true}",
        )
    if "reply" in raw and not isinstance(run, FetchRun | PythonRun | BrowserRun):
        cure = "take it out; it goes with fetch, python and browser"
        yield KeyFault(key="reply", message="there is no reply to narrow", cure=cure)
    if raw.get("follow_origin") is True:
        yield from _follow_faults(run)


def _follow_faults(run: Run) -> Iterator[ToolFault]:
    if not isinstance(run, FetchRun | LinkRun | HrefRun):
        cure = "take it out; it goes with fetch, link and href"
        yield KeyFault(key="follow_origin", message="there is no URL that could follow", cure=cure)
    elif run.url.is_relative:
        cure = "take it out, or write the whole URL"
        message = "a relative URL is on the page's own origin as it is"
        yield KeyFault(key="follow_origin", message=message, cure=cure)
    elif isinstance(run, FetchRun) and run.secrets:
        cure = "take one of them out: a secret goes to its own hosts and nowhere else"
        message = "a request with a secret can't follow the page's origin"
        yield KeyFault(key="follow_origin", message=message, cure=cure)


def _known_part(raw: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    known = dict(raw)
    run = known.get("run")
    if is_mapping(run):
        known["run"] = {key: value for key, value in run.items() if key not in LATER_RUN_KEYS}
    return known


def _later_faults(raw: Mapping[str, JsonValue]) -> Iterator[ToolFault]:
    run = raw.get("run")
    for key, what in LATER_RUN_KEYS.items():
        if is_mapping(run) and key in run:
            cure = "take it out; use run: {fetch: ...}, {python: ...} or {browser: true}"
            message = f"not supported by this version: {what}"
            yield KeyFault(key=joined("run", key), message=message, cure=cure)
