"""API shapes and statuses of processors: accounts at providers that speak API Pix, each with its Pix key.

New credentials are pending until a worker has tested them; only then do they replace the old ones. The API accepts
secrets and never returns them.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

#: Worst first. ``untested``: no credentials were accepted yet. ``idle``: no request for an hour.
STATUSES = ("down", "expired", "degraded", "expiring", "up", "idle", "untested", "disabled")

#: Percent of an hour's requests that failed: from here a processor counts as degraded, and as down.
DEGRADED, DOWN = 5, 50
#: Days before a certificate expires that staff are warned.
WARNED_DAYS = 30
#: Days that the counts of requests are kept.
KEPT_DAYS = 30

Url = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Pem = Annotated[str, msgspec.Meta(min_length=1, max_length=30_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Priority = Annotated[int, msgspec.Meta(ge=1, le=999)]


class CredentialsInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The credentials and URLs of a processor. ``certificate`` (with its chain) and ``certificate_key`` in PEM, both or
    none.

    URLs come with the secrets on purpose: to change where secrets are sent, one must know them.
    """

    base_url: Url
    token_url: Url
    client_id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    client_secret: Secret
    pix_key: Annotated[str, msgspec.Meta(min_length=1, max_length=77)]
    certificate: Pem | None = None
    certificate_key: Pem | None = None


class ProcessorInput(CredentialsInput, forbid_unknown_fields=True, kw_only=True):
    """``priority``: the lowest number gets the charges that no rule routes elsewhere."""

    name: Name
    priority: Priority = 100


class ProcessorChange(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``version``: of the processor the person saw; a stale one is refused."""

    name: Name
    priority: Priority
    version: int


class ProcessorRules(msgspec.Struct):
    """The fields of a processor that a plan compares."""

    name: str
    priority: int
    enabled: bool


class Processor(msgspec.Struct, kw_only=True):
    """One processor without its secrets; ``pending``: new credentials wait for their test; ``testing``: a test runs."""

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
    """How the requests of one hour ended; ``average_ms`` and ``slowest_ms`` until the response began."""

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
    """``hours``: the last 24 with requests. ``open_charges``: its charges that are still open, also when it is
    disabled.
    """

    open_charges: int
    recurrences: int
    hours: list[ProcessorHour]
    failures: list[ProcessorFailure]
