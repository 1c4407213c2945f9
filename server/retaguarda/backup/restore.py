"""Restores a backup into an empty database, or says why not before anything is changed."""

import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import psycopg
from psycopg import sql

from retaguarda.backup import (
    DATABASE,
    FORMAT,
    MANIFEST,
    PREVIOUS,
    SECRET,
    Manifest,
    Refused,
    counted,
    major,
    mark_of,
    tables,
)
from retaguarda.foundation.migrate import ensure_app_role, newest_number
from retaguarda.foundation.postgres_programs import program

#: Names the owner, who may be called otherwise where it is restored.
_OWNER_POLICY = "owner_all"
_PIECE = 1024 * 1024


class Backup:
    """A backup that is open for reading."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
        names = archive.namelist()
        self.secret = archive.read(SECRET).decode() if SECRET in names else ""
        self.previous = archive.read(PREVIOUS).decode() if PREVIOUS in names else ""

    @contextmanager
    def dump(self) -> Iterator[Any]:
        with self._archive.open(DATABASE) as source:
            yield source


@contextmanager
def opened(file: Path) -> Iterator[Backup]:
    """
    Raises:
        Refused: it is no backup, is damaged, or was made by a newer program than this.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            backup = Backup(archive)
            if backup.manifest.format != FORMAT:
                raise Refused(f"{file} has format {backup.manifest.format}, and this program reads {FORMAT}")
            if backup.manifest.schema > newest_number():
                raise Refused(
                    f"{file} has the schema {backup.manifest.schema} of a newer program; install that one first"
                )
            yield backup
    except (FileNotFoundError, IsADirectoryError):
        raise Refused(f"{file} is not there") from None
    except (zipfile.BadZipFile, KeyError, msgspec.MsgspecError, EOFError) as error:
        raise Refused(f"{file} is no backup of this program, or is damaged: {error}") from None


def settle_secret(backup: Backup, given: str, previous: str, data: Path, *, replace: bool) -> None:
    """Sees to it that the program will have the secrets of the backup, without which nothing sealed in it opens.

    Args:
        given: the one of the environment; empty: it is kept in the data folder.
        previous: the one that it replaces, of the environment too; a backup from before the replacement opens with it.

    Raises:
        Refused: the program has another one, or nobody has it.
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
    _keep(data / SECRET, backup.secret, replace=replace)
    if backup.previous:
        _keep(data / PREVIOUS, backup.previous, replace=replace)


def _keep(path: Path, secret: str, *, replace: bool) -> None:
    if path.exists() and path.read_text().strip() != secret:
        if not replace:
            raise Refused(f"{path} holds another secret; use an empty data folder, or --replace")
        path.rename(path.with_name(f"{path.name}.replaced"))
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secret)


def check_target(backup: Backup, owner_url: str, *, replace: bool) -> None:
    """
    Raises:
        Refused: the server is too old, the database is in use, or it is not empty and may not be replaced.
    """
    with psycopg.connect(owner_url) as connection:
        if major(connection) < backup.manifest.postgres:
            raise Refused(
                f"the backup is of PostgreSQL {backup.manifest.postgres}, and this server is {major(connection)}"
            )
        others = connection.execute(
            "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
            " and backend_type = 'client backend'"
        ).fetchone()
        if others != (0,):
            raise Refused("the database is in use: stop the program first, every process of it")
        if tables(connection) and not replace:
            raise Refused("the database is not empty; --replace would destroy what is in it")


def restore(backup: Backup, owner_url: str, app_password: str) -> None:
    """Leaves the rows of the backup, in its schema.

    Raises:
        Refused: pg_restore failed or the backup is damaged; then the database is empty. Or rows are missing.
    """
    with psycopg.connect(owner_url, autocommit=True) as connection:
        ensure_app_role(connection, app_password)
        _empty(connection)
    with tempfile.TemporaryDirectory() as folder:
        contents = Path(folder, "contents")
        listed = _pg_restore(backup, "--list").decode().splitlines(keepends=True)
        owned = [line.split()[5] for line in listed if _is_owner_policy(line)]
        contents.write_text("".join(line for line in listed if not _is_owner_policy(line)))
        _pg_restore(
            backup,
            "--no-owner",
            "--exit-on-error",
            "--single-transaction",
            f"--use-list={contents}",
            f"--dbname={owner_url}",
        )
    with psycopg.connect(owner_url) as connection:
        for table in owned:
            connection.execute(
                sql.SQL("create policy {} on {} to current_user using (true) with check (true)").format(
                    sql.Identifier(_OWNER_POLICY), sql.Identifier(table)
                )
            )
        found = counted(connection)
    wrong = [name for name, rows in backup.manifest.rows.items() if found.get(name) != rows]
    if wrong:
        raise Refused(f"rows are missing in {', '.join(wrong)}: the backup is not whole")


def _is_owner_policy(line: str) -> bool:
    """A line of the list: ``3921; 3256 16500 POLICY public company owner_all postgres``."""
    words = line.split()
    return words[3:5] == ["POLICY", "public"] and words[6:7] == [_OWNER_POLICY]


def _empty(connection: psycopg.Connection[Any]) -> None:
    schemas = connection.execute(
        "select nspname from pg_namespace where nspname !~ '^(pg_|information_schema$)'"
    ).fetchall()
    with connection.transaction():
        for (name,) in schemas:
            connection.execute(sql.SQL("drop schema {} cascade").format(sql.Identifier(name)))
        connection.execute("create schema public")


def _pg_restore(backup: Backup, *options: str) -> bytes:
    # What it says goes into files: a pipe that nobody empties yet stops it once the list is longer than the pipe is.
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as said,
        subprocess.Popen([program("pg_restore"), *options], stdin=subprocess.PIPE, stdout=out, stderr=said) as process,
    ):
        assert process.stdin is not None
        try:
            with backup.dump() as source:
                shutil.copyfileobj(source, process.stdin, _PIECE)
        except BrokenPipeError:
            # It has read what it needs, or says itself what is wrong.
            with suppress(BrokenPipeError):
                process.stdin.close()
        except BaseException:
            # Before it sees an end, which would make it commit what came so far.
            process.kill()
            raise
        process.communicate()
        for file in (out, said):
            file.seek(0)
        if process.returncode:
            raise Refused(f"pg_restore failed: {said.read().decode().strip()}")
        return out.read()
