"""Types of the notes of a charge."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.files.store import StoredFile

#: Notes of one charge.
MOST = 200


class ChargeNoteInput(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]


class ChargeNote(msgspec.Struct):
    """``author`` is null for readers who may not know it: which of the provider's people wrote it."""

    id: UUID
    text: str
    author: str | None
    by_staff: bool
    created_at: datetime


class ChargeNotes(msgspec.Struct):
    """The notes, the newest first, and the files."""

    notes: list[ChargeNote]
    files: list[StoredFile]
