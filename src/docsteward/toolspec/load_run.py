"""What carries a tool out, from what a site wrote (SPEC A4-A6, C2, C3, D2, D3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from docsteward.base.errors import SiteFault
from docsteward.base.values import JsonValue
from docsteward.toolspec.headers import header_faults, headers_from
from docsteward.toolspec.keys import KeyFault, is_mapping, joined, shown
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.runs import (
    BrowserRun,
    EventRun,
    FetchRun,
    HrefRun,
    LinkRun,
    Method,
    PythonRun,
    Run,
)
from docsteward.toolspec.tables import LATER_RUN_KEYS, MAX_URL_PARAMETERS
from docsteward.urls.template import UrlTemplate, compile_template

Written = Literal["none", "approval", "button", "form"]
Way = Literal["fetch", "link", "href", "event", "python", "browser"]

_WAYS: Final[tuple[Way, ...]] = ("fetch", "link", "href", "event", "python", "browser")
_EVENT: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.:/-]*")
_TARGET: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is known of a tool when its `run` is read; `parameters` is None where they are faulty.

    `parameters` holds the bound ones too: a run is given them all.
    """

    name: str
    confirm: Written
    parameters: Parameters | None


def run_from(plan: Plan, written: JsonValue) -> Run | tuple[KeyFault, ...]:
    """Return the run, or every fault of its sense; the shape of its keys is checked elsewhere."""
    if not is_mapping(written):
        return ()
    ways: list[Way] = [way for way in _WAYS if way in written]
    if len(ways) != 1:
        return _way_faults(plan.name, ways, written)
    way = ways[0]
    faults = [*_kind_faults(plan, way, written), *_company_faults(way, written)]
    made = _made(plan, way, written)
    if isinstance(made, tuple):
        return (*faults, *made)
    return tuple(faults) or made


def _made(plan: Plan, way: Way, written: Mapping[str, JsonValue]) -> Run | tuple[KeyFault, ...]:
    target = written[way]
    if way == "browser":
        return BrowserRun() if target is True else ()
    if not isinstance(target, str) or not target.strip():
        return ()
    if way == "event":
        return tuple(_event_faults(target)) or EventRun(name=target)
    if way == "python":
        return tuple(_target_faults(target)) or PythonRun(target=target)
    return _with_url(plan, way, target, written)


def _with_url(
    plan: Plan, way: Way, target: str, written: Mapping[str, JsonValue]
) -> Run | tuple[KeyFault, ...]:
    place = joined("run", way)
    if "${secret:" in target:
        # Refused already for what it is; what else is wrong with it is no help.
        return ()
    template = _template(target, place, plan.parameters)
    if isinstance(template, KeyFault):
        return (template, *header_faults(written.get("headers"), None, plan.parameters))
    faults: list[KeyFault] = []
    reads = way != "fetch" or written.get("method", "GET") == "GET"
    if plan.parameters is not None:
        faults.extend(_placeholder_faults(template, plan.parameters, place, reads=reads))
    if way == "fetch":
        faults.extend(header_faults(written.get("headers"), template, plan.parameters))
    if way == "link" and template.is_relative:
        cure = "write the whole URL; with follow_origin: true it moves to the page's own origin"
        faults.append(KeyFault(key=place, message="a link to share can't be relative", cure=cure))
    if faults:
        return tuple(faults)
    match way:
        case "href":
            return HrefRun(url=template)
        case "link":
            return LinkRun(url=template)
        case _:
            return FetchRun(
                url=template,
                method=cast("Method", written.get("method", "GET")),
                headers=headers_from(written.get("headers")),
            )


def _way_faults(
    name: str, ways: list[Way], written: Mapping[str, JsonValue]
) -> tuple[KeyFault, ...]:
    if ways:
        cure = "keep one of them"
        return (KeyFault(key="run", message=f"it has {' and '.join(ways)}", cure=cure),)
    if LATER_RUN_KEYS.keys() & written.keys():
        return ()
    cure = (
        f"give one of {', '.join(_WAYS)}; for a handler in the page write browser: true, or "
        f"fetch with a path of your site, and registerTool({name!r}, ...) stands in for it"
    )
    return (KeyFault(key="run", message="it says nothing to run", cure=cure),)


def _kind_faults(plan: Plan, way: Way, written: Mapping[str, JsonValue]) -> Iterator[KeyFault]:
    if plan.confirm == "none":
        yield from _function_faults(plan.name, way, written)
    elif plan.confirm == "approval" and way in {"href", "event"}:
        message = f"an approved call goes on with its reply, and {way} gives none"
        cure = "make it an action (confirm: true), or run fetch, python or browser"
        yield KeyFault(key=joined("run", way), message=message, cure=cure)
    elif plan.confirm in {"button", "form"} and way == "link":
        message = "a link is for the model to share, and an action is for the reader to press"
        cure = "write href instead of link, or take 'confirm' out"
        yield KeyFault(key="run.link", message=message, cure=cure)


def _function_faults(name: str, way: Way, written: Mapping[str, JsonValue]) -> Iterator[KeyFault]:
    cure = (
        "make it an action (confirm: true or confirm: form), or let it read with "
        f"run: {{fetch: ...}}; a page's registerTool({name!r}, ...) may stand in for the request"
    )
    if way == "href":
        message = "a function may only read, and href takes the reader to another page"
        yield KeyFault(key="run.href", message=message, cure=cure)
    elif way == "event":
        message = "a function may only read, and an event can't answer the model"
        yield KeyFault(key="run.event", message=message, cure=cure)
    elif way == "fetch" and written.get("method", "GET") != "GET":
        message = f"a function may only read, and {shown(written['method'])} may change something"
        cure += "; confirm: {ask: ...} lets the model call it once the reader has approved"
        yield KeyFault(key="run.method", message=message, cure=cure)


def _company_faults(way: Way, written: Mapping[str, JsonValue]) -> Iterator[KeyFault]:
    for key in ("method", "headers"):
        if way != "fetch" and key in written:
            yield KeyFault(
                key=joined("run", key),
                message=f"{key!r} goes with fetch, not with {way}",
                cure="take it out",
            )


def _event_faults(event: str) -> Iterator[KeyFault]:
    if not _EVENT.fullmatch(event):
        cure = "use letters, digits and any of _ . : / -, a letter first, such as 'acme:open-demo'"
        yield KeyFault(key="run.event", message=f"{shown(event)} can't name an event", cure=cure)


def _target_faults(target: str) -> Iterator[KeyFault]:
    if not _TARGET.fullmatch(target):
        cure = "write 'module:function', such as 'acme.tools:plan_limits'"
        yield KeyFault(key="run.python", message=f"{shown(target)} names no function", cure=cure)


def _template(text: str, place: str, parameters: Parameters | None) -> UrlTemplate | KeyFault:
    optional = frozenset(parameters.names) - parameters.required if parameters else frozenset[str]()
    try:
        return compile_template(text, optional=optional)
    except SiteFault as fault:
        wrong, cure = str(fault.details["wrong"]), str(fault.details["cure"])
        return KeyFault(key=place, message=f"the URL {shown(text)} is refused: {wrong}", cure=cure)


def _placeholder_faults(
    template: UrlTemplate, parameters: Parameters, place: str, *, reads: bool
) -> Iterator[KeyFault]:
    for name in template.placeholders:
        if name not in parameters.names:
            yield KeyFault(
                key=place,
                message=f"the placeholder {{{name}}} has no parameter",
                cure=f"add {name!r} to the parameters, or take the placeholder out",
            )
        elif (kind := parameters.properties[name]["type"]) in ("array", "object"):
            yield KeyFault(
                key=place,
                message=f"the placeholder {{{name}}} can't hold a value of type {kind!r}",
                cure="a URL takes single values: give each its own parameter, or send a POST",
            )
    if reads:
        for name in parameters.names:
            if name not in template.placeholders:
                yield KeyFault(
                    key=place,
                    message=f"the parameter {name!r} has no placeholder, so it would go nowhere",
                    cure=f"add {{{name}}} to the URL, or take the parameter out",
                )
    if (reads or template.placeholders) and len(parameters.names) > MAX_URL_PARAMETERS:
        yield KeyFault(
            key="parameters",
            message=f"{len(parameters.names)} parameters for a tool whose URL is a template",
            cure=f"keep to {MAX_URL_PARAMETERS}",
        )
