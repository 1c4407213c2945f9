"""A table that is cut into months: its parts are guarded as it is, are made ahead, and are not looked into without need."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from conftest import Sql, _with_database, as_app, drop
from people import AURORA, OUTRA
from retaguarda.app import App
from retaguarda.background import jobs
from retaguarda.foundation import migrate as migrations
from retaguarda.foundation.database import Tx
from retaguarda.foundation.migrate import migrate, migration_files
from retaguarda.payin.charges.records import messages_of
from support.invariants import offenders

#: The first and the last migration that cut the first table.
CUT = ("0535", "0537")
_WRITE = """
insert into provider_message (company_id, id, connection_id, at, direction, method, url)
values (%s, %s, coalesce((select id from pix_connection limit 1), gen_random_uuid()), now(), 'out', 'GET', 'https://bank.example')
"""


def id_at(moment: datetime) -> str:
    """An id that a row made at this moment could have."""
    return f"{int(moment.timestamp() * 1000):012x}7{uuid4().hex[13:]}"


def month(sql: Sql, ahead: int) -> datetime:
    """The middle of a month, so many after the present one."""
    return sql("select month_from_now(%s) + interval '14 days'", ahead)[0][0]


def parts(sql: Sql) -> list[tuple[str, datetime | None, datetime | None]]:
    """From the first on; the part beyond is the last."""
    return sql(
        "select part::text, begins, ends from month_parts() where parent = 'provider_message'::regclass"
        " order by beyond, begins nulls first"
    )


@pytest.fixture
def ask(database_url: str) -> Sql:
    return asked(database_url)


def asked(url: str) -> Sql:
    def ask(query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(url, autocommit=True) as connection:
            cursor = connection.execute(cast(Any, query), values or None)
            return cursor.fetchall() if cursor.description else []

    return ask


def test_months_follow_each_other_for_a_year_and_one_part_is_beyond_them(ask: Sql) -> None:
    first, *months, beyond = parts(ask)
    assert first[:2] == ("months.provider_message_first", None)
    assert beyond == ("months.provider_message_beyond", None, None)
    assert [begins for _, begins, _ in months] == [first[2], *(ends for _, _, ends in months[:-1])]
    assert all(name == f"months.provider_message_{begins:%Y_%m}" for name, begins, _ in months if begins)
    assert months[-1][2] == ask("select month_from_now(13)")[0][0]


def test_each_part_is_guarded_as_the_table_is(ask: Sql) -> None:
    guards = """
        select c.oid::regclass::text, c.relowner, c.relrowsecurity and c.relforcerowsecurity,
               (select array_agg((p.polname, p.polroles, pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid))::text order by p.polname)
                  from pg_policy p where p.polrelid = c.oid),
               (select array_agg(t.tgname::text || t.tgtype || t.tgenabled::text || t.tgfoid::regproc order by t.tgname)
                  from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal),
               (select array_agg(pg_get_constraintdef(k.oid) order by pg_get_constraintdef(k.oid)) from pg_constraint k
                 where k.conrelid = c.oid and k.contype in ('c', 'p') and k.conname <> 'provider_message_first'),
               (select array_agg(regexp_replace(pg_get_indexdef(x.indexrelid), '^.* USING ', '') order by x.indkey::text) from pg_index x
                 where x.indrelid = c.oid and x.indisvalid)
          from pg_class c where c.oid = 'provider_message'::regclass or c.relnamespace = 'months'::regnamespace and c.relkind = 'r'"""
    found = {name: rest for name, *rest in ask(guards)}
    table = found.pop("provider_message")
    assert len(found) > 10
    assert len(table[3]) == 2
    assert {name: rest for name, rest in found.items() if rest != table} == {}
    granted = ask("""
        select c.oid::regclass::text from pg_class c where c.relnamespace = 'months'::regnamespace and (
          has_schema_privilege('retaguarda_app', 'months', 'usage')
          or has_table_privilege('retaguarda_app', c.oid, 'select, insert, update, delete, truncate, references, trigger'))
          and c.relkind = 'r'""")
    assert granted == []


def test_a_merchant_sees_and_writes_their_own_rows_of_a_month(ask: Sql, database_url: str) -> None:
    for company in (AURORA, OUTRA):
        ask(_WRITE, company, id_at(month(ask, 4)))
    with psycopg.connect(as_app(database_url)) as connection:
        connection.execute("select set_config('retaguarda.companies', %s, true)", (f"{{{OUTRA}}}",))
        assert connection.execute("select distinct company_id from provider_message").fetchall() == [(OUTRA,)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
            connection.execute(_WRITE, (AURORA, id_at(month(ask, 4))))
        for (name,) in ask("select part::text from month_parts()"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                connection.execute(f"select from {name}".encode())


@pytest.mark.parametrize("change", ["update {} set url = ''", "delete from {}", "truncate {}"])
def test_what_was_said_is_never_changed_in_any_part_not_even_by_the_owner(ask: Sql, change: str) -> None:
    for ahead in (0, 4, 40):
        ask(_WRITE, AURORA, id_at(month(ask, ahead)))
    names = [name for (name,) in ask("select distinct tableoid::regclass::text from provider_message")]
    assert len(names) == 3
    for name in ("provider_message", *names):
        with pytest.raises(psycopg.DatabaseError, match="append-only"):
            ask(change.format(name))


@pytest.fixture
def run_months(app: App) -> Callable[[], Any]:
    return next(cron for cron in jobs(app)[1] if cron.name == "tools.months").run


async def test_months_that_lack_are_made_and_what_lay_beyond_comes_into_them(
    app: App, run_months: Callable[[], Any], peopled_url: str, sql: Sql
) -> None:
    before = parts(sql)
    await run_months()
    assert parts(sql) == before
    assert offenders(peopled_url) == {}
    # As if no worker had run for a year.
    for name, begins, _ in before:
        if begins is not None:
            sql(f"drop table {name}")
    cut_at = before[0][2]
    assert cut_at is not None
    lacking = sql("select count(*) from generate_series(0, 2) n where month_from_now(n) >= %s", cut_at)[0][0]
    assert lacking
    ahead = [id_at(month(sql, n)) for n in (3, 5, 40)]
    for number in ahead:
        sql(_WRITE, AURORA, number)
    assert offenders(peopled_url) == {"months_are_made_ahead": 1, "no_row_lies_beyond_its_months": 3}
    for _ in range(2):
        await run_months()
        assert parts(sql) == before
    lie = "select tableoid::regclass::text from provider_message where id = %s"
    for n, number in zip((3, 5), ahead, strict=False):
        assert sql(lie, number) == [(f"months.provider_message_{month(sql, n):%Y_%m}",)]
    # Nobody lives in three years: this one is told until somebody looks.
    assert offenders(peopled_url) == {"no_row_lies_beyond_its_months": 1}
    assert sql("select count(*) from provider_message where id = any (%s)", ahead) == [(3,)]


async def test_the_words_about_something_young_are_not_looked_for_in_older_months(ask: Sql, database_url: str) -> None:
    plans = list[str]()
    with psycopg.connect(database_url) as connection:

        class Explaining:
            async def all(self, query: str, params: Any) -> list[Any]:
                plans.append("\n".join(str(row[0]) for row in connection.execute(f"explain {query}".encode(), params)))
                return []

        for ahead in (-40, 4):
            key = {"company": AURORA, "charge": uuid4(), "created": month(ask, ahead), "most": 10}
            await messages_of(cast(Tx, Explaining()), key)
    every = {name.partition(".")[2] for name, _, _ in parts(ask)}
    read = [{name for name in every if f"on {name} " in plan or f"_{name}_" in plan or name in plan} for plan in plans]
    assert read[0] == every
    young = {f"provider_message_{month(ask, ahead):%Y_%m}" for ahead in range(4, 13)} | {"provider_message_beyond"}
    assert read[1] == young


@contextmanager
def writing(url: str, numbers: list[str]) -> Iterator[list[float]]:
    """Somebody who writes one message after the other as the application; yields how long each took."""
    took, ended, failed = list[float](), threading.Event(), list[psycopg.Error]()

    def write() -> None:
        try:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("select set_config('retaguarda.companies', '*', false)")
                while not ended.is_set():
                    began = time.monotonic()
                    number = connection.execute("select first_id_of(clock_timestamp())").fetchone()
                    assert number is not None
                    numbers.append(str(number[0])[:14] + str(uuid4())[14:])
                    connection.execute(_WRITE, (AURORA, numbers[-1]))
                    took.append(time.monotonic() - began)
        except psycopg.Error as error:
            failed.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield took
    finally:
        ended.set()
        thread.join()
    assert failed == []


def test_a_table_with_rows_is_cut_while_others_write_into_it(
    server: psycopg.Connection, server_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = migration_files()
    older = tmp_path / "older"
    older.mkdir()
    for file in every:
        if not CUT[0] <= file.name[:4] <= CUT[1]:
            shutil.copy(file, older)
    name = f"t_{uuid4().hex[:12]}"
    server.execute(SQL("create database {}").format(Identifier(name)))
    url = _with_database(server_url, name)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(migrations, "MIGRATIONS", older)
            migrations.newest_number.cache_clear()
            migrate(url)
        migrations.newest_number.cache_clear()
        ask = asked(url)
        assert ask("select relkind::text from pg_class where oid = 'provider_message'::regclass") == [("r",)]
        ask(
            "insert into provider_message (company_id, id, connection_id, charge_id, at, direction, method, url, request)"
            " select 2 + n % 3, overlay(gen_random_uuid()::text placing left(first_id_of(t)::text, 13) from 1)::uuid,"
            "        gen_random_uuid(), gen_random_uuid(), t, 'out', 'PUT', 'https://bank.example', jsonb_build_object('n', n)"
            "   from (select n, now() - n * interval '1 hour' as t from generate_series(1, 20000) n) r"
        )
        sums = "select count(*), sum(hashtextextended(m::text, 0)) from provider_message m where request is not null"
        before = ask(sums)
        written = list[str]()
        with writing(as_app(url), written) as took:
            until = time.monotonic() + 10
            while not took and time.monotonic() < until:
                time.sleep(0.01)
            migrate(url)
            migrated = len(took)
            while len(took) == migrated and time.monotonic() < until:
                time.sleep(0.01)
        assert len(took) > migrated > 0
        assert max(took) < 3, "nobody waits longer than a migration may"
        assert ask("select relkind::text from pg_class where oid = 'provider_message'::regclass") == [("p",)]
        assert ask(sums) == before
        assert ask("select count(*) from provider_message where id = any (%s)", written) == [(len(written),)]
        first, *_, beyond = parts(ask)
        assert ask(f"select count(*) from {first[0]}") == [(20_000 + len(written),)]
        assert ask(f"select count(*) from {beyond[0]}") == [(0,)]
        with pytest.raises(psycopg.DatabaseError, match="append-only"):
            ask("delete from provider_message")
        # The indexes that were there are the first part's: none was made anew.
        assert ask("select count(*) from pg_index where indrelid = 'months.provider_message_first'::regclass") == [(2,)]
    finally:
        drop(server, name)


def test_months_are_made_and_taken_away_while_others_write(ask: Sql, database_url: str) -> None:
    before = parts(ask)
    old = [(name, begins) for name, begins, _ in before if begins is not None]
    for name, _ in old[-6:]:
        ask(f"drop table {name}")
    ask("insert into company (id, name, legal_name, document) values (1, 'a', 'a', '11222333000181')")
    ask(
        "insert into archived_month (id, month, manifest, messages, status, asked_at, asked_by, asked_by_id, agreed_at, agreed_by, agreed_by_id)"
        " select gen_random_uuid(), begins at time zone 'UTC', sha256(''), 1000, 'dropping', now(), 'a', gen_random_uuid(), now(), 'b', gen_random_uuid()"
        "   from month_parts() where begins is not null"
    )
    ask(
        "insert into provider_message (company_id, id, connection_id, at, direction, method, url)"
        " select 2, overlay(gen_random_uuid()::text placing left(first_id_of(begins)::text, 13) from 1)::uuid, gen_random_uuid(), begins,"
        "        'out', 'GET', 'https://bank.example' from month_parts(), generate_series(1, 1000) where begins is not null"
    )
    taken = ask("select id from archived_month order by month")
    written, gone = list[str](), list[int]()
    with (
        writing(as_app(database_url), written) as took,
        psycopg.connect(as_app(database_url), autocommit=True) as worker,
    ):
        worker.execute("select set_config('retaguarda.companies', '*', false)")
        made = 0
        while made < 6:
            made += worker.execute("select 1 where make_next_month() is not null").rowcount
        for (month_id,) in taken:
            (row,) = worker.execute("select provider_message_drop_month(%s)", (month_id,)).fetchall()
            gone.append(row[0])
    assert gone == [1000] * len(taken)
    assert len(took) > 0
    assert max(took) < 2
    assert ask("select count(*) from provider_message") == [(len(written),)]
    assert [part for part in parts(ask) if part in before] == [before[0], *before[-7:]]
