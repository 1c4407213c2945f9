"""API shapes of mailboxes.

A file that goes is waiting → sent; *uncertain* where the connection was lost while its name was given and neither name is there any more, so that
the bank may have it; *stopped* where another file has its name. A file that comes is taken (it became a return file), a duplicate of one that was
here, or skipped.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.provider_accounts.model import Pem, Secret

OutState = Literal["waiting", "sent", "uncertain", "stopped"]
FileState = Literal["waiting", "sent", "uncertain", "stopped", "taken", "duplicate", "skipped"]
Folder = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Reason = Annotated[str, msgspec.Meta(min_length=3, max_length=400)]


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
    test_error: str | None
    looked_at: datetime | None
    look_error: str | None


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
    last_error: str | None
    actor: str


class MailboxRecord(msgspec.Struct):
    """``mailbox``: null while the processor has none. ``files``: the newest."""

    mailbox: PayoutMailbox | None
    files: list[MailboxFile]


class SendRules(msgspec.Struct):
    """What a plan of sending again compares."""

    state: str
    name: str
