"""A secret of the site goes to its own host, and is given back to nobody (SPEC D2, D6, H4)."""

from __future__ import annotations

import json

from sqlalchemy import select

from docsteward.llm.doubles import Says, ScriptedModel
from docsteward.llm.model import ModelCall
from docsteward.storage.tables import metadata
from docsteward.testing.house import PLAN, House, a_reader, a_tool, asking
from docsteward.testing.http import FakeHttp, FakeReply
from docsteward.toolrun.secrets import Secrets
from docsteward.toolspec.secrets import Secret

VALUE = "sesame-7731-open"
URL = "https://api.example/plans/pro"
LIMITS = a_tool(
    "limits",
    parameters=PLAN,
    run={
        "fetch": "https://api.example/plans/{plan}",
        "headers": {"Authorization": "Bearer ${secret:API}"},
    },
)


async def test_b122_no_route_no_row_and_no_request_to_a_model_holds_a_secret() -> None:
    model = ScriptedModel(
        [
            Says(calls=(ModelCall(id="c1", name="limits", arguments='{"plan":"pro"}'),)),
            Says(text=("Ten projects [4].",)),
        ]
    )
    # The endpoint gives it away: in its words and in the address that it names.
    leaky = FakeReply(
        body=json.dumps({"projects": 10, "key": VALUE}).encode(), url=f"{URL}?{VALUE}"
    )
    http = FakeHttp({URL: leaky})
    held = Secrets([Secret(name="API", env="API_KEY", hosts=("api.example",))], {"API_KEY": VALUE})
    async with House(model=model, tools=[LIMITS], http=http, secrets=held).open() as product:
        reader = await a_reader(product)
        streamed = await reader.post("/api/v1/chat", asking("How many projects does pro hold?"))
        stored = await reader.get("/api/v1/conversations/talk")
        async with product.database.read() as connection:
            rows = [list(await connection.execute(select(t))) for t in metadata.sorted_tables]
    assert http.sent[0].headers["Authorization"] == f"Bearer {VALUE}"
    assert b"Ten projects" in streamed.body
    for shown in (streamed.body.decode(), stored.body.decode(), repr(rows), repr(model.requests)):
        assert VALUE not in shown
