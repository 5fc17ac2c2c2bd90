"""What a turn that waited still remembers of its calls (SPEC D8)."""

from __future__ import annotations

import asyncio

from docsteward.base.values import JsonValue, Visitor
from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import CallResult, ModelCall
from docsteward.testing.house import PLAN, House, a_tool, a_visitor, ask, told
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.turn.decisions import Decision
from docsteward.turn.events import ApprovalAsked
from docsteward.wiring import Product

API = "https://api.example/orders"
PRO = "https://api.example/pro"
YES, NO = Decision(approve=True), Decision(approve=False)
LIMITS = a_tool("limits", parameters=PLAN, run={"fetch": "https://api.example/{plan}"})
ORDER = a_tool(
    "order", parameters=PLAN, confirm={"ask": "Order it?"}, run={"fetch": API, "method": "POST"}
)
WORD: JsonValue = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
}
ME = "https://crm.example/me"
OUT = "https://other.example/?q="
CRM = a_tool("crm", access="user", run={"fetch": ME})
LOOKUP = a_tool("lookup", parameters=WORD, run={"fetch": OUT + "{word}"})


def call(name: str, id: str, arguments: str = '{"plan":"pro"}') -> ModelCall:
    return ModelCall(id=id, name=name, arguments=arguments)


def a_house(*steps: tuple[ModelCall, ...], http: FakeHttp) -> House:
    said = [Says(calls=calls) for calls in steps]
    model = ScriptedModel([*said, Says(text=("There are two left [1].",))])
    tools = [LIMITS, ORDER, CRM, LOOKUP]
    return House(model=model, tools=tools, http=http, max_steps=10)


async def waits_for(product: Product, visitor: Visitor) -> tuple[str, str]:
    """Ask, and return the turn and the call that waits for the reader, once all is at rest."""
    turn = await ask(product, visitor, "order the pro plan")
    found = ""
    async for numbered in product.turns.follow(turn):
        if isinstance(numbered.event, ApprovalAsked):
            found = numbered.event.call
            break
    while product.turns.carrying:
        await asyncio.wait(product.turns.carrying)
    return turn, found


def results(house: House) -> list[str]:
    assert isinstance(house.model, ScriptedModel)
    messages = house.model.requests[-1].messages
    return [message.text for message in messages if isinstance(message, CallResult)]


async def test_d8_an_approved_write_clears_what_was_read_before_it(migrated_url: str) -> None:
    http = FakeHttp({PRO: FakeReply(body=b'{"left": 3}'), API: FakeReply()})
    house = a_house(
        (call("limits", "a"), call("order", "b")),
        (call("limits", "c"),),
        (call("limits", "d"),),
        http=http,
    )
    house.database_url = migrated_url
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, waiting = await waits_for(product, visitor)
        http.answer(PRO, FakeReply(body=b'{"left": 2}'))
        await product.decisions.decide(waiting, YES, visitor)
        await told(product, turn)
    assert [sent.method for sent in http.sent] == ["GET", "POST", "GET"]
    before, _, after, again = results(house)
    assert '"left": 3' in before
    assert '"left": 2' in after, "what the write changed is told, though the address is the same"
    assert "The same call as before" in again, "after the write it is answered from the first again"


async def test_d8_a_write_that_may_have_run_clears_too() -> None:
    http = FakeHttp({PRO: FakeReply(body=b'{"left": 3}'), API: "timeout"})
    house = a_house((call("limits", "a"), call("order", "b")), (call("limits", "c"),), http=http)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, waiting = await waits_for(product, visitor)
        await product.decisions.decide(waiting, YES, visitor)
        await told(product, turn)
    assert [sent.method for sent in http.sent] == ["GET", "POST", "GET"]


async def test_d8_a_declined_write_clears_nothing() -> None:
    http = FakeHttp({PRO: FakeReply(body=b'{"left": 3}')})
    house = a_house((call("limits", "a"), call("order", "b")), (call("limits", "c"),), http=http)
    async with house.open() as product:
        visitor = await a_visitor(product)
        turn, waiting = await waits_for(product, visitor)
        await product.decisions.decide(waiting, NO, visitor)
        await told(product, turn)
    assert [sent.method for sent in http.sent] == ["GET"]
    assert "The same call as before" in results(house)[2]


async def test_d8_a_read_that_the_reader_let_go_is_no_write_and_is_not_asked_again() -> None:
    """What D10 asks about is a function all the same."""
    http = FakeHttp({ME: FakeReply(body=b'{"card": 4111}'), OUT + "4111": FakeReply()})
    word = '{"word":"4111"}'
    house = a_house(
        (call("crm", "a", "{}"),),
        (call("lookup", "b", word),),
        (call("lookup", "c", word), call("crm", "d", "{}")),
        http=http,
    )
    async with house.open() as product:
        visitor = await a_visitor(product, level="user")
        turn, waiting = await waits_for(product, visitor)
        await product.decisions.decide(waiting, YES, visitor)
        said = await told(product, turn)
    assert [sent.url for sent in http.sent] == [ME, OUT + "4111"]
    assert len(said.of(ApprovalAsked)) == 1
