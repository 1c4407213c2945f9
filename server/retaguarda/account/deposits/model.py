"""A deposit and its states.

A **deposit** is a Pix that no charge asked for and that may belong to a merchant: paid to a merchant's deposit code (a
static code with our reference), to the key of a merchant's own processor, or to the provider's key without a reference.
A Pix whose reference names neither a charge nor a merchant was meant for a charge, and stays a review of pay-in
(``unknown_charge``).

A deposit for a merchant whose account is blocked for incoming money stays unidentified until staff decide.

Another merchant of ours pays without a bank (payout_engine/sql/internal_payments.sql): that is a deposit, too, credited at once.

What that merchant paid is *given back* inside, too, in parts or whole (payout_engine/sql/give_backs.sql).

A line of a bank's return file that no charge asked for becomes a deposit once a person says whose it is; it did not
arrive by Pix, so it cannot be returned.

States: unidentified → claimed (staff assigned it), or credited at once when the code or the key names the merchant.
From each of these: returning → returned, or back to the earlier state when the provider does not carry the refund out.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price

STATUSES = ("unidentified", "credited", "claimed", "returning", "returned")
METHODS = ("pix", "boleto", "internal")
MATCHED_BY = ("code", "key", "person", "internal")

Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=140)]


class IdentifyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``merchant``: the number of the company that owns the money. ``reason``: how staff know."""

    merchant: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    reason: Reason


class ReturnInput(msgspec.Struct, forbid_unknown_fields=True):
    """The payer reads ``reason``."""

    reason: Reason


class GiveBackInput(msgspec.Struct, forbid_unknown_fields=True):
    """``amount`` defaults to all that is left. The merchant that paid reads ``reason``."""

    reason: Reason
    amount: Price | None = None


class Deposit(msgspec.Struct):
    """``given_back``: of what another merchant paid, what went back to it. ``bank``: ISPB of the payer's bank, taken from the endToEndId; for a boleto, the number of the bank whose file
    reported it, and ``bank_ref`` is that bank's reference of the title. ``matched_by`` is null while the deposit is
    unidentified."""

    id: UUID
    received_at: datetime
    paid_at: datetime
    end_to_end_id: str | None
    bank_ref: str | None
    payer_name: str | None
    payer_document: str | None
    bank: str
    method: str
    amount: Money
    given_back: Money
    status: str
    matched_by: str | None
    identified_at: datetime | None
    identified_by: str | None
    reason: str | None
    company_id: int
    company_name: str | None


class Candidate(msgspec.Struct):
    """A merchant whose document is the payer's: the deposit is probably its own money."""

    id: int
    name: str


class Side(msgspec.Struct):
    """One entry of a journal; either ``debit`` or ``credit`` is set."""

    journal_id: UUID
    account: str
    kind: str
    debit: Money | None
    credit: Money | None
    at: datetime


class Moment(msgspec.Struct):
    at: datetime
    kind: str
    actor: str
    reason: str | None


class Return(msgspec.Struct):
    id: UUID
    status: str
    amount: Money
    created_at: datetime
    settled_at: datetime | None
    rtr_id: str | None
    error: str | None


class GiveBack(msgspec.Struct):
    """One giving back of what another merchant paid."""

    id: UUID
    amount: Money
    reason: str
    given_at: datetime
    given_by: str


class DepositRecord(Deposit):
    """A deposit with its returns, entries and timeline. The document is complete here and masked in lists.

    ``file_id``, ``line``: position in the return file that reported it; only the provider sees the file.

    ``bank_name``: the bank's short name, where the bank is known. ``left``: what may be given back now to the merchant that paid it, beside
    what waits for approval (``awaiting_approval``); null: no merchant did.
    """

    bank_name: str | None
    file_id: UUID | None
    line: int | None
    candidate: Candidate | None
    returnable: bool
    returns: list[Return]
    left: Money | None
    awaiting_approval: Money | None
    give_backs: list[GiveBack]
    entries: list[Side]
    timeline: list[Moment]


class AccountWithUs(msgspec.Struct):
    """A merchant's account with the provider; ``number`` ends with its check digit."""

    ispb: str
    bank_name: str
    branch: str
    number: str


class DepositCode(msgspec.Struct):
    """Where a merchant's deposits are paid to. ``code``: a static BR Code; ``reference``: its txid; ``picture``: the
    code as SVG. ``account``: with us, for other merchants of ours, who pay without a bank."""

    code: str
    picture: str
    key: str
    reference: str
    account: AccountWithUs
