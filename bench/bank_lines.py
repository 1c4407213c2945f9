"""The lines of one bank account and the expectations that conciliation is measured on."""

import asyncio
from datetime import date
from typing import Any
from uuid import UUID

import psycopg

from bench import product, sets
from bench.postgres import Server
from retaguarda.app import FAMILIES
from retaguarda.bank_files.jobs import Files
from retaguarda.conciliation.statements.commands import COMMANDS
from retaguarda.conciliation.statements.model import DecideAccountInput, HouseAccountInput
from retaguarda.conciliation.statements.parse_statement import plan_hash
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import PROVIDER

#: Part of what a kept database was made of: raise it when this file makes other rows.
VERSION = "3"
DAY = date(2026, 3, 2)
#: Lines of the file before.
BEFORE = 1_000


def fill(server: Server, database: str, connection: psycopg.Connection, rows: int) -> None:
    sets.people(connection, 1)
    account = asyncio.run(_account(server.app_url(database), connection))
    few = max(rows // 100, 100)
    for number, (first, count) in enumerate(((0, rows), (rows, few), (rows + few, BEFORE)), 1):
        file = {"account": account, "number": number, "first": first, "count": count, "day": DAY}
        file["all"] = rows + few + BEFORE
        with connection.transaction():
            connection.execute("set local session_replication_role = replica")
            for statement in (_FILE, _BALANCE, _FILE_LINES):
                connection.execute(statement, file)
    first, _, before = files(connection)
    for file in (before, first):
        with connection.transaction():
            connection.execute("set local session_replication_role = replica")
            connection.execute(EXPECTATIONS, values(connection, file))
        connection.execute("analyze bank_line, expectation")
        asyncio.run(_approved(server.app_url(database), connection, file))
        if file == before:
            asyncio.run(_applied(server.app_url(database), file))


def files(connection: psycopg.Connection) -> tuple[UUID, UUID, UUID]:
    """The long file, the short one after it, and the one before both: an account that has matched before."""
    found = connection.execute("select id from return_file order by sequence").fetchall()
    first, second, before = (row[0] for row in found)
    return first, second, before


async def approve(connection: psycopg.Connection, file: UUID, planned: str) -> None:
    connection.execute("update return_file set status = 'applying', plan_hash = %s where id = %s", (planned, file))


async def _applied(url: str, file: UUID) -> None:
    async with product.opened(url, size=1) as database:
        await Files(database, FAMILIES.by_name).apply(PROVIDER, str(file))


async def _approved(url: str, connection: psycopg.Connection, file: UUID) -> None:
    async with product.opened(url, size=1) as database:
        async with database.transaction(SYSTEM) as tx:
            planned = await plan_hash(tx, PROVIDER, file)
        await approve(connection, file, planned)


async def _account(url: str, connection: psycopg.Connection) -> UUID:
    """A house account, proposed by one and agreed to by another."""
    one, other = (product.staff(connection, email) for email in ("one@bench.example", "other@bench.example"))
    given = HouseAccountInput("Bench", "341", "1234", "12345", BRL, "pix_clearing", DAY, 0)
    async with product.opened(url) as database:
        async with database.transaction(product.everything(one)) as tx:
            added = await product.act(tx, one, product.command(COMMANDS, "conciliation:account:add"), given)
        async with database.transaction(product.everything(other)) as tx:
            found = product.command(COMMANDS, "conciliation:account:decide")
            await product.act(tx, other, found, DecideAccountInput("agree"), added.subject)
    return UUID(added.subject)


def values(connection: psycopg.Connection, file: UUID) -> dict[str, Any]:
    row = connection.execute(
        "select account_id, min(number), count(*) from bank_line where file_id = %s group by account_id", (file,)
    ).fetchone()
    assert row is not None
    every = connection.execute("select count(*) from bank_line").fetchone()
    assert every is not None
    return {"account": row[0], "first": row[1], "count": row[2], "day": DAY, "all": every[0], "grace": 2}


_FILE = """
insert into return_file (company_id, id, family, name, size, sha256, status, sequence, actor, lines, entries, amount, paid, fee, plan_hash, parsed_at, layout, currency)
select 1, gen_random_uuid(), 'statement', 'bench.ofx', 1000, sha256(%(number)s::text::bytea), 'parsed', %(number)s, 'bench', %(count)s, %(count)s, 0, 0, 0, '', now(), 'ofx', 'BRL'
"""
_BALANCE = """
insert into stated_balance (file_id, number, account_id, format, currency, closing_on, credits, debits, lines, holds)
select id, 1, %(account)s, 'ofx', 'BRL', %(day)s::date + 29, 0, 0, %(count)s, true from return_file where sequence = %(number)s
"""
#: Of a hundred lines 92 have their end-to-end id, 3 a payer's document, 2 an amount alone that is one of a kind, 2 are the sum of
#: three expectations, and one is nobody's.
_NUMBERED = """
    (select n, (n %% 100)::int as kind, md5(n::text) as hash, %(day)s::date + (n * 30 / %(all)s)::int as day, 100 + n * 7919 %% 500000 as amount
       from generate_series(%(first)s::bigint, %(first)s::bigint + %(count)s::bigint - 1) n) x
"""
_E2E = "'E12345678' || to_char(day, 'YYYYMMDD') || '0000' || substr(hash, 1, 11)"
_FILE_LINES = f"""
insert into bank_line (file_id, number, account_id, booked_on, currency, amount, end_to_end_id, tax_document, description, first_line, last_line,
       begins_at, ends_at)
select f.id, n, %(account)s, day, 'BRL',
       case when kind < 95 then x.amount when kind < 97 then 10000000 + n when kind < 99 then 3 * x.amount + 3 else 90000000000 + n end,
       case when kind < 92 then {_E2E} else '' end, case when kind between 92 and 94 then lpad(n::text, 11, '0') else '' end,
       'PIX RECEBIDO ' || n, n, n, 0, 0
  from return_file f, {_NUMBERED} where f.sequence = %(number)s order by n
"""
EXPECTATIONS = f"""
insert into expectation (account_id, merchant_id, journal_id, leg, kind, reference, end_to_end_id, grouped, tax_document, day, due_on, currency,
       amount, known_at)
select %(account)s, 2, gen_random_uuid(), 1, 'payin.payment', n::text, case when kind < 92 then {_E2E} else '' end,
       case when kind in (97, 98) then 'batch:' || n else '' end, case when kind between 92 and 94 then lpad(n::text, 11, '0') else '' end,
       day, day + 3, 'BRL', case when kind < 95 then amount when kind < 97 then 10000000 + n else amount + part end, now()
  from {_NUMBERED}, lateral generate_series(0, case when kind in (97, 98) then 2 else 0 end) part where kind < 99 order by n
"""
