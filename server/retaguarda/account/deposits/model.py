"""What a deposit is.

A **deposit** is a Pix that no charge asked for and that may be somebody's: to a merchant's deposit code (a static code
with a reference of ours), to the key of a merchant's own connection, or to the provider's key without any reference. A
Pix with a reference that names neither a charge nor a merchant was meant for a charge, and stays a review of pay-in
(``unknown_charge``).

What comes to a merchant whose account takes nothing in (a block) is kept like what is nobody's, until staff decide.

A line of a bank's return file that no charge asked for is a deposit too, from the moment a person says whose it is; it came
by no Pix, so there is no way back for it.

Its way: unidentified → claimed (a person of staff said whose it is), or credited at once, when the code or the key
says it. From each of these: returning → returned, or back where it was when the provider does not carry it out.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money

STATUSES = ("unidentified", "credited", "claimed", "returning", "returned")
METHODS = ("pix", "boleto")
MATCHED_BY = ("code", "key", "person")

Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=140)]


class IdentifyInput(msgspec.Struct, forbid_unknown_fields=True):
    """``merchant``: the number of the company whose money it is. ``reason``: how that is known."""

    merchant: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    reason: Reason


class ReturnInput(msgspec.Struct, forbid_unknown_fields=True):
    """``reason`` is shown to the payer."""

    reason: Reason


class Deposit(msgspec.Struct):
    """``bank``: ISPB of the payer's, as the endToEndId begins; of a boleto the number of the bank whose file told of it, and
    ``bank_ref`` what it calls the title. ``matched_by`` None while nobody knows whose it is."""

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
    status: str
    matched_by: str | None
    identified_at: datetime | None
    identified_by: str | None
    reason: str | None
    company_id: int
    company_name: str | None


class Candidate(msgspec.Struct):
    """A merchant whose document is the payer's: likely its own money."""

    id: int
    name: str


class Side(msgspec.Struct):
    """One side of a journal; ``debit`` or ``credit`` is set."""

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


class DepositRecord(Deposit):
    """A deposit with what belongs to it. The document is whole here, masked in lists.

    ``file_id``, ``line``: of the return file that told of it; the file is the provider's to see.

    ``bank_name``: as people call it, where the bank is known."""

    bank_name: str | None
    file_id: UUID | None
    line: int | None
    candidate: Candidate | None
    returnable: bool
    returns: list[Return]
    entries: list[Side]
    timeline: list[Moment]


class DepositCode(msgspec.Struct):
    """Where a merchant's deposits are paid to. ``code``: a static BR Code; ``reference``: the txid in it; ``picture``:
    the code as SVG."""

    code: str
    picture: str
    key: str
    reference: str
