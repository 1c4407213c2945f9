"""Invariants of payouts find what they are for: each is broken once."""

from pathlib import Path

from conftest import Sql
from people import Person
from retaguarda.rooms import ROOMS
from support.broken_rows import expect_found
from support.charges import Counter, offenders
from support.payments import PAYMENTS, pay, pay_outra
from support.withdrawals import settle

TESTS = Path(__file__).parents[1]
ID = "'0199aaaa-0000-7000-8000-000000000001'"
PERSON = "'0199aaaa-0000-7000-8000-000000000002'"
DONE = f"insert into payout (company_id, id, status, amount, fee, currency, held) values (2, {ID}, 'done', 5, 0, 'BRL', false)"
BATCH = f"insert into payout_batch (company_id, id, name, currency, authorised_at, {{}}) values (2, {ID}, 'Folha', 'BRL', now(), {{}})"

#: Invariant → statements after which it finds something.
COUNTER = "insert into payout_limit_use (company_id, period, day, currency, payee, used) values (2, {}, '2026-11-23', 'BRL', '\\x', 1)"
BROKEN: dict[str, tuple[str, ...]] = {
    "payout_has_one_journal": (DONE,),
    "payout_is_sent_once": (DONE,),
    "ted_waits_with_its_money": (
        "insert into payout (company_id, id, status, queued_reason, method, amount, fee, currency, held)"
        f" values (2, {ID}, 'queued', 'window', 'ted', 5, 0, 'BRL', false)",
    ),
    "payout_has_its_hold": (DONE.replace("'done'", "'pending'").replace("false", "true"),),
    "verifying_has_one_journal": (
        f"insert into payout_order (company_id, id, bank_account_id, state, amount, currency) values (2, {ID}, {ID}, 'done', 1, 'BRL')",
    ),
    "limit_counters_are_what_they_count": (
        f"insert into payout (company_id, id, status, amount, currency, limit_day) values (2, {ID}, 'pending', 5, 'BRL', '2026-11-23')",
        COUNTER.format("'count'"),
    ),
    "limit_counters_are_what_they_count ": (COUNTER.format("'night'"),),
    "batch_hold_is_its_open_lines": (BATCH.format("amount, hold_key", "5, 'x'"),),
    "batch_is_as_approved": (BATCH.format("good, amount", "1, 5"),),
    "external_id_waits_once": (
        BATCH.format("hold_key", "'x'"),
        f"insert into payout_line (company_id, batch_id, number, external_id, leaf_no) values (2, {ID}, 1, 'x', 0)",
        DONE.replace("held)", "held, external_id)").replace("false)", "false, 'x')"),
    ),
    "external_id_waits_once ": (
        BATCH.format("hold_key", "'x'"),
        *(
            f"insert into payout_line (company_id, batch_id, number, external_id, leaf_no) values (2, {ID}, {number}, 'x', {number})"
            for number in (1, 2)
        ),
    ),
    "batch_turns_in_order": (BATCH.format("turned", "1"),),
    "batch_ends_with_its_payouts": (BATCH.format("status, good, done", "'done', 1, 1"),),
    "batch_ends_with_its_payouts ": (
        BATCH.format("status, good, done", "'done', 0, 0"),
        DONE.replace("held)", "held, batch_id)").replace("false)", f"false, {ID})").replace("'done'", "'pending'"),
    ),
    "file_orders_have_evidence": (
        f"insert into payout_order (company_id, id, payout_id, state, amount, currency) values (2, {ID}, {ID}, 'done', 5, 'BRL')",
        f"insert into remittance_line (company_id, remittance_id, number, merchant_id, order_id, freed) values (1, {ID}, 1, 2, {ID}, false)",
    ),
    "corrections_are_proven": (
        f"insert into payout_order (company_id, id, payout_id, state, amount, currency) values (2, {ID}, {ID}, 'done', 5, 'BRL')",
        "insert into payment_line (company_id, file_id, number, merchant_id, order_id, effect, repair, witness_id, settled_on, done_at)"
        f" values (1, {ID}, 1, 2, {ID}, 'done', 'unproven', {PERSON}, '2026-11-23', now())",
    ),
    "remittance_is_its_lines": (
        f"insert into remittance (company_id, id, lines, amount, state) values (1, {ID}, 1, 5, 'sealed')",
    ),
    "remittances_are_numbered": (
        f"insert into payout_processor (company_id, id, adapter, last_sequence) values (1, {ID}, 'cnab240', 1)",
        f"insert into remittance (company_id, id, processor_id, sequence) values (1, {ID}, {ID}, 2)",
    ),
    "payees_say_what_their_destinations_say": (
        f"insert into payee (company_id, id, destinations, status) values (2, {ID}, 1, 'pending')",
    ),
    "retired_destinations_stay_so": (
        f"insert into payee_destination (company_id, id, state) values (2, {ID}, 'cooling')",
    ),
    "franchise_shares": (
        f"insert into franchise_owner (company_id, id, unit_id, share) values (2, {ID}, {ID}, 10001)",
    ),
    "split_run_parts": (f"insert into payout_split_run (company_id, id, base, paid) values (2, {ID}, 5, 0)",),
    "suspects_are_taken_away_by_another": (
        f"insert into suspect (id, added_by_id, removed_by_id, removed_at, removal_reason) values ({ID}, {PERSON}, {PERSON}, now(), 'x')",
    ),
    "suspense_is_open_cases": (
        f"insert into payout_case (company_id, id, kind, amount, currency, status) values (2, {ID}, 'paid_twice', 5, 'BRL', 'open')",
    ),
    "cases_have_their_journals": (
        f"insert into payout_case (company_id, id, key, payout_id, kind, amount, currency, status) values (2, {ID}, 'late:1', {ID}, 'paid_twice', 5, 'BRL', 'open')",
    ),
    "cases_are_settled_by_two": (
        f"insert into payout_case (company_id, id, status, proposed_by_id, settled_by_id) values (2, {ID}, 'settled', {PERSON}, {PERSON})",
    ),
    "booked_notice_lines_have_returns": (
        "insert into return_notice_line (company_id, notice_id, number, outcome, result, reference, payout_id, amount)"
        f" values (2, {ID}, 2, 'match', 'booked', 'D1', {ID}, 5)",
    ),
    "evidence_ends_its_order": (
        f"insert into payout_order (company_id, id, payout_id, state, amount, currency, evidence_id) values (2, {ID}, {ID}, 'done', 5, 'BRL', {ID})",
    ),
    "evidence_ends_its_order ": (
        f"insert into payout_evidence (company_id, id, order_id, says, amount, currency, status) values (2, {ID}, {ID}, 'paid', 5, 'BRL', 'approved')",
    ),
    "evidence_is_approved_by_two": (
        f"insert into payout_evidence (company_id, id, status, makers, proposed_by_id, decided_by_id) values (2, {ID}, 'approved', array[{PERSON}]::uuid[], {ID}, {PERSON})",
    ),
    "evidence_is_approved_by_two ": (
        f"insert into payout_evidence (company_id, id, status, makers, proposed_by_id, decided_by_id, file_id) values (2, {ID}, 'approved', '{{}}', {ID}, {PERSON}, {ID})",
    ),
    "lot_is_its_lines": (
        f"insert into payout_lot (company_id, id, state, lines, amount, currency) values (1, {ID}, 'collected', 1, 5, 'BRL')",
    ),
    "lot_is_of_one_way": (
        f"insert into payout (company_id, id, status, method, amount, currency) values (2, {ID}, 'pending', 'ted', 5, 'BRL')",
        f"insert into payout_lot (company_id, id, method, lines, amount, currency) values (1, {ID}, 'pix', 1, 5, 'BRL')",
        "insert into payout_lot_line (company_id, lot_id, number, merchant_id, payout_id, amount, currency)"
        f" values (1, {ID}, 1, 2, {ID}, 5, 'BRL')",
    ),
    "lot_lines_end_as_their_orders": (
        f"insert into payout_order (company_id, id, payout_id, state, amount, currency) values (2, {ID}, {ID}, 'refused', 5, 'BRL')",
        f"insert into payout_lot (company_id, id, state, lines, amount, currency) values (1, {ID}, 'closed', 1, 5, 'BRL')",
        "insert into payout_lot_line (company_id, lot_id, number, merchant_id, order_id, outcome, amount, currency)"
        f" values (1, {ID}, 1, 2, {ID}, 'done', 5, 'BRL')",
    ),
    "internal_payment_is_on_both_sides": (DONE.replace("held)", "held, inside)").replace("false)", "false, true)"),),
    "internal_payment_is_on_both_sides ": (
        f"insert into deposit (id, company_id, internal_id, amount, currency) values ({ID}, 3, {ID}, 5, 'BRL')",
    ),
    "payout_routes_have_two_people": (
        f"insert into payout_route_version (company_id, id, status, writers, approver) values (1, {ID}, 'active', array[{PERSON}]::uuid[], {PERSON})",
    ),
    "orders_follow_their_route": (
        f"insert into payout_route_version (company_id, id, groups) values (1, {ID}, '[]')",
        "insert into payout_order (company_id, id, payout_id, state, amount, currency, processor_id, route)"
        f""" values (2, {ID}, {ID}, 'refused', 5, 'BRL', {ID}, '{{"reason": "route", "group": "x", "version": {ID.replace("'", '"')}}}')""",
    ),
    "processor_use_is_what_it_counts": (
        f"insert into payout_processor_use (company_id, processor_id, day, currency, orders, amount) values (1, {ID}, '2026-11-23', 'BRL', 1, 5)",
    ),
    "cost_has_one_journal": (
        f"insert into payout_cost_run (company_id, id, processor_id, orders, amount, currency) values (1, {ID}, {ID}, 1, 5, 'BRL')",
    ),
    "only_done_orders_cost": (
        f"insert into payout_order (company_id, id, payout_id, state, amount, currency, processor_id) values (2, {ID}, {ID}, 'refused', 5, 'BRL', {ID})",
        "insert into payout_order_cost (company_id, merchant_id, order_id, payout_id, processor_id, currency, amount)"
        f" values (1, 2, {ID}, {ID}, {ID}, 'BRL', 5)",
    ),
    "filings_have_their_lines": (
        f"insert into filing_version (company_id, request_id, version, rows) values (1, {ID}, 1, 1)",
    ),
}


def test_each_invariant_of_payouts_finds_what_breaks_it(peopled_url: str) -> None:
    expect_found(peopled_url, BROKEN)


def test_every_invariant_of_money_that_leaves_or_is_exchanged_has_a_test_that_breaks_it() -> None:
    folders = ("account", "payouts", "conciliation", "exchange", "filings")
    texts = [file.read_text() for folder in folders for file in (TESTS / folder).rglob("*.py")]
    rooms = [room for room in ROOMS if room.name.split(".")[0] in ("transfers", "payout_batches", *folders[1:])]
    names = [each.name for room in rooms for each in room.invariants]
    assert len(names) > 40
    assert [name for name in names if not any(f'"{name}"' in text for text in texts)] == []


async def test_what_processors_sent_is_what_clearing_and_orders_say(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 5_000)).json()["id"]
    await settle(counter, made)
    assert offenders(counter.url) == {}
    # Money that left the merchant and never reached the clearing account.
    sql("alter table ledger_entry disable trigger user")
    moved = (
        "update ledger_entry e set account_id = (select id from ledger_account where company_id = 1 and code = %s and currency = 'BRL')"
        " from ledger_account a where a.id = e.account_id and a.company_id = 1 and a.code = %s and e.amount = 5000"
    )
    sql(moved, "pix_fees", "pix_clearing")
    assert "clearing_is_what_processors_sent" in offenders(counter.url)
    sql(moved, "pix_clearing", "pix_fees")
    assert offenders(counter.url) == {}
    # An order that asked the bank for more than was approved.
    sql("alter table payout_order disable trigger user")
    sql("update payout_order set amount = amount + 1 where payout_id = %s", made)
    assert set(offenders(counter.url)) == {"clearing_is_what_processors_sent", "orders_ask_what_payouts_ask"}


async def test_what_merchants_pay_each_other_is_on_both_sides_and_leaves_nothing_between_them(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    made = await pay_outra(bruno, sql, 5_000)
    await settle(counter, made)
    assert offenders(counter.url) == {}
    # What left the payer and went to our income, and not between the two.
    sql("alter table ledger_entry disable trigger user")
    moved = (
        "update ledger_entry e set account_id = (select id from ledger_account where company_id = 1 and code = %s)"
        " from ledger_account a where a.id = e.account_id and a.company_id = 1 and a.code = %s and e.amount = 5000"
    )
    sql(moved, "pix_fees", "internal_clearing")
    found = set(offenders(counter.url))
    assert {"internal_clearing_is_zero", "internal_payment_is_on_both_sides"} <= found
    sql(moved, "internal_clearing", "pix_fees")
    assert offenders(counter.url) == {}
    # A deposit that says less than its journal, and a payer whose own the receiver would be.
    sql("alter table deposit disable trigger user")
    sql("update deposit set amount = amount - 1")
    assert "internal_payment_is_on_both_sides" in offenders(counter.url)


async def test_a_counter_of_a_limit_is_what_it_counts(bruno: Person, ana: Person, counter: Counter, sql: Sql) -> None:
    await counter.paid(ana, 20_000)
    made = (await pay(bruno, 5_000)).json()["id"]
    other = (await pay(bruno, 4_000)).json()["id"]
    assert (await bruno.post(f"{PAYMENTS}/{other}/cancel", key=None)).status_code == 200
    used = "select used from payout_limit_use where period = 'day'"
    assert (sql(used), offenders(counter.url)) == ([(5_000,)], {})
    sql("update payout_limit_use set used = used - 1 where period = 'day'")
    assert offenders(counter.url) == {"limit_counters_are_what_they_count": 1}
    sql("update payout_limit_use set used = used + 1 where period = 'day'")
    # A payment that was moved to another day behind the triggers takes what that day has not counted, in money and in payments, for all
    # and for its payee.
    sql("alter table payout disable trigger user")
    sql("update payout set limit_day = limit_day + 1 where id = %s", made)
    assert offenders(counter.url) == {"limit_counters_are_what_they_count": 8}
