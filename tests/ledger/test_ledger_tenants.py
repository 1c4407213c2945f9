"""Ana works for Loja Aurora, carla for another merchant: neither sees or moves what is the other's."""

import psycopg
import pytest

from ledger import books
from ledger.books import AURORA, CEDRO, CLEARING, PROVIDER, Entry

TABLES = ("ledger_journal", "ledger_entry", "ledger_hold", "ledger_checkpoint")


@pytest.fixture
def ana(app: psycopg.Connection) -> psycopg.Connection:
    """Aurora with a journal, an open hold and a reversed journal, and the provider with checkpoints."""
    with books.scope(app, AURORA) as tx:
        books.fund(tx, AURORA, 1000)
        books.hold(tx, AURORA, "held", 100)
        books.reverse(tx, AURORA, books.fund(tx, AURORA, 5), "undone")
    with books.scope(app) as tx:
        tx.execute("select ledger_checkpoint_make(id) from ledger_account where append_only")
    return app


def test_carla_sees_nothing_of_ana_even_without_a_filter(ana: psycopg.Connection) -> None:
    for table in TABLES:
        with books.scope(ana, CEDRO) as tx:
            assert books.value(tx, f"select count(*) from {table}") == 0
        with books.scope(ana, AURORA, PROVIDER) as tx:
            assert books.value(tx, f"select count(*) from {table}") > 0


def test_nobody_sees_anything_without_a_scope(ana: psycopg.Connection) -> None:
    for table in (*TABLES, "ledger_account"):
        assert books.value(ana, f"select count(*) from {table} where company_id <> 1") == 0


def test_carla_sees_the_provider_s_accounts_by_name_and_no_balance(ana: psycopg.Connection) -> None:
    with books.scope(ana, CEDRO) as tx:
        seen = books.rows(tx, "select distinct company_id, code, posted from ledger_account where company_id <> 3")
        assert sorted(seen) == [(PROVIDER, "clearing", 0), (PROVIDER, "fees", 0)]
        with pytest.raises(psycopg.Error) as caught:
            books.balance(tx, PROVIDER, "clearing")
    assert caught.value.sqlstate == "RL009"


@pytest.mark.parametrize(
    "sql_call",
    [
        "ledger_post(2, gen_random_uuid(), 'k', 'test', 'r', null, '{2,1}', '{available,fees}', '{BRL,BRL}', '{-5,5}')",
        "ledger_reverse(2, gen_random_uuid(), (select id from ledger_journal limit 1), 'k', 'test', 'r', null)",
        "ledger_hold_place(2, gen_random_uuid(), 'available', 'BRL', 5, 'k', 'r')",
        "ledger_hold_void(2, 'held')",
        "ledger_balance(2, 'available', 'BRL')",
        "ledger_open(2, 'more', 'BRL', 0, false)",
    ],
)
def test_carla_calls_nothing_for_ana_s_company(ana: psycopg.Connection, sql_call: str) -> None:
    for seen in ((CEDRO,), (CEDRO, PROVIDER)):
        with pytest.raises(psycopg.Error) as caught, books.scope(ana, *seen) as tx:
            tx.execute(f"select {sql_call}".encode())
        assert caught.value.sqlstate == "RL009"
    with pytest.raises(psycopg.Error) as caught:
        ana.execute(f"select {sql_call}".encode())
    assert caught.value.sqlstate == "RL009"


def test_carla_s_journals_do_not_touch_ana_s_accounts_nor_the_provider_s_own(
    ana: psycopg.Connection, owner: psycopg.Connection
) -> None:
    owner.execute("select ledger_open(1, 'own_money', 'BRL', null, false)")
    for foreign in ((AURORA, "available"), (PROVIDER, "own_money"), (AURORA, "nowhere")):
        for seen in ((CEDRO,), ()):  # not even staff post across merchants in one journal
            with pytest.raises(psycopg.Error) as caught, books.scope(ana, *seen) as tx:
                books.post(tx, CEDRO, "k", Entry(*foreign, -5), Entry(CEDRO, "available", 5))
            assert caught.value.sqlstate == "RL003"


def test_carla_s_holds_expire_alone(ana: psycopg.Connection) -> None:
    with books.scope(ana) as tx:
        books.fund(tx, CEDRO, 100)
        books.hold(tx, CEDRO, "due", 10, due=True)
        books.hold(tx, AURORA, "due", 10, due=True)
    with books.scope(ana, CEDRO) as tx:
        assert books.rows(tx, "select company_id, key from ledger_hold_expire_due()") == [(CEDRO, "due")]
    with books.scope(ana) as tx:
        assert books.rows(tx, "select company_id, key from ledger_hold_expire_due()") == [(AURORA, "due")]


def test_a_key_is_the_company_s_own(ana: psycopg.Connection) -> None:
    with books.scope(ana) as tx:
        for company in (AURORA, CEDRO):
            _, again = books.post(tx, company, "same", Entry(*CLEARING, -7), Entry(company, "available", 7))
            assert not again


@pytest.mark.parametrize("table", [*TABLES, "ledger_account"])
def test_the_application_writes_only_through_the_functions(ana: psycopg.Connection, table: str) -> None:
    for statement in (
        f"insert into {table} default values",
        f"update {table} set company_id = 3",
        f"delete from {table}",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), books.scope(ana) as tx:
            tx.execute(statement.encode())


def test_the_application_may_not_renumber(ana: psycopg.Connection) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege), books.scope(ana) as tx:
        tx.execute("select ledger_rebase()")
