"""What `docsteward tools` shows: a tool, a request, an outcome, as JSON or as lines."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import typer
from ruamel.yaml import YAML

from docsteward.base.errors import SiteFault
from docsteward.base.values import JsonObject, JsonValue
from docsteward.config.document import read_document
from docsteward.toolspec.binding import Fixed
from docsteward.toolspec.call import Failed, NeedsApproval, NeedsPage, Outcome, Ran
from docsteward.toolspec.keys import is_mapping
from docsteward.toolspec.projection import DIALECTS, project
from docsteward.toolspec.rewrite import rewritten_tools
from docsteward.toolspec.runs import EventRun, FetchRun, HrefRun, LinkRun, PythonRun
from docsteward.toolspec.tool import Tool


def listed(tool: Tool) -> JsonObject:
    """Return one row of the list of tools."""
    return {
        "name": tool.name,
        "title": tool.title,
        "kind": tool.kind,
        "run": _way(tool),
        "access": tool.access,
        "enabled": tool.enabled,
        "told_to_models": tool.enabled,
    }


def described(tool: Tool) -> JsonObject:
    """Return a tool's definition and what each dialect is sent of it (SPEC B2)."""
    sent: JsonObject = {}
    for dialect in DIALECTS:
        projected = project(tool.declaration(), dialect)
        sent[dialect] = {
            "description": projected.description,
            "strict": projected.strict,
            "parameters": projected.parameters,
            "dropped": list[JsonValue](projected.dropped),
        }
    return {
        **listed(tool),
        "description": tool.description,
        "label": tool.label,
        "parameters": tool.parameters.schema,
        "bound": {
            one.parameter: one.source.value if isinstance(one.source, Fixed) else one.source
            for one in tool.bindings
        },
        "target": _target(tool),
        "follow_origin": tool.follow_origin,
        "reply_pick": list[JsonValue](tool.reply_pick),
        "examples": list[JsonValue](tool.examples),
        "approval": tool.approval.ask if tool.approval else None,
        "sent": sent,
    }


def _way(tool: Tool) -> str:
    run = tool.run
    if isinstance(run, FetchRun):
        return f"fetch {run.method} from the {'page' if tool.runs_in_page else 'server'}"
    return type(run).__name__.removesuffix("Run").lower()


def _target(tool: Tool) -> str:
    match tool.run:
        case FetchRun(url=url) | LinkRun(url=url) | HrefRun(url=url):
            return url.text
        case EventRun(name=name):
            return name
        case PythonRun(target=target):
            return target
        case _:
            return ""


def outcome_to_json(outcome: Outcome) -> JsonObject:
    """Return what came of a call; `model` is what a model would be told."""
    match outcome:
        case Ran():
            lines = [outcome.text, outcome.guidance]
            return {
                "outcome": "ran",
                "source": outcome.source,
                "url": outcome.url,
                "said": outcome.said,
                "model": "\n".join(line for line in lines if line),
            }
        case Failed():
            return {
                "outcome": "failed",
                "code": outcome.code,
                "sent": outcome.sent,
                "model": outcome.message,
            }
        case NeedsPage():
            return {"outcome": "needs_page", "for_page": outcome.request.to_json()}
        case NeedsApproval():
            return {"outcome": "needs_approval", "ask": outcome.approval.ask}
        case _:
            return {"outcome": "repeated"}


def old_forms(path: Path) -> JsonObject:
    """Return the tools of a site's file in the form of today (SPEC A9).

    Raises SiteFault where the file can't be read.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = f"{path} can't be read ({type(error).__name__}); name another with --config."
        raise SiteFault("config_unreadable", reason) from None
    document = read_document(text)
    if document.faults or not is_mapping(document.value):
        message = f"{path} can't be read as YAML; run 'docsteward tools check' for its faults."
        raise SiteFault("config_unreadable", message)
    return {"tools": rewritten_tools(document.value.get("tools"))}


def said(value: JsonObject, *, as_json: bool) -> None:
    """Print a value: as JSON, or as the YAML that a site's file is written in."""
    if as_json:
        print_json(value)
        return
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = False
    yaml.sort_base_mapping_type_on_output = False  # pyright: ignore[reportAttributeAccessIssue]
    yaml.allow_unicode = True
    yaml.width = 100
    out = StringIO()
    yaml.dump(json.loads(json.dumps(value)), out)  # pyright: ignore[reportUnknownMemberType]
    typer.echo(out.getvalue().rstrip())


def print_json(value: JsonValue) -> None:
    """Print one line of JSON."""
    typer.echo(json.dumps(value, ensure_ascii=False))
