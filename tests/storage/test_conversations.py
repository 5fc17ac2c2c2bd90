from __future__ import annotations

import asyncio

from seeds import NOW, a_conversation, a_turn, a_visitor, finish

from docsteward.storage import Conversations, Database, Turns


async def test_one_of_twenty_openings_makes_the_conversation(database: Database) -> None:
    visitor = await a_visitor(database)
    conversations = Conversations(database)
    opened = await asyncio.gather(
        *(
            conversations.open(
                workspace_id=visitor.workspace_id,
                visitor_id=visitor.id,
                client_id="chat",
                now=NOW,
            )
            for _ in range(20)
        )
    )
    assert len({one.id for one in opened}) == 1
    assert await conversations.find(visitor_id=visitor.id, client_id="chat") == opened[0]
    assert await conversations.get(opened[0].id) == opened[0]


async def test_m3_a_conversation_is_found_only_by_its_own_visitor(database: Database) -> None:
    mine = await a_conversation(database, "vis_1")
    theirs = await a_conversation(database, "vis_2")
    assert mine.client_id == theirs.client_id
    assert mine.id != theirs.id
    found = await Conversations(database).find(visitor_id="vis_2", client_id=mine.client_id)
    assert found == theirs
    assert await Conversations(database).find(visitor_id="vis_3", client_id="chat-1") is None


async def test_turns_come_in_the_order_in_which_they_were_asked(database: Database) -> None:
    conversation = await a_conversation(database)
    # Ids fall and the moment stands still, so only the kept order can be right.
    asked = [a_turn(conversation, n, id=f"turn_{9 - n}") for n in range(1, 4)]
    for turn in asked:
        await Turns(database).begin(turn)
        await finish(database, turn)
    listed = await Conversations(database).turns(conversation.id)
    assert [turn.id for turn in listed] == [turn.id for turn in asked]
