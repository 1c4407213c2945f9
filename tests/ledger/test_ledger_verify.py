"""Each invariant finds its offence. The owner plants it with the triggers off, as only a bad hand or a bad disk could."""

import psycopg
import pytest

from ledger import books
from ledger.books import AURORA, CLEARING, FEES, Entry
from retaguarda.ledger.invariants import EXAMPLES, INVARIANTS

OFFENCES = {
    "entries_sum_to_zero": ["update ledger_entry set amount = amount + 1 where leg = 1 and company_id = 3"],
    "journals_balance: a leg gone": [
        "delete from ledger_entry where leg = 2 and journal_id = (select id from ledger_journal where key = 'fee')"
    ],
    "journals_balance: one too many": ["update ledger_journal set legs = 3 where key = 'undone'"],
    "journals_balance: only together": [
        "update ledger_entry set amount = amount + 5 where leg = 1 and journal_id = (select id from ledger_journal where key = 'fee')",
        "update ledger_entry set amount = amount - 5 where leg = 1 and journal_id = (select id from ledger_journal where key = 'undone')",
    ],
    "journals_balance: without a journal": ["delete from ledger_journal where key = 'fee'"],
    "journals_balance: without entries": [
        "delete from ledger_entry where journal_id = (select id from ledger_journal where key = 'fee')"
    ],
    "entries_have_accounts: no such account": ["update ledger_entry set account_id = 999 where version is null"],
    "entries_have_accounts: another tenant's": [
        "update ledger_entry set account_id = (select id from ledger_account where company_id = 3 and currency = 'BRL' and code = 'available')"
        " where version = 2 and company_id = 2"
    ],
    "entries_have_accounts: another currency": ["update ledger_entry set currency = 'USD' where version is null"],
    "entries_have_accounts: a balance on an append-only one": [
        "update ledger_entry set balance_after = 1 where version is null"
    ],
    "journals_have_companies": ["update ledger_journal set company_id = 77 where key = 'fee'"],
    "posted_is_the_sum": ["update ledger_account set posted = posted + 1 where company_id = 2 and code = 'available'"],
    "posted_is_the_sum: append-only": ["update ledger_account set posted = 1 where code = 'clearing'"],
    "versions_have_no_gaps: a gap": [
        "update ledger_entry set version = version + 100 where version >= 2 and company_id = 2"
    ],
    "versions_have_no_gaps: the account's": ["update ledger_account set version = version + 1 where company_id = 2"],
    "balances_chain: a balance": ["update ledger_entry set balance_after = balance_after + 1 where version = 2"],
    "balances_chain: a time": ["update ledger_entry set posted_at = '2001-01-01' where version = 3"],
    "held_is_the_open_holds: the account's": [
        "update ledger_account set held = held + 1 where company_id = 2 and code = 'available' and currency = 'BRL'"
    ],
    "held_is_the_open_holds: a hold closed alone": [
        "update ledger_hold set state = 'voided', closed_at = now() where state = 'open'"
    ],
    "floors_hold": [
        "alter table ledger_account drop constraint ledger_account_floor",
        "update ledger_account set posted = -1 where company_id = 3 and code = 'reserve'",
    ],
    "blocks_are_told: no reason": ["update ledger_account set blocked_in = true where company_id = 2"],
    "blocks_are_told: append-only": [
        "update ledger_account set blocked_out = true, block_reason = 'a court' where append_only"
    ],
    "reversals_mirror: another amount": [
        "update ledger_entry set amount = 2 * amount where journal_id = (select id from ledger_journal where key = 'undone')"
    ],
    "reversals_mirror: twice": [
        "drop index ledger_journal_reverses",
        "update ledger_journal set reverses = (select reverses from ledger_journal where key = 'undone') where key = 'fee'",
    ],
    "captures_have_journals: gone": [
        "alter table ledger_hold drop constraint ledger_hold_check",
        "update ledger_hold set journal_id = null where state = 'captured'",
    ],
    "captures_have_journals: another's": [
        "update ledger_hold set journal_id = (select id from ledger_journal where key = 'undone') where state = 'captured'"
    ],
    "captures_have_journals: more than held": ["update ledger_hold set amount = 1 where state = 'captured'"],
    "checkpoints_cover: the sum": ["update ledger_checkpoint set balance = balance + 1"],
    "checkpoints_cover: the count": ["update ledger_checkpoint set entries = entries + 1"],
    "checkpoints_cover: an entry came before it": [
        "update ledger_entry set xid = '3' where version is null and xid = (select max(xid) from ledger_entry)"
    ],
}


@pytest.fixture
def history(owner: psycopg.Connection) -> psycopg.Connection:
    """A little of everything, in order."""
    available, clearing = (AURORA, "available"), CLEARING
    with books.scope(owner) as tx:
        first = books.fund(tx, AURORA, 1000)
        books.fund(tx, AURORA, 500)
        books.fund(tx, books.CEDRO, 300)
        books.post(tx, AURORA, "fee", Entry(*available, -15), Entry(*FEES, 15))
        books.hold(tx, AURORA, "captured", 200)
        books.post(tx, AURORA, "out", Entry(*available, -150), Entry(*clearing, 150), hold="captured")
        books.hold(tx, AURORA, "open", 40)
        books.hold(tx, AURORA, "voided", 40)
        books.void(tx, AURORA, "voided")
        books.reverse(tx, AURORA, first, "undone")
    with books.scope(owner) as tx:
        tx.execute("select ledger_checkpoint_make(id) from ledger_account where append_only")
    with books.scope(owner) as tx:
        books.fund(tx, AURORA, 1)
    return owner


def test_a_history_of_everything_offends_nothing(history: psycopg.Connection) -> None:
    assert books.broken(history) == {}


def test_every_invariant_has_an_offence_here() -> None:
    assert {name.partition(":")[0] for name in OFFENCES} == {rule.name for rule in INVARIANTS} == set(EXAMPLES)


@pytest.mark.parametrize("offence", OFFENCES)
def test_an_offence_is_found_and_shown(history: psycopg.Connection, offence: str) -> None:
    for table in ("ledger_account", "ledger_journal", "ledger_entry", "ledger_hold"):
        history.execute(f"alter table {table} disable trigger user".encode())
    for statement in OFFENCES[offence]:
        assert history.execute(statement.encode()).rowcount != 0
    name = offence.partition(":")[0]
    assert books.broken(history).get(name, 0) > 0
    assert books.rows(history, EXAMPLES[name])
