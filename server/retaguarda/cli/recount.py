"""Rebuild the hourly roll-ups of pay-in from its charges, payments and refunds, while the program runs."""

import sys

import psycopg

from retaguarda.cli.process import settings_with_secret
from retaguarda.database_url import owner_url


def main(arguments: list[str]) -> int:
    """Rebuild the roll-ups and print how many hours there are."""
    if arguments:
        print("usage: python -m retaguarda recount", file=sys.stderr)
        return 2
    with psycopg.connect(owner_url(settings_with_secret())) as connection:
        row = connection.execute("select payin_hour_rebuild()").fetchone()
    print(f"{row[0] if row else 0} hours, methods and processors counted")
    return 0
