"""Rebuild the database from a backup, migrate it to the newest schema and check every invariant."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import psycopg

from retaguarda.backup import Refused
from retaguarda.backup.opened_backup import open_backup
from retaguarda.backup.party_key_copy import FILE, read_copy
from retaguarda.backup.restore import check_target, restore, settle_secret
from retaguarda.cli import verify
from retaguarda.cli.prepare import ensure_database
from retaguarda.cli.process import settings_with_secret
from retaguarda.cli.server import running
from retaguarda.database_url import app_password, embedded, owner_url
from retaguarda.foundation.migrate import migrate
from retaguarda.settings import load


def main(arguments: list[str]) -> int:
    """Return 1 when the restore fails or an invariant is broken afterwards."""
    parser = argparse.ArgumentParser(prog="python -m retaguarda restore", description=__doc__)
    parser.add_argument("file", type=Path, help="what `backup` made")
    parser.add_argument("--replace", action="store_true", help="destroy what is in the database now")
    options = parser.parse_args(arguments)
    settings = load()
    try:
        with open_backup(options.file) as backup, running(settings):
            if not settings.database_url:
                ensure_database(embedded(settings).url("postgres"))
            url = owner_url(settings)
            check_target(backup, url, replace=options.replace)
            settle_secret(backup, settings.secret, settings.secret_previous, settings.data, replace=options.replace)
            password = app_password(replace(settings, secret=settings_with_secret().secret))
            restore(backup, url, password)
            with psycopg.connect(url) as connection:
                keys = read_copy(connection, options.file.parent)
            print(f"{keys:,} keys of documents come from {options.file.parent / FILE}", flush=True)
            print(f"{sum(backup.manifest.rows.values()):,} rows of {backup.manifest.made_at} are back", flush=True)
            migrate(url, password)
            return verify.main([])
    except Refused as error:
        print(f"retaguarda: {error}", file=sys.stderr)
        return 1
