"""Note in the database that a month is in the installation's archive, so that two people may drop what is there twice."""

import hashlib
from pathlib import Path

import psycopg

from retaguarda.backup import Refused
from retaguarda.backup.archive_month import MANIFEST, MESSAGES, ArchiveManifest
from retaguarda.foundation.ids import uuid7

_RECORD = """
insert into archived_month as m (id, month, manifest, messages)
values (%(id)s, to_date(%(month)s, 'YYYY-MM'), %(manifest)s, %(messages)s)
on conflict (month) do update set manifest = excluded.manifest, messages = excluded.messages, written_at = now(), last_error = null
 where m.status = 'kept'
"""


def refuse_dropped(owner_url: str, month: str) -> None:
    """
    Raises:
        Refused: messages of the month are in the archive alone, or about to be: an archive written now would not have them.
    """
    with psycopg.connect(owner_url) as connection:
        row = connection.execute(
            "select status from archived_month where to_char(month, 'YYYY-MM') = %s and status <> 'kept'", (month,)
        ).fetchone()
    if row is not None:
        raise Refused(
            f"{month} was archived before and is {row[0]}: bring that archive back, a new one would not be whole"
        )


def is_recorded(owner_url: str, month: str) -> bool:
    with psycopg.connect(owner_url) as connection:
        return (
            connection.execute("select from archived_month where to_char(month, 'YYYY-MM') = %s", (month,)).fetchone()
            is not None
        )


def record_month(owner_url: str, folder: Path, manifest: ArchiveManifest) -> None:
    """
    Raises:
        Refused: somebody asked meanwhile for the month to be dropped, as it was archived before.
    """
    values = {
        "id": uuid7(),
        "month": manifest.month,
        "manifest": hashlib.sha256((folder / MANIFEST).read_bytes()).digest(),
        "messages": manifest.rows[MESSAGES.name],
    }
    with psycopg.connect(owner_url) as connection:
        if not connection.execute(_RECORD, values).rowcount:
            raise Refused(f"{manifest.month} was archived before, and somebody has asked for it to be dropped")
