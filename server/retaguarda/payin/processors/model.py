"""API shapes of processors: accounts at providers that speak API Pix, each with its Pix key."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.provider_accounts.model import CredentialsInput, Name, Priority, ProcessorFailure, ProcessorHour


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


class ProcessorRecord(Processor, kw_only=True):
    """``hours``: the last 24 with requests. ``open_charges``: its charges that are still open, also when it is
    disabled.
    """

    open_charges: int
    recurrences: int
    hours: list[ProcessorHour]
    failures: list[ProcessorFailure]
