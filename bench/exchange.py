"""(l) Closing many operations of exchange beside one insert of as many ledger legs, and the file C220 beside COPY of its columns."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from statistics import median

import psycopg

from bench import operations, product, sets
from bench.operations import CLOSER, CNPJ, CURRENCIES, DAY, MAKER, RATE
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch, act, command, everything
from bench.report import Row, at_most, figure
from bench.watch import Grown
from retaguarda.exchange.closings.commands import COMMANDS as CLOSINGS
from retaguarda.exchange.closings.model import AgreeInput, CloseInput, ClosingInput
from retaguarda.exchange.closings.queries import load_closing, plan_of, sums_of
from retaguarda.exchange.rates.commands import store_rates
from retaguarda.exchange.rates.parse_rates import PublishedRate
from retaguarda.filings.commands import filing_commands
from retaguarda.filings.compare_delivered import compare_command
from retaguarda.filings.model import FilingCompare, FilingInput
from retaguarda.filings.parse_layout import layouts
from retaguarda.filings.tables import C220
from retaguarda.foundation.command import Nothing
from retaguarda.foundation.database import Database
from retaguarda.foundation.request import Principal

CLOSING_GOAL, FILE_GOAL, COMPARE_GOAL, MEMORY_LIMIT = 3, 4, 2, 64
DATABASE, RUN = "bench_exchange", "bench_exchange_run"


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    rounds = min(plan.rounds, len(CURRENCIES))
    made_of = f"{sets.VERSION} exchange {operations.VERSION} {plan.closed} {plan.filed}"
    server.database(DATABASE, lambda connection: operations.fill(server, DATABASE, connection, plan), made_of)
    try:
        yield from asyncio.run(_measure(product.another(server, DATABASE, RUN), server.app_url(RUN), plan, rounds))
    finally:
        product.drop(server, RUN)


async def _measure(owner: str, url: str, plan: Plan, rounds: int) -> list[Row]:
    with psycopg.connect(owner, autocommit=True) as connection:
        maker, closer = (product.staff(connection, email) for email in (MAKER, CLOSER))
        took: dict[str, list[float]] = {name: [] for name in ("draft", "close", "legs", "file", "copy", "compare")}
        grown = compared = 0
        async with product.opened(url) as database:
            for number in range(rounds):
                draft, closed = await _close(database, maker, closer, number)
                took["draft"].append(draft)
                took["close"].append(closed)
                took["legs"].append(_legs(connection, plan.closed))
            for number in range(rounds):
                took["copy"].append(_copy(url))
                with Stopwatch() as watch, Grown() as memory:
                    asked = await _file(database, maker, number)
                took["file"].append(watch.seconds)
                grown = max(grown, memory.bytes)
                with Stopwatch() as watch, Grown() as memory:
                    await _compare(database, maker, asked)
                took["compare"].append(watch.seconds)
                compared = max(compared, memory.bytes)
    of = {name: median(found) for name, found in took.items()}
    return [
        at_most(
            f"(l) closing {plan.closed:,} operations, from plan to posted, beside one insert … select of as many ledger legs",
            of["close"],
            of["legs"],
            "s",
            CLOSING_GOAL,
            "reading the plan and the Command that closes, with its commit; the legs go into a table with the ledger's columns and"
            " keys, and none of its checks. Three quarters of it is the row of each operation, five times as wide as a leg, which moves on"
            " with four index entries and its own checks; that is one statement at the pace of any update of such rows. The rest is two"
            f" sums over all of them. Drafting and agreeing beforehand: {of['draft']:.1f} s",
        ),
        at_most(
            f"(l) file C220 of {plan.filed:,} lines beside COPY … TO of the same columns",
            of["file"],
            of["copy"],
            "s",
            FILE_GOAL,
            "the Command that makes the file: Postgres reads the rows once, writes and checks them, keeps each line with what it came from"
            " and the content in pieces, committed; Python checks each text that differs once, and hashes the pieces",
        ),
        figure(f"(l) memory that a file C220 of {plan.filed:,} lines adds", grown / 2**20, "MiB", MEMORY_LIMIT),
        at_most(
            f"(l) making a file C220 of {plan.filed:,} lines again and comparing it with today's rows, beside making it",
            of["compare"],
            of["file"],
            "s",
            COMPARE_GOAL,
            "the Command of the workbench: the rows as they were and as they are, the hash of the file made again, and the three"
            " files side by side, line by line",
        ),
        figure(f"(l) memory that comparing {plan.filed:,} lines adds", compared / 2**20, "MiB", MEMORY_LIMIT),
    ]


async def _close(database: Database, maker: Principal, closer: Principal, number: int) -> tuple[float, float]:
    """Seconds of drafting and agreeing, and of what the second person does."""
    with Stopwatch() as drafting:
        async with database.transaction(everything(maker)) as tx:
            rate = PublishedRate(Decimal("5.1"), Decimal("5.1"), "Fechamento", datetime.now(UTC) - timedelta(hours=1))
            await store_rates(tx, CURRENCIES[number], [rate], "bench", bytes(32), MAKER)
            bank = await tx.value("select id from exchange_bank")
            given = ClosingInput(bank, CURRENCIES[number], "out")
            done = await act(tx, maker, command(CLOSINGS, "exchange:closing:draft"), given)
        async with database.transaction(everything(maker)) as tx:
            found = command(CLOSINGS, "exchange:closing:agree")
            await act(tx, maker, found, AgreeInput(RATE, 60), done.subject)
    with Stopwatch() as closing:
        async with database.transaction(everything(closer)) as tx:
            row = await load_closing(tx, done.result.id)
            read = plan_of(row, await sums_of(tx, row))
        async with database.transaction(everything(closer)) as tx:
            found = command(CLOSINGS, "exchange:closing:close")
            await act(tx, closer, found, CloseInput(read), done.subject)
    return drafting.seconds, closing.seconds


def _legs(connection: psycopg.Connection, count: int) -> float:
    connection.execute("drop table if exists bench_legs")
    connection.execute("create table bench_legs (like ledger_entry including all)")
    with Stopwatch() as watch:
        connection.execute(
            "insert into bench_legs (journal_id, account_id, amount, version, balance_after, company_id, leg, currency)"
            " select o.id, 1, o.price, null, null, o.company_id, 1, o.currency from exchange_operation o limit %s",
            (count,),
        )
    return watch.seconds


async def _file(database: Database, who: Principal, number: int) -> str:
    commands = filing_commands(C220)
    given = FilingInput(f"REQ-{number}", C220.layouts[0], CNPJ, "Bench", DAY, DAY, DAY, DAY)
    async with database.transaction(everything(who)) as tx:
        asked = await act(tx, who, command(commands, f"{C220.name}:request:register"), given)
        await act(tx, who, command(commands, f"{C220.name}:request:generate"), Nothing(), asked.subject)
    return asked.subject


async def _compare(database: Database, who: Principal, request: str) -> None:
    async with database.transaction(everything(who)) as tx:
        found = await act(tx, who, compare_command(C220), FilingCompare(), request)
    assert found.result.sha256 == found.result.sha256_again
    assert found.result.differences == 0


def _copy(url: str) -> float:
    layout = layouts()[C220.layouts[0]]
    columns = ", ".join(column.name for column in layout.columns)
    with psycopg.connect(url) as connection:
        connection.execute("select set_config('retaguarda.companies', '*', false)")
        with (
            Stopwatch() as watch,
            connection.cursor() as cursor,
            cursor.copy(
                f"copy (select {columns} from {layout.source} where {layout.period} = '{DAY}' and {layout.filer} = '{CNPJ}'"
                f" order by {layout.period}, source_id) to stdout".encode()
            ) as copy,
        ):
            for _ in copy:
                pass
        return watch.seconds
