"""Check every invariant, in one snapshot."""

import sys
from typing import Any

import psycopg
from psycopg.rows import dict_row

from retaguarda.audit.invariants import CHECKPOINTS, SIGNED, SIGNED_DESCRIPTION, TAIL, unsigned
from retaguarda.cli.process import settings_with_secret
from retaguarda.database_url import owner_url
from retaguarda.foundation.invariants import sealed_offenders
from retaguarda.foundation.keys import Keys
from retaguarda.invariants import EXAMPLES, INVARIANTS, SEALED_INVARIANTS

_MOST_NAMED = 10


def main(arguments: list[str]) -> int:
    """Print each invariant with its number of offenders and some examples. Return 1 when any is not zero."""
    broken, settings = 0, settings_with_secret()
    keys = Keys(settings.secret, settings.secret_previous)
    with psycopg.connect(owner_url(settings)) as connection:
        connection.execute("set transaction isolation level repeatable read, read only")
        for invariant in INVARIANTS:
            row = connection.execute(invariant.offenders_sql.encode()).fetchone()
            count = row[0] if row else 0
            broken += count > 0
            _print_result(
                invariant.name, invariant.description, count, _examples(connection, invariant.name) if count else []
            )
        for sealed in SEALED_INVARIANTS:
            found = sealed_offenders(connection, keys, sealed)
            broken += bool(found)
            _print_result(sealed.name, sealed.description, len(found), [f"id {each}" for each in found[:_MOST_NAMED]])
        sizes = _unsigned(connection)
        broken += bool(sizes)
        _print_result(SIGNED, SIGNED_DESCRIPTION, len(sizes), [f"checkpoint {size}" for size in sizes[:_MOST_NAMED]])
        print(_tail(connection))
    if broken:
        print(f"{broken} invariants are broken", file=sys.stderr)
    return 1 if broken else 0


def _print_result(name: str, description: str, count: int, examples: list[str]) -> None:
    print(f"{'ok ' if count == 0 else 'BAD'} {count:>8}  {name}: {description}")
    for example in examples:
        print(f"{'':>14}{example}")


def _examples(connection: psycopg.Connection[Any], name: str) -> list[str]:
    if name not in EXAMPLES:
        return []
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(EXAMPLES[name].encode()).fetchall()
    return [", ".join(f"{column} {value}" for column, value in row.items()) for row in rows]


def _unsigned(connection: psycopg.Connection[Any]) -> list[int]:
    with connection.cursor(row_factory=dict_row) as cursor:
        return unsigned(cursor.execute(CHECKPOINTS))


def _tail(connection: psycopg.Connection[Any]) -> str:
    count, age = connection.execute(TAIL).fetchone() or (0, None)
    waits = f", the oldest for {age.total_seconds():.1f} s" if count and age else ""
    return f"--- {count:>8}  events without a place in the audit log yet{waits}"
