"""The forecast of a merchant's payments, or of all; of one batch; and what would change it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import given_of, id_of
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, json_response
from retaguarda.payout_engine.payout_seal import PayoutSeals
from retaguarda.payouts.batches.queries import find_batch
from retaguarda.payouts.forecast.apply_scenario import apply_scenario
from retaguarda.payouts.forecast.compare_plans import (
    Moved,
    cost_of,
    hours_of,
    late_ones,
    money,
    part_of,
    processors_of,
    sum_up,
)
from retaguarda.payouts.forecast.find_action import find_action
from retaguarda.payouts.forecast.model import (
    FURTHEST,
    MOST_NAMED,
    ForecastPayment,
    PayoutForecast,
    PayoutWhatIf,
    WhatIfInput,
)
from retaguarda.payouts.forecast.plan_facts import Forecast, World
from retaguarda.payouts.forecast.queries import Facts, load_world
from retaguarda.payouts.forecast.simulate_day import forecast
from retaguarda.payouts.verify_factor import FACTOR_MERCHANT

PATH = "/v1/payouts/forecast"
READ = Permission.PAYOUT_PAYMENT_READ
_ASKED = ("days", "batch")
#: Why a payment is late that staff alone learn: a merchant reads that it waits for a look.
_FOR_STAFF = frozenset({"suspect", "rule", "under_review"})


class _Holder(msgspec.Struct):
    id: UUID
    holder_name: str


def forecast_routes(access: Access, keys: Keys) -> list[Route]:
    seals = PayoutSeals(keys)

    async def read(request: Request) -> Response:
        given = given_of(request, _ASKED)
        async with FACTOR_MERCHANT.over(access).open(request, READ) as (tx, principal):
            batch = id_of(given, "batch")
            if batch is not None and await find_batch(tx, principal, batch) is None:
                raise not_found("batch")
            facts = await load_world(
                tx, _companies(principal), seals, staff=principal.internal, days=_days(given), batch=batch
            )
            return json_response(await _forecast(tx, principal, facts, batch))

    async def suppose(request: Request) -> Response:
        given = request.read(WhatIfInput)
        async with FACTOR_MERCHANT.over(access).open(request, READ) as (tx, principal):
            facts = await load_world(tx, _companies(principal), seals, staff=principal.internal, days=given.days)
            return json_response(await _what_if(tx, principal, facts, given))

    return [
        Route(
            "GET",
            PATH,
            "When open payments leave, what is late, and what to do about it",
            read,
            permission=READ,
            scope=FACTOR_MERCHANT,
            parameters=(
                Parameter("days", {"type": "integer", "minimum": 0, "maximum": FURTHEST}),
                Parameter("batch", {"type": "string", "format": "uuid"}),
            ),
            answers=PayoutForecast,
        ),
        Route(
            "POST",
            f"{PATH}/what-if",
            "What becomes of open payments if a processor is down, money comes in, a limit is lower",
            suppose,
            permission=READ,
            scope=FACTOR_MERCHANT,
            body=WhatIfInput,
            answers=PayoutWhatIf,
        ),
    ]


async def _forecast(tx: Tx, principal: Principal, facts: Facts, batch: UUID | None) -> PayoutForecast:
    found, staff = forecast(facts.world), principal.internal
    world, found_ones = (facts.world, found) if batch is None else _only(facts, found, batch)
    return PayoutForecast(
        as_of=facts.world.now,
        until=facts.world.until,
        time_zone=await _zone(tx, principal),
        partial=facts.cut,
        refused=found.refused.get(batch) if batch else None,
        sums=sum_up(world, found_ones, staff=staff),
        hours=hours_of(world, found_ones),
        processors=processors_of(world, found_ones) if staff else [],
        late=await _payments(tx, world, found_ones, late_ones(world, found_ones), None, staff=staff),
        action=None if batch else find_action(facts.world, found, staff=staff),
    )


async def _what_if(tx: Tx, principal: Principal, facts: Facts, given: WhatIfInput) -> PayoutWhatIf:
    staff = principal.internal
    supposed = apply_scenario(facts.world, given, principal.chosen, staff=staff)
    before, after = forecast(facts.world), forecast(supposed)
    moved = Moved(before, after)
    changed = sorted({*moved.later, *moved.sooner}, key=lambda place: facts.world.payments[place].cut_off)
    return PayoutWhatIf(
        as_of=facts.world.now,
        until=facts.world.until,
        time_zone=await _zone(tx, principal),
        partial=facts.cut,
        base=sum_up(facts.world, before, staff=staff),
        sums=sum_up(supposed, after, staff=staff),
        delayed=part_of(facts.world, moved.later),
        longest_seconds=round(moved.longest.total_seconds()),
        sooner=part_of(facts.world, moved.sooner),
        refused_batches=len(set(after.refused) - set(before.refused)),
        cost_difference=money(cost_of(after) - cost_of(before)) if staff else None,
        payments=await _payments(tx, supposed, after, changed, before, staff=staff),
        action=find_action(supposed, after, staff=staff),
    )


def _only(facts: Facts, found: Forecast, batch: UUID) -> tuple[World, Forecast]:
    """What of a forecast is about one batch: its payments, and its lines that are none yet."""
    kept = [place for place, each in enumerate(facts.world.payments) if each.batch == batch]
    payments = [facts.world.payments[place] for place in kept]
    fates = [found.fates[place] for place in kept]
    return replace(facts.world, payments=payments), Forecast(fates, found.refused, found.left)


async def _payments(
    tx: Tx, world: World, found: Forecast, places: Sequence[int], before: Forecast | None, *, staff: bool
) -> list[ForecastPayment]:
    """The first of these payments, by name; lines of a batch have none yet and are left out."""
    ids = [world.payments[place].id for place in places if not world.payments[place].is_line][:MOST_NAMED]
    rows = await tx.all("select id, holder_name from payout where id = any(%(ids)s)", {"ids": ids})
    names = {each.id: each.holder_name for each in msgspec.convert(rows, list[_Holder])}
    shown = list[ForecastPayment]()
    for place in places:
        payment, fate = world.payments[place], found.fates[place]
        if payment.id in names:
            shown.append(
                ForecastPayment(
                    id=payment.id,
                    holder_name=names[payment.id],
                    amount=money(payment.amount),
                    state=fate.state,
                    reason=fate.reason if staff or fate.reason not in _FOR_STAFF else "under_review",
                    cut_off=payment.cut_off,
                    leaves_at=fate.leaves_at,
                    before=before.fates[place].leaves_at if before else None,
                )
            )
    return shown


def _companies(principal: Principal) -> list[int]:
    return list(principal.companies) if principal.account is None else [principal.account]


async def _zone(tx: Tx, principal: Principal) -> str:
    number = principal.company_id if principal.account is None else principal.account
    return await tx.value("select time_zone from company where id = %(id)s", {"id": number})


def _days(given: Mapping[str, str]) -> int:
    said = given.get("days", "0")
    if not (said.isascii() and said.isdigit() and len(said) == 1 and int(said) <= FURTHEST):
        raise invalid_field("days", "out_of_range", f"days are 0 to {FURTHEST}")
    return int(said)
