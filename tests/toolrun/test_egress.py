"""What was read in confidence does not leave in an argument (SPEC D10)."""

from __future__ import annotations

import pytest

from docsteward.base.values import JsonObject, Visitor
from docsteward.testing.house import a_tool
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolrun.egress import in_own_words, needs_leave
from docsteward.toolspec.call import Call, NeedsApproval, Ran, Setting
from docsteward.urls.origin import Origin

ASKED = "Is there a parcel 1234 for Ada Lovelace in Paris?"
HERE = Origin.parse("https://docs.example")
CRM = Origin.parse("https://crm.example")
OTHER = Origin.parse("https://other.example")
WORD: JsonObject = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
}


@pytest.mark.parametrize(
    ("args", "own"),
    [
        ({}, True),
        ({"city": "paris"}, True),
        ({"name": "Ada  Lovelace"}, True),
        ({"id": 1234}, True),
        ({"id": 123}, False),
        ({"city": "Par"}, False),
        ({"city": "Paris", "card": "4111"}, False),
        ({"all": True}, False),
        ({"cities": ["Paris", "Rome"]}, False),
        ({"map": {"Paris": "Ada"}}, True),
        ({"map": {"secret": "Ada"}}, False),
    ],
)
def test_d10_own_words_are_whole_words_of_the_question(args: JsonObject, own: bool) -> None:
    assert in_own_words(args, ASKED) is own


@pytest.mark.parametrize(
    ("target", "private", "needed"),
    [
        (OTHER, [CRM], True),
        (CRM, [CRM], False),
        (CRM, [CRM, None], True),
        (HERE, [CRM], False),
        (OTHER, [None], True),
        (OTHER, [], False),
    ],
)
def test_d10_back_to_its_source_or_to_the_site_needs_no_leave(
    target: Origin, private: list[Origin | None], needed: bool
) -> None:
    args: JsonObject = {"word": "leak"}
    found = needs_leave(target, args, question=ASKED, private=private, own=[HERE])
    assert found is needed


@pytest.mark.parametrize("way", ["fetch", "link"])
async def test_d10_the_door_asks_before_private_words_leave(way: str) -> None:
    crm = a_tool("crm", access="user", run={"fetch": "https://crm.example/me"})
    url = "https://other.example/?q={word}"
    out = a_tool("lookup", parameters=WORD, run={way: url})
    http = FakeHttp({"https://other.example/?q=4111": FakeReply()})
    runner = ToolRunner({"crm": crm, "lookup": out}, Means(http=http, origins=(HERE,)))
    member = Visitor(id="vis_1", level="user", verified=True)
    call = Call(id="call_1", tool="lookup", arguments='{"word":"4111"}')
    private = frozenset({"crm"})
    asked = await runner.run(call, member, Setting(question=ASKED, private_from=private))
    assert isinstance(asked, NeedsApproval)
    assert "other.example" in asked.approval.ask
    assert http.sent == []
    own = Setting(question="Look up 4111", private_from=private)
    if way == "fetch":
        assert isinstance(await runner.run(call, member, own), Ran)
    assert isinstance(await runner.run(call, member, Setting(question=ASKED)), Ran)
