"""Replace the server's secret: report what is sealed under which secret, and seal all of it under the new one; and share kept keys
with another installation.

``rotate`` may run beside everything else, be stopped and be run again. docs/operations.md has the steps before and
after.
"""

import argparse
import sys
from pathlib import Path

import psycopg

from retaguarda.cli.process import settings_with_secret
from retaguarda.cli.share_keys import share_keys
from retaguarda.database_url import owner_url
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.sealed_columns import counts, reseal

#: Seconds to wait for a locked row; the next run of the command retries it.
_PATIENCE = 10


def main(arguments: list[str]) -> int:
    """Return 1 while something is still sealed under another secret than the current one."""
    parser = argparse.ArgumentParser(prog="python -m retaguarda secrets", description=__doc__)
    subcommands = parser.add_subparsers(dest="what", required=True)
    subcommands.add_parser("status", help="how much is sealed under the secret of today, and how much is not")
    subcommands.add_parser("rotate", help="seals under the secret of today what is sealed under the previous one")
    share = subcommands.add_parser("share", help="writes the kept keys into a file, for another installation of yours")
    share.add_argument("file", type=Path)
    options = parser.parse_args(arguments)
    settings = settings_with_secret()
    keys = Keys(settings.secret, settings.secret_previous)
    with psycopg.connect(
        owner_url(settings), autocommit=True, options=f"-c lock_timeout={_PATIENCE}s -c timezone=UTC"
    ) as connection:
        try:
            if options.what == "share":
                return _share(connection, keys, options.file)
            return _rotate(connection, keys) if options.what == "rotate" else _status(connection, keys)
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


def _share(connection: psycopg.Connection, keys: Keys, file: Path) -> int:
    try:
        code = share_keys(connection, keys, file)
    except OSError as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        return 1
    print(
        f"{file} holds the kept keys; found the other installation with --kept-keys, and give it this code another way:"
    )
    print(code)
    return 0


def _status(connection: psycopg.Connection, keys: Keys) -> int:
    left = 0
    for counted in counts(connection, keys):
        left += counted.other
        print(f"{counted.column}: {counted.current:,} under the secret of today, {counted.other:,} under another")
    print(f"{left:,} values are left under another secret" if left else "nothing needs another secret than today's")
    return 1 if left else 0
