"""(k) Screening parties against 300,000 listed names beside 12,000: what one party costs, and a new version of a list."""

import asyncio
import random
from collections.abc import Iterator
from statistics import median

import psycopg

from bench import product, sets
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch
from bench.report import Row, at_most, figure
from retaguarda.compliance.screening.compare_subject import Asked, Listed
from retaguarda.compliance.screening.find_keys import stored_keys
from retaguarda.compliance.screening.parse_words import COMMON_FIRST, keys_of
from retaguarda.compliance.screening.run_screening import screen_entries, screen_parties
from retaguarda.compliance.screening.write_party import write_party
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.ids import uuid7
from retaguarda.payouts.payees.parse_names import COMMON

GOAL, DELTA_SECONDS = 3, 10
FEW, PARTIES, DELTA, KNOWN = 12_000, 50, 100, 100_000
#: First and last names that the product takes to be common: keys of them alone find nobody.
FIRST, LAST = sorted(COMMON_FIRST), sorted(COMMON)


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    took = dict[int, float]()
    many = max(plan.names, FEW + 1)
    for names in (FEW, many):
        database = f"bench_screening_{names}"
        server.database(
            database, lambda connection, names=names: _fill(connection, names), f"{sets.VERSION} screening 4 {names}"
        )
    for number in range(plan.rounds):
        for names in (FEW, many):
            found = asyncio.run(_screen(server.app_url(f"bench_screening_{names}"), number))
            took[names] = median([found, *([took[names]] if names in took else [])])
    yield at_most(
        f"(k) a party screened against {many:,} listed names beside {FEW:,}",
        took[many] / PARTIES * 1e3,
        took[FEW] / PARTIES * 1e3,
        "ms",
        GOAL,
        f"{PARTIES} new parties written, their likely entries read by the keys of their names, compared, hits kept; of first names half, of last"
        f" names four in ten are among the {len(FIRST)} and {len(LAST)} most common: likely entries and namesakes grow with the list",
    )
    known = min(KNOWN, plan.names)
    server.database(
        "bench_parties", lambda connection: _parties(connection, known), f"{sets.VERSION} parties 4 {known}"
    )
    yield figure(
        f"(k) {DELTA} new entries of a list screened against {known:,} parties",
        median(asyncio.run(_delta(server.app_url("bench_parties"), number)) for number in range(min(plan.rounds, 3))),
        "s",
        DELTA_SECONDS,
    )


async def _screen(url: str, number: int) -> float:
    """Seconds; nothing of it is kept."""
    draw = random.Random(f"parties {number}")
    async with product.opened(url, size=1) as database, database.transaction(SYSTEM) as tx:
        with Stopwatch() as watch:
            written = [
                (await write_party(tx, "check", f"bench {number} {each}", Asked([name(draw)])))[0]
                for each in range(PARTIES)
            ]
            await screen_parties(tx, written)
        await tx.execute("rollback; begin")
    return watch.seconds


async def _delta(url: str, number: int) -> float:
    async with product.opened(url, size=1) as database, database.transaction(SYSTEM) as tx:
        found = await tx.value("select id from watch_list limit 1")
        keys = [f"new {number} {each}" for each in range(DELTA)]
        draw = random.Random(f"delta {number}")
        for key in keys:
            names = [name(draw)]
            await tx.execute(
                "insert into list_entry (id, list_id, entry_key, from_version, names, identity, content_hash, keys, name_keys)"
                " values (%(id)s, %(list)s, %(key)s, 1, %(names)s, sha256('x'), sha256('x'), %(keys)s, %(name_keys)s)",
                {"id": uuid7(), "list": found, "key": key, "names": names}
                | {"keys": keys_of(names, None), "name_keys": stored_keys(Listed(names))},
            )
        with Stopwatch() as watch:
            await screen_entries(tx, found, keys)
        await tx.execute("rollback; begin")
    return watch.seconds


def name(draw: random.Random) -> str:
    """A first name, and one to three last names; the last one and the first are often rare."""
    last = [draw.choice(LAST) for _ in range(draw.randint(0, 2))] + [
        rare(draw) if draw.random() < 0.6 else draw.choice(LAST)
    ]
    return " ".join([draw.choice(FIRST) if draw.random() < 0.5 else rare(draw), *last])


def rare(draw: random.Random) -> str:
    """A last name that few have: syllables, as many as there are."""
    return "".join(draw.choice("BCDFGLMNPRSTVZ") + draw.choice("AEIOU") for _ in range(draw.randint(3, 5)))


def _list(connection: psycopg.Connection) -> object:
    row = connection.execute("select id from watch_list limit 1").fetchone()
    if row is not None:
        return row[0]
    made = uuid7()
    connection.execute(
        "insert into watch_list (id, code, name, kind, format, licence, max_age_days) values"
        " (%s, 'bench', 'Bench', 'sanction', 'table_csv', 'none', 30)",
        (made,),
    )
    return made


def _fill(connection: psycopg.Connection, names: int) -> None:
    sets.people(connection, 1)
    draw, found = random.Random("listed"), _list(connection)
    with connection.transaction():
        connection.execute("create temp table listed (n int, names text[], keys text[], name_keys text[])")
        with connection.cursor().copy("copy listed from stdin") as copy:
            for n in range(names):
                listed = [name(draw)]
                copy.write_row((n, listed, keys_of(listed, None), stored_keys(Listed(listed))))
        connection.execute(
            "insert into list_entry (id, list_id, entry_key, from_version, names, identity, content_hash, keys, name_keys)"
            " select gen_random_uuid(), %s, 'entry ' || n, 1, names, sha256(n::text::bytea), sha256(n::text::bytea), keys, name_keys"
            " from listed",
            (found,),
        )


def _parties(connection: psycopg.Connection, parties: int) -> None:
    _fill(connection, 1)
    draw = random.Random("known")
    with connection.transaction():
        connection.execute("create temp table known (n int, name text, keys text[], name_keys text[])")
        with connection.cursor().copy("copy known from stdin") as copy:
            for n in range(parties):
                known = name(draw)
                copy.write_row((n, known, keys_of([known], None), stored_keys(Listed([known]))))
        connection.execute(
            "insert into screened_party (id, source, source_id, name, keys, name_keys)"
            " select gen_random_uuid(), 'payee', 'party ' || n, name, keys, name_keys from known"
        )
