"""Readers follow the events in order, each once, and never past a transaction that still runs."""

import asyncio
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from people import AURORA, Person
from retaguarda import worker
from retaguarda.app import App
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer, consume, lagging
from retaguarda.foundation.migrate import migrate
from support.charges import Counter


class Notebook:
    """A reader that writes down what it was given."""

    def __init__(self) -> None:
        self.taken = list[str]()
        self.fails = False
        self.reader = EventConsumer("test.notebook", self.take)

    async def take(self, tx: Tx, events: list[Event]) -> None:
        if self.fails:
            raise RuntimeError("not today")
        self.taken += [event.subject_id for event in events if event.name == "test:thing:happened"]


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
