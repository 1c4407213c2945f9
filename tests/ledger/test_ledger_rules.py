"""What Postgres refuses, whoever asks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import psycopg
import pytest

from ledger import books
from ledger.books import AURORA, CLEARING, FEES, Entry
from retaguarda.foundation.ids import uuid7


@contextmanager
def refused(sqlstate: str) -> Iterator[None]:
    with pytest.raises(psycopg.Error) as caught:
        yield
    assert caught.value.sqlstate == sqlstate, caught.value


@pytest.fixture
def journal(owner: psycopg.Connection) -> UUID:
    with books.scope(owner):
        return books.fund(owner, AURORA, 1000)


@pytest.mark.parametrize("table", ["ledger_journal", "ledger_entry"])
def test_what_is_written_is_not_changed_even_by_the_owner(owner: psycopg.Connection, journal: UUID, table: str) -> None:
    for statement in (f"update {table} set company_id = 3", f"delete from {table}", f"truncate {table} cascade"):
        with refused("RF001"):
            owner.execute(statement.encode())
    assert books.value(owner, f"select count(*) from {table}") > 0


def test_an_account_is_not_deleted_and_keeps_its_name_and_terms(owner: psycopg.Connection, journal: UUID) -> None:
    for statement in (
        "delete from ledger_account",
        "truncate ledger_account cascade",
        "update ledger_account set code = 'other'",
        "update ledger_account set company_id = 3",
        "update ledger_account set currency = 'USD'",
        "update ledger_account set append_only = true",
    ):
        with refused("RF001"):
            owner.execute(statement.encode())


def test_a_hold_is_closed_once_and_otherwise_stays_as_it_was(owner: psycopg.Connection, journal: UUID) -> None:
    with books.scope(owner):
        books.hold(owner, AURORA, "kept", 100)
        books.hold(owner, AURORA, "voided", 100)
        books.void(owner, AURORA, "voided")
    for move in ("state = 'expired'", "state = 'open', closed_at = null"):
        with refused("RF090"):
            owner.execute(f"update ledger_hold set {move} where key = 'voided'".encode())
    for statement in (
        "update ledger_hold set amount = 1, state = 'voided', closed_at = now() where key = 'kept'",
        "update ledger_hold set amount = 1 where key = 'kept'",
        "delete from ledger_hold",
        "truncate ledger_hold",
    ):
        with refused("RF001"):
            owner.execute(statement.encode())
    with refused("23514"):  # captured without a journal
        owner.execute("update ledger_hold set state = 'captured', closed_at = now() where key = 'kept'")


def test_the_floor_is_a_constraint(owner: psycopg.Connection, journal: UUID) -> None:
    for statement in ("update ledger_account set posted = -1", "update ledger_account set held = 1001"):
        with refused("23514"):
            owner.execute(f"{statement} where code = 'available'".encode())


def test_a_block_has_a_reason_and_only_then(owner: psycopg.Connection, journal: UUID) -> None:
    for statement in (
        "update ledger_account set blocked_in = true where not append_only",
        "update ledger_account set block_reason = 'a court'",
        "update ledger_account set blocked_out = true, block_reason = '' where not append_only",
        "update ledger_account set blocked_out = true, block_reason = 'a court' where append_only",
    ):
        with refused("23514"):
            owner.execute(statement.encode())


@pytest.mark.parametrize(
    ("legs", "amounts"),
    [
        pytest.param(2, [(10, "BRL"), (-9, "BRL")], id="off by one"),
        pytest.param(2, [(10, "BRL"), (-10, "USD")], id="balanced only across currencies"),
        pytest.param(
            4, [(10, "BRL"), (-5, "BRL"), (-10, "USD"), (5, "USD")], id="off in two currencies, zero together"
        ),
        pytest.param(1, [(10, "BRL")], id="one leg"),
        pytest.param(2, [(10, "BRL")], id="one leg that says two"),
        pytest.param(2, [], id="no leg"),
        pytest.param(0, [], id="no leg that says none"),
        pytest.param(3, [(10, "BRL"), (-10, "BRL")], id="fewer than it says"),
    ],
)
def test_a_journal_that_is_not_whole_is_refused_at_commit(
    owner: psycopg.Connection, legs: int, amounts: list[tuple[int, str]]
) -> None:
    owner.execute("begin")
    _write(owner, uuid7(), legs, amounts)
    with refused("RL010"):
        owner.execute("commit")
    assert books.value(owner, "select count(*) from ledger_journal") == 0


def test_a_whole_journal_written_by_hand_is_taken(owner: psycopg.Connection) -> None:
    with owner.transaction():
        _write(owner, uuid7(), 4, [(10, "BRL"), (-10, "BRL"), (7, "USD"), (-7, "USD")])
    assert books.value(owner, "select count(*) from ledger_entry") == 4


@pytest.mark.parametrize("amount", [5, -5])
def test_no_entry_joins_a_journal_later(owner: psycopg.Connection, journal: UUID, amount: int) -> None:
    for leg in (0, 3):
        owner.execute("begin")
        _add(owner, journal, leg, amount, "BRL")
        with refused("RL010"):
            owner.execute("commit")


def test_no_entry_stands_without_a_journal(owner: psycopg.Connection) -> None:
    owner.execute("begin")
    _add(owner, uuid7(), 1, 5, "BRL")
    with refused("RL010"):
        owner.execute("commit")


def test_a_reversal_that_is_no_mirror_is_refused_at_commit(owner: psycopg.Connection, journal: UUID) -> None:
    for amounts in ([(-999, "BRL"), (999, "BRL")], [(1000, "BRL"), (-1000, "BRL")]):
        owner.execute("begin")
        _write(owner, uuid7(), 2, amounts, reverses=journal)
        with refused("RL010"):
            owner.execute("commit")


def test_a_leg_of_nothing_is_refused(app: psycopg.Connection) -> None:
    with refused("23514"), books.scope(app, AURORA) as tx:
        books.post(tx, AURORA, "k", Entry(AURORA, "available", 0), Entry(*CLEARING, 0))


def test_own_accounts_out_of_the_order_of_locks_are_refused(app: psycopg.Connection) -> None:
    with refused("RL007"), books.scope(app, AURORA) as tx:
        tx.execute(
            "select ledger_post(2, %s, 'k', 'test', 'r', null, '{2,2,2}', '{reserve,available,reserve}',"
            " '{BRL,BRL,BRL}', '{5,-10,5}')",
            (uuid7(),),
        )


def test_a_used_journal_id_is_refused(app: psycopg.Connection, journal: UUID) -> None:
    with refused("RL001"), books.scope(app, AURORA) as tx:
        tx.execute(
            "select ledger_post(2, %s, 'k', 'test', 'r', null, '{2,1}', '{available,fees}', '{BRL,BRL}', '{5,-5}')",
            (journal,),
        )


def test_a_used_key_is_refused_for_any_other_body(app: psycopg.Connection) -> None:
    legs = Entry(*CLEARING, -10), Entry(AURORA, "available", 10)
    with books.scope(app, AURORA) as tx:
        first, _ = books.post(tx, AURORA, "k", *legs)
    others: tuple[dict[str, Any], ...] = (
        {"kind": "test.other"},
        {"reference": "other"},
        {"hold": "some"},
        {"legs": (Entry(*FEES, -10), Entry(AURORA, "available", 10))},
        {"legs": (Entry(*CLEARING, -11), Entry(AURORA, "available", 11))},
        {"legs": (Entry(*CLEARING, -10), Entry(AURORA, "reserve", 10))},
    )
    for other in others:
        with refused("RL001"), books.scope(app, AURORA) as tx:
            books.post(tx, AURORA, "k", *other.pop("legs", legs), **other)
    with books.scope(app, AURORA) as tx:
        assert books.post(tx, AURORA, "k", *legs) == (first, True)


def test_an_account_opens_once_and_only_on_its_terms(owner: psycopg.Connection) -> None:
    opened = books.value(owner, "select ledger_open(2, 'tips', 'BRL', 0, false)")
    assert books.value(owner, "select ledger_open(2, 'tips', 'BRL', 0, false)") == opened
    for terms in ("-1, false", "null, false", "null, true", "0, true"):
        with refused("RL007"):
            owner.execute(f"select ledger_open(2, 'tips', 'BRL', {terms})".encode())
    for name in ("'Tips', 'BRL'", "'', 'BRL'", "'tips', 'brl'", "'ti ps', 'BRL'", f"'{'t' * 65}', 'BRL'"):
        with refused("23514"):
            owner.execute(f"select ledger_open(2, {name}, 0, false)".encode())


def _write(
    connection: psycopg.Connection,
    journal: UUID,
    legs: int,
    amounts: list[tuple[int, str]],
    reverses: UUID | None = None,
) -> None:
    """A journal of company 2 by hand, on append-only accounts."""
    connection.execute(
        "insert into ledger_journal (id, company_id, legs, key, request_hash, kind, reference, effective_at, reverses)"
        " values (%s, 2, %s, %s, '', 'test', 'r', now(), %s)",
        (journal, legs, f"by hand {journal}", reverses),
    )
    for leg, (amount, currency) in enumerate(amounts, 1):
        _add(connection, journal, leg, amount, currency)


def _add(connection: psycopg.Connection, journal: UUID, leg: int, amount: int, currency: str) -> None:
    connection.execute(
        "insert into ledger_entry (journal_id, company_id, leg, account_id, amount, currency)"
        " select %s, 2, %s, id, %s, currency from ledger_account where code = 'fees' and currency = %s",
        (journal, leg, amount, currency),
    )
