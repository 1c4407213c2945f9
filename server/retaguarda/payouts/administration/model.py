"""What the administration of payouts shows. Each tile is the count of the list behind it."""

from datetime import date, datetime
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money


class PayoutTile(msgspec.Struct):
    """``filter``: the query that makes the list of payments show exactly these rows. ``since``: of the oldest of them;
    ``until``: when the soonest clock of a hold ends."""

    key: str
    count: int
    amount: Money
    filter: dict[str, str]
    since: datetime | None
    until: datetime | None


class PayoutPart(msgspec.Struct):
    """Payments that ended in the last 24 hours by one method. ``success`` in percent; null where none ended. ``median_seconds`` and
    ``p95_seconds`` of what left at once."""

    method: str
    count: int
    amount: Money
    done: int
    success: str | None
    median_seconds: int | None
    p95_seconds: int | None


class ProcessorPart(msgspec.Struct, kw_only=True):
    """The same by one method and one processor; null: payments that failed before any had them. ``cost``: of what was carried out."""

    method: str
    processor_id: UUID | None
    processor: str | None
    count: int
    amount: Money
    done: int
    success: str | None
    median_seconds: int | None
    p95_seconds: int | None
    cost: Money


class PayoutCutOff(msgspec.Struct):
    """Until when payments by a method leave today, and what is still to: where any processor of the method pays at any hour, there is none."""

    method: str
    at: datetime
    count: int
    amount: Money


class HealthHour(msgspec.Struct):
    """The calls of an hour, and those of them that failed."""

    at: datetime
    calls: int
    failed: int


class ProcessorHealth(msgspec.Struct, kw_only=True):
    """How a processor is. ``hours``: the last 24 with calls. ``float_amount``: what its bank said at ``float_at`` that its account holds;
    ``float_left``: that less the orders given since, null where it is not known of late. ``today_orders`` and ``today_amount`` count where
    it has a limit of a day. ``shuts_at``: its cut-off today."""

    id: UUID
    name: str
    status: str
    open_orders: int
    open_amount: Money
    float_amount: Money | None
    float_left: Money | None
    float_at: datetime | None
    today_orders: int
    today_amount: Money
    shuts_at: datetime | None
    hours: list[HealthHour]


class PayoutFailure(msgspec.Struct):
    """``code`` of the bank; null where it named none. Of the last seven days."""

    code: str | None
    count: int
    amount: Money


class PayoutAdministration(msgspec.Struct):
    """``today``: the merchant's day. ``available`` and ``set_aside`` of the balance; ``missing``: what has to come in so that
    all that waits can leave. ``median_seconds`` and ``p95_seconds`` from the request to its end, of what left at once in the
    last 24 hours. ``awaiting_approval``: requests, not payments yet. Staff who end orders by evidence have a tile of what waits for a
    second person. ``cases``: for staff who settle them, those that are not settled; each is the count of the list of cases.
    ``by_processor`` and, beside all merchants, ``processors``: for staff who see processors."""

    as_of: datetime
    today: date
    time_zone: str
    available: Money
    set_aside: Money
    missing: Money
    tiles: list[PayoutTile]
    cases: list[PayoutTile]
    awaiting_approval: int
    success: str | None
    ended: int
    median_seconds: int | None
    p95_seconds: int | None
    methods: list[PayoutPart]
    by_processor: list[ProcessorPart]
    cut_offs: list[PayoutCutOff]
    processors: list[ProcessorHealth]
    failures: list[PayoutFailure]
