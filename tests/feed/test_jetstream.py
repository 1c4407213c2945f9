"""Events reach NATS JetStream at least once and in order, whoever is killed meanwhile."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nats as client_library
import pytest

from feed.conftest import Nats, happen, send_all
from retaguarda.feed.replay_events import replay
from retaguarda.feed.send_events import Feed
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.providers.feed.nats_stream import NatsStream
from retaguarda.providers.feed.port import FeedUnavailable

SOURCE = "https://house.example"
CONSUMER = Path(__file__).with_name("consumer.py")


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


@contextmanager
def consumers(count: int, *words: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes that have loaded what they need, and wait for a line to begin."""
    waiting = [
        subprocess.Popen([sys.executable, str(CONSUMER), *words], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for _ in range(count)
    ]
    try:
        yield waiting
    finally:
        for each in waiting:
            each.kill()
            each.communicate()


async def test_a_consumer_killed_ten_times_has_every_event_at_least_once_and_in_order(
    nats: Nats, database: Database, tmp_path: Path
) -> None:
    book = tmp_path / "book"
    book.touch()
    feed = feed_to(nats, database)
    told = {company: [f"{company}-{number}" for number in range(100)] for company in (7, 8)}

    def consumed() -> list[Any]:
        return [
            json.loads(line.partition(" ")[2])
            for line in book.read_text().splitlines(keepends=True)
            if line.endswith("\n")
        ]

    async def until(enough: int, consumer: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + 60
        while len(consumed()) < enough:
            assert consumer.poll() is None, "the consumer ended by itself"
            assert time.monotonic() < deadline, "nothing comes any more"
            await asyncio.sleep(0.002)

    with consumers(11, nats.url, str(book)) as waiting:
        for company, subjects in told.items():
            await happen(database, *subjects, company=company)
        await send_all(feed)
        await feed.port.close()
        for consumer in waiting[:-1]:
            _begin(consumer)
            await until(len(consumed()) + 1, consumer)
            consumer.kill()
            consumer.wait()
        _begin(waiting[-1])
        while len({each["id"] for each in consumed()}) < 200:
            await until(len(consumed()) + 1, waiting[-1])
    everything = consumed()
    for company, subjects in told.items():
        seen = [each["subject"] for each in everything if each["company"] == company]
        # Whoever forgets what came twice, by its id, has each once; and what came twice came right after itself.
        assert list(dict.fromkeys(seen)) == subjects
        assert seen == sorted(seen, key=subjects.index)


def _begin(consumer: subprocess.Popen[bytes]) -> None:
    assert consumer.stdin is not None
    consumer.stdin.write(b"begin\n")
    consumer.stdin.flush()


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
