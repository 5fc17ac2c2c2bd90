"""Running a function of the site's own code (SPEC D3, D4, D7)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog
from pydantic_core import PydanticSerializationError, to_json

from docsteward.base.errors import ModelFault
from docsteward.base.values import JsonValue
from docsteward.toolrun.reply import DONE, Reading, Unreadable, read_reply
from docsteward.toolspec.call import Failed, Ran
from docsteward.toolspec.context import ToolContext
from docsteward.toolspec.pythontools import PythonCall
from docsteward.toolspec.tool import Tool

_log = structlog.get_logger(__name__)


async def run_python(
    function: PythonCall,
    tool: Tool,
    args: Mapping[str, JsonValue],
    context: ToolContext,
    reading: Reading,
) -> Ran | Failed:
    """Call a function with checked arguments; one that is not async runs in a thread.

    Whatever it raises is a Failed outcome. The text of an exception goes nowhere, because it
    may quote what the function was given; that of a ModelFault is meant for the model.
    """
    try:
        keywords = function.keywords(args, context)
        value = await _called(function, keywords)
    except ModelFault as fault:
        sent = fault.code != "arguments_invalid"
        code = "failed" if sent else "arguments_invalid"
        return Failed(code=code, message=fault.message, args={}, sent=sent)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the site's code may raise anything.
        _log.warning("tool_broke", tool=tool.name, error=type(error).__name__, at=_place(error))
        message = f"{tool.title} broke off with a fault of its own; its owner must mend it."
        return Failed(code="failed", message=message, args={}, sent=True)
    return _read(tool, value, reading)


async def _called(function: PythonCall, keywords: Mapping[str, Any]) -> object:
    if function.is_async:
        return await function.function(**keywords)
    return await asyncio.to_thread(_in_thread, function, keywords)


def _in_thread(function: PythonCall, keywords: Mapping[str, Any]) -> object:
    try:
        return function.function(**keywords)
    except StopIteration as stop:
        # A future can't carry this one: whoever awaits it would wait for ever.
        raise RuntimeError("StopIteration") from stop


def _read(tool: Tool, value: object, reading: Reading) -> Ran | Failed:
    read = _text_of(value, reading)
    if isinstance(read, Unreadable):
        message = f"{tool.title} returned {read.media_type}, which is neither text nor JSON."
        return Failed(code="reply_unreadable", message=message, args={}, sent=True)
    text, said = read
    return Ran(
        args={},
        text=text,
        source=f"{tool.title} · from the site",
        document=tool.name,
        said=said,
    )


def _text_of(value: object, reading: Reading) -> tuple[str, str] | Unreadable:
    if value is None:
        return DONE, DONE
    if isinstance(value, bytes | bytearray | memoryview):
        return Unreadable(media_type="bytes")
    try:
        body = value if isinstance(value, str) else to_json(value).decode()
    except (PydanticSerializationError, ValueError, RecursionError):
        return Unreadable(media_type=type(value).__name__)
    read = read_reply(body, "text/plain" if isinstance(value, str) else "application/json", reading)
    return read if isinstance(read, Unreadable) else (read.text, read.said)


def _place(error: BaseException) -> str:
    """Return where an exception came from, without a word of what it says."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}" if trace else ""
