"""From what a site wrote to a tool, or to every fault of it at once (SPEC A2-A6, C2, C3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, cast

from docsteward.base.errors import SiteFault
from docsteward.base.values import JsonValue, Level
from docsteward.toolspec.keys import (
    KeyFault,
    ToolFault,
    check_keys,
    is_list,
    is_mapping,
    joined,
    shown,
)
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.schema import parameters_from
from docsteward.toolspec.tables import (
    LATER_RUN_KEYS,
    LATER_TOOL_KEYS,
    MAX_URL_PARAMETERS,
    TOOL_KEYS,
)
from docsteward.toolspec.tool import (
    RESERVED_NAMES,
    Confirm,
    EventRun,
    FetchRun,
    HrefRun,
    Method,
    Run,
    Tool,
    name_in_words,
)
from docsteward.urls.template import UrlTemplate, compile_template

__all__ = ["ToolFault", "load_tool", "parameters_from"]

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,39}")
_EVENT: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.:/-]*")
_WAYS: Final = ("fetch", "href", "event")


def load_tool(name: str, raw: JsonValue) -> Tool | tuple[ToolFault, ...]:
    """Return the tool that a site wrote under this name, or every fault of it (SPEC A5).

    A fault's `key` is its place inside the tool (`run.fetch`), empty for the tool itself.
    """
    faults = list(_name_faults(name))
    if not is_mapping(raw):
        cure = "write at least 'description' and 'run'"
        return (*faults, KeyFault(key="", message=f"the tool {name!r} has no keys", cure=cure))
    faults.extend(_later_faults(raw))
    faults.extend(check_keys(_known_part(raw), TOOL_KEYS, ""))
    for key, value in raw.items():
        faults.extend(_secret_faults(value, key))
    parameters = parameters_from(raw.get("parameters"))
    if isinstance(parameters, tuple):
        faults.extend(parameters)
    run = _run(name, raw, parameters if isinstance(parameters, Parameters) else None)
    if isinstance(run, tuple):
        faults.extend(run)
    if faults or isinstance(run, tuple) or isinstance(parameters, tuple):
        return tuple(dict.fromkeys(faults))
    return _tool(name, raw, parameters, run)


def _tool(name: str, raw: Mapping[str, JsonValue], parameters: Parameters, run: Run) -> Tool:
    title = cast("str", raw.get("title", name_in_words(name))).strip()
    return Tool(
        name=name,
        title=title,
        description=cast("str", raw["description"]).strip(),
        label=cast("str", raw.get("label", title)).strip(),
        parameters=parameters,
        run=run,
        confirm=_confirm(raw),
        access=cast("Level", raw.get("access", "public")),
        enabled=cast("bool", raw.get("enabled", True)),
        examples=tuple(cast("list[str]", raw.get("examples", []))),
    )


def _confirm(raw: Mapping[str, JsonValue]) -> Confirm:
    match raw.get("confirm", False):
        case True:
            return "button"
        case "form":
            return "form"
        case _:
            return "none"


def _name_faults(name: str) -> Iterator[ToolFault]:
    if name in RESERVED_NAMES:
        cure = "choose another; these are built in: " + ", ".join(sorted(RESERVED_NAMES))
        yield KeyFault(key="", message=f"the name {name!r} is reserved", cure=cure)
    elif not _NAME.fullmatch(name):
        cure = "use 2 to 40 lower-case letters, digits and underscores, a letter first"
        yield KeyFault(key="", message=f"{name!r} can't name a tool", cure=cure)


def _known_part(raw: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    known = {key: value for key, value in raw.items() if key not in LATER_TOOL_KEYS}
    run = known.get("run")
    if is_mapping(run):
        known["run"] = {key: value for key, value in run.items() if key not in LATER_RUN_KEYS}
    if is_mapping(known.get("confirm")):
        del known["confirm"]
    return known


def _later_faults(raw: Mapping[str, JsonValue]) -> Iterator[ToolFault]:
    for key, what in LATER_TOOL_KEYS.items():
        if key in raw:
            yield _later(key, what)
    if is_mapping(raw.get("confirm")):
        yield _later("confirm", "an approval (confirm: {ask: ...})")
    run = raw.get("run")
    if is_mapping(run):
        for key, what in LATER_RUN_KEYS.items():
            if key in run:
                yield _later(joined("run", key), what)


def _later(key: str, what: str) -> ToolFault:
    cure = "take it out; use run: {fetch: ...}, {href: ...} or {event: ...}"
    if key == "run.browser":
        cure = "write run: {fetch: /a/path}; a page's registerTool(...) handler stands in for it"
    return KeyFault(key=key, message=f"not supported by this version: {what}", cure=cure)


def _secret_faults(value: JsonValue, place: str) -> Iterator[ToolFault]:
    if isinstance(value, str) and "${secret:" in value:
        cure = "take it out: what stands here could be seen by a reader or a model"
        yield KeyFault(key=place, message="a secret may stand in request headers only", cure=cure)
    elif is_mapping(value):
        for name, child in value.items():
            yield from _secret_faults(child, joined(place, name))
    elif is_list(value):
        for at, child in enumerate(value):
            yield from _secret_faults(child, joined(place, at))


def _run(
    name: str, raw: Mapping[str, JsonValue], parameters: Parameters | None
) -> Run | tuple[ToolFault, ...]:
    """Return what carries the tool out; its shape is checked elsewhere, its sense here."""
    written = raw.get("run")
    if not is_mapping(written):
        return ()
    ways = [way for way in _WAYS if way in written]
    if len(ways) != 1:
        return _way_faults(name, ways, written)
    way, target = ways[0], written[ways[0]]
    faults = [*_function_faults(name, raw, way, written), *_method_faults(way, written)]
    if not isinstance(target, str):
        return tuple(faults)
    if way == "event":
        faults.extend(_event_faults(target))
        return tuple(faults) or EventRun(name=target)
    template = _template(target, joined("run", way), parameters)
    if isinstance(template, KeyFault):
        return (*faults, template)
    reads = way == "href" or written.get("method", "GET") == "GET"
    if parameters is not None:
        faults.extend(_placeholder_faults(template, parameters, joined("run", way), reads=reads))
    if faults:
        return tuple(faults)
    if way == "href":
        return HrefRun(url=template)
    return FetchRun(url=template, method=cast("Method", written.get("method", "GET")))


def _way_faults(
    name: str, ways: list[str], written: Mapping[str, JsonValue]
) -> tuple[ToolFault, ...]:
    if ways:
        cure = "keep one of them"
        return (KeyFault(key="run", message=f"it has {' and '.join(ways)}", cure=cure),)
    if LATER_RUN_KEYS.keys() & written.keys():
        return ()
    cure = (
        "give one of fetch, href and event; for a handler in the page write "
        f"fetch with a path of your site, and registerTool({name!r}, ...) stands in for it"
    )
    return (KeyFault(key="run", message="it says nothing to run", cure=cure),)


def _function_faults(
    name: str, raw: Mapping[str, JsonValue], way: str, written: Mapping[str, JsonValue]
) -> Iterator[ToolFault]:
    if raw.get("confirm", False) is not False:
        return
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
    elif written.get("method", "GET") != "GET":
        message = f"a function may only read, and {shown(written['method'])} may change something"
        yield KeyFault(key="run.method", message=message, cure=cure)


def _method_faults(way: str, written: Mapping[str, JsonValue]) -> Iterator[ToolFault]:
    if way != "fetch" and "method" in written:
        yield KeyFault(
            key="run.method",
            message=f"a method goes with fetch, not with {way}",
            cure="take it out",
        )


def _event_faults(event: str) -> Iterator[ToolFault]:
    if event.strip() and not _EVENT.fullmatch(event):
        cure = "use letters, digits and any of _ . : / -, a letter first, such as 'acme:open-demo'"
        yield KeyFault(key="run.event", message=f"{shown(event)} can't name an event", cure=cure)


def _template(text: str, place: str, parameters: Parameters | None) -> UrlTemplate | ToolFault:
    optional = frozenset(parameters.names) - parameters.required if parameters else frozenset[str]()
    try:
        return compile_template(text, optional=optional)
    except SiteFault as fault:
        wrong, cure = str(fault.details["wrong"]), str(fault.details["cure"])
        return KeyFault(key=place, message=f"the URL {shown(text)} is refused: {wrong}", cure=cure)


def _placeholder_faults(
    template: UrlTemplate, parameters: Parameters, place: str, *, reads: bool
) -> Iterator[ToolFault]:
    for name in template.placeholders:
        if name not in parameters.names:
            yield KeyFault(
                key=place,
                message=f"the placeholder {{{name}}} has no parameter",
                cure=f"add {name!r} to the parameters, or take the placeholder out",
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
