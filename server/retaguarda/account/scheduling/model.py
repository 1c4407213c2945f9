"""A schedule: active ⇄ paused → ended. It ends for good by a person, after ``once``, or after its last day.

Each planned moment becomes one run: requested (it requested a withdrawal, which has states of its own), failed (the
request was refused, with the reason), missed (no worker ran within a day of it) or skipped (a person skipped it).
"""

from datetime import date, datetime, timedelta
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.account.scheduling.run_dates import Frequency
from retaguarda.foundation.business_days import Rule
from retaguarda.foundation.money import BRL, LARGEST, Money, Price, Real

STATUSES = ("active", "paused", "ended")
RESULTS = ("requested", "failed", "missed", "skipped")
FREQUENCIES = ("once", "daily", "weekly", "monthly")
RULES = ("previous", "next", "none")

#: A run that is later than this counts as missed: yesterday's withdrawal may not be wanted today.
GRACE = timedelta(hours=24)
#: Runs shown in a preview.
PREVIEWED = 5


class Kept(msgspec.Struct, frozen=True):
    """Amount that stays on the account; 0 keeps nothing."""

    amount: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0
    currency: Real = BRL


class RhythmInput(msgspec.Struct, forbid_unknown_fields=True):
    """When to run. ``starts_on`` is the day of ``once``; ``weekday`` 1 (Monday) to 7 goes with ``weekly``, ``day`` 1 to
    31 (the last of a shorter month) with ``monthly``. ``rule``: where a run moves when its day is no business day.
    ``hour`` of the clock in ``time_zone``, an IANA name."""

    frequency: Frequency
    starts_on: date
    time_zone: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]
    rule: Rule = "next"
    ends_on: date | None = None
    weekday: Annotated[int, msgspec.Meta(ge=1, le=7)] | None = None
    day: Annotated[int, msgspec.Meta(ge=1, le=31)] | None = None


class ScheduleInput(RhythmInput, kw_only=True):
    """``amount`` null: all that is available at run time, less ``keep`` and the fee, and at most what one withdrawal
    may carry."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    bank_account: UUID
    amount: Price | None = None
    keep: Kept = Kept()


class Preview(msgspec.Struct):
    """The next runs, at most five; fewer when the schedule or the calendar of business days ends earlier."""

    runs: list[datetime]


class Schedule(msgspec.Struct):
    """One schedule as Commands return it. ``destination`` is the bank account's nickname."""

    id: UUID
    name: str
    bank_account_id: UUID
    destination: str
    amount: Money | None
    keep: Money
    frequency: str
    starts_on: date
    ends_on: date | None
    weekday: int | None
    day: int | None
    rule: str
    time_zone: str
    hour: int
    status: str
    next_run: datetime | None
    last_run: datetime | None
    last_result: str | None
    created_at: datetime
    company_id: int


class Run(msgspec.Struct):
    """One run. ``reason`` is a stable key. ``payout_status``: the state of its withdrawal now."""

    id: UUID
    planned_for: datetime
    at: datetime
    by_hand: bool
    state: str
    reason: str | None
    detail: str | None
    amount: Money | None
    payout_id: UUID | None
    payout_status: str | None


class Moment(msgspec.Struct):
    at: datetime
    kind: str
    actor: str


class ScheduleRecord(Schedule):
    next_runs: list[datetime]
    runs: list[Run]
    timeline: list[Moment]
