"""Read what was said about a charge from archived months, in a process of its own: the engine is larger than the API."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import msgspec

from retaguarda.backup import Refused
from retaguarda.backup.archive_month import MESSAGES
from retaguarda.backup.check_archive import files_of
from retaguarda.foundation.errors import ApiError
from retaguarda.payin.archive.model import MOST_MESSAGES, Archive, ArchivedMessages, Message
from retaguarda.payin.archive.queries import DroppedMonth

log = logging.getLogger("retaguarda.payin")

#: Seconds that one reading may take, and how many go on at once in a process.
LONGEST_S = 30
_turns = asyncio.Semaphore(2)


class Question(msgspec.Struct):
    """What the reading process is asked; ``most``: rows."""

    files: list[str]
    charge: str
    most: int


class Answered(msgspec.Struct):
    """A message as Parquet has it; ``at`` in microseconds since 1970, ``request`` and ``response`` JSON texts."""

    at: int
    direction: str
    method: str
    url: str
    status: int | None
    request: str | None
    response: str | None
    error: str | None


async def open_messages(
    archive: Archive, months: Sequence[DroppedMonth], company: int, charge: UUID
) -> ArchivedMessages:
    """
    Raises:
        ApiError: 503: the archive is not there, not as it was written, or nothing here reads it; the log says which.
    """
    try:
        async with _turns:
            rows = await asyncio.to_thread(_read, archive, months, company, charge)
    except (Refused, OSError, subprocess.SubprocessError, msgspec.MsgspecError) as error:
        log.warning("the archive could not be read: %s", error)
        raise ApiError(503, "archive_unreadable", "the archive of this installation cannot be read now") from None
    messages = [_message(row) for row in rows[:MOST_MESSAGES]]
    return ArchivedMessages([each.month for each in months], messages, len(rows) > MOST_MESSAGES)


def _message(row: Answered) -> Message:
    return Message(
        at=datetime.fromtimestamp(0, UTC) + timedelta(microseconds=row.at),
        direction=row.direction,
        method=row.method,
        url=row.url,
        status=row.status,
        request=_json(row.request),
        response=_json(row.response),
        error=row.error,
    )


def _read(archive: Archive, months: Sequence[DroppedMonth], company: int, charge: UUID) -> list[Answered]:
    files = list[Path]()
    for each in months:
        folder = archive.of_month(each.month)
        if folder is None:
            raise Refused("RETAGUARDA_ARCHIVE is not set")
        files += files_of(folder, each.manifest, MESSAGES.name, company)
    if not files:
        return []
    question = Question([str(file) for file in files], str(charge), MOST_MESSAGES + 1)
    ended = subprocess.run(
        [sys.executable, "-m", "retaguarda.payin.archive.print_messages"],
        input=msgspec.json.encode(question),
        capture_output=True,
        timeout=LONGEST_S,
        check=False,
    )
    if ended.returncode:
        raise Refused(ended.stderr.decode(errors="replace").strip()[-500:])
    return msgspec.json.decode(ended.stdout, type=list[Answered])


def _json(text: str | None) -> object:
    return None if text is None else msgspec.json.decode(text)
