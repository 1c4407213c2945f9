"""Statuses and API shapes of return notices.

receiving → received → read → applying → applied; unreadable, or refused as the same file was brought before; discarded before it is
applied. A line matches a payment, is booked already, is over what is left of its payment, is of no payment known, or is bad.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Currency, Money
from retaguarda.payouts.batches.model import PayoutFileDamage

STATUSES = ("receiving", "received", "read", "applying", "applied", "unreadable", "refused", "discarded")
OUTCOMES = ("match", "booked", "over", "unknown", "bad")
RESULTS = ("booked", "asked", "left", "suspense")
Status = Literal["receiving", "received", "read", "applying", "applied", "unreadable", "refused", "discarded"]
#: Bytes of a file, and of one piece. A request body has at most a million bytes.
LARGEST = 2 * 1024 * 1024
PIECE = 512 * 1024
#: Lines that one file may have.
MOST_LINES = 5_000


class NoticeInput(msgspec.Struct, forbid_unknown_fields=True):
    """``size`` in bytes; each piece has ``PIECE`` bytes, the last one fewer."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    size: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]


class NoticeRow(msgspec.Struct):
    """A row of return_notice; ``amount`` in minor units."""

    company_id: int
    id: UUID
    created_at: datetime
    name: str
    size: int
    status: Status
    format: str | None
    error: PayoutFileDamage | None
    same_as: UUID | None
    lines: int
    matched: int
    known: int
    over: int
    unknown: int
    bad: int
    amount: int
    currency: Currency
    by_staff: bool | None
    actor: str
    applied_at: datetime | None
    applied_by: str | None


class ReturnNotice(msgspec.Struct):
    """One file. The counts are of its lines, by what each would do; ``amount``: what the matching lines come to.

    Attributes:
        error: why it cannot be read.
        same_as: the notice that had the same bytes before; this one is refused.
        by_staff: whether the provider's staff applied it. What they bring is booked; on a merchant's word the bank is asked.
        waiting: matching lines whose turn has not come.
        booked: lines that are booked, by this file or since by the bank's word.
        asked: lines about which the bank is asked, and that it has not confirmed.
        left: matching lines that could not be booked any more when their turn came.
        suspended: lines that wait on the suspense account, each in a case.
    """

    company_id: int
    id: UUID
    created_at: datetime
    name: str
    size: int
    status: Status
    format: str | None
    error: PayoutFileDamage | None
    same_as: UUID | None
    lines: int
    matched: int
    known: int
    over: int
    unknown: int
    bad: int
    amount: Money
    by_staff: bool | None
    actor: str
    applied_at: datetime | None
    applied_by: str | None
    waiting: int
    booked: int
    asked: int
    left: int
    suspended: int


class NoticePieceTaken(msgspec.Struct):
    """The piece is stored."""

    number: int


class ParsedNotice(msgspec.Struct):
    """A line as it was parsed; ``amount`` in minor units. ``problem``: its bad cells, each as column:place:key."""

    number: int
    reference: str
    payment: str
    amount: int | None
    returned_on: date | None
    reason: str | None
    problem: str | None = None
