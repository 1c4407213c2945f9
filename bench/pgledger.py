"""pgledger's published SQL as a peer, where the runner has it: nothing of it is in this repository.

RETAGUARDA_BENCH_PGLEDGER names its files, separated by colons, in the order in which they are to be loaded: pgledger.sql
(https://github.com/pgr0ss/pgledger), and before it the file with the ``uuid_to_ulid`` that it calls.
"""

import os
from pathlib import Path

import psycopg

from bench.postgres import Server

SETTING = "RETAGUARDA_BENCH_PGLEDGER"
DATABASE = "bench_pgledger"
ACCOUNTS = 400

#: Between any two of many accounts, so that nothing but chance makes them wait for each other.
SPREAD = f"""
\\set a random(1, {ACCOUNTS})
\\set b 1 + (:a + random(1, {ACCOUNTS - 2})) % {ACCOUNTS}
\\set amount random(1000, 50000)
select from pgledger_create_transfer((select id from bench_account where n = :a), (select id from bench_account where n = :b), :amount);
"""
#: Into one account, from many.
HOT = f"""
\\set a random(2, {ACCOUNTS})
\\set amount random(1000, 50000)
select from pgledger_create_transfer((select id from bench_account where n = :a), (select id from bench_account where n = 1), :amount);
"""


def prepare(server: Server) -> bool:
    """Whether the peer is here.

    Raises:
        OSError: a file that the setting names cannot be read.
    """
    given = os.environ.get(SETTING, "")
    if not given:
        return False
    with psycopg.connect(server.fresh(DATABASE, migrated=False), autocommit=True) as connection:
        for name in given.split(":"):
            connection.execute(Path(name).read_bytes())
        connection.execute(
            "create table bench_account as select n, (select id from pgledger_create_account('account ' || n, 'BRL')) as id"
            f" from generate_series(1, {ACCOUNTS}) n".encode()
        )
        connection.execute("create unique index on bench_account (n) include (id)")
        connection.execute("vacuum analyze")
    return True
