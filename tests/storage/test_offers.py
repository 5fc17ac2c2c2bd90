from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from seeds import HOUR, NOW, a_running_turn, an_offer, an_offered

from docsteward.storage import Database, Offers, RecordRefused


async def test_offers_come_in_their_order_all_or_none(database: Database) -> None:
    turn = await a_running_turn(database)
    offers = Offers(database)
    made = [an_offer(turn, n) for n in (3, 1, 2)]
    await offers.add(made)
    assert await offers.of_turn(turn.id) == made
    assert await offers.get(made[0].id) == made[0]
    with pytest.raises(RecordRefused):
        await offers.add([an_offer(turn, 4), an_offer(turn, 1)])
    assert await offers.of_turn(turn.id) == made


async def test_b081_of_twenty_presses_one_reserves(database: Database) -> None:
    """SPEC F3: a double press, Enter and click, two tabs."""
    offer = await an_offered(database)
    offers = Offers(database)
    won = await asyncio.gather(
        *(offers.reserve(offer.id, args={"plan": f"p{n}"}, now=NOW) for n in range(20))
    )
    assert sum(won) == 1
    assert await offers.get(offer.id) == replace(
        offer, state="reserved", args={"plan": f"p{won.index(True)}"}, reserved_at=NOW
    )


async def test_f4_a_failed_offer_can_be_pressed_again_and_a_done_one_cannot(
    database: Database,
) -> None:
    offer = await an_offered(database)
    offers = Offers(database)
    assert await offers.reserve(offer.id, args={}, now=NOW)
    assert await offers.settle(offer.id, state="failed", outcome="try later")
    assert await offers.reserve(offer.id, args={}, now=NOW)
    again = await offers.get(offer.id)
    assert again is not None
    assert again.outcome is None
    assert await offers.settle(offer.id, state="done", outcome="Done.")
    assert not await offers.reserve(offer.id, args={}, now=NOW)
    assert not await offers.settle(offer.id, state="failed", outcome="late")


async def test_of_twenty_outcomes_one_counts(database: Database) -> None:
    offer = await an_offered(database)
    offers = Offers(database)
    await offers.reserve(offer.id, args={}, now=NOW)
    told = await asyncio.gather(
        *(offers.settle(offer.id, state="done", outcome=str(n)) for n in range(20))
    )
    assert sum(told) == 1
    kept = await offers.get(offer.id)
    assert kept is not None
    assert kept.outcome == str(told.index(True))


async def test_an_unpressed_offer_has_no_outcome_to_settle(database: Database) -> None:
    offer = await an_offered(database)
    assert not await Offers(database).settle(offer.id, state="done", outcome="Done.")


async def test_an_expired_offer_cannot_be_pressed(database: Database) -> None:
    offer = await an_offered(database)
    offers = Offers(database)
    assert not await offers.reserve(offer.id, args={}, now=NOW + HOUR)
    assert await offers.expire(NOW + HOUR - timedelta(seconds=1)) == []
    assert await offers.expire(NOW + HOUR) == [offer.id]
    assert not await offers.reserve(offer.id, args={}, now=NOW)


async def test_b066_a_press_that_nobody_reported_reads_may_have_run(database: Database) -> None:
    """Fault B066: an unknown outcome is never pressed again by itself."""
    offer = await an_offered(database)
    offers = Offers(database)
    await offers.reserve(offer.id, args={}, now=NOW)
    assert await offers.mark_unknown(reserved_before=NOW) == []
    assert await offers.mark_unknown(reserved_before=NOW + timedelta(seconds=1)) == [offer.id]
    assert not await offers.reserve(offer.id, args={}, now=NOW)
    assert await offers.expire(NOW + HOUR) == []
    kept = await offers.get(offer.id)
    assert kept is not None
    assert kept.state == "unknown"
