"""Older ways of writing a tool, read and written anew (SPEC A9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from docsteward.base.values import JsonObject, JsonValue
from docsteward.toolspec.keys import KeyFault, joined, shown

_KINDS: Final = ("link", "fetch")
_OLD: Final = ("kind", "url_template")


def rewritten(raw: Mapping[str, JsonValue]) -> JsonObject:
    """Return one tool in the form of today: `kind` and `url_template` become `run`.

    A short list of parameters becomes a schema. What can't be read stays as it stands, for the
    check to refuse.
    """
    new: JsonObject = {}
    for key, value in raw.items():
        if key == "url_template" and is_old(raw):
            new["run"] = {str(raw["kind"]): value}
        elif key == "parameters" and _is_short(value):
            new[key] = _schema(value)
        elif key != "kind" or not is_old(raw):
            new[key] = value
    return new


def rewritten_tools(raw: JsonValue) -> JsonValue:
    """Return a whole `tools` value in the form of today: named entries, each rewritten.

    A list of tools with names becomes a group by name. What can't be read stays as it stands.
    """
    if isinstance(raw, list):
        named = [(one.get("name"), one) for one in raw if isinstance(one, dict)]
        names = [name for name, _ in named if isinstance(name, str)]
        if len(set(names)) != len(raw):
            return raw
        return {
            str(name): rewritten({key: value for key, value in one.items() if key != "name"})
            for name, one in named
        }
    if isinstance(raw, dict):
        return {name: rewritten(one) if isinstance(one, dict) else one for name, one in raw.items()}
    return raw


def is_old(raw: Mapping[str, JsonValue]) -> bool:
    """Say whether a tool is written with `kind` and `url_template`, and readable so."""
    return raw.get("kind") in _KINDS and "url_template" in raw and "run" not in raw


def old_key_faults(raw: Mapping[str, JsonValue]) -> Iterator[KeyFault]:
    """Yield the faults of `kind` and `url_template` where they can't be read together."""
    if is_old(raw) or not any(key in raw for key in _OLD):
        return
    cure = "write run: {fetch: URL} or run: {link: URL} instead of both"
    if "run" in raw:
        for key in _OLD:
            if key in raw:
                yield KeyFault(key=key, message=f"{key!r} is there beside 'run'", cure=cure)
    elif "kind" not in raw:
        message = "'url_template' says no 'kind'"
        yield KeyFault(key="url_template", message=message, cure=cure)
    elif raw["kind"] not in _KINDS:
        message = f"{shown(raw['kind'])} is not a kind; there are link and fetch"
        yield KeyFault(key="kind", message=message, cure=cure)
    else:
        yield KeyFault(key="kind", message="'kind' has no 'url_template'", cure=cure)


def written_key(raw: Mapping[str, JsonValue], key: str) -> str:
    """Return the key as the author wrote it, for a fault found in the rewritten form."""
    if is_old(raw) and key in {"run", joined("run", str(raw["kind"]))}:
        return "url_template"
    return key


def without_old(raw: Mapping[str, JsonValue]) -> JsonObject:
    """Return a tool for the check by today's keys: rewritten, less what can't be."""
    return {
        key: value
        for key, value in (rewritten_run(raw) if is_old(raw) else raw).items()
        if key not in _OLD
    }


def rewritten_run(raw: Mapping[str, JsonValue]) -> JsonObject:
    """Return a tool with its `run` in the form of today and its parameters as written."""
    whole = rewritten(raw)
    return {**whole, "parameters": raw["parameters"]} if "parameters" in raw else whole


def _is_short(entries: JsonValue) -> bool:
    if not isinstance(entries, list):
        return False
    names = [one.get("name") for one in entries if isinstance(one, dict)]
    return len(names) == len(entries) == len({str(name) for name in names})


def _schema(entries: JsonValue) -> JsonObject:
    properties: JsonObject = {}
    required: list[JsonValue] = []
    for one in entries if isinstance(entries, list) else []:
        if not isinstance(one, dict):
            continue
        name = str(one.get("name"))
        rest = {key: value for key, value in one.items() if key not in {"name", "required"}}
        properties[name] = {"type": "string", **rest}
        if one.get("required") is True:
            required.append(name)
    schema: JsonObject = {"type": "object", "properties": properties}
    return {**schema, "required": required} if required else schema
