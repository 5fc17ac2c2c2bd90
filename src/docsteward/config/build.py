"""Plain values to a `Config`: first the shape by the table of keys, then the sense (SPEC A5-A7)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar, cast

from docsteward.base.errors import ReaderFault
from docsteward.base.values import JsonValue
from docsteward.config.keys import CONFIG_KEYS, MODULE, SITE_KEYS
from docsteward.config.models import model_faults, model_from
from docsteward.config.tools import secrets_from, tools_from
from docsteward.config.values import (
    ActionSettings,
    Config,
    Extractive,
    PageToolSettings,
    PageUrls,
    Site,
    Source,
    TurnMode,
    TurnSettings,
)
from docsteward.config.web_urls import url_faults
from docsteward.toolspec.keys import Key, KeyFault, check_keys, is_list, is_mapping, joined, shown
from docsteward.toolspec.page import Unconfirmed
from docsteward.toolspec.secrets import Secret
from docsteward.toolspec.tool import Tool
from docsteward.urls.origin import Origin

_T = TypeVar("_T")
_MAX_SLUG: Final = 64


def build(
    raw: JsonValue, *, folder: Path, environ: Mapping[str, str]
) -> Config | tuple[KeyFault, ...]:
    """Return the configuration, or every fault with the place of its key."""
    if not is_mapping(raw):
        cure = "write at least 'site' and 'sources' ('docsteward init' writes a whole one)"
        return (KeyFault(key="", message="the file holds no group of keys", cure=cure),)
    faults = list(check_keys({**raw, "tools": {}} if "tools" in raw else raw, CONFIG_KEYS, ""))
    tools = tools_from(raw, faults)
    secrets = secrets_from(raw.get("secrets"), environ)
    faults.extend(one for one in secrets if isinstance(one, KeyFault))
    faults.extend(_module_faults(raw.get("python_tools")))
    faults.extend(_site_faults(_group(raw, "site")))
    faults.extend(_source_faults(_groups(raw, "sources"), folder))
    faults.extend(model_faults(_groups(raw, "models"), environ))
    if faults:
        return tuple(dict.fromkeys(faults))
    site = _site(_group(raw, "site"))
    return Config(
        site=site,
        sources=tuple(_source(one, site, folder) for _, one in _groups(raw, "sources")),
        models=tuple(model_from(one) for _, one in _groups(raw, "models")) or (Extractive(),),
        tools=tools,
        turn=_turn(_group(raw, "turn"), tools or (), modules=bool(raw.get("python_tools"))),
        actions=_actions(_group(raw, "actions")),
        page_tools=_page_tools(_group(raw, "page_tools")),
        secrets=tuple(one for one in secrets if isinstance(one, Secret)),
        python_tools=tuple(cast("list[str]", raw.get("python_tools", []))),
        folder=folder,
    )


def slug(name: str) -> str:
    """Return a name as a public key: `Acme Docs!` is `acme-docs`; `site` if nothing is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:_MAX_SLUG].strip("-") or "site"


def _group(raw: Mapping[str, JsonValue], name: str) -> Mapping[str, JsonValue]:
    value = raw.get(name)
    return value if is_mapping(value) else {}


def _groups(raw: Mapping[str, JsonValue], name: str) -> list[tuple[str, Mapping[str, JsonValue]]]:
    value = raw.get(name)
    entries: Sequence[JsonValue] = value if is_list(value) else []
    return [(joined(name, at), one) for at, one in enumerate(entries) if is_mapping(one)]


def _site_faults(site: Mapping[str, JsonValue]) -> Iterator[KeyFault]:
    yield from url_faults(site.get("url"), "site.url")
    yield from _pattern_faults(site, SITE_KEYS, "site")
    origins = site.get("allowed_origins")
    for at, text in enumerate(origins if is_list(origins) else []):
        if isinstance(text, str) and text.strip():
            try:
                Origin.parse(text)
            except ReaderFault as fault:
                yield KeyFault(
                    key=f"site.allowed_origins[{at}]",
                    message=fault.message.rstrip("."),
                    cure="write it as https://docs.example.com",
                )


def _source_faults(
    sources: list[tuple[str, Mapping[str, JsonValue]]], base: Path
) -> Iterator[KeyFault]:
    for place, source in sources:
        yield from url_faults(source.get("url"), joined(place, "url"))
        folder = source.get("folder")
        if isinstance(folder, str) and folder.strip() and not _is_folder(base / folder):
            yield KeyFault(
                key=joined(place, "folder"),
                message=f"there is no folder {shown(folder)} beside this file",
                cure="make it, or write the path from this file to the documents",
            )


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name that no file system takes
        return False


def _pattern_faults(
    raw: Mapping[str, JsonValue], keys: Sequence[Key], place: str
) -> Iterator[KeyFault]:
    for key in keys:
        value = raw.get(key.name)
        if key.pattern and isinstance(value, str) and not re.fullmatch(key.pattern, value):
            # What stands here may be a secret put in the wrong place: it is not repeated.
            yield KeyFault(
                key=joined(place, key.name),
                message=f"{key.name!r} does not have the form it needs",
                cure=key.doc.rstrip("."),
            )


def _module_faults(modules: JsonValue) -> Iterator[KeyFault]:
    for at, name in enumerate(modules if is_list(modules) else []):
        if isinstance(name, str) and name.strip() and not re.fullmatch(MODULE, name):
            yield KeyFault(
                key=f"python_tools[{at}]",
                message=f"{shown(name)} can't name a module",
                cure="write it as in an import, such as acme.tools",
            )


def _site(raw: Mapping[str, JsonValue]) -> Site:
    name, url = _text(raw, "name").strip(), _text(raw, "url")
    listed = cast("list[str]", raw.get("allowed_origins", []))
    origins = [Origin.of_url(url), *(Origin.parse(one) for one in listed)]
    return Site(
        name=name,
        url=url,
        key=_text(raw, "key") or slug(name),
        allowed_origins=tuple(dict.fromkeys(origins)),
    )


def _source(raw: Mapping[str, JsonValue], site: Site, base: Path) -> Source:
    return Source(
        folder=(base / _text(raw, "folder")).resolve(),
        url=_text(raw, "url") or site.url,
        page_urls=cast("PageUrls", raw.get("page_urls", "directory")),
    )


def _turn(raw: Mapping[str, JsonValue], tools: Sequence[Tool], *, modules: bool) -> TurnSettings:
    # What the modules hold is not known before they are imported: most hold functions.
    functions = modules or any(tool.enabled and not tool.is_action for tool in tools)
    return TurnSettings(
        mode=cast("TurnMode", raw.get("mode", "agentic" if functions else "one_shot")),
        mode_with_page_tools=cast("TurnMode", raw.get("mode", "agentic")),
        max_steps=cast("int", raw.get("max_steps", 4)),
        approval_minutes=cast("int", raw.get("approval_minutes", 1440)),
        keep_days=cast("int", raw.get("keep_days", 30)),
    )


def _actions(raw: Mapping[str, JsonValue]) -> ActionSettings:
    return ActionSettings(expire_minutes=cast("int", raw.get("expire_minutes", 1440)))


def _page_tools(raw: Mapping[str, JsonValue]) -> PageToolSettings:
    return PageToolSettings(unconfirmed=cast("Unconfirmed", raw.get("unconfirmed", "ask")))


def _text(raw: Mapping[str, JsonValue], name: str) -> str:
    return cast("str", raw.get(name, ""))
