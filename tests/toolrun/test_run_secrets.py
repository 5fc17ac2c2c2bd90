"""Secrets: to their own hosts alone, and struck out of whatever comes back (SPEC D2, D6)."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest

from docsteward.base.errors import ModelFault
from docsteward.base.values import JsonValue, Visitor
from docsteward.testing.house import PLAN, a_tool
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolrun.door import Means, ToolRunner
from docsteward.toolrun.prepare import ServerFetch
from docsteward.toolrun.secrets import STRUCK, Secrets
from docsteward.toolspec.call import Call, Failed, Ran, Setting
from docsteward.toolspec.runs import Header
from docsteward.toolspec.secrets import Secret

VALUE = 'k3y/with "quotes"+&é'
URL = "https://api.example/plans/pro"
CRM = Secret(name="CRM", env="CRM_KEY", hosts=("api.example",))
HEADERS: JsonValue = {"Authorization": "Bearer ${secret:CRM}"}
TOOL = a_tool(
    "limits", parameters=PLAN, run={"fetch": "https://api.example/plans/{plan}", "headers": HEADERS}
)
CALL = Call(id="call_1", tool="limits", arguments='{"plan":"pro"}')
READER = Visitor(id="vis_1")


def secrets(value: str = VALUE, secret: Secret = CRM) -> Secrets:
    return Secrets([secret], {"CRM_KEY": value})


def door(http: FakeHttp, held: Secrets | None = None) -> ToolRunner:
    return ToolRunner({"limits": TOOL}, Means(http=http, secrets=held or secrets()))


async def test_d2_a_secret_is_sent_in_its_header_and_shown_nowhere() -> None:
    http = FakeHttp({URL: FakeReply()})
    runner = door(http)
    ran = await runner.run(CALL, READER, Setting(question="?"))
    assert isinstance(ran, Ran)
    assert http.sent[0].headers["Authorization"] == f"Bearer {VALUE}"
    plan = runner.plan(CALL, READER, Setting(question="?"))
    assert isinstance(plan, ServerFetch)
    assert plan.to_json()["headers"] == {
        "Accept": "application/json, text/*;q=0.9, */*;q=0.1",
        "Authorization": "Bearer ${secret:CRM}",
    }
    assert "k3y" not in repr((runner, plan, secrets(), ran))


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (secrets(secret=Secret(name="CRM", env="CRM_KEY", hosts=("other.example",))), "not for"),
        (secrets(secret=Secret(name="CRM", env="CRM_KEY", hosts=("api.example:8443",))), "not for"),
        (secrets(value=" "), "no value"),
        (Secrets(), "no secret named"),
    ],
)
async def test_d2_a_secret_goes_to_its_own_hosts_alone(held: Secrets, why: str) -> None:
    http = FakeHttp({URL: FakeReply()})
    refused = await door(http, held).run(CALL, READER, Setting(question="?"))
    assert isinstance(refused, Failed)
    assert (refused.code, refused.sent) == ("secret_refused", False)
    assert why in refused.message
    assert "k3y" not in refused.message
    assert http.sent == []


def test_d2_a_subdomain_is_another_host() -> None:
    header = Header(name="X-Key", template="${secret:CRM}")
    with pytest.raises(ModelFault, match="not for"):
        secrets().headers([header], "https://api.example.evil.example/")


@pytest.mark.parametrize(
    "spelled",
    [
        VALUE,
        quote(VALUE, safe=""),
        quote(VALUE, safe="").lower(),
        json.dumps(VALUE),
        json.dumps(VALUE, ensure_ascii=False),
        base64.b64encode(VALUE.encode()).decode(),
        "k3y/with &quot;quotes&quot;+&amp;é",
    ],
)
async def test_d6_an_echoed_secret_is_struck_out_in_every_spelling(spelled: str) -> None:
    for status in (200, 500):
        reply = FakeReply(
            status=status,
            headers={"content-type": "text/plain; charset=utf-8"},
            body=f"You sent {spelled} here".encode(),
            url=f"{URL}?key={quote(VALUE, safe='')}",
        )
        outcome = await door(FakeHttp({URL: reply})).run(CALL, READER, Setting(question="?"))
        assert "k3y" not in repr(outcome)
        assert "quotes" not in repr(outcome)
        assert base64.b64encode(VALUE.encode()).decode() not in repr(outcome)


async def test_d6_a_secret_that_only_shows_once_the_json_is_read_is_struck_out() -> None:
    escaped = "".join(f"\\u{ord(char):04x}" for char in "plainkey123")
    reply = FakeReply(body=f'{{"message": "{escaped}", "a": "{escaped}"}}'.encode())
    ran = await door(FakeHttp({URL: reply}), secrets("plainkey123")).run(
        CALL, READER, Setting(question="?")
    )
    assert isinstance(ran, Ran)
    assert ran.text == f'{{"message": "{STRUCK}", "a": "{STRUCK}"}}'
    assert ran.said == STRUCK


async def test_d6_a_secret_across_the_cut_leaves_no_beginning() -> None:
    reply = FakeReply(
        headers={"content-type": "text/plain"}, body=b"the key is plainke", truncated=True
    )
    ran = await door(FakeHttp({URL: reply}), secrets("plainkey123")).run(
        CALL, READER, Setting(question="?")
    )
    assert isinstance(ran, Ran)
    assert "plain" not in ran.text
    long = "x" * 5970 + "plainkey123" + "y" * 500
    reply = FakeReply(headers={"content-type": "text/plain"}, body=long.encode())
    ran = await door(FakeHttp({URL: reply}), secrets("plainkey123")).run(
        CALL, READER, Setting(question="?")
    )
    assert isinstance(ran, Ran)
    assert "plain" not in ran.text
