"""A consumer that is killed again and again misses nothing."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from feed.conftest import Nats, happen, send_all
from retaguarda.feed.send_events import Feed
from retaguarda.foundation.database import Database
from retaguarda.providers.feed.nats_stream import NatsStream

SOURCE = "https://house.example"
CONSUMER = Path(__file__).with_name("consumer.py")


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
    feed = Feed(database, NatsStream(nats.url, "shop", "shop"), SOURCE)
    told = {company: [f"{company}-{number}" for number in range(100)] for company in (7, 8)}

    def consumed() -> list[Any]:
        return [
            json.loads(line.partition(" ")[2])
            for line in book.read_text().splitlines(keepends=True)
            if line.endswith("\n")
        ]

    async def until(lines: int, events: int, consumer: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + 60
        while len(had := consumed()) < lines or len({each["id"] for each in had}) < events:
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
            await until(len(consumed()) + 1, 0, consumer)
            consumer.kill()
            consumer.wait()
        _begin(waiting[-1])
        await until(0, 200, waiting[-1])
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
