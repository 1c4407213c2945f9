"""Readers follow the events in order, each once, and never past a transaction that still runs."""

import asyncio
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from people import AURORA, Person
from retaguarda import worker
from retaguarda.app import App
from retaguarda.foundation import events
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer, consume, lagging, pass_over
from retaguarda.foundation.migrate import migrate
from support.charges import Counter


class Notebook:
    """A reader that writes down what it was given."""

    def __init__(self) -> None:
        self.taken = list[str]()
        self.fails = False
        self.reader = EventConsumer("test.notebook", self.take)

    async def take(self, tx: Tx, batch: list[Event]) -> None:
        if self.fails:
            raise RuntimeError("not today")
        self.taken += [event.subject_id for event in batch if event.name == "test:thing:happened"]


def happened(connection: psycopg.Connection[Any], subject: str, xid: int | None = None) -> None:
    connection.execute(
        "insert into event (xid, company_id, name, subject_id, actor)"
        " values (coalesce(%s::text::xid8, pg_current_xact_id()), %s, 'test:thing:happened', %s, 'test')",
        (xid, AURORA, subject),
    )


async def until_idle(app: App, notebook: Notebook) -> None:
    while await consume(app.database, notebook.reader):
        pass


async def test_events_come_in_the_order_of_numbers_also_from_9_to_10(app: App, peopled_url: str) -> None:
    notebook = Notebook()
    with psycopg.connect(peopled_url) as connection:
        for xid in (11, 9, 100, 10):
            happened(connection, str(xid), xid)
    await until_idle(app, notebook)
    await until_idle(app, notebook)
    assert notebook.taken == ["9", "10", "11", "100"]


async def test_what_commits_late_is_not_skipped(app: App, peopled_url: str) -> None:
    notebook = Notebook()
    with psycopg.connect(peopled_url) as slow, psycopg.connect(peopled_url) as quick:
        happened(slow, "began first")
        happened(quick, "began second")
        quick.commit()
        await until_idle(app, notebook)
        assert notebook.taken == []
        slow.commit()
    await until_idle(app, notebook)
    assert notebook.taken == ["began first", "began second"]


async def test_whoever_works_until_nothing_is_left_waits_for_what_still_runs(
    ana: Person, counter: Counter, server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await counter.work()
    with psycopg.connect(server_url) as other:

        async def found(*given: Any) -> list[EventConsumer]:
            late = await lagging(*given)
            looked.append(late)
            # Of another database even, as one that is being copied; it ends when somebody has looked in vain, however often.
            if len(looked) == 9:
                other.rollback()
            return late

        looked = list[list[EventConsumer]]()
        monkeypatch.setattr(worker, "lagging", found)
        monkeypatch.setattr(worker, "SETTLING_LOOKS", 3)
        other.execute("select pg_current_xact_id()")
        charge = await counter.charge(ana)
    assert looked[0] == []
    assert charge["br_code"] is not None


async def test_a_transaction_that_is_held_on_purpose_is_not_outwaited(
    counter: Counter, peopled_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await counter.work()
    monkeypatch.setattr(worker, "SETTLING_LOOKS", 3)
    with psycopg.connect(peopled_url) as held, psycopg.connect(peopled_url, autocommit=True) as connection:
        held.execute("select pg_current_xact_id()")
        connection.execute(
            "insert into event (company_id, name, subject_id, actor) values (%s, 'payin:charge:created', 'x', 'a test')",
            [AURORA],
        )
        async with asyncio.timeout(60):
            await counter.work()


def offsets(connection: psycopg.Connection[Any], *names: str) -> list[tuple[Any, ...]]:
    return connection.execute(
        "select xid::text, id from event_reader where name = any(%s) order by array_position(%s, name)",
        [list(names), list(names)],
    ).fetchall()


async def test_readers_that_want_nothing_of_what_comes_next_are_moved_past_it_at_once(
    app: App, peopled_url: str
) -> None:
    notebook = Notebook()
    wanting = replace(notebook.reader, names=frozenset({"test:thing:happened", "test:thing:ended"}))
    idle, other = (replace(wanting, name=name, names=frozenset({"test:other"})) for name in ("test.idle", "test.other"))
    everything = replace(wanting, name="test.everything", names=None)
    readers = [wanting, idle, other, everything]
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        happened(connection, "for all")
        for reader in readers:
            await consume(app.database, reader)
        begun = offsets(connection, *(reader.name for reader in readers))
        with psycopg.connect(peopled_url) as slow, psycopg.connect(peopled_url) as busy:
            happened(slow, "commits last")
            happened(connection, "once")
            # What a transaction that still runs may write stands before it.
            assert await pass_over(app.database, readers) == (0, readers)
            assert offsets(connection, *(reader.name for reader in readers)) == begun
            slow.commit()
            busy.execute("select from event_reader where name = 'test.other' for update")
            assert await pass_over(app.database, readers) == (1, [wanting, other, everything])
        newest = connection.execute("select xid::text, id from event order by xid desc, id desc limit 1").fetchall()
        assert offsets(connection, "test.idle") == newest
        assert offsets(connection, "test.notebook", "test.other", "test.everything") == [begun[0], begun[2], begun[3]]
        assert await pass_over(app.database, readers) == (1, [wanting, idle, everything])
        assert await pass_over(app.database, readers) == (0, readers)
    assert await consume(app.database, wanting) == 2
    assert notebook.taken[-2:] == ["commits last", "once"]


async def test_a_reader_with_much_before_it_is_moved_batch_by_batch_up_to_what_it_wants(
    app: App, peopled_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "SCANNED", 2)
    notebook = Notebook()
    wanting = replace(notebook.reader, names=frozenset({"test:thing:happened"}))
    idle = replace(wanting, name="test.idle", names=frozenset({"test:other"}))
    with psycopg.connect(peopled_url, autocommit=True) as connection:
        for name in (wanting.name, idle.name):
            # Begun where the events end that were there before.
            connection.execute(
                "insert into event_reader (name, xid, id)"
                " select %s, xid, id from (select xid, id from event union all select '0', 0) e"
                " order by xid desc, id desc limit 1",
                [name],
            )
        for name in ("noise:heard", "noise:heard", "noise:heard", "thing:happened", "noise:heard"):
            connection.execute(
                "insert into event (company_id, name, subject_id, actor) values (%s, %s, 'wanted', 'test')",
                [AURORA, f"test:{name}"],
            )
    assert await pass_over(app.database, [wanting, idle]) == (2, [])
    assert await pass_over(app.database, [wanting, idle]) == (1, [wanting])
    await until_idle(app, notebook)
    assert notebook.taken == ["wanted"]


async def test_a_reader_that_fails_gets_the_same_events_again(app: App, peopled_url: str) -> None:
    notebook = Notebook()
    with psycopg.connect(peopled_url) as connection:
        happened(connection, "once")
    notebook.fails = True
    with pytest.raises(RuntimeError):
        await consume(app.database, notebook.reader)
    notebook.fails = False
    await until_idle(app, notebook)
    assert notebook.taken == ["once"]


async def test_after_a_restore_with_higher_numbers_each_reader_goes_on_where_it_was(app: App, peopled_url: str) -> None:
    ahead, lagging = Notebook(), Notebook()
    lagging.reader = replace(ahead.reader, name="test.behind", take=lagging.take)
    for subject in ("one", "two", "three"):
        with psycopg.connect(peopled_url) as connection:
            happened(connection, subject)
        await until_idle(app, ahead)
        if subject == "one":
            await until_idle(app, lagging)
    migrate(peopled_url)
    with psycopg.connect(peopled_url) as owner:
        happened(owner, "four")
        # As a dump of a server that had counted further would have brought them.
        owner.execute("alter table event disable trigger user")
        owner.execute("update event set xid = (xid::text::bigint + 9000000000)::text::xid8")
        owner.execute("alter table event enable trigger user")
        owner.execute("update event_reader set xid = (xid::text::bigint + 9000000000)::text::xid8")
    migrate(peopled_url)
    with psycopg.connect(peopled_url) as connection:
        happened(connection, "five")
    for notebook in (ahead, lagging):
        await until_idle(app, notebook)
        assert notebook.taken == ["one", "two", "three", "four", "five"]
