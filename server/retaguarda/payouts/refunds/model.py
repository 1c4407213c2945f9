"""What came back of a payment, and a dispute opened about one."""

from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money


class PayoutReturned(msgspec.Struct):
    """One return. ``part``: whether it was less than the payment. ``reason``: why, as a receiver says that is a merchant of ours. ``claim_id``: the opened dispute (MED) that it settles."""

    id: str
    payment_id: UUID
    company_id: int
    amount: Money
    payment_amount: Money
    part: bool
    fee_kept: Money
    returned_at: datetime
    booked_at: datetime
    holder_name: str
    end_to_end_id: str | None
    source: str
    reason: str | None
    claim_id: UUID | None
