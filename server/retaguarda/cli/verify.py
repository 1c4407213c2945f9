"""Checks every invariant, in one snapshot."""

import sys

import psycopg

from retaguarda.cli.process import settings_with_secret
from retaguarda.place import owner_url
from retaguarda.verified import INVARIANTS


def main(arguments: list[str]) -> int:
    """Prints one line an invariant with its count of offenders; 1 when any is not zero."""
    broken = 0
    with psycopg.connect(owner_url(settings_with_secret())) as connection:
        connection.execute("set transaction isolation level repeatable read, read only")
        for invariant in INVARIANTS:
            row = connection.execute(invariant.offenders_sql.encode()).fetchone()
            count = row[0] if row else 0
            broken += count > 0
            print(f"{'ok ' if count == 0 else 'BAD'} {count:>8}  {invariant.name}: {invariant.description}")
    if broken:
        print(f"{broken} invariants are broken", file=sys.stderr)
    return 1 if broken else 0
