"""Write everything into one file, while the program runs or not. It contains all data: keep it as safe as the database."""

import argparse
import sys
import time
from pathlib import Path

from retaguarda.backup import Refused
from retaguarda.backup.dump import write_backup
from retaguarda.cli.process import settings_with_secret
from retaguarda.cli.server import running
from retaguarda.database_url import owner_url
from retaguarda.settings import SettingsError, load


def main(arguments: list[str]) -> int:
    """Write the backup. Return 1 on failure."""
    parser = argparse.ArgumentParser(prog="python -m retaguarda backup", description=__doc__)
    parser.add_argument("file", type=Path, help="the file to make; there must be none of this name")
    file = parser.parse_args(arguments).file
    given = load()
    if not given.database_url and not (given.data / "postgres").exists():
        raise SettingsError(f"there is no database in {given.data}; set RETAGUARDA_DATA or DATABASE_URL")
    settings = settings_with_secret()
    begun = time.monotonic()
    try:
        with running(settings):
            made = write_backup(
                file, owner_url(settings), settings.secret, settings.secret_previous, keep_secret=not given.secret
            )
    except Refused as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"retaguarda: {file} cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{made.rows:,} rows in {made.bytes:,} bytes, {time.monotonic() - begun:.1f} s: {file}")
    if given.secret:
        print("RETAGUARDA_SECRET is not in it: keep it where this file is not")
    return 0
