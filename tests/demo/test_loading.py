"""What a demo is once it is loaded: whole, there once, the same each time, and refused where it does not belong."""

import psycopg
import pytest

from demo.orders import DAYS, TOTAL, lines, order
from retaguarda.foundation.documents import parse
from retaguarda.payin.charges.model import REVIEW_REASONS, STATUSES
from retaguarda.providers.pix import brcode
from retaguarda.settings import SettingsError
from retaguarda_demo import cli as demo
from retaguarda_demo.payins import NotTheDemo, load_payins
from retaguarda_demo.sheets import COLUMNS, NULL
from support.charges import offenders

#: How the tables are guarded and found: what the load takes away for a while.
STRUCTURE = """
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated::text from pg_constraint
    union all
    select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid::text from pg_index
     where indrelid >= 16384
    union all
    select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
    union all
    select oid::regclass::text, 'row security', relrowsecurity::text, relforcerowsecurity::text from pg_class
     where relkind = 'r' and oid >= 16384
"""


def counts(url: str) -> dict[str, int]:
    with psycopg.connect(url) as connection:
        return {
            table: connection.execute(f"select count(*) from {table}".encode()).fetchall()[0][0] for table in COLUMNS
        }


def test_every_invariant_holds_in_a_demo(peopled_url: str) -> None:
    assert counts(peopled_url)["charge"] == TOTAL
    assert offenders(peopled_url) == {}


def test_every_charge_of_a_demo_keeps_the_rules_that_its_load_did_not_look_at(peopled_url: str) -> None:
    with psycopg.connect(peopled_url) as connection:
        assert connection.execute("update charge set held = held").rowcount == TOTAL
        connection.rollback()


def test_a_demo_is_loaded_once(peopled_url: str) -> None:
    before = counts(peopled_url)
    assert load_payins(peopled_url, order()) is False
    assert counts(peopled_url) == before


def test_the_tables_are_guarded_afterwards_as_before(peopled_url: str, database_url: str) -> None:
    def structure(url: str) -> set[tuple[str, ...]]:
        with psycopg.connect(url) as connection:
            rows = connection.execute(STRUCTURE.encode()).fetchall()
        return {row for row in rows if not row[0].startswith(("sandbox.", "pg_toast."))}

    assert structure(peopled_url) == structure(database_url)


def test_a_load_that_fails_leaves_nothing(peopled_url: str) -> None:
    with psycopg.connect(peopled_url) as connection:
        connection.execute("set session_replication_role = replica")
        connection.execute("truncate charge, pix_payment, refund, ledger_journal, ledger_entry, ledger_hold cascade")
        connection.execute("create unique index no_two on ledger_journal (company_id)")
    with pytest.raises(psycopg.errors.UniqueViolation):
        load_payins(peopled_url, order(total=100))
    assert counts(peopled_url)["charge"] == 0
    with psycopg.connect(peopled_url) as connection:
        assert connection.execute("select count(*) from pg_indexes where indexname = 'no_two'").fetchone() == (1,)


def test_the_same_seed_and_end_give_the_same_demo() -> None:
    assert lines(200, seed=7) == lines(200, seed=7)
    assert lines(200, seed=7)["charge"] != lines(200, seed=8)["charge"]


def test_a_demo_has_every_state_there_is() -> None:
    table = lines(total=5_000)
    assert {line.split("\t")[5] for line in table["charge"]} == set(STATUSES) - {"created"}
    payments = [line.split("\t") for line in table["pix_payment"]]
    # Nobody's account is blocked in the demo.
    assert {payment[-2] for payment in payments} == {*REVIEW_REASONS, NULL} - {"account_blocked", "rule"}
    assert {payment[-3] for payment in payments} == {"settled", "under_review", "returned", "unidentified"}
    # What is on its way would have a job, and a demo has none.
    assert {line.split("\t")[8] for line in table["refund"]} == {"settled", "failed"}


def test_documents_and_codes_are_right_to_their_check_digits() -> None:
    for line in lines()["charge"]:
        values = line.rstrip("\n").split("\t")
        document, location, code = values[12], values[19], values[20]
        if document != NULL:
            assert parse(document).value == document
        if code != NULL:
            assert brcode.parse(code).url == location
            assert brcode.parse(code).encode() == code


def test_nothing_happens_after_the_end_of_a_demo() -> None:
    for line in lines()["event"]:
        assert line.split("\t")[5] <= "2026-07-15T18:30:00.000Z"


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setenv("RETAGUARDA_SECRET", "a secret for one demo, long enough to be one")
    return monkeypatch


def test_the_command_fills_an_empty_database_and_refuses_a_full_one(
    environment: pytest.MonkeyPatch, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    environment.setenv("DATABASE_URL", database_url)
    assert demo.main(["--payins", "300", "--days", str(DAYS)]) == 0
    assert counts(database_url)["charge"] == 300
    assert offenders(database_url) == {}
    assert "300 of 300" in capsys.readouterr().err
    with pytest.raises(SettingsError, match="has pay-ins already"):
        demo.main(["--payins", "300"])


def test_the_command_is_refused_in_production(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("RETAGUARDA_ENV", "production")
    environment.setenv("RETAGUARDA_PUBLIC_URL", "https://back.example")
    with pytest.raises(SettingsError, match="production"):
        demo.main(["--payins", "300"])


@pytest.mark.parametrize("arguments", [["--payins", "99"], ["--payins", "1e6"], ["--days", "1"], ["--seed", "-1"]])
def test_the_command_says_which_number_is_wrong(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        demo.main(arguments)
    assert f"argument {arguments[0]}" in capsys.readouterr().err


def test_merchants_of_somebody_else_get_no_demo(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "insert into company (id, name, legal_name, document) values (2, 'X', 'X', '11222333000181')"
        )
    with pytest.raises(NotTheDemo):
        load_payins(database_url, order())
