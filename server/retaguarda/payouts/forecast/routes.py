"""The forecast of a merchant's payments, or of all; of one batch; and what would change it."""

import asyncio
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
    seals, scoped = PayoutSeals(keys), FACTOR_MERCHANT.over(access)
    # A forecast takes memory, and a processor for seconds: one at a time in a process.
    turn = asyncio.Semaphore(1)

    async def load(request: Request, days: int, batch: UUID | None = None) -> tuple[Facts, str]:
        # The session was counted as in use before: a transaction that writes nothing holds nobody up, however long it reads.
        async with scoped.open(request, READ, touch=False) as (tx, principal):
            facts = await load_world(tx, _companies(principal), seals, staff=principal.internal, days=days, batch=batch)
            return facts, await _zone(tx, principal)

    async def read(request: Request) -> Response:
        given = given_of(request, _ASKED)
        days, batch = _days(given), id_of(given, "batch")
        async with scoped.open(request, READ) as (tx, principal):
            if batch is not None and await find_batch(tx, principal, batch) is None:
                raise not_found("batch")
        async with turn:
            facts, zone = await load(request, days, batch)
            made = await asyncio.to_thread(_forecast, facts, zone, batch, staff=principal.internal)
        async with scoped.open(request, READ, touch=False) as (tx, _):
            made.late = await _named(tx, made.late)
        return json_response(made)

    async def suppose(request: Request) -> Response:
        given = request.read(WhatIfInput)
        async with scoped.open(request, READ) as (_, principal):
            staff = principal.internal
        async with turn:
            facts, zone = await load(request, given.days)
            supposed = apply_scenario(facts.world, given, principal.chosen, staff=staff)
            made = await asyncio.to_thread(_what_if, facts, supposed, zone, staff=staff)
        async with scoped.open(request, READ, touch=False) as (tx, _):
            made.payments = await _named(tx, made.payments)
        return json_response(made)

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


def _forecast(facts: Facts, zone: str, batch: UUID | None, *, staff: bool) -> PayoutForecast:
    found = forecast(facts.world)
    world, found_ones = (facts.world, found) if batch is None else _only(facts, found, batch)
    return PayoutForecast(
        as_of=facts.world.now,
        until=facts.world.until,
        time_zone=zone,
        partial=facts.cut,
        refused=found.refused.get(batch) if batch else None,
        sums=sum_up(world, found_ones, staff=staff),
        hours=hours_of(world, found_ones),
        processors=processors_of(world, found_ones) if staff else [],
        late=_payments(world, found_ones, late_ones(world, found_ones), None, staff=staff),
        action=None if batch else find_action(facts.world, found, staff=staff),
    )


def _what_if(facts: Facts, supposed: World, zone: str, *, staff: bool) -> PayoutWhatIf:
    before, after = forecast(facts.world), forecast(supposed)
    moved = Moved(before, after)
    changed = sorted({*moved.later, *moved.sooner}, key=lambda place: facts.world.payments[place].cut_off)
    return PayoutWhatIf(
        as_of=facts.world.now,
        until=facts.world.until,
        time_zone=zone,
        partial=facts.cut,
        base=sum_up(facts.world, before, staff=staff),
        sums=sum_up(supposed, after, staff=staff),
        delayed=part_of(facts.world, moved.later),
        longest_seconds=round(moved.longest.total_seconds()),
        sooner=part_of(facts.world, moved.sooner),
        refused_batches=len(set(after.refused) - set(before.refused)),
        cost_difference=money(cost_of(after) - cost_of(before)) if staff else None,
        payments=_payments(supposed, after, changed, before, staff=staff),
        action=find_action(supposed, after, staff=staff),
    )


def _only(facts: Facts, found: Forecast, batch: UUID) -> tuple[World, Forecast]:
    """What of a forecast is about one batch: its payments, and its lines that are none yet."""
    kept = [place for place, each in enumerate(facts.world.payments) if each.batch == batch]
    payments = [facts.world.payments[place] for place in kept]
    fates = [found.fates[place] for place in kept]
    return replace(facts.world, payments=payments), Forecast(fates, found.refused, found.left)


def _payments(
    world: World, found: Forecast, places: Sequence[int], before: Forecast | None, *, staff: bool
) -> list[ForecastPayment]:
    """The first of these payments, without their names; lines of a batch are none yet and are left out."""
    shown = [place for place in places if not world.payments[place].is_line][:MOST_NAMED]
    return [
        ForecastPayment(
            id=world.payments[place].id,
            holder_name="",
            amount=money(world.payments[place].amount),
            state=found.fates[place].state,
            reason=_reason(found.fates[place].reason, staff=staff),
            cut_off=world.payments[place].cut_off,
            leaves_at=found.fates[place].leaves_at,
            before=before.fates[place].leaves_at if before else None,
        )
        for place in shown
    ]


def _reason(reason: str | None, *, staff: bool) -> str | None:
    return reason if staff or reason not in _FOR_STAFF else "under_review"


async def _named(tx: Tx, payments: Sequence[ForecastPayment]) -> list[ForecastPayment]:
    """The payments with the names of who is paid."""
    rows = await tx.all(
        "select id, holder_name from payout where id = any(%(ids)s)", {"ids": [each.id for each in payments]}
    )
    names = {each.id: each.holder_name for each in msgspec.convert(rows, list[_Holder])}
    return [msgspec.structs.replace(each, holder_name=names[each.id]) for each in payments if each.id in names]


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
