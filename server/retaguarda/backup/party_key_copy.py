"""Keeps one copy of the parties' keys beside the backups, and never a second: what was erased since opens in no backup, however old."""

import os
from pathlib import Path
from typing import Any

import psycopg

#: The table that no dump holds, as a quoted SQL name.
TABLE = "public.party_key"
#: The name of the copy, in the folder of the backups. Each backup replaces it.
FILE = "party-keys"
_COLUMNS = "company_id, subject, key, created_at"


def write_copy(connection: psycopg.Connection[Any], folder: Path) -> int:
    """Replace the copy of the keys by those there are now; return how many.

    A copy without a key opens nothing of it: whoever keeps older versions of this file keeps what was erased.
    """
    partial, count = folder / f"{FILE}.partial", 0
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target:
        with connection.cursor() as cursor, cursor.copy(f"copy {TABLE} ({_COLUMNS}) to stdout".encode()) as rows:
            for row in rows:
                target.write(row)
                count += bytes(row).count(b"\n")
        target.flush()
        os.fsync(target.fileno())
    partial.rename(folder / FILE)
    return count


def read_copy(connection: psycopg.Connection[Any], folder: Path) -> int:
    """Take the keys of the copy, of companies that the restored database has; return how many. None where there is no copy."""
    file = folder / FILE
    if not file.exists():
        return 0
    connection.execute(f"create temporary table given (like {TABLE}) on commit drop".encode())
    with connection.cursor() as cursor, cursor.copy(f"copy given ({_COLUMNS}) from stdin".encode()) as rows:
        rows.write(file.read_bytes())
    return connection.execute(
        f"insert into {TABLE} ({_COLUMNS}) select {_COLUMNS} from given g where exists (select from company c where c.id = g.company_id)"
        " on conflict do nothing".encode()
    ).rowcount
