"""Types of a payer."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money


class PayerSums(msgspec.Struct):
    """What a payer's charges of one currency come to. ``converted``: how many of them were paid, refunded later or not."""

    charges: int
    converted: int
    paid: Money
    refunds: int
    refunded: Money


MomentKind = Literal["charged", "paid", "refunded", "disputed", "recurrence_asked", "recurrence_approved"]


class PayerMoment(msgspec.Struct):
    """Something that happened with a payer; ``subject`` is the charge, of ``disputed`` the case, of the last two the recurrence.
    ``amount`` is null where a recurrence has none of its own."""

    at: datetime
    kind: MomentKind
    amount: Money | None
    subject: UUID


class PayerRecord(msgspec.Struct):
    """Everything that one merchant knows of a payer: known by the document or, without one, by the name.

    ``sums`` is empty and ``partial`` true where the payer has too many charges to be added up at once.
    ``first_at`` and ``last_at`` are of charges. ``timeline``: the newest moments of the newest charges, in chronological order.
    """

    id: UUID
    name: str | None
    document: str | None
    company_id: int
    company_name: str
    first_at: datetime | None
    last_at: datetime | None
    sums: list[PayerSums]
    partial: bool
    disputes: int
    recurrences: int
    timeline: list[PayerMoment]
