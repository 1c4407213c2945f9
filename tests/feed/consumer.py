"""A consumer of the stream that keeps what it has read, and how far it is, in one file. Ended from outside, whenever.

python consumer.py URL FILE; begins once a line comes in.
"""

import asyncio
import sys

import nats
from nats.errors import TimeoutError as NothingThere
from nats.js.api import ConsumerConfig, DeliverPolicy

#: Between two events: it is to be killed in the midst of them.
PAUSE_SECONDS = 0.004


async def main(url: str, file: str) -> None:
    client = await nats.connect(url, allow_reconnect=False)
    with open(file, "a+", buffering=1) as book:  # noqa: ASYNC230
        book.seek(0)
        # From the last one on that it has, so that one comes twice.
        last = max((int(line.split(" ")[0]) for line in book), default=1)
        since = ConsumerConfig(deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=last)
        subscription = await client.jetstream().subscribe("shop.>", stream="shop", ordered_consumer=True, config=since)
        while True:
            try:
                message = await subscription.next_msg(timeout=1)
            except NothingThere:
                continue
            book.write(f"{message.metadata.sequence.stream} {message.data.decode()}\n")
            await asyncio.sleep(PAUSE_SECONDS)


if sys.stdin.readline():
    asyncio.run(main(*sys.argv[1:]))
