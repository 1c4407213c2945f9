"""Show the feature flags, or switch one: ``flags``, ``flags ledger on 2 3``, ``flags ledger off 3``."""

import sys
from typing import Any

import psycopg

from retaguarda.cli.process import settings_with_secret
from retaguarda.database_url import owner_url
from retaguarda.identity.flag_command import FLAGS, OFF, ON

USAGE = f"usage: python -m retaguarda flags [{'|'.join(FLAGS)} on|off COMPANY…]   (companies by their numbers)"


def main(arguments: list[str]) -> int:
    """Return 2 for invalid arguments, 1 when a company does not exist."""
    if arguments and not _is_valid(arguments):
        print(USAGE, file=sys.stderr)
        return 2
    with psycopg.connect(owner_url(settings_with_secret())) as connection:
        return switch(connection, arguments)


def switch(connection: psycopg.Connection[Any], arguments: list[str]) -> int:
    """Apply arguments that were checked, and print every flag with its companies."""
    if arguments:
        name, state, *numbers = arguments
        companies = [int(number) for number in numbers]
        missing = set(companies) - _existing(connection, companies)
        if missing:
            print(f"no such company: {', '.join(map(str, sorted(missing)))}", file=sys.stderr)
            return 1
        connection.execute((ON if state == "on" else OFF).encode(), {"name": name, "companies": companies})
    on = dict(connection.execute("select name, companies from feature_flag").fetchall())
    for flag in FLAGS:
        print(f"{flag}: {' '.join(map(str, on.get(flag, []))) or 'nobody'}")
    return 0


def _is_valid(arguments: list[str]) -> bool:
    name, state, *numbers = [*arguments, "", ""]
    numbers = [number for number in numbers if number]
    valid_numbers = all(number.isascii() and number.isdigit() and len(number) <= 9 for number in numbers)
    return name in FLAGS and state in ("on", "off") and bool(numbers) and valid_numbers


def _existing(connection: psycopg.Connection[Any], companies: list[int]) -> set[int]:
    rows = connection.execute("select id from company where id = any(%(all)s)", {"all": companies})
    return {row[0] for row in rows}
