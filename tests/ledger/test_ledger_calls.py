"""The ledger's Python calls, in the application's own transactions."""

from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

from ledger import books
from ledger.books import AURORA, CEDRO, PROVIDER
from retaguarda import ledger
from retaguarda.foundation.database import SYSTEM, Database, Scope
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.ledger import AccountRef, JournalEvent, Leg

CLEARING, FEES = AccountRef(PROVIDER, "clearing", BRL), AccountRef(PROVIDER, "fees", BRL)
AVAILABLE, RESERVE = AccountRef(AURORA, "available", BRL), AccountRef(AURORA, "reserve", BRL)
ANA = Scope(companies=(AURORA,))

BODY: dict[str, Any] = {"company": AURORA, "kind": "test.post", "reference": "r", "effective_at": None}
IN = [Leg(CLEARING, -1000), Leg(AVAILABLE, 1000), Leg(AVAILABLE, -15), Leg(FEES, 15)]
OUT = [Leg(AVAILABLE, -300), Leg(CLEARING, 300)]


@pytest.fixture
async def database(owner: psycopg.Connection, app_url: str) -> AsyncIterator[Database]:
    database = Database(app_url, size=2)
    await database.open()
    yield database
    await database.close()


async def test_a_post_moves_money_once_and_a_replay_says_so(database: Database) -> None:
    async with database.transaction(ANA) as tx:
        first = await ledger.post(tx, key="k", legs=IN, **BODY)
    async with database.transaction(ANA) as tx:
        again = await ledger.post(tx, key="k", legs=list(reversed(IN[:2])) + IN[2:], **BODY)
        assert (first.replayed, again) == (False, (first.id, True))
        assert await ledger.balance(tx, AURORA, "available", BRL) == (985, 0)
        entries = await tx.all(
            "select leg, amount, version, balance_after from ledger_entry where journal_id = %(id)s order by leg",
            {"id": first.id},
        )
    assert [tuple(entry.values()) for entry in entries] == [
        (1, 1000, 1, 1000),
        (2, -15, 2, 985),
        (3, -1000, None, None),
        (4, 15, None, None),
    ]


async def test_a_post_and_its_event_are_one_and_a_replay_tells_nothing(database: Database) -> None:
    told = JournalEvent("test:post:made", "s", "ana", {"amount": 1000})
    async with database.transaction(ANA) as tx:
        first = await ledger.post_with_event(tx, told, key="k", legs=IN, **BODY)
        assert (await ledger.post_with_event(tx, told, key="k", legs=IN, **BODY)) == (first.id, True)
    async with database.transaction(ANA) as tx:
        assert (await ledger.post(tx, key="k", legs=IN, **BODY)) == (first.id, True)
        events = await tx.all("select company_id, name, subject_id, actor, data from event where subject_id = 's'")
        assert [tuple(event.values()) for event in events] == [(AURORA, told.name, "s", "ana", {"amount": 1000})]


async def test_a_hold_is_captured_in_part_and_the_rest_is_free(database: Database) -> None:
    async with database.transaction(ANA) as tx:
        await ledger.post(tx, key="in", legs=IN, **BODY)
        held = await ledger.hold(tx, account=AVAILABLE, amount=500, key="h", reference="r")
        assert not held.replayed
        assert (await ledger.hold(tx, account=AVAILABLE, amount=500, key="h", reference="r")) == (held.id, True)
        assert (await ledger.balance(tx, AURORA, "available", BRL)).available == 485
        await ledger.capture(tx, hold_key="h", key="out", legs=OUT, **BODY)
        assert await ledger.balance(tx, AURORA, "available", BRL) == (685, 0)
        assert (await ledger.capture(tx, hold_key="h", key="out", legs=OUT, **BODY)).replayed


async def test_a_hold_is_voided_once_or_expires(database: Database) -> None:
    async with database.transaction(ANA) as tx:
        await ledger.post(tx, key="in", legs=IN, **BODY)
        await ledger.hold(tx, account=AVAILABLE, amount=5, key="v", reference="r")
        now = await tx.value("select now()")
        await ledger.hold(tx, account=AVAILABLE, amount=7, key="e", reference="of", expires_at=now)
        assert await ledger.void(tx, company=AURORA, hold_key="v") is True
        assert await ledger.void(tx, company=AURORA, hold_key="v") is False
        assert await ledger.expire_due(tx) == [(AURORA, "e", "of")]
        assert await ledger.expire_due(tx) == []
        assert (await ledger.balance(tx, AURORA, "available", BRL)).held == 0


async def test_a_journal_is_reversed_once(database: Database) -> None:
    async with database.transaction(ANA) as tx:
        journal = await ledger.post(tx, key="in", legs=IN, **BODY)
        request: dict[str, Any] = {"company": AURORA, "kind": "test.undo", "reference": "r"}
        undone = await ledger.reverse(tx, journal=journal.id, key="undo", **request)
        assert await ledger.reverse(tx, journal=journal.id, key="undo", **request) == (undone.id, True)
        assert await ledger.balance(tx, AURORA, "available", BRL) == (0, 0)
    for key, of in (("undo again", journal.id), ("undo the undoing", undone.id)):
        with pytest.raises(ledger.NotReversible):
            async with database.transaction(ANA) as tx:
                await ledger.reverse(tx, journal=of, key=key, **request)


async def test_what_is_refused_has_a_name_and_an_answer(database: Database) -> None:
    elsewhere = [Leg(AccountRef(CEDRO, "available", BRL), -300), Leg(AVAILABLE, 300)]
    refusals = [
        (ledger.InsufficientBalance, 422, lambda tx: ledger.post(tx, key="k", legs=OUT, **BODY)),
        (ledger.InsufficientBalance, 422, lambda tx: ledger.hold(tx, account=RESERVE, amount=1, key="k", reference="r")),
        (ledger.UnknownAccount, 422, lambda tx: ledger.post(tx, key="k", legs=elsewhere, **BODY)),
        (ledger.UnknownAccount, 422, lambda tx: ledger.hold(tx, account=CLEARING_OF_ANA, amount=1, key="k", reference="r")),
        (ledger.UnknownAccount, 422, lambda tx: ledger.balance(tx, AURORA, "nowhere", BRL)),
        (ledger.UnbalancedJournal, 422, lambda tx: ledger.post(tx, key="k", legs=OUT[:1], **BODY)),
        (ledger.UnbalancedJournal, 422, lambda tx: ledger.post(tx, key="k", legs=[*OUT, *OUT[:1]], **BODY)),
        (ledger.HoldNotOpen, 409, lambda tx: ledger.void(tx, company=AURORA, hold_key="nothing")),
        (ledger.HoldNotOpen, 409, lambda tx: ledger.capture(tx, hold_key="nothing", key="k", legs=OUT, **BODY)),
        (ledger.CaptureMismatch, 422, lambda tx: ledger.capture(tx, hold_key="small", key="k", legs=OUT, **BODY)),
        (ledger.IdempotencyConflict, 422, lambda tx: ledger.post(tx, key="in", legs=OUT, **BODY)),
        (ledger.UnknownJournal, 404, lambda tx: ledger.reverse(tx, company=AURORA, journal=uuid7(), key="k", kind="t", reference="r")),
        (ledger.OutOfScope, 404, lambda tx: ledger.balance(tx, CEDRO, "available", BRL)),
        (ledger.InvalidOrder, 422, lambda tx: ledger.open_account(tx, AVAILABLE, floor=-1)),
    ]  # fmt: skip
    async with database.transaction(ANA) as tx:
        await ledger.post(tx, key="in", legs=[Leg(CLEARING, -299), Leg(AVAILABLE, 299)], **BODY)
        await ledger.hold(tx, account=AVAILABLE, amount=299, key="small", reference="r")
    async with database.transaction(SYSTEM) as tx:
        await ledger.post(tx, key="more", legs=[Leg(CLEARING, -1), Leg(AVAILABLE, 1)], **BODY)
    for kind, status, request in refusals:
        with pytest.raises(kind) as caught:
            async with database.transaction(ANA) as tx:
                await request(tx)
        assert isinstance(caught.value, ApiError)
        assert caught.value.status == status
    async with database.transaction(ANA) as tx:
        assert await ledger.balance(tx, AURORA, "available", BRL) == (300, 299)


CLEARING_OF_ANA = AccountRef(AURORA, "clearing", BRL)


async def test_a_leg_is_a_whole_number_of_minor_units_that_fits() -> None:
    for amount in (0, 2**63, -(2**63)):
        with pytest.raises(ValueError, match="no leg"):
            Leg(AVAILABLE, amount)


async def test_accounts_that_everything_touches_are_summed_by_a_job(database: Database) -> None:
    async with database.transaction(ANA) as tx:
        await ledger.post(tx, key="in", legs=IN, **BODY)
    async with database.transaction(SYSTEM) as tx:
        assert await ledger.checkpoint_all(tx) == 2
    async with database.transaction(SYSTEM) as tx:
        assert await ledger.checkpoint_all(tx) == 0
        assert await ledger.balance(tx, PROVIDER, "fees", BRL) == (15, 0)


async def test_a_balance_of_the_past_knows_no_holds(database: Database) -> None:
    async with database.transaction(ANA) as tx:
        await ledger.post(tx, key="in", legs=IN, **BODY)
        past = await ledger.balance(tx, AURORA, "available", BRL, at=await tx.value("select clock_timestamp()"))
    assert past == (985, None)
    with pytest.raises(ValueError, match="not known"):
        _ = past.available


def _taking(amount: int, fee: int) -> list[Leg]:
    return [Leg(AVAILABLE, -amount - fee), Leg(CLEARING, amount), *([Leg(FEES, fee)] if fee else [])]


async def _capture_many(database: Database, *captures: ledger.Capture, account: AccountRef = AVAILABLE) -> None:
    async with database.transaction(ANA) as tx:
        await ledger.capture_many_with_commit(
            tx, captures, kind="test.post", account=account, target="clearing", shared="fees"
        )


async def test_captures_of_many_holds_are_those_of_each_and_a_replay_of_one_finds_its_journal(
    owner: psycopg.Connection, database: Database
) -> None:
    async with database.transaction(ANA) as tx:
        await ledger.post(tx, key="in", legs=IN, **BODY)
        for key, amount in (("one", 100), ("two", 210), ("more", 50), ("left", 7)):
            await ledger.hold(tx, account=AVAILABLE, amount=amount, key=key, reference="r")
        account = await tx.value(
            "select id from ledger_account where company_id = 2 and code = 'available' and currency = 'BRL'"
        )
        await ledger.block(tx, AURORA, account, blocked_in=False, blocked_out=True, reason="nothing new leaves")
    given = [("one", 100, 0), ("two", 200, 10), ("more", 20, 5)]
    await _capture_many(database, *(ledger.Capture(key, "r", None, amount, fee) for key, amount, fee in given))
    async with database.transaction(ANA) as tx:
        assert await ledger.balance(tx, AURORA, "available", BRL) == (985 - 335, 7)
        for key, amount, fee in given:
            legs = _taking(amount, fee)
            assert (await ledger.capture(tx, hold_key=key, key=key, legs=legs, **BODY)).replayed
        entries = await tx.all(
            "select version, balance_after, amount from ledger_entry where version > 2 order by version"
        )
        assert [tuple(entry.values()) for entry in entries] == [(3, 885, -100), (4, 675, -210), (5, 650, -25)]
        states = await tx.all("select key, state from ledger_hold order by key")
        assert {each["key"]: each["state"] for each in states} == {
            "one": "captured", "two": "captured", "more": "captured", "left": "open"
        }  # fmt: skip
    assert books.broken(owner) == {}


@pytest.mark.parametrize(
    ("captures", "code"),
    [
        ([ledger.Capture("one", "r", None, 100, 0), ledger.Capture("two", "r", None, 50, 1)], "RL006"),
        ([ledger.Capture("one", "r", None, 100, 0), ledger.Capture("one", "r", None, 100, 0)], "23505"),
        ([ledger.Capture("one", "r", None, 100, 0), ledger.Capture("unknown", "r", None, 5, 0)], "RL004"),
        ([ledger.Capture("one", "r", None, 100, 0), ledger.Capture("elsewhere", "r", None, 5, 0)], "RL006"),
        ([ledger.Capture("one", "r", None, 110, -10)], "RL006"),
        ([ledger.Capture("voided", "r", None, 5, 0), ledger.Capture("one", "r", None, 100, 0)], "RL004"),
    ],
)
async def test_of_captures_of_many_holds_none_stands_where_one_may_not(
    owner: psycopg.Connection, database: Database, captures: list[ledger.Capture], code: str
) -> None:
    async with database.transaction(ANA) as tx:
        await ledger.post(tx, key="in", legs=IN, **BODY)
        await ledger.post(tx, key="more", legs=[Leg(RESERVE, 5), Leg(AVAILABLE, -5)], **BODY)
        for account, key, amount in (
            (AVAILABLE, "one", 100),
            (AVAILABLE, "two", 50),
            (AVAILABLE, "voided", 5),
            (RESERVE, "elsewhere", 5),
        ):
            await ledger.hold(tx, account=account, amount=amount, key=key, reference="r")
        await ledger.void(tx, company=AURORA, hold_key="voided")
        before = await ledger.balance(tx, AURORA, "available", BRL)
    with pytest.raises(psycopg.Error) as refused:
        await _capture_many(database, *captures)
    assert refused.value.sqlstate == code
    async with database.transaction(ANA) as tx:
        assert await ledger.balance(tx, AURORA, "available", BRL) == before
        assert await tx.value("select count(*) from ledger_hold where state = 'captured'") == 0
    assert books.broken(owner) == {}


async def test_captures_of_many_holds_of_another_company_are_out_of_scope(database: Database) -> None:
    with pytest.raises(psycopg.Error) as refused:
        await _capture_many(database, ledger.Capture("k", "r", None, 1, 0), account=AccountRef(CEDRO, "available", BRL))
    assert refused.value.sqlstate == "RL009"
