"""API shapes of the forecast of payments, and of what a person supposes."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money, Price

#: Closures in one question, payments that one answer names, and days after today that it looks at.
MOST_CLOSURES, MOST_NAMED, FURTHEST = 10, 50, 7


class ClosureInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """No new order in these hours, to a ``processor`` or by a ``method``; exactly one of both is given."""

    since: datetime
    until: datetime
    processor: UUID | None = None
    method: Literal["pix", "ted"] | None = None


class DepositInput(msgspec.Struct, forbid_unknown_fields=True):
    """Money that comes in for the chosen merchant at a moment."""

    amount: Price
    at: datetime


class WhatIfInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is supposed. ``enable``: a drained processor gets orders; ``directory_seconds``: the key directory takes so long to answer;
    ``day_most`` and ``night_most``: lower limits of the chosen merchant."""

    days: Annotated[int, msgspec.Meta(ge=0, le=FURTHEST)] = 0
    closures: Annotated[list[ClosureInput], msgspec.Meta(max_length=MOST_CLOSURES)] = []
    enable: UUID | None = None
    deposit: DepositInput | None = None
    day_most: Price | None = None
    night_most: Price | None = None
    directory_seconds: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


class ForecastPart(msgspec.Struct):
    count: int
    amount: Money


class ForecastSums(msgspec.Struct):
    """What becomes of what is open, until the forecast ends.

    Attributes:
        leaves: given to a processor by then; ``late`` of them or of the others misses its cut-off. inside: of them, those that go to other
            merchants of ours, at once and by no processor.
        queued: waits for money. waiting: no processor takes it. on_hold, stopped (blocked), ended (rejected, cancelled): as they are then.
        later: planned for a later day, or of a batch that is paused or cannot be submitted for another reason than its funds.
        fees: what merchants pay for what leaves. cost: what processors charge for it; null for merchants.
        last_at: when the last one leaves.
    """

    leaves: ForecastPart
    inside: ForecastPart
    late: ForecastPart
    queued: ForecastPart
    waiting: ForecastPart
    on_hold: ForecastPart
    stopped: ForecastPart
    ended: ForecastPart
    later: ForecastPart
    fees: Money
    cost: Money | None
    last_at: datetime | None


class ForecastHour(msgspec.Struct):
    """What leaves in the hour that begins ``at``."""

    at: datetime
    count: int
    amount: Money


class ForecastProcessor(msgspec.Struct):
    """What a processor gets, and what it charges for it; ``cut_off``: the hour of Brasília, as 16:30."""

    id: UUID
    name: str
    enabled: bool
    cut_off: str | None
    count: int
    amount: Money
    cost: Money


class ForecastPayment(msgspec.Struct):
    """One payment that misses its cut-off, or leaves at another moment than without what is supposed (``before``)."""

    id: UUID
    holder_name: str
    amount: Money
    state: str
    reason: str | None
    cut_off: datetime
    leaves_at: datetime | None
    before: datetime | None


class ForecastAction(msgspec.Struct):
    """The cheapest thing to do about what is late: ``amount`` is in by ``by``, ``processor`` gets orders, or both. ``late``: what would
    still be late; ``cost``: what it adds to the cost of processors, null for merchants."""

    kind: Literal["deposit", "route", "deposit_and_route"]
    amount: Money | None
    by: datetime | None
    processor: str | None
    late: int
    cost: Money | None


class PayoutForecast(msgspec.Struct):
    """``refused``: why the batch cannot be submitted. ``partial``: more is open than one forecast looks at."""

    as_of: datetime
    until: datetime
    time_zone: str
    partial: bool
    refused: str | None
    sums: ForecastSums
    hours: list[ForecastHour]
    processors: list[ForecastProcessor]
    late: list[ForecastPayment]
    action: ForecastAction | None


class PayoutWhatIf(msgspec.Struct):
    """``base`` without and ``sums`` with what is supposed.

    Attributes:
        delayed: leaves later, by a minute or more, or not any more; ``longest_seconds`` of those that leave.
        sooner: leaves earlier, by a minute or more, or at all.
        refused_batches: planned batches that could no longer be submitted, each by itself.
    """

    as_of: datetime
    until: datetime
    time_zone: str
    partial: bool
    base: ForecastSums
    sums: ForecastSums
    delayed: ForecastPart
    longest_seconds: int
    sooner: ForecastPart
    refused_batches: int
    cost_difference: Money | None
    payments: list[ForecastPayment]
    action: ForecastAction | None
