"""Replacing the secret of the server in place: what is sealed under which secret, and sealing all of it under the new one.

``rotate`` may run while everything else does, be stopped and be run again. docs/operations.md says what comes before and after.
"""

import argparse
import sys

import psycopg

from retaguarda.cli.process import settings_with_secret
from retaguarda.database_url import owner_url
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.sealed_columns import counts, reseal

#: Seconds; a row that somebody holds so long is met again when the command is run again.
_PATIENCE = 10


def main(arguments: list[str]) -> int:
    """1 when something is still sealed under another secret than today's."""
    parser = argparse.ArgumentParser(prog="python -m retaguarda secrets", description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    what.add_parser("status", help="how much is sealed under the secret of today, and how much is not")
    what.add_parser("rotate", help="seals under the secret of today what is sealed under the previous one")
    asked = parser.parse_args(arguments)
    settings = settings_with_secret()
    keys = Keys(settings.secret, settings.secret_previous)
    with psycopg.connect(
        owner_url(settings), autocommit=True, options=f"-c lock_timeout={_PATIENCE}s -c timezone=UTC"
    ) as connection:
        try:
            return _rotate(connection, keys) if asked.what == "rotate" else _status(connection, keys)
        except psycopg.errors.LockNotAvailable:
            print("a row was held for too long; what was done stands, run it again", file=sys.stderr)
            return 1
        except RuntimeError as error:
            print(f"retaguarda: {error}", file=sys.stderr)
            return 1


def _rotate(connection: psycopg.Connection, keys: Keys) -> int:
    for done in reseal(connection, keys):
        closed = f", {done.closed:,} that neither secret opens" if done.closed else ""
        print(f"{done.column}: {done.count:,} sealed anew{closed}", flush=True)
    return _status(connection, keys)


def _status(connection: psycopg.Connection, keys: Keys) -> int:
    left = 0
    for found in counts(connection, keys):
        left += found.other
        print(f"{found.column}: {found.current:,} under the secret of today, {found.other:,} under another")
    print(f"{left:,} values are left under another secret" if left else "nothing needs another secret than today's")
    return 1 if left else 0
