"""A withdrawal and its states.

created (scheduled for a later day) → pending (waits to be sent) → in_bank_processing → done or failed; cancelled before
it is sent to the bank; blocked when it may not be sent now. From in_bank_processing back to pending after a transient
refusal: the next order has an end-to-end id of its own.
"""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.account.bank_accounts.model import PayoutOrder
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.timeline import Moment
from retaguarda.payin.charges.model import Entry

#: The Command that requests a withdrawal; schedules and recipients' payouts use its policies too.
WITHDRAW = "account:withdrawal:create"

STATUSES = ("created", "pending", "in_bank_processing", "blocked", "done", "failed", "cancelled")
#: States in which the ledger holds money for it.
OPEN = ("created", "pending", "in_bank_processing", "blocked")
CANCELLABLE = ("created", "pending", "blocked")
ORIGINS = ("withdrawal", "schedule", "recipient")
#: SQL: the rows of ``payout`` that are withdrawals; single payments, batches and splits are told by Payouts.
OF_WITHDRAWALS = "origin in ('withdrawal', 'schedule', 'recipient')"

#: Most days ahead for which a withdrawal may be scheduled.
FURTHEST = 366


class TransferInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount`` is what arrives; the fee comes on top. ``scheduled_for``: the merchant's day on which it is sent."""

    amount: Price
    bank_account: UUID
    description: Annotated[str, msgspec.Meta(max_length=140)] | None = None
    scheduled_for: date | None = None


class Transfer(msgspec.Struct):
    """One withdrawal as lists and Commands return it. ``gross`` is what leaves the balance: amount and fee.

    ``returned``: the part of the amount that was returned since.
    """

    id: UUID
    created_at: datetime
    end_to_end_id: str | None
    method: str
    bank_account_id: UUID
    holder_name: str
    holder_document: str
    kind: str
    ispb: str | None
    compe: str | None
    bank_name: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    pix_key: str | None
    gross: Money
    fee: Money
    amount: Money
    returned: Money
    status: str
    scheduled_for: date | None
    ended_at: datetime | None
    fail_code: str | None
    last_error: str | None
    blocked_reason: str | None
    description: str | None
    origin: str
    actor: str
    company_id: int


class TransferReturn(msgspec.Struct):
    """A devolução: what the receiver's bank returned. ``claim_id``: the opened dispute (MED) that it settles."""

    rtr_id: str
    amount: Money
    returned_at: datetime
    booked_at: datetime
    claim_id: UUID | None


class TransferRecord(Transfer):
    """A withdrawal with its orders, returns, entries and timeline. ``returns_error``: why a return could not be booked,
    for staff only."""

    orders: list[PayoutOrder]
    returns: list[TransferReturn]
    returns_error: str | None
    entries: list[Entry]
    timeline: list[Moment]


class TransferTerms(msgspec.Struct):
    """The terms of the merchant's withdrawals now. ``available`` can be moved; ``most`` in one withdrawal.

    ``day_left`` and ``night_left``: what may still leave today, and tonight; null without such a limit, or by day.
    """

    available: Money
    fee: Money
    most: Money
    cooling_off_hours: int
    day_left: Money | None
    night_left: Money | None
