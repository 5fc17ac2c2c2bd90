"""What a provider gave for itself alone, kept with a reply and carried back to it exactly.

Thinking blocks with their signatures, reasoning items, thought signatures on calls: none is read
here. They are kept as the library's own parts, in their order, and only for the model that made
them: another one cannot read them, and may not (fault B015, SPEC N4).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

from docsteward.base.text import storable_json
from docsteward.base.values import JsonObject, JsonValue
from docsteward.llm.chat_stream import is_object
from docsteward.llm.model import ModelCall, ModelReply

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_ai.messages import ModelResponse, ModelResponsePart

# It is stored with the turn and sent with every further step: hours of thinking have room here.
_LARGEST: Final = 2_000_000


def carried(whole: ModelResponse, calls: Sequence[ModelCall], *, system: str) -> JsonValue:
    """Return what of a reply only its provider understands; None where there is nothing.

    A reply without calls ends its turn: nothing of it is asked for again.
    """
    if not calls or not any(_is_opaque(part) for part in whole.parts):
        return None
    parts = _tidied(whole.parts, calls)
    kept = cast("list[dict[str, Any]]", _adapter().dump_python(parts, mode="json"))
    bare = [{key: value for key, value in part.items() if value is not None} for part in kept]
    return kept_json({"system": system, "parts": cast("list[JsonValue]", bare)})


def kept_json(opaque: JsonObject) -> JsonValue:
    """Return what is opaque as storage takes it; None for what no honest model would give."""
    kept = storable_json(opaque)
    return kept if len(json.dumps(kept)) <= _LARGEST else None


def restored(reply: ModelReply, *, system: str) -> list[ModelResponsePart] | None:
    """Return the parts of a reply as its provider gave them; None for every other one.

    None also for what no longer fits the reply or the library that is installed now.
    """
    from pydantic import ValidationError
    from pydantic_ai.messages import ToolCallPart

    kept = reply.opaque
    if not isinstance(kept, dict) or kept.get("system") != system:
        return None
    try:
        parts = _adapter().validate_python(kept.get("parts"))
    except ValidationError:
        return None
    ids = [part.tool_call_id for part in parts if isinstance(part, ToolCallPart)]
    if ids != [call.id for call in reply.calls]:
        return None
    return _tidied(parts, reply.calls)


def replayable(call: ModelCall) -> str:
    """Return a call's arguments as history may repeat them: `{}` for what is no object (B007)."""
    return call.arguments if not call.cut and is_object(call.arguments) else "{}"


def _tidied(
    parts: Sequence[ModelResponsePart], calls: Sequence[ModelCall]
) -> list[ModelResponsePart]:
    """Leave blank texts out (B016); a call says what history may repeat (B007)."""
    from pydantic_ai.messages import TextPart, ToolCallPart

    by_id: Mapping[str, ModelCall] = {call.id: call for call in calls}
    tidy: list[ModelResponsePart] = []
    for part in parts:
        if isinstance(part, ToolCallPart) and part.tool_call_id in by_id:
            tidy.append(replace(part, args=replayable(by_id[part.tool_call_id])))
        elif not isinstance(part, TextPart) or part.content.strip() or part.provider_details:
            tidy.append(part)
    return tidy


def _is_opaque(part: ModelResponsePart) -> bool:
    from pydantic_ai.messages import TextPart, ThinkingPart, ToolCallPart

    if isinstance(part, TextPart | ToolCallPart):
        return bool(part.provider_details) or (part.id is not None)
    return isinstance(part, ThinkingPart)


@cache
def _adapter() -> TypeAdapter[list[ModelResponsePart]]:
    from pydantic import TypeAdapter
    from pydantic_ai.messages import ModelResponsePart

    return TypeAdapter(list[ModelResponsePart])
