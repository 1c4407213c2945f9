"""A day of a house account: open → ready → closing → closed → reopening → open. Two people close it, and two reopen it."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

DayState = Literal["open", "ready", "closing", "closed", "reopening"]
DAY_STATES: tuple[DayState, ...] = ("open", "ready", "closing", "closed", "reopening")
Cause = Literal[
    "timing",
    "unconfirmed",
    "fee",
    "return",
    "duplicate",
    "wrong_account",
    "missing_ledger",
    "missing_bank",
    "amount_differs",
    "fx",
    "rounding",
    "accepted",
    "balance_break",
    "none",
]


class DecideDayInput(msgspec.Struct, forbid_unknown_fields=True):
    """``ask_close`` and ``ask_reopen`` are one person's, ``close`` and ``reopen`` another's; ``keep`` takes back what was asked.

    ``reason`` is needed to reopen, and to close a day on which something has no cause: the second person accepts it with the day.
    """

    choice: Literal["ask_close", "close", "ask_reopen", "reopen", "keep"]
    reason: Reason | None = None


class HouseDay(msgspec.Struct):
    """``stated``: the closing that a file names. ``difference``: bank less ledger; ``causes`` add up to it, in minor units."""

    id: UUID
    account_id: UUID
    account_name: str
    bank: str
    branch: str
    number: str
    day: date
    opening: Money
    money_in: Money
    money_out: Money
    fees: Money
    bank_closing: Money
    stated: Money | None
    ledger_closing: Money
    difference: Money
    without_cause: Money
    causes: dict[str, int]
    open_items: int
    files: int
    state: DayState
    asked_by: str | None
    asked_at: datetime | None
    asked_reason: str | None
    accepted_reason: str | None
    closed_by: str | None
    closed_at: datetime | None
    seals: int


class DayItem(msgspec.Struct):
    """What explains a part of the difference. ``side``: a line of the bank, an expectation of the ledger, or a match of both."""

    side: Literal["bank", "ledger", "match"]
    item_id: UUID
    group_id: UUID | None
    day: date
    amount: Money
    cause: Cause
    about: str


class OpenLine(msgspec.Struct):
    id: UUID
    day: date
    amount: Money
    description: str
    history_code: str
    number: int
    state: str


class OpenExpectation(msgspec.Struct):
    id: UUID
    day: date
    due_on: date
    amount: Money
    kind: str
    reference: str
    end_to_end_id: str
    merchant: str
    state: str


class Suggestion(msgspec.Struct):
    """A match that a rung proposed; ``explanations``: how many would explain it as well, itself included."""

    id: UUID
    rung: int
    explanations: int
    amount: Money
    difference: Money
    description: str
    lines: list[UUID]
    expectations: list[UUID]


class RungCount(msgspec.Struct):
    """Lines of the day that a rung matched; rung 0 is a person."""

    rung: int
    lines: int


class DayFile(msgspec.Struct):
    id: UUID
    name: str
    sha256: str


class DaySeal(msgspec.Struct):
    """``before``: the seal that this one follows, after the day was reopened."""

    number: int
    sha256: str
    before: str | None
    sealed_at: datetime
    sealed_by: str


class DaySealText(DaySeal):
    """``text``: what was sealed; ``sha256`` is its hash."""

    text: str


class DayRecord(HouseDay):
    """A day with what is open at its end. ``mine``: the principal asked for what waits, so another person decides."""

    mine: bool
    earlier_id: UUID | None
    later_id: UUID | None
    earlier_difference: Money | None
    earlier_seal: str | None
    items: list[DayItem]
    lines: list[OpenLine]
    expectations: list[OpenExpectation]
    not_due: int
    not_due_amount: Money
    suggestions: list[Suggestion]
    rungs: list[RungCount]
    day_lines: int
    undone: int
    exceptions: int
    unassigned: int
    file_list: list[DayFile]
    seal_list: list[DaySeal]
    timeline: list[Moment]


class DayKnown(msgspec.Struct):
    """The day as it was known at a moment, beside what is known now: ``changed`` is what explains the way from one to the other."""

    at: datetime
    difference: Money
    bank_closing: Money
    ledger_closing: Money
    causes: dict[str, int]
    items: list[DayItem]
    changed: list[DayItem]
