"""Events leave as CloudEvents: in order, at least once, with what is declared and nothing else; and nobody waits for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import jsonschema
import pytest

from feed.conftest import happen, send_all
from retaguarda.feed.model import BY_NAME, EVENTS, PERSONAL
from retaguarda.feed.replay_events import NothingToReplay, Replayed, replay
from retaguarda.feed.send_events import Feed
from retaguarda.feed.write_schemas import page, schema_of, schemas
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import Event, EventConsumer, consume
from retaguarda.foundation.ids import uuid7
from retaguarda.providers.feed.event_files import EventFiles
from retaguarda.providers.feed.feed_url import feed_port
from retaguarda.providers.feed.nats_stream import NatsStream
from retaguarda.providers.feed.port import FeedUnavailable, Message
from retaguarda.settings import SettingsError, load

ROOT = Path(__file__).parents[2]
SOURCE = "https://house.example"
CPF = "52998224725"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "feed"


@pytest.fixture
def feed(database: Database, folder: Path) -> Feed:
    return Feed(database, EventFiles(folder), SOURCE)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in sorted(folder.glob("*.ndjson")) for line in file.read_text().splitlines()]


class Reluctant:
    """Takes so many messages, and then no more until it is told."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = list[str]()

    async def send(self, messages: Sequence[Message]) -> None:
        room = messages[: self.most - len(self.taken)]
        self.taken += [json.loads(message.body)["subject"] for message in room]
        if len(room) < len(messages):
            raise FeedUnavailable("full", len(room))

    async def close(self) -> None:
        pass


@asynccontextmanager
async def silent_nats() -> AsyncIterator[str]:
    """A server that says hello as NATS does, answers pings, and never acknowledges anything."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"x","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}\r\n')
        while line := await reader.readline():
            if line.startswith(b"PING"):
                writer.write(b"PONG\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_an_event_leaves_once_as_a_cloud_event_of_its_declared_schema(
    feed: Feed, database: Database, folder: Path
) -> None:
    await happen(database, "charge-1", amount=4_200, created_at="2026-01-31T10:00:00Z")
    await send_all(feed)
    await send_all(feed)
    (told,) = lines(folder)
    assert (
        told.items()
        >= {
            "specversion": "1.0",
            "source": SOURCE,
            "type": "retaguarda.payin.charge.paid.v1",
            "subject": "charge-1",
            "datacontenttype": "application/json",
            "dataschema": "urn:retaguarda:event:payin:charge:paid:1",
            "company": 7,
            "partitionkey": "7",
        }.items()
    )
    assert told["data"] == {
        "id": "charge-1",
        "from": "pending",
        "to": "paid",
        "amount": 4_200,
        "created_at": "2026-01-31T10:00:00Z",
    }
    assert told["id"].isdigit()
    assert datetime.fromisoformat(told["time"]).tzinfo is not None
    jsonschema.Draft202012Validator(schemas()[told["type"]]).validate(told["data"])


@pytest.mark.parametrize("personal", [False, True])
async def test_what_is_not_declared_does_not_leave_even_where_personal_data_may(
    personal: bool, database: Database, folder: Path
) -> None:
    feed = Feed(database, EventFiles(folder), SOURCE, personal)
    planted: dict[str, Any] = {
        "full_name": "Fulana de Tal",
        "payer": {"name": "Fulana de Tal", "document": CPF},
        "api_key": "sk_live_planted",
        "pix_key": CPF,
        "changes": [{"field": "document", "before": None, "after": CPF}],
        # Under declared names too: each has its form, and what has another one stays here.
        "from": f"Fulana de Tal {CPF}",
        "to": CPF,
        "batch": CPF,
        "created_at": "Fulana de Tal",
    }
    await happen(database, "charge-1", reason="Pediu a Fulana", **planted)
    await happen(database, "payout-1", name="payouts:payment:failed", **planted, end_to_end_id=CPF, fail_code="AC03")
    await send_all(feed)
    first, second = (told["data"] for told in lines(folder))
    told_of_people = {"actor": "bia@loja.example", "reason": "Pediu a Fulana"} if personal else {}
    assert first == {"id": "charge-1", "amount": 3_700, **told_of_people}
    assert second == {
        "id": "payout-1",
        "amount": 3_700,
        "fail_code": "AC03",
        **({"actor": "bia@loja.example"} if personal else {}),
    }
    written = json.dumps(lines(folder))
    assert [secret for secret in (CPF, "sk_live", "Fulana de Tal") if secret in written] == []


async def test_an_event_that_is_not_declared_stays_here_and_holds_nothing_up(
    feed: Feed, database: Database, folder: Path
) -> None:
    await happen(database, "somebody", name="identity:person:sign_in")
    await happen(database, "charge-1")
    await happen(database, "somebody", name="identity:person:sign_in")
    await send_all(feed)
    assert [told["subject"] for told in lines(folder)] == ["charge-1"]
    async with database.transaction(SYSTEM) as tx:
        assert (
            await tx.value(
                "select (xid, id) = (select max(xid), max(id) from event) from event_reader where name = 'feed'"
            )
            is True
        )


async def test_the_position_stands_behind_the_last_event_that_was_acknowledged(database: Database) -> None:
    port = Reluctant(3)
    feed = Feed(database, port, SOURCE)
    await happen(database, "a", "b", "c", "d", "e")
    with pytest.raises(FeedUnavailable):
        await send_all(feed)
    with pytest.raises(FeedUnavailable):
        await send_all(feed)
    assert port.taken == ["a", "b", "c"]
    port.most = 9
    await send_all(feed)
    assert port.taken == ["a", "b", "c", "d", "e"]


async def test_two_workers_send_each_event_once(database: Database, folder: Path) -> None:
    feeds = [Feed(database, EventFiles(folder), SOURCE) for _ in range(2)]
    await happen(database, *(str(number) for number in range(120)))
    await asyncio.gather(*(send_all(feed) for feed in feeds))
    await send_all(feeds[0])
    assert [told["subject"] for told in lines(folder)] == [str(number) for number in range(120)]


async def test_a_server_that_never_acknowledges_holds_nobody_back(database: Database) -> None:
    """While the feed waits, events are written and others read them: it has no transaction number, and locks no row."""
    pytest.importorskip("nats", reason="nats-py is not installed: requirements.txt names it")
    taken = list[str]()

    async def take(_: Tx, events: list[Event]) -> None:
        taken.extend(event.subject_id for event in events)

    other = EventConsumer("test.books", take)
    async with silent_nats() as url:
        feed = Feed(database, NatsStream(url, "shop", "shop", seconds=1.0), SOURCE)
        await happen(database, "first")
        sending = asyncio.create_task(send_all(feed))
        await asyncio.sleep(0.1)
        await happen(database, "meanwhile")
        while "meanwhile" not in taken:
            assert not sending.done(), "it must still be waiting"
            await consume(database, other)
        with pytest.raises(FeedUnavailable, match=r"NATS at 127\.0\.0\.1"):
            await sending
    async with database.transaction(SYSTEM) as tx:
        assert await tx.value("select id from event_reader where name = 'feed'") == 0


async def test_it_waits_for_whoever_is_away_and_goes_on_by_itself(database: Database, tmp_path: Path) -> None:
    """Run as the worker does: the folder is no folder at first."""
    folder = tmp_path / "feed"
    folder.write_text("a file stands where the folder should be")
    feed = Feed(database, EventFiles(folder), SOURCE)
    await happen(database, "charge-1")
    running = asyncio.create_task(feed.run())
    await asyncio.sleep(0.5)
    assert not running.done()
    folder.unlink()
    while not folder.exists() or not lines(folder):
        assert not running.done()
        await asyncio.sleep(0.02)
    running.cancel()
    assert [told["subject"] for told in lines(folder)] == ["charge-1"]


async def test_a_replay_from_an_event_or_a_moment_sends_the_same_once_more(
    feed: Feed, database: Database, folder: Path
) -> None:
    with pytest.raises(NothingToReplay, match="nothing was sent yet"):
        await replay(feed, 1, lambda _: None)
    await happen(database, "a", "b", "c")
    await send_all(feed)
    first = lines(folder)
    # What was not sent yet is the feed's own to send.
    await happen(database, "d")
    done = list[Replayed]()
    again = await replay(feed, int(first[1]["id"]), done.append)
    assert again == done[-1] == Replayed(2, int(first[2]["id"]))
    assert lines(folder) == [*first, *first[1:]]
    assert (await replay(feed, datetime.fromisoformat(first[2]["time"]), done.append)).events == 1
    with pytest.raises(NothingToReplay, match="no such event"):
        await replay(feed, datetime.now(UTC) + timedelta(days=1), done.append)
    await send_all(feed)
    assert [told["subject"] for told in lines(folder)] == ["a", "b", "c", "b", "c", "c", "d"]


async def test_a_line_that_a_crash_cut_in_two_is_written_anew(feed: Feed, database: Database, folder: Path) -> None:
    await happen(database, "a")
    await send_all(feed)
    # Of the same moment, so that it belongs into the same file whatever the day is.
    at = datetime.fromisoformat(lines(folder)[0]["time"])
    file = folder / f"events-{at:%Y-%m-%d}.ndjson"
    with file.open("ab") as torn:
        torn.write(b'{"specversion":"1.0","id":"2"')
    await feed.port.send([Message("k", 7, "payin:charge:paid", at, b'{"subject":"b"}')])
    assert [told["subject"] for told in lines(folder)] == ["a", "b"]
    assert file.stat().st_mode & 0o077 == 0


def test_every_declared_event_is_one_that_the_house_writes() -> None:
    words = json.loads((ROOT / "web/public/locales/en/audit.json").read_text())["event"]
    assert [name for name in BY_NAME if name.replace(":", "_").replace(".", "_") not in words] == []
    assert len(BY_NAME) == len(EVENTS)


def test_what_was_published_stays_as_it_was() -> None:
    """A line a field. Lines are added to the file, and never changed or taken away: others read these events."""
    published = (Path(__file__).parent / "published.txt").read_text().splitlines()
    known = schemas()
    now = [
        f"{event.type} {name} {json.dumps(field, sort_keys=True)}"
        for event in EVENTS
        for name, field in known[event.type]["properties"].items()
    ]
    assert sorted(set(published) - set(now)) == [], "it was published so: make another version of the type"
    assert sorted(set(now) - set(published)) == [], "a new field: write it at the end of published.txt"
    assert all(schema_of(event).required == ["id"] for event in EVENTS)


def test_the_page_of_events_is_what_is_declared() -> None:
    written = page()
    assert (ROOT / "docs/guides/events.md").read_text() == written, "run `make generate`"
    assert [event.type for event in EVENTS if f"`{event.type}`" not in written] == []
    marked = {
        name for schema in schemas().values() for name, field in schema["properties"].items() if "x-personal" in field
    }
    assert marked == PERSONAL


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        ({"RETAGUARDA_FEED_URL": "kafka://host:9092"}, "RETAGUARDA_FEED_URL must look like nats://"),
        ({"RETAGUARDA_FEED_URL": "nats://"}, "RETAGUARDA_FEED_URL must look like nats://"),
        ({"RETAGUARDA_FEED_URL": "nats://bia:geheim@host:99999"}, "RETAGUARDA_FEED_URL must look like nats://"),
        ({"RETAGUARDA_FEED_URL": "nats://host/path"}, "RETAGUARDA_FEED_URL must look like nats://"),
        ({"RETAGUARDA_FEED_URL": "file:///"}, "RETAGUARDA_FEED_URL must name a folder from the root"),
        ({"RETAGUARDA_FEED_URL": "file://feed/x"}, "RETAGUARDA_FEED_URL must name a folder from the root"),
        ({"RETAGUARDA_FEED_STREAM": "a b"}, "RETAGUARDA_FEED_STREAM"),
        ({"RETAGUARDA_FEED_SUBJECT": "shop.>"}, "RETAGUARDA_FEED_SUBJECT"),
        ({"RETAGUARDA_FEED_PERSONAL": "yes"}, "RETAGUARDA_FEED_PERSONAL"),
        ({"RETAGUARDA_ENV": "production", "RETAGUARDA_FEED_URL": "nats://nats.internal:4222"}, "must say tls://"),
    ],
)
def test_a_wrong_setting_is_told_by_its_name_and_without_its_password(environ: dict[str, str], told: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load(environ)
    assert told in str(refused.value)
    assert "geheim" not in str(refused.value)


def test_a_right_setting_is_taken_and_its_password_shown_nowhere() -> None:
    settings = load({"RETAGUARDA_FEED_URL": "tls://bia:geheim@nats.internal", "RETAGUARDA_FEED_SUBJECT": "acme.pay"})
    assert "geheim" not in repr(settings)
    assert (settings.feed.subject, settings.feed.personal) == ("acme.pay", False)
    assert isinstance(feed_port("file:///var/lib/feed", "s", "s"), EventFiles)
    assert isinstance(feed_port(settings.feed.url, "s", "s"), NatsStream)
    assert load({}).feed.url == ""


async def test_a_person_is_named_only_where_the_setting_says_so(database: Database, folder: Path) -> None:
    person = uuid7()
    async with database.transaction(SYSTEM) as tx:
        await tx.execute(
            "insert into event (company_id, name, subject_id, person_id, actor)"
            " values (7, 'payin:charge:create', 'c', %(person)s, 'bia@loja.example')",
            {"person": person},
        )
    await send_all(Feed(database, EventFiles(folder / "without"), SOURCE))
    async with database.transaction(SYSTEM) as tx:
        await tx.execute("update event_reader set xid = '0', id = 0 where name = 'feed'")
    await send_all(Feed(database, EventFiles(folder / "with"), SOURCE, personal=True))
    assert [told["data"] for told in lines(folder / "without")] == [{"id": "c"}]
    assert [UUID(told["data"]["person"]) for told in lines(folder / "with")] == [person]
