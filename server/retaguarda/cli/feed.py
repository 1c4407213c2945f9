"""The feed of events to others: how far it is, sending again, forgetting where it was, and the schemas of what leaves."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import msgspec
import psycopg

from retaguarda.cli.process import settings_with_secret
from retaguarda.database_url import app_url, owner_url, spare_app_password
from retaguarda.feed.open_feed import feed_of
from retaguarda.feed.replay_events import NothingToReplay, Replayed, replay
from retaguarda.feed.send_events import READER, Feed
from retaguarda.feed.write_schemas import schemas
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.event_positions import newest, position_of
from retaguarda.providers.feed.port import FeedUnavailable
from retaguarda.settings import Settings


def main(arguments: list[str]) -> int:
    """Run the subcommand. Return 1 on failure, 2 where no feed is set."""
    options = _read(arguments)
    if options.what == "schemas":
        print(msgspec.json.format(msgspec.json.encode(schemas()), indent=2).decode())
        return 0
    settings = settings_with_secret()
    if options.what == "forget":
        return _forget(settings)
    if not settings.feed.url:
        print("retaguarda: nobody is fed; set RETAGUARDA_FEED_URL", file=sys.stderr)
        return 2
    if options.what == "status":
        return asyncio.run(_with_feed(settings, _status))
    return asyncio.run(_with_feed(settings, lambda feed: _replay(feed, options.since)))


async def _status(feed: Feed) -> int:
    async with feed.database.transaction(SYSTEM) as tx:
        position, last = await position_of(tx, READER), await newest(tx)
    if position is None:
        print("nothing was sent yet")
    elif last is None or position == last:
        print(f"everything is sent, up to event {position.id}")
    else:
        print(f"sent up to event {position.id}; the newest is {last.id}")
    return 0


async def _replay(feed: Feed, since: int | datetime) -> int:
    sent = Replayed(0, None)

    def progress(now: Replayed) -> None:
        nonlocal sent
        sent = now

    try:
        sent = await replay(feed, since, progress)
    except NothingToReplay as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        return 1
    except FeedUnavailable as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        print(
            f"{sent.events} events were sent again; go on with --from {sent.last}"
            if sent.last is not None
            else "nothing was sent again",
            file=sys.stderr,
        )
        return 1
    print(f"{sent.events} events were sent again")
    return 0


def _forget(settings: Settings) -> int:
    with psycopg.connect(owner_url(settings)) as connection:
        gone = connection.execute("delete from event_reader where name = %s", (READER,)).rowcount
    print("the feed begins anew with the first event, once it is set" if gone else "there was no position")
    return 0


async def _with_feed(settings: Settings, work: Callable[[Feed], Awaitable[int]]) -> int:
    database = Database(app_url(settings), size=2, spare_password=spare_app_password(settings))
    feed = feed_of(database, settings)
    assert feed is not None
    await database.open()
    try:
        return await work(feed)
    finally:
        await feed.port.close()
        await database.close()


def _read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m retaguarda feed", description=__doc__)
    subcommands = parser.add_subparsers(dest="what", required=True)
    subcommands.add_parser("status", help="how far the feed is")
    replaying = subcommands.add_parser("replay", help="sends again what was sent; the feed waits meanwhile")
    replaying.add_argument(
        "--from",
        dest="since",
        type=_since,
        required=True,
        help="number of an event, or a moment as 2026-01-31T00:00Z",
    )
    subcommands.add_parser("forget", help="forgets where the feed was, when it is off for good or begins anew")
    subcommands.add_parser("schemas", help="prints the JSON Schema of every type of event")
    return parser.parse_args(arguments)


def _since(text: str) -> int | datetime:
    if text.isascii() and text.isdigit() and len(text) <= 18:
        return int(text)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither an event's number nor a moment") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
