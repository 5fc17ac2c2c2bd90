"""What a turn makes of approvals and of evidence that is not public (SPEC A4, D10, D3)."""

from __future__ import annotations

from docsteward.base.values import JsonValue
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import CallResult, ModelCall
from docsteward.testing.house import House, a_tool, a_visitor, ask, told
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.turn.decisions import Decision
from docsteward.turn.events import ApprovalAsked, ToolCalled, ToolReturned

WORD: JsonValue = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
}
ME = "https://crm.example/me"
OUT = "https://other.example/?q="
CRM = a_tool("crm", access="user", run={"fetch": ME})
LOOKUP = a_tool("lookup", parameters=WORD, run={"fetch": OUT + "{word}"})
QUESTION = "How many projects does pro hold?"


def results(model: ScriptedModel) -> list[str]:
    last = model.requests[-1].messages
    return [message.text for message in last if isinstance(message, CallResult)]


async def test_d10_private_evidence_of_the_turn_does_not_leave_by_another_host() -> None:
    model = ScriptedModel(
        [
            Says(calls=(ModelCall(id="c1", name="crm", arguments="{}"),)),
            Says(calls=(ModelCall(id="c2", name="lookup", arguments='{"word":"4111"}'),)),
            Says(calls=(ModelCall(id="c3", name="lookup", arguments='{"word":"projects"}'),)),
            Says(text=("Ten [1].",)),
        ]
    )
    http = FakeHttp({ME: FakeReply(body=b'{"card": 4111}'), OUT + "projects": FakeReply()})
    house = House(model=model, tools=[CRM, LOOKUP], http=http)
    async with house.open() as product:
        visitor = await a_visitor(product, level="user")
        turn = await ask(product, visitor, QUESTION)
        async for numbered in product.turns.follow(turn):
            if isinstance(numbered.event, ApprovalAsked):
                assert [sent.url for sent in http.sent] == [ME]
                assert numbered.event.rows == (("Word", "4111"),)
                no = Decision(approve=False)
                await product.decisions.decide(numbered.event.call, no, visitor)
        said = await told(product, turn)
    assert [sent.url for sent in http.sent] == [ME, OUT + "projects"]
    assert "declined" in results(model)[1]
    assert [returned.code for returned in said.of(ToolReturned)] == [None, None]


async def test_f4_a_server_tool_is_shown_before_it_runs() -> None:
    model = ScriptedModel(
        [
            Says(calls=(ModelCall(id="c1", name="crm", arguments="{}"),)),
            Says(text=("Ten [1].",)),
        ]
    )
    http = FakeHttp({ME: None})
    async with House(model=model, tools=[CRM], http=http).open() as product:
        visitor = await a_visitor(product, level="user")
        turn = await ask(product, visitor, QUESTION)
        seen: list[ToolCalled | ToolReturned] = []
        async for numbered in product.turns.follow(turn):
            if isinstance(numbered.event, ToolCalled | ToolReturned):
                seen.append(numbered.event)
                break
        # The endpoint never answers, and the reader knows already what is being asked.
        assert [type(event) for event in seen] == [ToolCalled]


async def test_d3_a_link_is_evidence_that_can_be_cited() -> None:
    shop = a_tool("shop", run={"link": "https://shop.example/"})
    model = ScriptedModel(
        [
            Says(calls=(ModelCall(id="c1", name="shop", arguments="{}"),)),
            Says(text=("See https://shop.example/ [4].",)),
        ]
    )
    async with House(model=model, tools=[shop]).open() as product:
        visitor = await a_visitor(product)
        await told(product, await ask(product, visitor, QUESTION))
    assert 'id="' in results(model)[0]
    assert "Share exactly this URL" in results(model)[0]


async def test_d9_the_log_holds_neither_arguments_nor_replies() -> None:
    model = ScriptedModel(
        [
            Says(calls=(ModelCall(id="c1", name="lookup", arguments='{"word":"quokka"}'),)),
            Says(text=("Ten [1].",)),
        ]
    )
    http = FakeHttp({OUT + "quokka": FakeReply(body=b'{"found": "wombat"}')})
    async with House(model=model, tools=[LOOKUP], http=http).open() as product:
        visitor = await a_visitor(product)
        turn = await ask(product, visitor, QUESTION)
        await told(product, turn)
        (entry,) = (await product.turns.owned(turn, visitor)).log
    assert isinstance(entry, dict)
    assert set(entry) == {"tool", "ok", "ms"}
    assert (entry["tool"], entry["ok"]) == ("lookup", True)
