"""Tools that a page defines in its own script (SPEC A1, A5, B7, D1, I2).

What a page sends is a visitor's word: every part of it is measured and checked here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from docsteward.base.text import storable
from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.form import without_unseen
from docsteward.toolspec.keys import KeyFault, is_list, is_mapping, shown
from docsteward.toolspec.load import name_faults
from docsteward.toolspec.normalise import Normalised, normalised
from docsteward.toolspec.parameters import Parameters
from docsteward.toolspec.runs import BrowserRun
from docsteward.toolspec.schema import parameters_from
from docsteward.toolspec.tool import Approval, Confirm, Tool, name_in_words

Unconfirmed = Literal["ask", "run"]

MAX_PAGE_TOOLS: Final = 12
MAX_HANDLERS: Final = 50
MAX_DEFINITIONS_BYTES: Final = 64 * 1024
MAX_DESCRIPTION: Final = 1_000
MAX_SCHEMA_BYTES: Final = 16 * 1024
_MAX_TITLE: Final = 80
_MAX_ASK: Final = 200
_MAX_NAME: Final = 200
_MAX_DEPTH: Final = 40  # Eight levels of schema, each a few of JSON.
_ICON: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_KEYS: Final = ("name", "description", "inputSchema", "confirmation", "annotations", "title")
_COMPUTED_ASK: Final = "May the assistant run “{title}”?"


@dataclass(frozen=True, kw_only=True)
class PageTools:
    """What became of a page's definitions: tools, faults and notes by the name given.

    `definitions` are those of `tools`, less every key that is not used: read again, they give
    the same tools.
    """

    tools: tuple[Tool, ...] = ()
    definitions: tuple[JsonObject, ...] = ()
    faults: tuple[tuple[str, KeyFault], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


def page_tools(
    raw: JsonValue, *, taken: Collection[str] = (), unconfirmed: Unconfirmed = "ask"
) -> PageTools:
    """Read a page's list of tools; one that is refused takes no other with it.

    `taken` are the names of the configured tools, which a page can't redefine (SPEC D1).
    """
    if not is_list(raw):
        fault = KeyFault(key="", message=f"{shown(raw)} is no list of tools", cure="give a list")
        return PageTools(faults=(("", fault),))
    tools: dict[str, tuple[Tool, JsonObject]] = {}
    faults: list[tuple[str, KeyFault]] = []
    notes: list[tuple[str, str]] = []
    room = MAX_DEFINITIONS_BYTES
    for sent in raw[:MAX_PAGE_TOOLS]:
        name = _name(sent)
        one, size = _readable(sent)
        room -= size
        made = (_crowded(),) if room < 0 else page_tool(one, unconfirmed=unconfirmed)
        if isinstance(made, tuple):
            faults.extend((name, fault) for fault in made)
        elif made.name in taken or made.name in tools:
            whose = "a configured tool" if made.name in taken else "another tool of the page"
            message = f"the name {made.name!r} is that of {whose}"
            faults.append((name, KeyFault(key="name", message=message, cure="choose another")))
        elif isinstance(one, dict):
            tools[made.name] = (made, {key: one[key] for key in _KEYS if key in one})
            notes.extend((name, note) for note in page_tool_notes(one))
    for one in raw[MAX_PAGE_TOOLS:][:MAX_PAGE_TOOLS]:
        message = f"the page defines {len(raw)} tools"
        cure = f"keep to {MAX_PAGE_TOOLS} at a time"
        faults.append((_name(one), KeyFault(key="", message=message, cure=cure)))
    return PageTools(
        tools=tuple(tool for tool, _ in tools.values()),
        definitions=tuple(definition for _, definition in tools.values()),
        faults=tuple(faults),
        notes=tuple(notes),
    )


def handler_names(raw: JsonValue) -> tuple[frozenset[str], tuple[tuple[str, KeyFault], ...]]:
    """Read the names under which a page registered handlers; the faults are of those left out."""
    if not is_list(raw):
        fault = KeyFault(key="", message=f"{shown(raw)} is no list of handlers", cure="give a list")
        return frozenset(), (("", fault),)
    faults: list[tuple[str, KeyFault]] = []
    names: set[str] = set()
    for one in raw[:MAX_HANDLERS]:
        found = list(_name_faults(one))
        faults.extend((_shortened(one), fault) for fault in found)
        if not found:
            names.add(str(one))
    if len(raw) > MAX_HANDLERS:
        message = f"the page registers {len(raw)} handlers"
        fault = KeyFault(key="", message=message, cure=f"keep to {MAX_HANDLERS}")
        faults.append((_shortened(raw[MAX_HANDLERS]), fault))
    return frozenset(names), tuple(faults)


def page_tool(raw: JsonValue, *, unconfirmed: Unconfirmed = "ask") -> Tool | tuple[KeyFault, ...]:
    """Return the tool that a page defined, or every fault of the definition.

    Takes `{name, description, inputSchema, confirmation?: {icon, label}, annotations?:
    {readOnlyHint}}`; other keys are left aside. `confirmation: {computed: true}` says that the
    page words the question for each call itself; until it has, a neutral one stands. Without a
    confirmation and not marked read-only it is an approval, unless the site trusts its pages
    (SPEC A5).
    """
    if not is_mapping(raw):
        cure = "write {name, description, inputSchema, execute}"
        return (KeyFault(key="", message=f"{shown(raw)} defines no tool", cure=cure),)
    faults = [*_name_faults(raw.get("name")), *_description_faults(raw.get("description"))]
    parameters = _parameters(raw.get("inputSchema"))
    if isinstance(parameters, tuple):
        faults.extend(parameters)
    faults.extend(_confirmation_faults(raw.get("confirmation")))
    if faults or isinstance(parameters, tuple):
        return tuple(faults)
    name = str(raw["name"])
    title = _title(raw) or name_in_words(name)
    return Tool(
        name=name,
        title=title,
        description=without_unseen(str(raw["description"]), keep_lines=True).strip(),
        label=title,
        parameters=parameters,
        run=BrowserRun(),
        confirm=_confirm(raw.get("confirmation"), title),
        read_only=unconfirmed == "run" or _hint(raw) is True,
        origin="page",
    )


def page_tool_notes(raw: JsonValue) -> tuple[str, ...]:
    """Return in plain words what of a good definition is left aside."""
    if not is_mapping(raw):
        return ()
    notes = [f"the key {shown(key)} is not used" for key in raw if key not in _KEYS]
    confirmation = raw.get("confirmation")
    if is_mapping(confirmation) and "icon" in confirmation and not _icon(confirmation):
        notes.append(f"the icon {shown(confirmation['icon'])} is not used")
    schema = normalised(raw.get("inputSchema") or {}, "inputSchema")
    return (*notes, *(schema.notes if isinstance(schema, Normalised) else ()))


def _name(raw: JsonValue) -> str:
    return _shortened(raw.get("name") if is_mapping(raw) else None)


def _shortened(name: JsonValue) -> str:
    return name[:_MAX_NAME] if isinstance(name, str) else ""


def _readable(sent: JsonValue) -> tuple[JsonValue, int]:
    """Return a definition as it can be stored and sent on, and its size as JSON in bytes."""
    if _deeper_than(sent, _MAX_DEPTH):
        return None, 0  # It then defines no tool, and is told so.
    try:
        text = storable(json.dumps(sent, ensure_ascii=False, allow_nan=False))
        return json.loads(text), len(text.encode())
    except (ValueError, RecursionError):
        return None, 0


def _deeper_than(value: JsonValue, most: int) -> bool:
    level = [value]
    for _ in range(most):
        level = [child for one in level for child in _children(one)]
    return bool(level)


def _children(value: JsonValue) -> Iterable[JsonValue]:
    if is_mapping(value):
        return value.values()
    return value if is_list(value) else ()


def _crowded() -> KeyFault:
    return KeyFault(
        key="",
        message=f"the page's definitions are larger than {MAX_DEFINITIONS_BYTES} bytes of JSON",
        cure="shorten the schemas",
    )


def _name_faults(name: JsonValue) -> Iterator[KeyFault]:
    if not isinstance(name, str):
        cure = "give it one, such as create_ticket"
        yield KeyFault(key="name", message="the tool has no name", cure=cure)
        return
    for fault in name_faults(name[:_MAX_NAME]):
        yield KeyFault(key="name", message=fault.message, cure=fault.cure)


def _description_faults(text: JsonValue) -> Iterator[KeyFault]:
    if not isinstance(text, str) or not without_unseen(text).strip():
        cure = "say when to use it and what it gives"
        yield KeyFault(key="description", message="the tool has no description", cure=cure)
    elif len(text) > MAX_DESCRIPTION:
        message = f"the description has {len(text)} characters"
        yield KeyFault(key="description", message=message, cure=f"keep to {MAX_DESCRIPTION}")


def _parameters(raw: JsonValue) -> Parameters | tuple[KeyFault, ...]:
    if raw is None:
        return Parameters(
            schema={"type": "object", "properties": {}, "additionalProperties": False}
        )
    try:
        size = len(json.dumps(raw).encode())
    except (ValueError, RecursionError):
        size = MAX_SCHEMA_BYTES + 1
    if size > MAX_SCHEMA_BYTES:
        cure = f"keep to {MAX_SCHEMA_BYTES} bytes as JSON"
        return (KeyFault(key="inputSchema", message="the schema is too large", cure=cure),)
    schema = normalised(raw, "inputSchema")
    if isinstance(schema, tuple):
        return schema
    return parameters_from(schema.schema, "inputSchema", own_spelling=True)


def _confirmation_faults(raw: JsonValue) -> Iterator[KeyFault]:
    if raw is None or _is_computed(raw):
        return
    label = raw.get("label") if is_mapping(raw) else None
    if not isinstance(label, str) or not without_unseen(label).strip():
        cure = "write {label: 'Create a ticket?'}, with an icon if you like"
        message = f"the confirmation {shown(raw)} asks nothing"
        yield KeyFault(key="confirmation.label", message=message, cure=cure)
    elif len(label) > _MAX_ASK:
        message = f"the label has {len(label)} characters"
        yield KeyFault(key="confirmation.label", message=message, cure=f"keep to {_MAX_ASK}")


def _is_computed(raw: object) -> bool:
    return is_mapping(raw) and raw.get("computed") is True and raw.get("label") is None


def _confirm(raw: JsonValue, title: str) -> Confirm:
    if not is_mapping(raw):
        return "none"
    ask = _COMPUTED_ASK.format(title=title) if _is_computed(raw) else str(raw["label"])
    return Approval(ask=without_unseen(ask).strip(), icon=_icon(raw))


def _icon(confirmation: Mapping[str, JsonValue]) -> str:
    icon = confirmation.get("icon")
    return icon if isinstance(icon, str) and _ICON.fullmatch(icon) else ""


def _hint(raw: Mapping[str, JsonValue]) -> JsonValue:
    annotations = raw.get("annotations")
    return annotations.get("readOnlyHint") if is_mapping(annotations) else None


def _title(raw: Mapping[str, JsonValue]) -> str:
    annotations = raw.get("annotations")
    inner = annotations.get("title") if is_mapping(annotations) else None
    title = raw.get("title", inner)
    return without_unseen(title)[:_MAX_TITLE].strip() if isinstance(title, str) else ""
