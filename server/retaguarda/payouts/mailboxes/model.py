"""API shapes of mailboxes.

A file that goes is waiting → sent; *uncertain* where the connection was lost while its name was given and neither name is there any more, so that
the bank may have it; *stopped* where another file has its name. A file that comes is taken (it became a return file), a duplicate of one that was
here, or skipped.
"""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.json_text import json_text
from retaguarda.provider_accounts.model import Pem, Secret
from retaguarda.providers.payout.mailbox_port import MailboxError, Wrong

OutState = Literal["waiting", "sent", "uncertain", "stopped"]
FileState = Literal["waiting", "sent", "uncertain", "stopped", "taken", "duplicate", "skipped"]
Folder = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Reason = Annotated[str, msgspec.Meta(min_length=3, max_length=400)]


#: What is wrong with a mailbox, or why a file did not go or was not taken; ``other``: as it was written down before there were codes.
ProblemCode = Literal[Wrong, "left", "empty", "too_large", "infected", "not_sealed", "name_lost", "name_taken", "other"]


class MailboxProblem(msgspec.Struct, frozen=True):
    """``about``: the folder, file, fingerprint, seconds or bytes that are meant; empty where nothing is. ``text``: one line for logs and
    programs, with what the library said."""

    code: ProblemCode
    about: str
    text: str


def problem_of(error: MailboxError) -> MailboxProblem:
    return MailboxProblem(error.wrong, error.about[:300], str(error)[:500])


def problem_or_none(found: Any) -> MailboxProblem | None:
    """Return the problem that a column holds; None: it holds none."""
    return None if found is None else msgspec.convert(found, MailboxProblem)


def json_or_none(problem: MailboxProblem | None) -> str | None:
    """Return the JSON of a problem as its column takes it."""
    return None if problem is None else json_text(problem)


class MailboxInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Where a bank's mailbox is, and with what it is opened: a password, a private key, or both. ``host_key``: the public key of its server, as a
    line of OpenSSH, which the bank tells by another way. ``outbox``: the folder for our files; ``inbox``: for the bank's."""

    host: Annotated[str, msgspec.Meta(min_length=1, max_length=253)]
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 22
    username: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    host_key: Annotated[str, msgspec.Meta(min_length=20, max_length=2000)]
    password: Secret | None = None
    private_key: Pem | None = None
    outbox: Folder
    inbox: Folder


class SendAgainInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason``: how it is known that the bank has not got the file."""

    reason: Reason


class MailboxRules(msgspec.Struct):
    """The fields of a mailbox that a plan compares; ``opened_by`` names its secrets and tells none."""

    host: str
    port: int
    username: str
    fingerprint: str
    opened_by: str
    outbox: str
    inbox: str
    enabled: bool


class PayoutMailbox(MailboxRules):
    """A mailbox without its secrets. ``testing``: a test is asked for and has not ended."""

    processor_id: UUID
    processor: str
    set_at: datetime
    set_by: str
    testing: bool
    tested_at: datetime | None
    tested_ms: int | None
    test_error: MailboxProblem | None
    looked_at: datetime | None
    look_error: MailboxProblem | None


class MailboxFile(msgspec.Struct):
    """A file that went into a mailbox (``out``) or came out of it (``in``)."""

    id: UUID
    direction: Literal["out", "in"]
    name: str
    size: int
    sha256: str | None
    state: FileState
    remittance_id: UUID | None
    return_file_id: UUID | None
    created_at: datetime
    ended_at: datetime | None
    attempts: int
    last_error: MailboxProblem | None
    actor: str


class MailboxRecord(msgspec.Struct):
    """``mailbox``: null while the processor has none. ``files``: the newest."""

    mailbox: PayoutMailbox | None
    files: list[MailboxFile]


class SendRules(msgspec.Struct):
    """What a plan of sending again compares."""

    state: str
    name: str
