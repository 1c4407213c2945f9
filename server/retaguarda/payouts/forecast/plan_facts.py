"""What a forecast is about: payments as they stand, purses, processors, what is supposed of them, and what becomes of each payment."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Literal, NamedTuple
from uuid import UUID

import msgspec

from retaguarda.payout_engine.decide_route import Routes
from retaguarda.payout_engine.decide_sending import PayingProcessor, Standing, opens_after

_DAY = timedelta(days=1)
#: Seconds between two runs of the clock.
MINUTE = 60


class Planned(msgspec.Struct, frozen=True, gc=False):
    """A payment as it stands now; sums in minor units.

    Attributes:
        held: its money is set aside.
        looked_up: the directory is asked for its key before it is ordered.
        due_at: when its planned day begins; None: it was not planned.
        cut_off: until when it leaves in time.
        ordered_at: when the order was given that the bank works on.
        bound: something of the block list stands against it.
        inside: it goes to another merchant of ours: no processor has to take it.
        opens_at: when a TED may leave that waits for the banks' hours. pix_instead: it may leave as a Pix after them.
        batch: that it belongs to. is_line: it is a line of it, and no payment yet.
    """

    id: UUID
    company: int
    status: str
    method: str
    amount: int
    fee: int
    held: bool
    looked_up: bool
    created_at: datetime
    due_at: datetime | None
    cut_off: datetime
    hold_reason: str | None
    hold_until: datetime | None
    processor: UUID | None
    ordered_at: datetime | None
    standing: Standing
    bound: bool
    batch: UUID | None = None
    priority: int = 0
    is_line: bool = False
    inside: bool = False
    opens_at: datetime | None = None
    pix_instead: bool = False
    origin: str = "payout"
    bank: str = ""

    @property
    def gross(self) -> int:
        return self.amount + self.fee


#: Kind of limit, day, and the keyed hash of the payee whom it is about.
PayeeDay = tuple[str, date, bytes]


class Submission(msgspec.Struct, frozen=True):
    """A planned batch as if it were submitted now. ``counts``: what it takes of each day and night; ``stop``: why it cannot be.

    ``asked``: it is; otherwise it is only looked at, and takes nothing from the others. ``payees``: what it takes of each payee on
    each day, where its merchant has such a limit.
    """

    id: UUID
    company: int
    gross: int
    counts: dict[tuple[str, date], int]
    stop: str | None
    asked: bool = False
    payees: dict[PayeeDay, int] = {}


class Purse(msgspec.Struct, frozen=True):
    """What a merchant may spend, minor units, and the rules of its queue and holds. ``day_most``, ``night_most``, and in
    payments ``count_most``: its limits of a day and of a night; ``payee_most`` and ``payee_count_most``: those of each payee on a day,
    of which ``payees`` is used."""

    free: int
    closed: bool
    queue_days: int
    queue_skips: bool
    hold_ends: str
    day_most: int | None
    night_most: int | None
    count_most: int | None
    used: dict[tuple[str, date], int]
    payee_most: int | None = None
    payee_count_most: int | None = None
    payees: dict[PayeeDay, int] = {}


class Closure(msgspec.Struct, frozen=True):
    """No new order is given to a processor, or by a method, in these hours."""

    since: datetime
    until: datetime
    processor: UUID | None = None
    method: str | None = None

    def shuts(self, processor: PayingProcessor, method: str, at: datetime) -> bool:
        met = processor.id == self.processor or method == self.method
        return met and self.since <= at < self.until


class Deposit(msgspec.Struct, frozen=True):
    company: int
    amount: int
    at: datetime


@dataclass(frozen=True, slots=True)
class World:
    """All that a forecast looks at. ``pace``: orders a second; ``directory_seconds``: how long the directory takes to answer."""

    now: datetime
    until: datetime
    payments: Sequence[Planned]
    purses: dict[int, Purse]
    processors: Sequence[PayingProcessor]
    submissions: Sequence[Submission] = ()
    closures: Sequence[Closure] = ()
    deposits: Sequence[Deposit] = ()
    pace: float = 20.0
    directory_seconds: float = 0.0
    routes: Routes = field(default_factory=Routes)

    def bounds(self) -> Iterator[datetime]:
        """Return the moments at which another processor may be chosen than before."""
        for closure in self.closures:
            yield from (closure.since, closure.until)
        if self.routes.by_clock:
            hour = self.now.replace(minute=0, second=0, microsecond=0)
            while hour <= self.until:
                yield hour
                hour += timedelta(hours=1)
        for each in self.processors:
            if each.certificate_expires_at:
                yield each.certificate_expires_at
            hours = [name for name in ("pix", "ted") if name in each.methods and each.hour_of(name) is not None]
            if each.cut_off is None and not hours:
                continue
            day = self.now - _DAY
            while day <= self.until + _DAY:
                yield from (each.shuts_on(day, name) for name in hours or ("pix",))
                yield opens_after(day)
                day += _DAY


State = Literal[
    "done",
    "in_bank_processing",
    "pending",
    "created",
    "queued",
    "on_hold",
    "blocked",
    "rejected",
    "cancelled",
    "planned",
]


class Fate(NamedTuple):
    """What becomes of a payment until the forecast ends. ``leaves_at``: when its order is given; ``cost``: of its processor, minor units."""

    state: State
    leaves_at: datetime | None = None
    processor: UUID | None = None
    cost: int = 0
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """``fates`` in the order of the world's payments; ``refused``: why batches cannot be submitted, by their id; ``left``: what each
    merchant can still spend, minor units."""

    fates: list[Fate]
    refused: dict[UUID, str]
    left: dict[int, int]


def next_tick(at: float) -> float:
    """The minute's run of the clock at a moment, seconds of the epoch, or after it."""
    return -(-at // MINUTE) * MINUTE


def tick_after(opens: float) -> float:
    """The minute's run that finds the banks' hours begun: those of a day do not begin on the day before."""
    return next_tick(opens + 1)
