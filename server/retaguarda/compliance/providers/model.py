"""Statuses and API shapes of the providers of checks: draft → tested → active ⇄ paused → retired."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.text_input import Reason
from retaguarda.provider_accounts.model import Name, Priority, Secret, Url
from retaguarda.providers.checks.port import CheckPort

STATUSES = ("draft", "tested", "active", "paused", "retired")
MODES = ("sandbox", "live")
CIRCUITS = ("closed", "open", "half")
ANSWERED = ("clear", "hit", "mismatch", "not_found")
OUTCOMES = (*ANSWERED, "asked", "error", "quota", "timeout", "forged")

#: Failures one after the other that open a circuit, and seconds until a provider is asked again.
CIRCUIT_FAILURES, CIRCUIT_SECONDS = 5, 60
#: Days that an answer is kept as it came, sealed; what it came to is kept for good.
ANSWER_DAYS = 180

Status = Literal["draft", "tested", "active", "paused", "retired"]
Quota = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]


class CheckProviderInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``quota``: calls of a month; None: no limit. ``cost``: of one answered call; None: it costs nothing."""

    name: Name
    port: CheckPort
    mode: Literal["sandbox", "live"]
    base_url: Url
    secret: Secret
    priority: Priority = 100
    quota: Quota | None = None
    cost: Price | None = None


class CheckProviderChange(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``version``: of what the person saw; a stale one is refused."""

    name: Name
    priority: Priority
    quota: Quota | None = None
    cost: Price | None = None
    version: int


class CheckProviderSecret(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The address comes with the secret: to change where a secret is sent, one must know it."""

    base_url: Url
    secret: Secret


class CheckProviderDecision(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """``activate``: by somebody else than who wrote the provider down."""

    decision: Literal["activate", "pause", "resume", "retire"]
    reason: Reason


class CheckProviderRow(msgspec.Struct, kw_only=True):
    """One provider as its table has it, with the figures of its month and its day, and without its secret."""

    id: UUID
    name: str
    port: CheckPort
    mode: Literal["sandbox", "live"]
    base_url: str
    priority: int
    quota: int | None
    cost: int
    currency: str
    status: Status
    circuit: Literal["closed", "open", "half"]
    version: int
    written_by: str
    written_by_id: UUID
    activated_by: str | None
    status_reason: str | None
    testing: bool
    tested_at: datetime | None
    tested_ms: int | None
    test_error: str | None
    created_at: datetime
    used: int
    spent: int
    calls: int
    failed: int
    p50: int | None
    p95: int | None


class ProviderCallShown(msgspec.Struct):
    """One of its last calls: the subject masked, nothing of the answer."""

    id: UUID
    asked_at: datetime
    shown: str
    purpose: str
    outcome: str
    ms: int | None
    problem: str | None


class CheckProvider(msgspec.Struct, kw_only=True):
    """``used``, ``spent``: of this month; ``calls``, ``failed``, ``p50``, ``p95`` (milliseconds): of the last 24 hours."""

    id: UUID
    name: str
    port: CheckPort
    mode: Literal["sandbox", "live"]
    base_url: str
    priority: int
    quota: int | None
    cost: Money
    status: Status
    circuit: Literal["closed", "open", "half"]
    version: int
    written_by: str
    activated_by: str | None
    status_reason: str | None
    testing: bool
    tested_at: datetime | None
    tested_ms: int | None
    test_error: str | None
    created_at: datetime
    used: int
    spent: Money
    calls: int
    failed: int
    p50: int | None
    p95: int | None


class CheckProviderRecord(CheckProvider, kw_only=True):
    """``may_activate``: another person wrote it down. ``last_calls``: the newest twenty."""

    may_activate: bool
    last_calls: list[ProviderCallShown]
