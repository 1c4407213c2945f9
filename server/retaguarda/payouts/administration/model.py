"""What the administration of payouts shows. Each tile is the count of the list behind it."""

from datetime import date, datetime

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
    """Payments that ended in the last 24 hours by one method. ``success`` in percent; null where none ended."""

    method: str
    count: int
    amount: Money
    done: int
    success: str | None


class PayoutFailure(msgspec.Struct):
    """``code`` of the bank; null where it named none. Of the last seven days."""

    code: str | None
    count: int
    amount: Money


class PayoutAdministration(msgspec.Struct):
    """``today``: the merchant's day. ``available`` and ``set_aside`` of the balance; ``missing``: what has to come in so that
    all that waits can leave. ``median_seconds`` and ``p95_seconds`` from the request to its end, of what left at once in the
    last 24 hours. ``awaiting_approval``: requests, not payments yet. Staff who end orders by evidence have a tile of what waits for a second person. ``cases``: for staff who settle them, those that are not
    settled; each is the count of the list of cases."""

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
    failures: list[PayoutFailure]
