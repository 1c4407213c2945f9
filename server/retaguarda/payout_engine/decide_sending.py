"""Decide what becomes of a payment: what stops it, through whom it goes, what its hold ends in, who leaves the queue.

Nothing here reads or writes. Live sending asks with what it has just read under its locks, the forecast (payouts/forecast) with
what it read of all payments at once: so both say the same.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, NamedTuple
from uuid import UUID

import msgspec

from retaguarda.foundation.business_days import BeyondCalendar, is_business_day
from retaguarda.foundation.local_day import BRASILIA

#: Reason of a block: the payout's row is not what somebody approved.
SEAL_BROKEN = "seal_broken"
#: Why a payment is cancelled: its slip is overdue, and what is paid late costs more than it says.
SLIP_OVERDUE = "slip_overdue"
#: Why a payment is cancelled: somebody stopped the rest of its batch.
BATCH_STOPPED = "batch_stopped"
#: Why a payment waits: it goes to a suspect, something else stands against it, its destination cools off, a second person is to agree.
SUSPECT, UNDER_REVIEW, COOLING_OFF, SECOND_PERSON = "suspect", "under_review", "cooling_off", "second_person"
#: How long staff have for a payout to a suspect.
SUSPECT_HELD = timedelta(hours=24)
#: Seconds until work waits again for a processor.
WAIT_SECONDS = 60
#: Payments of one merchant that the clock looks at in one run, a minute apart.
MOST = 500

Queued = Literal["leave", "cancel", "skip", "stop"]


class Tariff(msgspec.Struct, frozen=True):
    """What a processor charges for an order by a method: ``fixed`` in minor units, and a share in hundredths of a percent."""

    fixed: int
    points: int

    def of(self, amount: int) -> int:
        """What an order of an amount costs; the share is rounded half up, as payout_tariff_cost of the database does."""
        return self.fixed + (amount * self.points + 5_000) // 10_000


class PayingProcessor(msgspec.Struct, frozen=True):
    """A processor that was tested, as far as it decides who gets an order. ``cut_off``: hour of Brasília from which it takes no new order
    that business day, and none on other days; None: it always does. ``ted_cut_off``: hour from which it takes no TED. ``cost`` of one
    order, minor units, by a method without a tariff. ``by_file`` and ``by_lot``: it gets orders together, in files of a person or in lots
    of a worker. ``payment_most``, ``day_most`` and, in orders, ``day_count_most``: what it takes at most; None: no such limit.
    """

    id: UUID
    name: str
    ispb: str
    by_file: bool
    methods: list[str]
    priority: int
    created_at: datetime
    enabled: bool
    certificate_expires_at: datetime | None
    cut_off: time | None
    cost: int
    by_lot: bool = False
    ted_cut_off: time = time(17)
    payment_most: int | None = None
    day_most: int | None = None
    day_count_most: int | None = None
    tariffs: dict[str, Tariff] = {}

    def cost_of(self, method: str, amount: int) -> int:
        tariff = self.tariffs.get(method)
        return self.cost if tariff is None else tariff.of(amount)

    @property
    def collects(self) -> bool:
        """Whether its orders go out together: then its bank names their end-to-end ids."""
        return self.by_file or self.by_lot

    def takes(self, method: str, at: datetime) -> bool:
        """Whether it takes a new order at a moment."""
        expires = self.certificate_expires_at
        return (
            self.enabled
            and method in self.methods
            and (expires is None or expires > at)
            and (
                self.hour_of(method) is None
                or (works(at.astimezone(BRASILIA).date()) and at < self.shuts_on(at, method))
            )
        )

    def hour_of(self, method: str) -> time | None:
        """Its cut-off for a way of paying: a TED goes over the banks' reserves, which rest at night and on days without banks."""
        if method != "ted":
            return self.cut_off
        return self.ted_cut_off if self.cut_off is None else min(self.cut_off, self.ted_cut_off)

    def shuts_on(self, at: datetime, method: str = "pix") -> datetime:
        """Its cut-off on the day of a moment; midnight after it where it has none."""
        day, hour = at.astimezone(BRASILIA).date(), self.hour_of(method)
        if hour is None:
            return datetime.combine(day + timedelta(days=1), time.min, BRASILIA).astimezone(UTC)
        return datetime.combine(day, hour, BRASILIA).astimezone(UTC)


class Standing(NamedTuple):
    """What was found of a payment that is about to be ordered. Reasons are None where nothing is wrong.

    Attributes:
        company: why its merchant pays nothing out.
        account: state of its bank account; None: it goes to no stored one.
        block: why contract or franchise unit stop it (check_stops.py).
        sealed: its row is what somebody approved.
        suspect: its destination or document is a suspect's.
        due_on: of a slip.
        stopped: the rest of its batch was stopped.
    """

    company: str | None = None
    account: str | None = None
    block: str | None = None
    sealed: bool = True
    suspect: bool = False
    due_on: date | None = None
    stopped: bool = False


class Stop(NamedTuple):
    """Where a payment goes that is not sent, and why. ``held``: how long; None: until what stops it is gone, or for good."""

    to: Literal["blocked", "on_hold", "cancelled"]
    reason: str
    held: timedelta | None = None


def stop_of(found: Standing, at: datetime) -> Stop | None:
    """What keeps a payment from being ordered at a moment; None: nothing does."""
    if found.stopped:
        return Stop("cancelled", BATCH_STOPPED)
    if found.company:
        return Stop("blocked", found.company)
    if found.account not in (None, "verified"):
        return Stop("blocked", "bank_account_not_verified")
    if found.block:
        return Stop("blocked", found.block)
    if not found.sealed:
        return Stop("blocked", SEAL_BROKEN)
    if is_overdue(found.due_on, at.astimezone(BRASILIA).date()):
        return Stop("cancelled", SLIP_OVERDUE)
    return Stop("on_hold", SUSPECT, SUSPECT_HELD) if found.suspect else None


def choose_processor(
    processors: Sequence[PayingProcessor], method: str, wanted: UUID | None, at: datetime
) -> PayingProcessor | None:
    """Who gets an order: the one a rule chose where it takes orders now, else the first by priority that does."""
    taking = [each for each in processors if each.takes(method, at)]
    return min(taking, key=lambda each: (each.id != wanted, each.priority, each.created_at), default=None)


def end_of_hold(reason: str | None, hold_ends: str) -> Literal["release", "refuse"]:
    """What the clock does at the end of a hold. One that cooled off is released; one that a second person never agreed to is refused."""
    if reason == COOLING_OFF or (hold_ends == "release" and reason != SECOND_PERSON):
        return "release"
    return "refuse"


def next_in_queue(*, expired: bool, fits: bool, skips: bool) -> Queued:
    """What becomes of the next payment of the queue; ``stop``: nobody behind it is looked at either."""
    if expired:
        return "cancel"
    if fits:
        return "leave"
    return "skip" if skips else "stop"


def works(day: date) -> bool:
    """Whether banks work on a day; in years whose holidays are not known, on each weekday."""
    try:
        return is_business_day(day)
    except BeyondCalendar:
        return day.weekday() < 5


def next_working_day(day: date) -> date:
    """The day itself if banks work on it, else the next on which they do."""
    while not works(day):
        day += timedelta(days=1)
    return day


def working_day_before(day: date) -> date:
    """The last day before on which banks work. What was due by then is overdue on the day itself, and nothing else is."""
    day -= timedelta(days=1)
    while not works(day):
        day -= timedelta(days=1)
    return day


def is_overdue(due: date | None, day: date) -> bool:
    """Whether a slip is paid late on a day: after its due date or, where no bank works on that, after the next business day."""
    return due is not None and day > next_working_day(due)


def opens_after(at: datetime) -> datetime:
    """The first moment after ``at`` at which a processor with a cut-off may take orders again: the start of a business day."""
    day = next_working_day(at.astimezone(BRASILIA).date() + timedelta(days=1))
    return datetime.combine(day, time.min, BRASILIA).astimezone(UTC)
