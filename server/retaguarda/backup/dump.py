"""Write a backup: a snapshot of one moment, while the program runs."""

import os
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import msgspec
import psycopg

from retaguarda import __version__
from retaguarda.backup import (
    DATABASE,
    FORMAT,
    MANIFEST,
    PREVIOUS,
    SECRET,
    BackupSize,
    Manifest,
    Refused,
    count_rows,
    major_version,
    mark_of,
)
from retaguarda.backup.party_key_copy import TABLE, write_copy
from retaguarda.foundation.postgres_programs import program

_PIECE = 1024 * 1024


def write_backup(file: Path, owner_url: str, secret: str, previous: str = "", *, keep_secret: bool) -> BackupSize:
    """Write a backup.

    Args:
        file: created readable by its owner only; it gets this name once it is complete.
        previous: the secret that is being replaced; empty: none is.
        keep_secret: put the secret into the backup; False where it is stored elsewhere, such as the environment.

    Raises:
        Refused: the file exists, there is nothing to back up, or pg_dump failed.
    """
    if file.exists():
        raise Refused(f"{file} exists already; a backup is never written over another")
    partial = file.with_name(f"{file.name}.partial")
    try:
        with (
            psycopg.connect(owner_url) as connection,
            os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target,
            zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive,
        ):
            connection.execute("set transaction isolation level repeatable read, read only")
            manifest = _manifest(connection, secret, previous)
            archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
            if keep_secret:
                archive.writestr(SECRET, secret)
                if previous:
                    archive.writestr(PREVIOUS, previous)
            snapshot = connection.execute("select pg_export_snapshot()").fetchone()
            assert snapshot is not None
            with archive.open(DATABASE, "w", force_zip64=True) as dump:
                _dump(owner_url, snapshot[0], dump)
        with psycopg.connect(owner_url) as connection:
            write_copy(connection, file.parent)
        partial.rename(file)
    finally:
        partial.unlink(missing_ok=True)
    return BackupSize(sum(manifest.rows.values()), file.stat().st_size)


def _manifest(connection: psycopg.Connection[tuple[object, ...]], secret: str, previous: str) -> Manifest:
    migrated = connection.execute("select to_regclass('schema_migration') is not null").fetchone()
    if migrated != (True,):
        raise Refused("there is nothing to back up: this database was never migrated")
    row = connection.execute("select max(number) from schema_migration").fetchone()
    assert row is not None
    return Manifest(
        format=FORMAT,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        program=__version__,
        schema=str(row[0]),
        postgres=major_version(connection),
        secret_mark=mark_of(secret),
        rows={table: rows for table, rows in count_rows(connection).items() if table != TABLE},
        previous_mark=mark_of(previous) if previous else "",
    )


def _dump(owner_url: str, snapshot: str, target: IO[bytes]) -> None:
    command = [
        program("pg_dump"),
        "--format=custom",
        "--no-owner",
        # An owner that may not bypass row security sees all rows by its own policy.
        "--enable-row-security",
        # Else what was erased would open in every backup of before.
        f"--exclude-table-data={TABLE}",
        f"--snapshot={snapshot}",
        f"--dbname={owner_url}",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        shutil.copyfileobj(process.stdout, target, _PIECE)
        errors = process.stderr.read().decode()
    if process.returncode:
        raise Refused(f"pg_dump failed: {errors.strip()}")
