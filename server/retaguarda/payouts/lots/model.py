"""States and API shapes of lots.

collected → submitted (the bank has it) → released (the bank pays it) → closed; refused where the bank takes nothing of it, and then its
orders go in another.
"""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money

STATES = ("collected", "submitted", "released", "closed", "refused")

State = Literal["collected", "submitted", "released", "closed", "refused"]


class LotRecordLine(msgspec.Struct):
    """One order. ``order_number``: the number by which the bank knows it; ``bank_ref``: the bank's own; ``bank_state``: its last word."""

    number: int
    merchant_id: int
    merchant: str
    payout_id: UUID
    order_number: int
    bank_ref: str | None
    payee: str
    amount: Money
    outcome: Literal["waiting", "done", "refused"]
    bank_state: str | None
    code: str | None


class LotRecord(msgspec.Struct, kw_only=True):
    """One lot with its lines. ``request_number``: its number at the bank; ``releases``: how often the bank was told to pay it;
    ``last_error``: why the bank did not say how it stands, or takes nothing of it."""

    id: UUID
    state: State
    processor_id: UUID
    processor: str
    request_number: int
    method: Literal["pix", "ted"]
    day: date
    lines: int
    amount: Money
    created_at: datetime
    submitted_at: datetime | None
    releases: int
    released_at: datetime | None
    ended_at: datetime | None
    last_error: str | None
    shown: list[LotRecordLine]
