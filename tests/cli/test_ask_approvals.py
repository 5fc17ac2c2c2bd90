"""`docsteward ask` and tools that need the reader's approval (SPEC N2)."""

from __future__ import annotations

from docsteward.cli.ask import ask_product
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import CallResult, ModelCall
from docsteward.testing.house import House, a_tool


async def test_n2_the_command_line_declines_what_needs_approval_and_ends() -> None:
    order = a_tool("order", confirm={"ask": "Order?"}, run={"python": "site:order"})
    call = ModelCall(id="c1", name="order", arguments="{}")
    model = ScriptedModel([Says(calls=(call,)), Says(text=("Not ordered [2].",))])
    async with House(model=model, tools=[order]).open() as product:
        told = await ask_product(product, "order the pro plan")
    (result,) = [one for one in model.requests[1].messages if isinstance(one, CallResult)]
    assert "asks for no approvals" in result.text
    assert told.tools == [{"tool": "order", "ok": False, "ms": 0, "code": "declined"}]
