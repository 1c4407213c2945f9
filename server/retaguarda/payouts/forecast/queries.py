"""Read what a forecast looks at: the open payments of merchants, what they may spend, the processors. A few statements, however
many payments there are; everything else is decided without I/O (simulate_day.py)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.query_params import end_of
from retaguarda.payin.charges.model import AVAILABLE
from retaguarda.payout_engine import send_by_processor
from retaguarda.payout_engine.payout_seal import PayoutSeals
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payout_engine.route_payout import load_routes
from retaguarda.payout_engine.send_by_processor import load_processors
from retaguarda.payouts.forecast.estimate_lines import load_batches, load_lines, load_submissions
from retaguarda.payouts.forecast.open_payments import MOST_PAYMENTS, OPEN, Days, Merchant, load_payments, load_rails
from retaguarda.payouts.forecast.plan_facts import PayeeDay, Purse, World
from retaguarda.payouts.payments.model import OF_PAYMENTS


class _Used(msgspec.Struct):
    company_id: int
    period: str
    day: date
    used: int


class _UsedOf(msgspec.Struct):
    """What is used of the limit of a payee on a day; minor units, or payments."""

    company_id: int
    period: str
    day: date
    payee: bytes
    used: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What a forecast reads: the world, and the merchants whose payments are in it."""

    world: World
    merchants: Mapping[int, Merchant]
    #: Payments beyond MOST_PAYMENTS were left out.
    cut: bool


async def load_world(
    tx: Tx, companies: Sequence[int], seals: PayoutSeals, *, staff: bool, days: int = 0, batch: UUID | None = None
) -> Facts:
    """Load what is open of merchants, with the lines of authorised batches that are no payments yet.

    Args:
        staff: who asks; a merchant reads less of what it has not submitted (load_lines).
        days: how many days the forecast goes on after today, which ends where the first merchant's day ends.
        batch: one that was planned, as if it were submitted now.
    """
    now = (await send_by_processor.moment(tx)).astimezone(UTC)
    merchants = await load_merchants(tx, companies)
    processors = await load_processors(tx)
    payments, cut = await load_payments(tx, merchants, processors, seals)
    planned = await load_batches(tx, list(merchants), "planned")
    running = await load_batches(tx, list(merchants), "authorised", "running", "paused")
    asked = [each for each in planned if each.id == batch]
    calendar = Days(merchants, processors, await load_rails(tx, merchants))
    for each in (*running, *asked):
        if len(payments) + each.good - each.turned > MOST_PAYMENTS:
            cut = True
        elif each.turned < each.good:
            payments += await load_lines(tx, each, merchants[each.company_id], calendar, now, staff=staff)
    looked_at = [each for each in planned if each.id != batch]
    world = World(
        now,
        min((_end_of_day(each, now, days) for each in merchants.values()), default=now + timedelta(days=1)),
        payments,
        await _load_purses(tx, merchants),
        processors,
        [
            *await load_submissions(tx, asked, merchants, asked=True),
            *await load_submissions(tx, looked_at, merchants, asked=False),
        ],
        routes=await load_routes(tx),
    )
    return Facts(world, merchants, cut)


async def _load_purses(tx: Tx, merchants: Mapping[int, Merchant]) -> dict[int, Purse]:
    used, payees = await _load_used(tx, list(merchants)), await _load_payees(tx, merchants)
    return {
        number: Purse(
            free=each.free,
            closed=each.closed,
            queue_days=each.rules.queue_days,
            queue_skips=each.rules.queue_skips,
            hold_ends=each.rules.hold_ends,
            day_most=each.rules.day_most,
            night_most=each.rules.night_most,
            count_most=each.rules.day_count_most,
            used=used.get(number, {}),
            payee_most=each.rules.payee_day_most,
            payee_count_most=each.rules.payee_count_most,
            payees=payees.get(number, {}),
        )
        for number, each in merchants.items()
    }


async def load_merchants(tx: Tx, companies: Sequence[int]) -> dict[int, Merchant]:
    rows = await tx.all(_MERCHANTS, {"companies": list(companies), "available": AVAILABLE, "currency": PIX_CURRENCY})
    found = [msgspec.convert({**row, "rules": row}, Merchant) for row in rows]
    return {each.company_id: each for each in found}


async def _load_used(tx: Tx, companies: list[int]) -> dict[int, dict[tuple[str, date], int]]:
    found = dict[int, dict[tuple[str, date], int]]()
    rows = await tx.all(_USED, {"companies": companies, "currency": PIX_CURRENCY})
    for each in msgspec.convert(rows, list[_Used]):
        found.setdefault(each.company_id, {})[each.period, each.day] = each.used
    return found


async def _load_payees(tx: Tx, merchants: Mapping[int, Merchant]) -> dict[int, dict[PayeeDay, int]]:
    """Load what is used of the limits of single payees, of merchants that have one."""
    found = dict[int, dict[PayeeDay, int]]()
    limited = [number for number, each in merchants.items() if each.limits_payees]
    if not limited:
        return found
    rows = await tx.all(_USED_OF_PAYEES, {"companies": limited, "currency": PIX_CURRENCY})
    for each in msgspec.convert(rows, list[_UsedOf]):
        found.setdefault(each.company_id, {})[each.period, each.day, each.payee] = each.used
    return found


def _end_of_day(merchant: Merchant, now: datetime, days: int) -> datetime:
    return end_of(merchant.day_of(now) + timedelta(days=days), ZoneInfo(merchant.zone))


_MERCHANTS = f"""
    select k.id as company_id, k.time_zone as zone, company_blocked(k.id, 'out') as blocked, contract_stop(k.id) as contract, r.*,
           coalesce(a.posted - a.held - a.floor, 9007199254740991) as free, coalesce(a.blocked_out, true) as closed
      from company k
     cross join lateral payout_rules(k.id) r
      left join ledger_account a on a.company_id = k.id and a.code = %(available)s and a.currency = %(currency)s
     where k.id = any(%(companies)s)
       and (exists (select from payout p where p.company_id = k.id and p.{OF_PAYMENTS} and p.status in {OPEN})
            or exists (select from payout_batch b where b.company_id = k.id and b.status in ('planned', 'authorised', 'running', 'paused')))
"""
_USED = """
    select u.company_id, u.period, u.day, u.used
      from payout_limit_use u join company k on k.id = u.company_id
     where u.company_id = any(%(companies)s) and u.payee = '\\x' and u.currency = %(currency)s and u.day >= (now() at time zone k.time_zone)::date - 1
"""
_USED_OF_PAYEES = """
    select u.company_id, u.period, u.day, u.payee, u.used
      from payout_limit_use u join company k on k.id = u.company_id
     where u.company_id = any(%(companies)s) and u.payee <> '\\x' and u.used > 0 and u.currency = %(currency)s
       and u.day >= (now() at time zone k.time_zone)::date - 1
"""
