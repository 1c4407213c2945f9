"""Restore a backup into an empty database, or refuse before changing anything."""

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from retaguarda.backup import (
    PREVIOUS,
    SECRET,
    Refused,
    count_rows,
    major_version,
    mark_of,
    tables,
)
from retaguarda.backup.opened_backup import Backup
from retaguarda.foundation.migrate import ensure_app_role
from retaguarda.foundation.postgres_programs import program

#: The policy names the owner role, which may have another name where the backup is restored.
_OWNER_POLICY = "owner_all"
_PIECE = 1024 * 1024
#: Seconds that a connection which was closed may take to be gone.
LEAVING_S = 2


def settle_secret(backup: Backup, given: str, previous: str, data: Path, *, replace: bool) -> None:
    """Give the program the secrets of the backup, which open everything sealed in it.

    Args:
        given: the secret of the environment; empty: it is stored in the data folder.
        previous: the secret it replaces, from the environment too; an older backup opens with it.

    Raises:
        Refused: the program has another secret, or nobody has it.
    """
    if given:
        marks = {mark_of(each) for each in (given, previous) if each}
        if not {backup.manifest.secret_mark, backup.manifest.previous_mark or backup.manifest.secret_mark} <= marks:
            raise Refused(
                "RETAGUARDA_SECRET is not the secret of this backup, or it was made while a secret was being replaced and"
                " RETAGUARDA_SECRET_PREVIOUS is missing: keys and second factors would not open"
            )
        return
    if not backup.secret:
        raise Refused("the secret is not in this backup: set RETAGUARDA_SECRET to the one it was made with")
    _store_secret(data / SECRET, backup.secret, replace=replace)
    if backup.previous:
        _store_secret(data / PREVIOUS, backup.previous, replace=replace)


def _store_secret(path: Path, secret: str, *, replace: bool) -> None:
    if path.exists() and path.read_text().strip() != secret:
        if not replace:
            raise Refused(f"{path} holds another secret; use an empty data folder, or --replace")
        path.rename(path.with_name(f"{path.name}.replaced"))
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secret)


def _is_used(connection: psycopg.Connection) -> bool:
    """Whether others are connected, and stay: who has just left is seen for a moment more."""
    until = time.monotonic() + LEAVING_S
    while True:
        connection.rollback()
        others = connection.execute(
            "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
            " and backend_type = 'client backend'"
        ).fetchone()
        if others == (0,) or time.monotonic() > until:
            return others != (0,)
        time.sleep(0.05)


def check_target(backup: Backup, owner_url: str, *, replace: bool) -> None:
    """Check the target database.

    Raises:
        Refused: the server is too old, the database is in use, or it is not empty and may not be replaced.
    """
    with psycopg.connect(owner_url) as connection:
        if major_version(connection) < backup.manifest.postgres:
            raise Refused(
                f"the backup is of PostgreSQL {backup.manifest.postgres}, and this server is {major_version(connection)}"
            )
        if _is_used(connection):
            raise Refused("the database is in use: stop the program first, every process of it")
        if tables(connection) and not replace:
            raise Refused("the database is not empty; --replace would destroy what is in it")


def restore(backup: Backup, owner_url: str, app_password: str) -> None:
    """Replace the database with the rows of the backup, in the backup's schema.

    Raises:
        Refused: pg_restore failed or the backup is damaged, and the database is empty now; or rows are missing.
    """
    with psycopg.connect(owner_url, autocommit=True) as connection:
        ensure_app_role(connection, app_password)
        _empty(connection)
    with tempfile.TemporaryDirectory() as folder:
        contents = Path(folder, "contents")
        contents_list = _pg_restore(backup, "--list").decode().splitlines(keepends=True)
        owner_tables = [sql.Identifier(*line.split()[4:6]) for line in contents_list if _is_owner_policy(line)]
        contents.write_text("".join(line for line in contents_list if not _is_owner_policy(line)))
        _pg_restore(
            backup,
            "--no-owner",
            "--exit-on-error",
            "--single-transaction",
            f"--use-list={contents}",
            f"--dbname={owner_url}",
        )
    with psycopg.connect(owner_url) as connection:
        for table in owner_tables:
            connection.execute(
                sql.SQL("create policy {} on {} to current_user using (true) with check (true)").format(
                    sql.Identifier(_OWNER_POLICY), table
                )
            )
        row_counts = count_rows(connection)
    incomplete = [name for name, rows in backup.manifest.rows.items() if row_counts.get(name) != rows]
    if incomplete:
        raise Refused(f"rows are missing in {', '.join(incomplete)}: the backup is not whole")


def _is_owner_policy(line: str) -> bool:
    """Match the owner's policies in the list of contents: ``3921; 3256 16500 POLICY public company owner_all
    postgres``."""
    words = line.split()
    return words[3:4] == ["POLICY"] and words[6:7] == [_OWNER_POLICY]


def _empty(connection: psycopg.Connection[Any]) -> None:
    schemas = connection.execute(
        "select nspname from pg_namespace where nspname !~ '^(pg_|information_schema$)'"
    ).fetchall()
    with connection.transaction():
        for (name,) in schemas:
            connection.execute(sql.SQL("drop schema {} cascade").format(sql.Identifier(name)))
        connection.execute("create schema public")


def _pg_restore(backup: Backup, *options: str) -> bytes:
    # Send output to files: an unread pipe would block pg_restore once the list exceeds the pipe's buffer.
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(
            [program("pg_restore"), *options], stdin=subprocess.PIPE, stdout=out, stderr=errors
        ) as process,
    ):
        assert process.stdin is not None
        try:
            with backup.dump() as source:
                shutil.copyfileobj(source, process.stdin, _PIECE)
        except BrokenPipeError:
            # pg_restore has read all it needs, or reports the error itself.
            with suppress(BrokenPipeError):
                process.stdin.close()
        except BaseException:
            # Kill it before it sees the end of its input, which would make it commit a part.
            process.kill()
            raise
        process.communicate()
        for file in (out, errors):
            file.seek(0)
        if process.returncode:
            raise Refused(f"pg_restore failed: {errors.read().decode().strip()}")
        return out.read()
