"""Each invariant of compliance finds what breaks it: rows that no rule of the database lets in, written with its rules off."""

from pathlib import Path

import psycopg

from retaguarda.invariants import INVARIANTS
from retaguarda.rooms import ROOMS
from support.broken_rows import expect_found

TESTS = Path(__file__).parents[1]
ID, PERSON = "'0199aaaa-0000-7000-8000-000000000001'", "'0199aaaa-0000-7000-8000-000000000002'"
E2E = "'E12345678202611231200abcdefghijk'"
ENTRY = "insert into block_entry (id, kind, value, effect, direction, starts_at) values (gen_random_uuid(), "
HOUR_AGO = "now() - interval '1 hour')"
PAID = (
    "insert into pix_payment (company_id, end_to_end_id, payer_document, status, received_at, amount, currency)"
    f" values (2, {E2E}, '11222333000181', 'settled', now(), 500, 'BRL')"
)

RULE = (
    f"insert into pld_rule (id) values ({ID})",
    f"insert into pld_rule_version (id, target) values ({ID}, 'merchant')",
)
#: An evaluation of what PAID books, over what was stored of it.
HIT = (
    "insert into pld_hit (version_id, rule_id, subject, movement, merchant_id, amount, currency, at, effect, why)"
    f" select {ID}, {ID}, '2', 'payment:' || {E2E}, 2, 500, 'BRL', now(), 'alert', jsonb_build_array("
    """'{"feature": "in_sum_30d", "operator": ">=", "threshold": 1}'::jsonb || """
)

BUSY = "insert into movement_subject (target, subject, currency) values ('merchant', '2', 'BRL')"

FILE, VALUES = (
    "insert into coaf_file (id, kind, layout, batch_id, sealed",
    f"values ({ID}, 'send', '1.8', 'SISCOAF01012026000000', false",
)

#: Invariant → statements after which it finds something, each time on a database where it found nothing.
BROKEN: dict[str, tuple[str, ...]] = {
    "block_entries_are_decided_by_another": (
        f"insert into block_entry (id, added_by_id, confirmed_by_id) values ({ID}, {PERSON}, {PERSON})",
    ),
    "no_payout_left_while_refused": (
        f"insert into payout (company_id, id, status, holder_document) values (2, {ID}, 'done', '52998224725')",
        f"insert into payout_order (company_id, id, payout_id, created_at) values (2, {ID}, {ID}, now())",
        f"{ENTRY}'document', '52998224725', 'refuse', 'out', {HOUR_AGO}",
    ),
    "held_payouts_have_their_refusal": (
        f"insert into payout (company_id, id, status, hold_reason) values (2, {ID}, 'on_hold', 'under_review')",
    ),
    "no_pay_in_settled_while_held": (PAID, f"{ENTRY}'document', '11222333000181', 'hold', 'in', {HOUR_AGO}"),
    "no_pay_in_settled_while_held ": (PAID, f"{ENTRY}'document_root', '11222333', 'refuse', 'both', {HOUR_AGO}"),
    "coaf_files_are_what_was_sealed": (f"{FILE}, bytes, size, sha256) {VALUES}, 'one', 3, sha256('other'))",),
    "coaf_files_are_what_was_sealed ": (f"{FILE}, bytes, size, sha256) {VALUES}, 'one', 4, sha256('one'))",),
    "coaf_files_are_written_again": (
        f"""{FILE}, bytes, size, sha256, carried) {VALUES}, 'one', 3, sha256('one'), '{{"reporter": "1", "rows": []}}')""",
    ),
    "coaf_contents_have_their_key": (f"insert into coaf_communication (id, case_id, sealed) values ({ID}, {ID}, 'x')",),
    "coaf_contents_have_their_key ": (f"insert into coaf_file (id, sealed) values ({ID}, true)",),
    "coaf_contents_have_their_key  ": (
        f"insert into party_key (company_id, subject, key) values (1, {ID}, '\\x01' || sha256('x'))",
        f"insert into coaf_file (id, sealed) values ({ID}, true)",
    ),
    "coaf_communications_have_two_people": (
        f"insert into pld_case (case_id, decision) values ({ID}, 'communicate')",
        "insert into coaf_communication (id, case_id, status, writer, approver)"
        f" values ({ID}, {ID}, 'approved', {PERSON}, {PERSON})",
    ),
    "rules_are_off_by_two_people": (
        f"insert into merchant_rule (id, kind, status, until) values ({ID}, 'off', 'active', now())",
    ),
    # A sum of what nobody moved: by the hour, by the day, with somebody, and when last.
    "movement_buckets_are_their_movements": (
        BUSY,
        "insert into movement_hour (target, subject, currency, hour, direction, kind, round, near_limit, n, total, most, last_at)"
        " values ('merchant', '2', 'BRL', '2026-01-01', 'in', 'payment', false, false, 1, 5, 5, '2026-01-01')",
    ),
    "movement_buckets_are_their_movements ": (
        BUSY,
        "insert into movement_day (target, subject, currency, day, direction, kind, round, near_limit, night, n, total, most, last_at)"
        " values ('merchant', '2', 'BRL', '2026-01-01', 'in', 'payment', false, false, false, 1, 5, 5, '2026-01-01')",
    ),
    "movement_buckets_are_their_movements  ": (
        BUSY,
        "insert into pair_day (target, subject, currency, counterparty, day, direction, kind, n, last_at)"
        " values ('merchant', '2', 'BRL', '52998224725', '2026-01-01', 'in', 'payment', 1, '2026-01-01')",
    ),
    "movement_buckets_are_their_movements   ": (
        BUSY,
        "insert into pair_last (target, subject, currency, counterparty, direction, kind, last_at)"
        " values ('merchant', '2', 'BRL', '52998224725', 'in', 'payment', '2026-01-01')",
    ),
    "pld_alerts_have_their_triggers": (f"insert into pld_alert (id, triggers, amount) values ({ID}, 1, 5)",),
    "pld_alerts_are_due_by_their_term": (
        f"insert into pld_alert (id, first_at, selection_due) values ({ID}, now(), '2020-01-01')",
    ),
    "pld_cases_have_two_people": (f"insert into case_file (id, kind) values ({ID}, 'pld')",),
    "pld_dossiers_have_their_key": (f"insert into pld_case (case_id, dossier) values ({ID}, 'x')",),
    "pld_communications_are_due_within_a_day": (
        f"insert into pld_case (case_id, decided_at, communicate_due) values ({ID}, '2026-03-06T15:00:00Z', '2026-03-09')",
    ),
    "judicial_orders_have_two_people": (
        "insert into judicial_order (id, status, registered_by_id, executed_by_id, amount, currency)"
        f" values ({ID}, 'executing', {PERSON}, {PERSON}, 5, 'BRL')",
    ),
    "judicial_orders_have_two_people ": (
        "insert into judicial_order (id, status, registered_by_id, executed_by_id, ended_by_id, amount, currency)"
        f" values ({ID}, 'released', {ID}, {PERSON}, {PERSON}, 5, 'BRL')",
    ),
    "pld_closed_cases_are_as_they_were_closed": (
        f"insert into case_file (id, kind, state, protocol) values ({ID}, 'pld', 'closed', '202601010000011')",
        f"insert into pld_case (case_id, subject) values ({ID}, '2')",
    ),
    "movements_are_the_ledgers": (PAID,),
    "movements_are_the_ledgers ": (
        "insert into payout (company_id, id, status, ended_at, amount, currency)"
        f" values (2, {ID}, 'done', now(), 500, 'BRL')",
    ),
    "retention_is_neither_early_nor_late": (
        f"insert into retention_erasure (kind, subject, due_on, erased_at) values ('lead', {ID}, '9999-01-01', now())",
    ),
    "retention_is_neither_early_nor_late ": (
        "insert into kyc_lead (company_id, id, document, state, ended_at)"
        f" values (1, {ID}, '52998224725', 'discarded', now() - interval '6 years')",
    ),
    "retention_is_neither_early_nor_late  ": (
        f"insert into retention_erasure (kind, subject, due_on, erased_at) values ('screened_party', {ID}, '2020-01-01', now())",
        f"insert into list_hit (id, party_id, status) values ({PERSON}, {ID}, 'skipped')",
    ),
    "retention_is_neither_early_nor_late    ": (
        f"insert into retention_erasure (kind, subject, due_on, erased_at) values ('coaf_file', {ID}, '2020-01-01', now())",
        f"insert into party_key (company_id, subject, key) values (1, {ID}, '\\x01' || sha256('x'))",
    ),
    "retention_is_neither_early_nor_late     ": (
        f"insert into retention_erasure (kind, subject, due_on, erased_at) values ('case', {ID}, '2020-01-01', now())",
        f"insert into coaf_communication (id, case_id) values ({PERSON}, {ID})",
    ),
    "retention_is_neither_early_nor_late   ": (
        f"insert into block_refusal (id, at, effect, flow) values ({ID}, now() - interval '12 years', 'refuse', 'charge')",
    ),
    "pld_hits_are_of_movements": (
        PAID,
        "insert into pld_hit (version_id, subject, movement, merchant_id, amount, currency)"
        f" values ({ID}, '2', 'payment:' || {E2E}, 2, 501, 'BRL')",
    ),
    "pld_evaluations_recompute": (PAID, *RULE, f'{HIT}\'{{"value": 499, "margin": 498, "held": true}}\')'),
    "pld_evaluations_recompute ": (PAID, *RULE, f'{HIT}\'{{"value": 500, "margin": 499, "held": false}}\')'),
    "pld_rules_have_two_people": (
        f"insert into pld_rule_version (id, status, writers, approver) values ({ID}, 'approved', array[{PERSON}::uuid], {PERSON})",
    ),
    "pld_active_was_tested": (f"insert into pld_rule_version (id, activated_at) values ({ID}, now())",),
    "pld_exclusions_are_looked_for_by_no_rule": (
        f"insert into pld_rule_version (id, status, typologies) values ({ID}, 'active', array['1008', '1058'])",
        f"insert into pld_exclusion (id, code, status, proposer, decider) values ({ID}, '1058', 'in_force', {ID}, {PERSON})",
    ),
    "pld_exclusions_have_two_people": (
        f"insert into pld_exclusion (id, code, status, proposer, decider) values ({ID}, '1058', 'refused', {PERSON}, {PERSON})",
    ),
    "pld_exclusions_have_two_people ": (
        f"insert into pld_exclusion (id, code, status, proposer) values ({ID}, '1058', 'ended', {PERSON})",
    ),
    "pld_backtests_add_up": (
        "insert into pld_backtest (id, status, in_both, only_old, only_new, episodes)"
        f" values ({ID}, 'done', 1, 0, 0, 1)",
    ),
    "check_providers_are_activated_by_another": (
        f"insert into check_provider (id, written_by_id, activated_by_id) values ({ID}, {PERSON}, {PERSON})",
    ),
    "list_versions_count_their_entries": (f"insert into watch_list (id, entries, number) values ({ID}, 1, 0)",),
    "whitelist_pairs_have_two_people": (
        f"insert into whitelist_pair (id, state, created_by_id) values ({ID}, 'in_force', {PERSON})",
    ),
    "whitelist_pairs_have_two_people ": (
        f"insert into whitelist_pair (id, state, created_by_id, decider_id) values ({ID}, 'refused', {PERSON}, {PERSON})",
    ),
    "hits_are_of_the_entry_in_force": (f"insert into list_hit (id, status) values ({ID}, 'pending')",),
}


def test_each_invariant_finds_what_breaks_it(peopled_url: str) -> None:
    expect_found(peopled_url, BROKEN)


def test_payments_of_blocked_payers_are_found_by_an_index_however_many_there_are(peopled_url: str) -> None:
    asked = next(each for each in INVARIANTS if each.name == "no_pay_in_settled_while_held").offenders_sql
    with psycopg.connect(peopled_url) as connection:
        # A scan of all payments stands in the plan only where there is no other way.
        connection.execute("set enable_seqscan = off")
        # Of an empty table every index costs the same; this one could stand in the place of the one that many payments need.
        connection.execute("drop index pix_payment_of_company")
        plan = "\n".join(line for (line,) in connection.execute(f"explain {asked}".encode()).fetchall())
    assert plan.count("pix_payment_of_payer") == 2, plan
    assert "Seq Scan on pix_payment" not in plan, plan


def test_no_row_of_the_hidden_lanes_is_a_merchants(peopled_url: str) -> None:
    """Row security hides what is company 1's: that it is, the database itself checks, of each table that no merchant reads."""
    shown = {"kyc_request", "kyc_document", "kyc_page", "kyc_message", "kyc_lead"}
    with psycopg.connect(peopled_url) as connection:
        tables = connection.execute(
            "select c.relname, exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'"
            " and pg_get_constraintdef(k.oid) = 'CHECK ((company_id = 1))') from pg_class c where c.relkind = 'r' and exists ("
            " select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id')"
            " and c.relname ~ '^(kyc|pld|coaf|block|judicial|bacen|check|watch|list|merchant_rule|screen)_'"
        ).fetchall()
    assert len(tables) > 30
    assert {name for name, hidden in tables if not hidden} == shown


def test_every_invariant_of_compliance_has_a_test_that_breaks_it() -> None:
    texts = [file.read_text() for folder in ("compliance", "cases") for file in (TESTS / folder).glob("*.py")]
    rooms = [room for room in ROOMS if room.name.split(".")[0] in ("compliance", "kyc", "early_kyc", "cases")]
    names = [each.name for room in rooms for each in (*room.invariants, *room.sealed_invariants)]
    assert len(names) > 25
    assert [name for name in names if not any(f'"{name}"' in text for text in texts)] == []
