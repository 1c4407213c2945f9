"""A trial of a split on the last 30 days; nothing is written."""

from datetime import UTC, date, datetime, timedelta

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.query_params import zone_of
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.services import Services
from retaguarda.payouts.splits.model import TRIAL_DAYS, SplitRow, SplitRunPart, SplitTrial, SplitTrialDay
from retaguarda.payouts.splits.queries import split_row
from retaguarda.payouts.splits.run_split import base_of, divided
from retaguarda.payouts.splits.tables import READ, SCOPE, SPLITS


class _Day(msgspec.Struct):
    day: date
    amount: int


def split_routes(services: Services) -> list[Route]:
    access = services[Access]

    async def trial(request: Request) -> Response:
        async with SCOPE.over(access).open(request, READ) as (tx, principal):
            row = await split_row(tx, list(principal.companies), uuid_of(request.path_params["id"]))
            if row is None:
                raise not_found("split")
            return json_response(await try_split(tx, row))

    return [
        Route(
            "GET",
            f"{SPLITS.path}/{{id:str}}/trial",
            "What a version would have divided in the last 30 days",
            trial,
            permission=READ,
            scope=SCOPE,
            answers=SplitTrial,
        )
    ]


async def try_split(tx: Tx, row: SplitRow) -> SplitTrial:
    """Divide each of the last days by itself, as a daily run would; of a balance, what there is now."""
    today = datetime.now(UTC).astimezone(await zone_of(tx, row.company_id)).date()
    if row.source == "balance":
        days = [_Day(today, await base_of(tx, row, today, today))]
    else:
        values = {"company": row.company_id, "currency": row.currency}
        span = {"from": today - timedelta(days=TRIAL_DAYS), "to": today - timedelta(days=1)}
        rows = await tx.all(
            "select day, amount from payout_split_net(%(company)s, %(currency)s, %(from)s, %(to)s) order by day",
            values | span,
        )
        days = msgspec.convert(rows, list[_Day])
    days = [each for each in days if each.amount > 0]
    sums = dict[int, SplitRunPart]()
    base = paid = 0
    for each in days:
        base += each.amount
        for part in await divided(tx, row, each.amount):
            paid += part.amount if part.why is None else 0
            before = sums[part.place].amount.amount if part.place in sums else 0
            receiver = part.receiver
            total = Money(before + part.amount, row.currency)
            sums[part.place] = SplitRunPart(receiver and receiver.id, receiver and receiver.name, total, part.why)
    shown = [SplitTrialDay(each.day, Money(each.amount, row.currency)) for each in days]
    kept = base - paid
    parts = [sums[place] for place in sorted(sums)]
    return SplitTrial(shown, Money(base, row.currency), Money(paid, row.currency), Money(kept, row.currency), parts)
