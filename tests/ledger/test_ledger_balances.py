"""Balances now and at moments of the past, and the checkpoints that keep them quick."""

from datetime import datetime

import psycopg
import pytest

from ledger import books
from ledger.books import AURORA, CEDRO, CLEARING, PROVIDER, Entry


def _now(connection: psycopg.Connection) -> datetime:
    return books.value(connection, "select clock_timestamp()")


def _at(connection: psycopg.Connection, account: tuple[int, str], at: datetime) -> tuple[int, int | None]:
    return books.rows(connection, "select posted, held from ledger_balance(%s, %s, 'BRL', %s)", (*account, at))[0]


def _checkpoint(connection: psycopg.Connection) -> list[tuple[str, str, int]]:
    with books.scope(connection) as tx:
        tx.execute("select ledger_checkpoint_make(id) from ledger_account where append_only")
    return books.rows(
        connection,
        "select code, balance::text, entries from ledger_checkpoint join ledger_account on id = account_id order by xid_before",
    )  # type: ignore[return-value]


def test_a_merchant_s_own_account_may_take_entries_only(owner: psycopg.Connection, app: psycopg.Connection) -> None:
    owner.execute("select ledger_open(%s, 'collected', 'BRL', null, true)", (AURORA,))
    with books.scope(app, AURORA) as tx:
        for key in ("a", "a", "b"):
            books.post(
                tx, AURORA, key, Entry(*CLEARING, -100), Entry(AURORA, "collected", 97), Entry(PROVIDER, "fees", 3)
            )
    with books.scope(app, AURORA) as tx:
        assert books.balance(tx, AURORA, "collected") == 194
        mine = "select amount, e.version from ledger_entry e join ledger_account a on a.id = account_id"
        assert books.rows(tx, f"{mine} where code = 'collected'") == [(97, None), (97, None)]


def test_the_past_is_told_as_the_entries_tell_it(app: psycopg.Connection) -> None:
    moments, posted = [], 0
    with books.scope(app) as tx:
        moments.append((_now(tx), posted))
    for amount in (100, 50, 7, 1, 900, 3, 20):
        with books.scope(app) as tx:
            books.fund(tx, AURORA, amount)
            posted += amount
            moments.append((_now(tx), posted))
    with books.scope(app) as tx:
        for moment, expected in moments:
            assert _at(tx, (AURORA, "available"), moment) == (expected, None)
            assert _at(tx, CLEARING, moment)[0] == -expected
        assert books.balance(tx, AURORA, "available") == posted
        assert books.balance(tx, PROVIDER, "clearing") == -posted
        assert books.rows(tx, "select * from ledger_balance(2, 'nowhere', 'BRL')") == []


def test_what_is_held_is_not_spent(app: psycopg.Connection) -> None:
    with books.scope(app, AURORA) as tx:
        books.fund(tx, AURORA, 100)
        books.hold(tx, AURORA, "h", 60)
        assert books.rows(tx, "select posted, held from ledger_balance(2, 'available', 'BRL')") == [(100, 60)]
    with pytest.raises(psycopg.Error) as caught, books.scope(app, AURORA) as tx:
        books.post(tx, AURORA, "k", Entry(AURORA, "available", -41), Entry(*CLEARING, 41))
    assert caught.value.sqlstate == "RL002"
    with books.scope(app, AURORA) as tx:
        books.post(tx, AURORA, "k", Entry(AURORA, "available", -40), Entry(*CLEARING, 40))


def test_a_checkpoint_leaves_out_what_an_older_transaction_may_still_write(
    owner: psycopg.Connection, app_url: str
) -> None:
    def clearing() -> int:
        with books.scope(owner) as tx:
            return books.balance(tx, PROVIDER, "clearing")

    with psycopg.connect(app_url, autocommit=True) as slow, psycopg.connect(app_url, autocommit=True) as quick:
        with books.scope(quick) as tx:
            books.fund(tx, AURORA, 1)
        with books.scope(slow) as tx:
            books.fund(tx, AURORA, 10)  # its number is taken, and it has not committed
            with books.scope(quick) as other:
                books.fund(other, CEDRO, 100)
            assert _checkpoint(owner) == [("clearing", "-1", 1)]
            assert clearing() == -101
        assert clearing() == -111
        assert _checkpoint(owner) == [("clearing", "-1", 1), ("clearing", "-111", 3)]
        assert clearing() == -111
    assert books.broken(owner) == {}


def test_a_checkpoint_of_nothing_new_is_not_made(owner: psycopg.Connection) -> None:
    with books.scope(owner) as tx:
        books.fund(tx, AURORA, 1)
    assert len(_checkpoint(owner)) == 1
    assert len(_checkpoint(owner)) == 1
    with books.scope(owner) as tx:
        books.fund(tx, AURORA, 1)
    with books.scope(owner) as tx:
        assert (
            books.value(tx, "select ledger_checkpoint_make(id, 2) from ledger_account where code = 'clearing'") is False
        )


def test_the_past_is_the_same_with_checkpoints(owner: psycopg.Connection) -> None:
    moments = []
    for amount in (1, 2, 4, 8):
        with books.scope(owner) as tx:
            books.fund(tx, AURORA, amount)
        moments.append((_now(owner), -amount * 2 + 1))
        _checkpoint(owner)
    with books.scope(owner) as tx:
        assert [_at(tx, CLEARING, moment)[0] for moment, _ in moments] == [expected for _, expected in moments]


def test_after_a_restore_with_higher_numbers_the_owner_renumbers(owner: psycopg.Connection) -> None:
    with books.scope(owner) as tx:
        books.fund(tx, AURORA, 5)
    assert books.value(owner, "select ledger_rebase()") is False
    _checkpoint(owner)
    # As a dump of a server that had counted further would have brought them.
    owner.execute("alter table ledger_entry disable trigger user")
    owner.execute("update ledger_entry set xid = '9000000000'")
    owner.execute("alter table ledger_entry enable trigger user")
    owner.execute("update ledger_checkpoint set xid_before = '9000000001'")
    with pytest.raises(psycopg.Error) as caught, books.scope(owner) as tx:
        books.balance(tx, PROVIDER, "clearing")
    assert caught.value.sqlstate == "RL011"
    assert books.broken(owner) == {"checkpoints_cover": 1}

    assert books.value(owner, "select ledger_rebase()") is True

    assert books.value(owner, "select ledger_rebase()") is False
    with books.scope(owner) as tx:
        books.fund(tx, AURORA, 6)
        assert books.balance(tx, PROVIDER, "clearing") == -11
    assert _checkpoint(owner) == [("clearing", "-11", 2)]
    assert books.broken(owner) == {}
