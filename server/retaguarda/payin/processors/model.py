"""What a processor is: one account at a provider that speaks API Pix, with the Pix key it receives for.

Credentials that a person gives are pending until a worker has tested them: only then they take the place of those before.
Secrets go in and never come out.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

#: The worst first. ``untested``: its credentials were never accepted. ``idle``: nothing was asked of it for an hour.
STATUSES = ("down", "expired", "degraded", "expiring", "up", "idle", "untested", "disabled")

#: Of an hour's calls, in percent: from here on a processor is not as it should be, and as good as away.
DEGRADED, DOWN = 5, 50
#: Days before a certificate ends that staff are told.
WARNED_DAYS = 30
#: How long it is kept how calls ended.
KEPT_DAYS = 30

Url = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Pem = Annotated[str, msgspec.Meta(min_length=1, max_length=30_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Priority = Annotated[int, msgspec.Meta(ge=1, le=999)]


class CredentialsInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Where and as whom to call. ``certificate`` (with its chain) and ``certificate_key`` in PEM, both or none.

    The addresses stand beside the secrets on purpose: who changes where they go must know them.
    """

    base_url: Url
    token_url: Url
    client_id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    client_secret: Secret
    pix_key: Annotated[str, msgspec.Meta(min_length=1, max_length=77)]
    certificate: Pem | None = None
    certificate_key: Pem | None = None


class ProcessorInput(CredentialsInput, forbid_unknown_fields=True, kw_only=True):
    """``priority``: the lowest number gets the charges that no rule sends elsewhere."""

    name: Name
    priority: Priority = 100


class ProcessorChange(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``version``: of the processor that was seen, so that two changes at once do not undo each other."""

    name: Name
    priority: Priority
    version: int


class ProcessorRules(msgspec.Struct):
    """What of a processor a plan compares."""

    name: str
    priority: int
    enabled: bool


class Processor(msgspec.Struct, kw_only=True):
    """One processor without its secrets; ``pending``: credentials wait for their test; ``testing``: it is being called."""

    id: UUID
    name: str
    status: str
    enabled: bool
    ready: bool
    priority: int
    version: int
    base_url: str
    token_url: str
    client_id: str
    pix_key: str
    certificate_subject: str | None
    certificate_expires_at: datetime | None
    testing: bool
    tested_at: datetime | None
    tested_ms: int | None
    test_error: str | None
    pending: bool
    pending_by: str | None
    pending_at: datetime | None
    pending_error: str | None
    created_at: datetime


class ProcessorHour(msgspec.Struct):
    """How the calls of one hour ended; ``average_ms`` and ``slowest_ms`` until the answer began."""

    at: datetime
    answered: int
    refused: int
    failed: int
    average_ms: int
    slowest_ms: int


class ProcessorFailure(msgspec.Struct):
    at: datetime
    error: str


class ProcessorRecord(Processor, kw_only=True):
    """``hours``: the last 24 that had calls. ``open_charges``: which still follow it, also when it is disabled."""

    open_charges: int
    recurrences: int
    hours: list[ProcessorHour]
    failures: list[ProcessorFailure]
