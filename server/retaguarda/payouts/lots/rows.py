"""Rows of lots and their lines as a worker reads them."""

from datetime import date, datetime
from uuid import UUID

import msgspec

from retaguarda.providers.payout.lot_port import LotMethod


class LotRow(msgspec.Struct, frozen=True, kw_only=True):
    """``asking_until``: whoever took the lot has it until then, and proves by it that nobody took it since."""

    id: UUID
    processor_id: UUID
    request_number: int
    method: LotMethod
    state: str
    day: date
    lines: int
    submit_asked_at: datetime | None
    release_asked_at: datetime | None
    held_since: datetime | None
    asking_until: datetime | None
    ended_at: datetime | None
    refusal: str | None


class LineRow(msgspec.Struct, frozen=True, kw_only=True):
    lot_id: UUID
    number: int
    merchant_id: int
    order_id: UUID
    order_number: int
    amount: int
    bank_ref: str | None
    outcome: str


class WaitingOrder(msgspec.Struct, frozen=True):
    company_id: int
    id: UUID
    payout_id: UUID
    number: int
    amount: int
    currency: str


class EndedOrder(msgspec.Struct, frozen=True):
    payout_id: UUID
    attempt: int
    state: str


class LotProcessor(msgspec.Struct, frozen=True):
    """``method``: of the order that waits longest; None: none waits."""

    id: UUID
    last_sequence: int
    method: LotMethod | None
