"""The tools of a site and the secrets they use, from plain values (SPEC A5, A6, D2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from docsteward.base.values import JsonValue
from docsteward.config.faults import ConfigFaults, Fault
from docsteward.config.keys import MAX_TOOLS, SECRET_KEYS
from docsteward.config.values import Config
from docsteward.toolspec.keys import KeyFault, is_list, is_mapping, joined, shown
from docsteward.toolspec.load import load_tool
from docsteward.toolspec.runs import FetchRun
from docsteward.toolspec.secrets import SECRET_NAME, Secret, is_host
from docsteward.toolspec.tool import Tool

_Placed = tuple[str, JsonValue, str]


def tools_from(raw: Mapping[str, JsonValue], faults: list[KeyFault]) -> tuple[Tool, ...] | None:
    """Return the tools of a file, None where it has no such key; `faults` gets what is wrong.

    They are named entries, or a list of entries with a `name` each (SPEC A9).
    """
    if "tools" not in raw:
        return None
    written = raw["tools"]
    if is_mapping(written):
        placed: list[_Placed] = [
            (name, one, joined("tools", name)) for name, one in written.items()
        ]
    elif is_list(written):
        placed = list(_listed(written, faults))
    else:
        cure = "write 'name: {description: ..., run: ...}' under it, {} for none, or take it out"
        message = f"'tools' must be a group of named entries, not {shown(written)}"
        faults.append(KeyFault(key="tools", message=message, cure=cure))
        return None
    tools = _loaded(placed, raw, faults)
    enabled = sum(not is_mapping(one) or one.get("enabled") is not False for _, one, _ in placed)
    faults.extend(_ceiling_faults(enabled))
    return tools


def secrets_from(written: JsonValue, environ: Mapping[str, str]) -> tuple[Secret | KeyFault, ...]:
    """Return the secrets that can be used and the faults of the others.

    The shape of the keys is checked elsewhere; here their sense. No value is read, only whether
    there is one.
    """
    if not is_mapping(written):
        return ()
    found: list[Secret | KeyFault] = []
    for name, one in written.items():
        faults = list(_secret_faults(name, one, environ, joined("secrets", name)))
        secret = _secret(name, one)
        found.extend(faults or ([secret] if secret else []))
    return tuple(found)


def with_python_tools(config: Config, tools: Sequence[Tool]) -> Config:
    """Return a configuration with the tools of its Python modules among its own.

    Raises ConfigFaults for a name that is taken and for more tools than the ceiling (SPEC A6).
    """
    own = config.tools or ()
    names = [tool.name for tool in own]
    faults: list[KeyFault] = []
    for tool in tools:
        if tool.name in names:
            cure = "rename one of them; names are unique"
            message = f"the Python tool {tool.name!r} has the name of another tool"
            faults.append(KeyFault(key="python_tools", message=message, cure=cure))
        names.append(tool.name)
    together = (*own, *tools)
    faults.extend(_ceiling_faults(sum(tool.enabled for tool in together), "python_tools"))
    if faults:
        raise ConfigFaults(
            [
                Fault(
                    file="docsteward.yml",
                    line=1,
                    place=one.key,
                    message=one.message,
                    cure=one.cure,
                )
                for one in faults
            ]
        )
    return replace(config, tools=together) if tools else config


def _listed(written: Sequence[JsonValue], faults: list[KeyFault]) -> Iterator[_Placed]:
    seen: set[str] = set()
    for at, one in enumerate(written):
        here = joined("tools", at)
        name = one.get("name") if is_mapping(one) else None
        if not is_mapping(one) or not isinstance(name, str):
            cure = "write {name: ..., description: ..., run: ...}"
            faults.append(KeyFault(key=here, message="an entry of the list has no name", cure=cure))
            continue
        if name in seen:
            message = f"the tool {name!r} is there twice"
            cure = "give each tool its own name"
            faults.append(KeyFault(key=joined(here, "name"), message=message, cure=cure))
        seen.add(name)
        yield name, {key: value for key, value in one.items() if key != "name"}, here


def _loaded(
    placed: Sequence[_Placed], raw: Mapping[str, JsonValue], faults: list[KeyFault]
) -> tuple[Tool, ...]:
    secrets = raw.get("secrets")
    tools: list[Tool] = []
    for name, one, here in placed:
        loaded = load_tool(name, one)
        if isinstance(loaded, Tool):
            tools.append(loaded)
            loaded = tuple(_use_faults(loaded, secrets if is_mapping(secrets) else {}))
        faults.extend(
            replace(fault, key=joined(here, fault.key) if fault.key else here) for fault in loaded
        )
    return tuple(tools)


def _ceiling_faults(enabled: int, place: str = "tools") -> Iterator[KeyFault]:
    if enabled > MAX_TOOLS:
        cure = f"keep to {MAX_TOOLS}: a model confuses more; set 'enabled: false' for the others"
        message = f"{enabled} tools are enabled; the ceiling is {MAX_TOOLS}"
        yield KeyFault(key=place, message=message, cure=cure)


def _use_faults(tool: Tool, secrets: Mapping[str, JsonValue]) -> Iterator[KeyFault]:
    """Yield the faults of a tool's secrets: unknown ones, and ones that belong to other hosts."""
    if not isinstance(tool.run, FetchRun):
        return
    origin = tool.run.url.origin
    for header in tool.run.headers:
        here = joined("run.headers", header.name)
        for name in header.secrets:
            if name not in secrets:
                cure = f"add it under 'secrets': {name}: {{env: ..., hosts: [...]}}"
                message = f"there is no secret named {name!r}"
                yield KeyFault(key=here, message=message, cure=cure)
                continue
            secret = _secret(name, secrets[name])
            if secret and origin and not secret.covers(origin):
                listed = ", ".join(secret.hosts) or "none"
                yield KeyFault(
                    key=here,
                    message=f"the secret {name!r} is not for {str(origin)!r} (hosts: {listed})",
                    cure=f"add the host to secrets.{name}.hosts, if it is to get the secret",
                )


def _secret(name: str, raw: JsonValue) -> Secret | None:
    if not is_mapping(raw):
        return None
    env, hosts = raw.get("env"), raw.get("hosts")
    if not isinstance(env, str) or not is_list(hosts):
        return None
    texts = [host for host in hosts if isinstance(host, str)]
    return Secret(name=name, env=env, hosts=tuple(texts))


def _secret_faults(
    name: str, raw: JsonValue, environ: Mapping[str, str], place: str
) -> Iterator[KeyFault]:
    if not SECRET_NAME.fullmatch(name):
        cure = "use letters, digits and underscores, a letter first, such as CRM_KEY"
        yield KeyFault(key=place, message=f"{shown(name)} can't name a secret", cure=cure)
    if not is_mapping(raw):
        return
    env = raw.get("env")
    if isinstance(env, str) and env.strip():
        if not re.fullmatch(cast("str", SECRET_KEYS[0].pattern), env):
            # What stands here may be the secret itself: it is not repeated.
            yield KeyFault(
                key=joined(place, "env"),
                message="'env' is not the name of a variable",
                cure="write the variable's name, and put the value into the environment",
            )
        elif not environ.get(env, "").strip():
            yield KeyFault(
                key=joined(place, "env"),
                message=f"the environment has no variable {env!r}",
                cure=f"set {env}, in the environment or in a .env file beside this one",
            )
    hosts = raw.get("hosts")
    for at, host in enumerate(hosts if is_list(hosts) else []):
        if isinstance(host, str) and host.strip() and not is_host(host):
            yield KeyFault(
                key=joined(joined(place, "hosts"), at),
                message=f"{shown(host)} is not a host",
                cure="write it as api.example.com or api.example.com:8443; list each host",
            )
