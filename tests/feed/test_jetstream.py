"""Events reach NATS JetStream at least once and in order, whoever is killed meanwhile."""

import json
from typing import Any

import pytest

from feed.conftest import Nats, happen, send_all
from retaguarda.feed.replay_events import replay
from retaguarda.feed.send_events import Feed
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.providers.feed.nats_stream import NatsStream
from retaguarda.providers.feed.port import FeedUnavailable

client_library = pytest.importorskip("nats", reason="nats-py is not installed: requirements.txt names it")
SOURCE = "https://house.example"


def feed_to(nats: Nats, database: Database, seconds: float = 2.0) -> Feed:
    return Feed(database, NatsStream(nats.url, "shop", "shop", seconds), SOURCE)


async def kept(nats: Nats) -> list[tuple[str, Any]]:
    """Subject and message of everything in the stream, in its order."""
    connection = await client_library.connect(nats.url)
    try:
        stream = connection.jetstream()
        state = (await stream.stream_info("shop")).state
        found = [await stream.get_msg("shop", number) for number in range(1, state.messages + 1)]
        return [(message.subject or "", json.loads(message.data or b"")) for message in found]
    finally:
        await connection.close()


async def test_a_server_that_dies_in_between_gets_the_rest_once_it_is_back_and_nothing_twice(
    nats: Nats, database: Database
) -> None:
    feed = feed_to(nats, database)
    await happen(database, "a", "b")
    await send_all(feed)
    nats.kill()
    await happen(database, "c", company=8)
    await happen(database, "d")
    with pytest.raises(FeedUnavailable, match=f"NATS at 127.0.0.1:{nats.port}"):
        await send_all(feed)
    nats.start()
    await send_all(feed)
    assert [(subject, told["subject"]) for subject, told in await kept(nats)] == [
        ("shop.7.payin.charge.paid", "a"),
        ("shop.7.payin.charge.paid", "b"),
        ("shop.8.payin.charge.paid", "c"),
        ("shop.7.payin.charge.paid", "d"),
    ]
    await feed.port.close()


async def test_what_is_sent_twice_is_in_the_stream_once_and_what_is_replayed_once_more(
    nats: Nats, database: Database
) -> None:
    feed = feed_to(nats, database)
    await happen(database, "a", "b")
    await send_all(feed)
    # A worker that died before its position moved sends the same again.
    async with database.transaction(SYSTEM) as tx:
        await tx.execute("update event_reader set xid = '0', id = 0 where name = 'feed'")
    await send_all(feed)
    first = await kept(nats)
    assert [told["subject"] for _, told in first] == ["a", "b"]
    again = await replay(feed, int(first[1][1]["id"]), lambda _: None)
    assert (again.events, again.last) == (1, int(first[1][1]["id"]))
    assert [told for _, told in await kept(nats)] == [first[0][1], first[1][1], first[1][1]]
    await feed.port.close()
