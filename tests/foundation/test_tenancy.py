"""A query that forgets its tenant filter still sees nothing of another merchant."""

import ast
from pathlib import Path
from typing import Any

import psycopg
import pytest

import retaguarda
from conftest import as_app
from people import AURORA, OUTRA, Person
from retaguarda.foundation.ids import uuid7

SERVER = Path(retaguarda.__file__).parent

#: Tables without a tenant, and why none is needed.
WITHOUT_TENANT = {
    "schema_migration": "the schema's own",
    "schema_definition": "the schema's own",
    "audit_log": "the name of the log",
    "audit_key": "the keys that sign it, sealed",
    "audit_node": "hashes over all of it",
    "audit_checkpoint": "hashes over all of it, signed",
    "event_reader": "offsets of the worker",
    "payin_hour_base": "numbers of transactions, for the reader of the hours",
    "signing_key": "sealed keys of the server",
    "kept_key": "sealed keys of the server, of what outlives its secret",
    "refused_try": "counts of refused tries, before anybody is known",
    "bank": "the book of banks, everybody's",
    "bot_check_used": "fingerprints of used answers",
    "feature_flag": "names and company numbers, shown to everybody",
    "case_clock": "the deadlines of the law, the same for all",
    "kyc_reason": "why somebody is looked at, the same for all",
    "kyc_reason_version": "why somebody is looked at, the same for all",
    "pld_clock": "the terms of the law, the same for all",
    "incident_rule": "when a minute is bad, the same for all",
    "postal_code": "addresses of postal codes, everybody's",
    "procrastinate_jobs": "the worker's queue: ids only",
    "procrastinate_events": "the worker's queue",
    "procrastinate_periodic_defers": "the worker's queue",
    "procrastinate_workers": "the worker's queue",
}


def scoped(connection: psycopg.Connection[Any], companies: str) -> None:
    connection.execute("select set_config('retaguarda.companies', %s, true)", (companies,))


@pytest.fixture
async def both(ana: Person, carla: Person) -> None:
    await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})
    await carla.post("/v1/payin/charges", {"amount": {"amount": 200}})


async def test_a_raw_query_without_a_filter_sees_only_its_scope(both: None, peopled_url: str) -> None:
    with psycopg.connect(as_app(peopled_url)) as connection:
        for companies, seen in ((f"{{{OUTRA}}}", [OUTRA]), (f"{{{AURORA},{OUTRA}}}", [AURORA, OUTRA]), ("{}", [])):
            scoped(connection, companies)
            for table in ("charge", "event"):
                rows = connection.execute(f"select distinct company_id from {table} where company_id > 1 order by 1")
                assert [row[0] for row in rows] == seen, (companies, table)


async def test_without_any_scope_nothing_is_seen(both: None, peopled_url: str) -> None:
    with psycopg.connect(as_app(peopled_url)) as connection:
        assert connection.execute("select count(*) from charge").fetchone() == (0,)
        assert connection.execute("select count(*) from person").fetchone() == (0,)


async def test_the_scope_ends_with_its_transaction(both: None, peopled_url: str) -> None:
    with psycopg.connect(as_app(peopled_url)) as connection:
        scoped(connection, "*")
        assert connection.execute("select count(*) from charge").fetchone() == (2,)
        connection.commit()
        assert connection.execute("select count(*) from charge").fetchone() == (0,)


async def test_another_merchants_rows_are_neither_changed_nor_made(both: None, peopled_url: str) -> None:
    with psycopg.connect(as_app(peopled_url)) as connection:
        scoped(connection, f"{{{OUTRA}}}")
        assert connection.execute("update charge set amount = 1 where amount = 100").rowcount == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(
                "insert into event (company_id, name, subject_id, actor) values (%s, 'a:b:c', 'x', 'me')", (AURORA,)
            )


async def test_the_application_cannot_step_out_of_row_security(both: None, peopled_url: str) -> None:
    with psycopg.connect(as_app(peopled_url), autocommit=True) as connection:
        for escape in (
            "set row_security = off; select * from charge",
            "alter table charge disable row level security",
            "create policy p on charge using (true)",
            "set role postgres",
            "alter table charge disable trigger all",
            "drop table charge",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(escape.encode())


def test_every_table_with_a_tenant_is_protected(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "select c.relname, c.relrowsecurity and c.relforcerowsecurity, exists (select 1 from pg_policy p where"
            " p.polrelid = c.oid and (select oid from pg_roles where rolname = 'retaguarda_app') = any (p.polroles))"
            " from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace"
        ).fetchall()
    unprotected = {name for name, secured, has_policy in rows if not (secured and has_policy)}
    assert unprotected == set(WITHOUT_TENANT)


@pytest.mark.parametrize("change", ["update event set actor = 'x'", "delete from event", "truncate event"])
def test_events_are_never_changed_not_even_by_the_owner(database_url: str, change: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "insert into company (id, name, legal_name, document) values (1, 'a', 'a', '11222333000181')"
        )
        connection.execute("insert into event (company_id, name, subject_id, actor) values (1, 'a:b:c', 'x', 'me')")
        with pytest.raises(psycopg.DatabaseError, match="append-only"):
            connection.execute(change.encode())


#: Where a transaction may see every company, and why. A new place is a decision: add it here with its reason.
SYSTEM_PLACES = {
    "cli/connect_payouts.py": "whether the installation is founded, before anybody has signed in",
    "account/scheduling/jobs.py": "schedules of all that are due",
    "compliance/judicial_orders/jobs.py": "orders whose repetition is over, secret ones too",
    "compliance/judicial_orders/receive_orders.py": "orders that courts send, secret ones too",
    "compliance/retention/jobs.py": "what has reached its term, of every company",
    "compliance/screening/jobs.py": "companies and payees of all merchants are compared with lists",
    "cli/recount.py": "sums over the movements of all merchants, begun anew",
    "cli/feed.py": "how far the feed of all companies' events is",
    "feed/replay_events.py": "events of all companies, again",
    "feed/send_events.py": "events of all companies, for the provider's own systems",
    "foundation/event_positions.py": "where the feed is among the events of all",
    "health/readiness.py": "whether the database answers, and with which schema",
    "health/routes.py": "how much of everybody's waits, in figures",
    "exchange/closings/jobs.py": "what a bank of the exchange answers, of closings over merchants",
    "exchange/rates/jobs.py": "reference rates, which are nobody's",
    "exchange/operations/jobs.py": "prices of all that ran out, and operations of all that wait for money",
    "account/disputes/jobs.py": "what is asked back of all, and what DICT says of it",
    "payout_engine/book_return.py": "returns of what any company sent, as the bank tells of them",
    "payout_engine/settle_waiting.py": "payouts of all that wait for money or for the clock of their hold",
    "payout_engine/jobs.py": "payouts of all whose time has come",
    "payouts/administration/jobs.py": "what is late or strange of the payouts of all",
    "payouts/lots/create_lots.py": "orders of all that go to a bank in one lot",
    "payouts/lots/run_lots.py": "lots, which hold orders of all",
    "payouts/lots/settle_lines.py": "orders of all that went to a bank in one lot",
    "payouts/lots/write_lots.py": "lots, which hold orders of all",
    "payouts/processors/create_from_settings.py": "the processor of the settings, before anybody has signed in",
    "payouts/remittances/jobs.py": "orders of all that no file can pay in time",
    "payout_engine/run_lane.py": "open orders of all at a processor",
    "payout_engine/watch_orders.py": "open orders of all at a processor",
    "approvals/expire_requests.py": "requests of all whose time is over",
    "availability/count_calls.py": "how calls to our own services ended, of all",
    "availability/jobs.py": "whether our own services worked, for all",
    "audit/bundle.py": "one log of what everybody did, to be handed on",
    "audit/signing_keys.py": "the keys of that log",
    "audit/self_check.py": "what must hold of all, for staff",
    "audit/sequence_events.py": "one log of what everybody did",
    "cases/jobs.py": "deadlines of all cases, by the clock",
    "account/withdrawals/verify_receipt.py": "whoever holds a receipt asks; whose payout its address names is not known yet",
    "checkout/share_charge.py": "a payer's page calls; whose charge its link names is not known yet",
    "checkout/public_charge.py": "a payer's page calls; whose key it carries is not known yet",
    "webhooks/sender.py": "endpoints of all that something is to be told to",
    "webhooks/sweep.py": "what was told long ago, of all",
    "foundation/events.py": "readers follow the events of all",
    "foundation/stuck_work.py": "what of anybody stands still without its job",
    "identity/email_change.py": "whose mailed token this is: its link is opened without a session",
    "identity/bot_check.py": "bot checks, before anybody is known",
    "identity/credentials.py": "whose password this is, before anybody is known",
    "identity/limits.py": "refused tries, before anybody is known",
    "identity/renewal.py": "refresh tokens, before it is known whose they are",
    "identity/resets.py": "whose address or mailed token this is, before anybody is known",
    "identity/second_step.py": "second factors, before a session is open",
    "identity/sign_in.py": "sign-in, before anybody is known",
    "identity/sweep.py": "what is over, of all",
    "identity/tokens.py": "the server's own keys",
    "ledger/housekeeping.py": "sums and holds of all, by the clock",
    "lists/sweep.py": "files and results whose time is over, of all",
    "notifications/send_mail.py": "mails to whoever asked for them",
    "notifications/send_webhook.py": "calls to whoever asked for them",
    "payin/charges/jobs.py": "closing charges of all whose time is over",
    "payin/archive/jobs.py": "an archived month has the messages of every company",
    "payin/charges/fail_over.py": "what charges of anybody may have left behind at a processor",
    "payin/payments/jobs.py": "a provider tells of payments of anybody",
    "payin/processors/register_webhook.py": "the server's own keys",
    "payin/disputes/jobs.py": "DICT tells of payments of anybody",
    "payin/processors/connections.py": "the provider's connections",
    "payouts/processors/connections.py": "the provider's connections that pay",
    "provider_accounts/health.py": "how calls ended, of all, and what of it is too old",
    "provider_accounts/try_credentials.py": "the provider's connections, tried",
    "bank_files/jobs.py": "a file of the provider is about charges of every merchant",
    "compliance/coaf/jobs.py": "files to COAF, the house's own",
    "compliance/pld_alerts/jobs.py": "terms of the provider's own",
    "compliance/pld_alerts/watch_movements.py": "the rules look at the movements of all merchants",
    "compliance/pld_blind_spots/run_search.py": "rules of the house, asked of movements that nobody made",
    "compliance/pld_rules/count_movements.py": "movements of whoever moves much are added up, of every merchant",
    "compliance/pld_rules/run_backtest.py": "a backtest reads the movements of all merchants",
    "cron_tasks/housekeeping.py": "the books of all are verified, and old runs taken away",
    "cron_tasks/clock.py": "the house's own tasks, before anybody asks",
    "cron_tasks/run_task.py": "the house's own tasks, before anybody asks",
    "cron_tasks/watch_workers.py": "whether any worker is left, and telling staff that none is",
    "cli/audit.py": "the owner writes the bundle of a company that came",
    "worker.py": "the job every worker asks for at its start",
    "payin/payments/webhook.py": "a provider calls; whose charge it is about is not known yet",
    "compliance/kyc/jobs.py": "what expires of all, each night",
    "compliance/early_kyc/jobs.py": "leads of all, each night",
    "payouts/account_owners/jobs.py": "owners of all whose last day comes near",
    "payouts/merchant_contracts/jobs.py": "contracts of all, each night",
    "payouts/batches/expire_batches.py": "planned batches of all that nobody submitted in time",
    "payouts/routing/run_simulation.py": "payments of all, routed by a version of the provider's routes",
    "payouts/costs/jobs.py": "what orders of all cost the provider",
    "payouts/processors/watch_floats.py": "the provider's own accounts at its processors",
    "payouts/rules/run_backtest.py": "payments of all, asked by a version of the provider's rules",
    "payouts/refunds/notices/jobs.py": "whether a line names another merchant's payment: kept for staff, never told to the merchant",
    "payouts/splits/jobs.py": "splits whose day it is, of any merchant; each runs in its own scope",
    "recurrences/jobs/charges.py": "charges of the cycles of all, when their time has come",
    "recurrences/jobs/check_stale.py": "recurrences and charges of all that nobody heard of for long",
    "recurrences/jobs/recurrences.py": "recurrences of all that the provider tells of",
    "recurrences/webhook.py": "a provider calls; whose recurrence it is about is not known yet",
}


def test_only_the_listed_places_see_every_company() -> None:
    found = set()
    for path in SERVER.rglob("*.py"):
        names = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
        if "SYSTEM" in names and path.name != "database.py":
            found.add(path.relative_to(SERVER).as_posix())
    assert found == set(SYSTEM_PLACES)


def test_ids_are_version_7_and_rise_with_time() -> None:
    ids = [uuid7() for _ in range(100)]
    assert {number.version for number in ids} == {7}
    assert len(set(ids)) == 100
    assert [number.int >> 80 for number in ids] == sorted(number.int >> 80 for number in ids)
