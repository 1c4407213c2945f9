"""Lists every sealed column, and reseals the values when the server's secret is rotated."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

from retaguarda.foundation.keys import HEADER_BYTES, KEPT_KEY, Keys
from retaguarda.foundation.party_keys import PARTY_KEY

#: Table and column → the purpose under which we seal its values. In the catalogue they have the type ``sealed``.
COLUMNS = {
    ("audit_key", "private"): "audit",
    ("check_provider", "secret"): "check_provider",
    ("hook_endpoint", "previous_secret"): "hooks",
    ("hook_endpoint", "secret"): "hooks",
    ("kept_key", "sealed"): KEPT_KEY,
    ("notification_webhook", "secret"): "hooks",
    ("party_key", "key"): PARTY_KEY,
    ("mailbox", "password"): "mailbox",
    ("mailbox", "private_key"): "mailbox",
    ("payout_processor", "app_key"): "payout_processor",
    ("payout_processor", "certificate_key"): "payout_processor",
    ("payout_processor", "client_secret"): "payout_processor",
    ("payout_processor", "pending"): "payout_processor",
    ("person", "totp_pending"): "totp",
    ("person", "totp_secret"): "totp",
    ("pix_connection", "certificate_key"): "pix_connection",
    ("pix_connection", "client_secret"): "pix_connection",
    ("pix_connection", "pending"): "pix_connection",
    ("pld_evidence", "content"): "evidence",
    ("provider_call", "answer"): "check_provider",
    ("signing_key", "private"): "signing",
}

#: Rows in one transaction: a concurrent writer waits for at most so many.
BATCH = 200

_SEALED_COLUMNS = (
    "select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid"
    " join pg_type t on t.oid = a.atttypid where t.typname = 'sealed' and t.typtype = 'd' and c.relkind in ('r', 'p')"
    " and not a.attisdropped"
)
_PRIMARY_KEY = (
    "select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)"
    " where i.indrelid = %s::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)"
)


@dataclass(frozen=True, slots=True)
class Column:
    table: str
    name: str
    purpose: str

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"


@dataclass(frozen=True, slots=True)
class Count:
    """Values of one column: sealed under the current secret, and under any other."""

    column: Column
    current: int
    other: int


@dataclass(frozen=True, slots=True)
class Resealed:
    """``closed``: values that neither secret opens; they stay as they are."""

    column: Column
    count: int
    closed: int


def columns(connection: psycopg.Connection[Any]) -> list[Column]:
    """Lists the sealed columns.

    Raises:
        RuntimeError: this database and this program disagree on which columns are sealed.
    """
    sealed_columns = {(table, column) for table, column in connection.execute(_SEALED_COLUMNS).fetchall()}
    if mismatched := sealed_columns ^ COLUMNS.keys():
        names = ", ".join(".".join(each) for each in sorted(mismatched))
        raise RuntimeError(f"sealed in the database or known to the program, but not both: {names}; migrate first")
    return [Column(*place, purpose) for place, purpose in COLUMNS.items()]


def counts(connection: psycopg.Connection[Any], keys: Keys) -> list[Count]:
    """Counts, column by column, the values under the current secret and under others."""
    counted = list[Count]()
    for column in columns(connection):
        row = connection.execute(
            sql.SQL("select count(*) filter (where {here}), count(*) filter (where not {here}) from {table}").format(
                here=_is_current(column, keys), table=sql.Identifier(column.table)
            )
        ).fetchone()
        assert row is not None
        counted.append(Count(column, *row))
    return counted


def reseal(connection: psycopg.Connection[Any], keys: Keys, batch: int = BATCH) -> Iterator[Resealed]:
    """Seals every value under the current secret while others write, and skips those that already are.

    It replaces a value only where it is still the one it read, so a concurrent change wins. It may be stopped at any
    moment and run again.

    Args:
        connection: of the database owner, in autocommit.
    """
    # Of a company that has left for another installation, too: what it sealed here stays here.
    connection.execute("set retaguarda.resealing = 'on'")
    for column in columns(connection):
        yield _reseal(connection, keys, column, batch)


def _reseal(connection: psycopg.Connection[Any], keys: Keys, column: Column, batch: int) -> Resealed:
    table, name = sql.Identifier(column.table), sql.Identifier(column.name)
    primary = [row[0] for row in connection.execute(_PRIMARY_KEY, (column.table,)).fetchall()]
    key = sql.SQL("({})").format(sql.SQL(", ").join(map(sql.Identifier, primary)))
    place = sql.SQL("({})").format(sql.SQL(", ").join([sql.Placeholder()] * len(primary)))
    select = sql.SQL("select {name}, {columns} from {table} where not {here} and {after} order by {key} limit {batch}")
    update = sql.SQL("update {table} set {name} = %s where {key} = {place} and {name} = %s").format(
        table=table, name=name, key=key, place=place
    )
    count, unopened, last = 0, 0, ()
    while True:
        rows = connection.execute(
            select.format(
                name=name,
                columns=sql.SQL(", ").join(map(sql.Identifier, primary)),
                table=table,
                here=_is_current(column, keys),
                after=sql.SQL("{} > {}").format(key, place) if last else sql.SQL("true"),
                key=key,
                batch=sql.Literal(batch),
            ),
            last,
        ).fetchall()
        if not rows:
            return Resealed(column, count, unopened)
        with connection.transaction():
            for sealed, *row_key in rows:
                try:
                    plain = keys.unseal(column.purpose, bytes(sealed))
                except ValueError:
                    unopened += 1
                    continue
                fresh = keys.seal(column.purpose, plain)
                count += connection.execute(update, (fresh, *row_key, sealed)).rowcount
        last = tuple(rows[-1][1:])


def _is_current(column: Column, keys: Keys) -> sql.Composed:
    return sql.SQL("substring({}::bytea from 1 for {}) = {}").format(
        sql.Identifier(column.name), sql.Literal(HEADER_BYTES), sql.Literal(keys.header)
    )
