"""The administration of payouts, of the chosen merchant or of all."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payout_engine.send_by_processor import load_processors
from retaguarda.payouts.administration.count_processors import load_cut_offs, load_health, load_parts
from retaguarda.payouts.administration.model import PayoutAdministration, PayoutFailure, PayoutPart, PayoutTile
from retaguarda.payouts.administration.queries import (
    CaseSums,
    StateSums,
    count_requests,
    load_balances,
    load_cases,
    load_evidence,
    load_failures,
    load_methods,
    load_pace,
    load_states,
    percent_text,
)
from retaguarda.payouts.verify_factor import FACTOR_MERCHANT

#: Tiles about all that is in a state, and about what ended today in it.
_OPEN = ("pending", "created", "queued", "on_hold", "in_bank_processing", "uncertain", "blocked")
_ENDED = ("failed", "returned", "done")
#: States of cases that wait for somebody of the staff.
_CASES = ("open", "proposed")


def administration_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with FACTOR_MERCHANT.over(access).open(request, Permission.PAYOUT_PAYMENT_READ) as (tx, principal):
            return json_response(await _read(tx, principal))

    return Route(
        "GET",
        "/v1/payouts/administration",
        "Payouts at a glance: what is to leave, what waits and why, how well it went",
        handler,
        permission=Permission.PAYOUT_PAYMENT_READ,
        scope=FACTOR_MERCHANT,
        answers=PayoutAdministration,
    )


async def _read(tx: Tx, principal: Principal) -> PayoutAdministration:
    companies = list(principal.companies) if principal.account is None else [principal.account]
    number = principal.company_id if principal.account is None else principal.account
    zone: str = await tx.value("select time_zone from company where id = %(id)s", {"id": number})
    now = datetime.now(UTC)
    day = now.astimezone(ZoneInfo(zone)).date()
    states = await load_states(tx, companies, day)
    methods, balances = await load_methods(tx, companies), await load_balances(tx, companies)
    pace = await load_pace(tx, companies)
    ended, done = sum(each.ended for each in methods), sum(each.done for each in methods)
    processors = await load_processors(tx)
    shown = principal.internal and Permission.PAYOUT_PROCESSORS_READ in principal.permissions
    waiting = states["queued"].gross if "queued" in states else 0
    return PayoutAdministration(
        as_of=now,
        today=day,
        time_zone=zone,
        available=_money(balances.available),
        set_aside=_money(balances.set_aside),
        missing=_money(max(0, waiting - balances.available)),
        tiles=[
            *(_tile(states, key, {"status": key}) for key in _OPEN),
            *(_tile(states, key, {"status": key, "ended_on": day.isoformat()}) for key in _ENDED),
            *await _evidence(tx, principal, companies),
        ],
        cases=await _cases(tx, principal, companies),
        awaiting_approval=await count_requests(tx, companies),
        success=percent_text(done, ended),
        ended=ended,
        median_seconds=None if pace.median is None else round(pace.median),
        p95_seconds=None if pace.p95 is None else round(pace.p95),
        methods=[
            PayoutPart(
                each.method,
                each.ended,
                _money(each.amount),
                each.done,
                percent_text(each.done, each.ended),
                None if each.median is None else round(each.median),
                None if each.p95 is None else round(each.p95),
            )
            for each in methods
        ],
        by_processor=await load_parts(tx, companies) if shown else [],
        cut_offs=await load_cut_offs(tx, companies, processors, now, day),
        processors=await load_health(tx, processors, now) if shown else [],
        failures=[
            PayoutFailure(each.code, each.count, _money(each.amount)) for each in await load_failures(tx, companies)
        ],
    )


async def _evidence(tx: Tx, principal: Principal, companies: list[int]) -> list[PayoutTile]:
    if not _decides(principal):
        return []
    return [_staff_tile("evidence_proposed", {"evidence": "proposed"}, await load_evidence(tx, companies))]


async def _cases(tx: Tx, principal: Principal, companies: list[int]) -> list[PayoutTile]:
    if not _decides(principal):
        return []
    found = await load_cases(tx, companies)
    return [_staff_tile(f"case_{state}", {"status": state}, found.get(state)) for state in _CASES]


def _decides(principal: Principal) -> bool:
    return principal.internal and Permission.PAYOUT_EXCEPTION_DECIDE in principal.permissions


def _staff_tile(key: str, query: dict[str, str], found: CaseSums | None) -> PayoutTile:
    if found is None:
        return PayoutTile(key, 0, _money(0), query, None, None)
    return PayoutTile(key, found.count, _money(found.amount), query, found.since, None)


def _tile(states: dict[str, StateSums], key: str, query: dict[str, str]) -> PayoutTile:
    """Build the tile of a state; of what is over only what ended today counts."""
    found, today_only = states.get(key), "ended_on" in query
    if found is None:
        return PayoutTile(key, 0, _money(0), query, None, None)
    return PayoutTile(
        key,
        found.recent if today_only else found.count,
        _money(found.recent_amount if today_only else found.amount),
        query,
        None if today_only else found.since,
        found.until if key == "on_hold" else None,
    )


def _money(amount: int) -> Money:
    return Money(amount, PIX_CURRENCY)
