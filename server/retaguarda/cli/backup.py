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
    configured = load()
    if not configured.database_url and not (configured.data / "postgres").exists():
        raise SettingsError(f"there is no database in {configured.data}; set RETAGUARDA_DATA or DATABASE_URL")
    settings = settings_with_secret()
    started = time.monotonic()
    try:
        with running(settings):
            size = write_backup(
                file, owner_url(settings), settings.secret, settings.secret_previous, keep_secret=not configured.secret
            )
    except Refused as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"retaguarda: {file} cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{size.rows:,} rows in {size.bytes:,} bytes, {time.monotonic() - started:.1f} s: {file}")
    if configured.secret:
        print("RETAGUARDA_SECRET is not in it: keep it where this file is not")
    return 0
