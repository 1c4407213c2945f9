"""API shapes of archived months, and of the messages that are read from one."""

from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

import msgspec

#: Of one charge, read from the archive at once.
MOST_MESSAGES = 200


class Message(msgspec.Struct):
    """One exchange with a payment provider."""

    at: datetime
    direction: str
    method: str
    url: str
    status: int | None
    request: Any
    response: Any
    error: str | None


class ArchivedMonth(msgspec.Struct):
    """A month in the archive.

    ``month``: as 2026-01, in UTC. ``messages``: how many messages of payment providers it holds. ``status``: asked: somebody asked for
    them to be dropped from the database; dropping: another person agreed. ``mine``: the caller asked. ``last_error``: why they
    were not dropped.
    """

    id: UUID
    month: str
    messages: int
    written_at: datetime
    status: Literal["kept", "asked", "dropping", "dropped"]
    asked_at: datetime | None
    asked_by: str | None
    agreed_at: datetime | None
    agreed_by: str | None
    dropped_at: datetime | None
    last_error: str | None
    mine: bool


class ArchivedMonths(msgspec.Struct):
    """``readable``: this installation has an archive that its API reads."""

    readable: bool
    months: list[ArchivedMonth]


class ArchivedMessages(msgspec.Struct):
    """Messages of a charge, as the archive of these months has them; ``more``: there are others beyond these."""

    months: list[str]
    messages: list[Message]
    more: bool


class Archive(msgspec.Struct, frozen=True):
    """Where the archive of this installation stands; None: it has none."""

    folder: Path | None

    def of_month(self, month: str) -> Path | None:
        return None if self.folder is None else self.folder / month
