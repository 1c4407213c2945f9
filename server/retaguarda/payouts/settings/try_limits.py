"""Try settings over the past before they are saved: every payout of 90 days is asked again, in its order, under the settings as they hold
now and as they would.

The limits are those that live payments meet (payout_engine/limits.py); what is refused takes no part of a limit, and neither does what
was never paid. A batch counts as a whole on its day, as it was authorised. Who is paid for the first time, and which destination was
trusted, is asked as of the moment of each payment.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import msgspec

from retaguarda.account.withdrawals.model import OF_WITHDRAWALS
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import PROVIDER
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY, PayoutRules
from retaguarda.payout_engine.write_rules import RulesVersion, write_version
from retaguarda.payouts.payments.model import OF_PAYMENTS
from retaguarda.payouts.rules.count_caught import CaughtSums
from retaguarda.payouts.rules.model import BACKTEST_DAYS, HourPart, MerchantPart
from retaguarda.payouts.settings.evaluate_limits import PastPayout, Trial
from retaguarda.payouts.settings.model import LimitPart, LimitReason, LimitsBacktest, ReasonPart

#: Payouts read at once, and most of them in one answer: the newest.
CHUNK, MOST = 5_000, 1_000_000
#: Merchants named in an answer, those with the most payments first.
MOST_MERCHANTS = 20
_REASONS: tuple[LimitReason, ...] = (
    "method", "most", "external_id", "day", "night", "count", "payee", "payee_count", "first", "duplicate", "untrusted",
)  # fmt: skip


class _Merchant(msgspec.Struct):
    company_id: int
    name: str
    rules: PayoutRules


class _Sums(CaughtSums):
    def part(self) -> LimitPart:
        return LimitPart(
            self.count,
            _money(self.amount),
            self.caught,
            _money(self.caught_amount),
            self.disturbed,
            _money(self.disturbed_amount),
        )


@dataclass(slots=True)
class _Tally:
    names: Mapping[int, str]
    refused: _Sums = field(default_factory=_Sums)
    held: _Sums = field(default_factory=_Sums)
    reasons: dict[LimitReason, _Sums] = field(default_factory=lambda: defaultdict(_Sums))
    merchants: dict[int, _Sums] = field(default_factory=lambda: defaultdict(_Sums))
    hours: Counter[int] = field(default_factory=Counter[int])
    before: int = 0
    payments: int = 0

    def add(self, now: Trial, then: Trial, payments: Sequence[PastPayout]) -> None:
        for payment in payments:
            self.before += now.judge(payment) is not None
            reason = then.judge(payment)
            if reason is None:
                continue
            (self.held if reason == "untrusted" else self.refused).add(payment)
            self.reasons[reason].add(payment)
            self.merchants[payment.company_id].add(payment)
            self.hours[payment.hour] += 1
        self.payments += len(payments)

    def report(self, since: datetime, until: datetime) -> LimitsBacktest:
        merchants = sorted(self.merchants.items(), key=lambda each: (-each[1].count, each[0]))[:MOST_MERCHANTS]
        return LimitsBacktest(
            from_at=since,
            until_at=until,
            payments=self.payments,
            partial=self.payments >= MOST,
            before=self.before,
            refused=self.refused.part(),
            held=self.held.part(),
            reasons=[
                ReasonPart(reason, sums.count, _money(sums.amount))
                for reason in _REASONS
                if (sums := self.reasons.get(reason))
            ],
            merchants=[
                MerchantPart(company, self.names[company], sums.count, _money(sums.amount))
                for company, sums in merchants
            ],
            hours=[HourPart(hour, count) for hour, count in sorted(self.hours.items())],
        )


async def backtest_limits(tx: Tx, company: int, wanted: RulesVersion) -> LimitsBacktest:
    """Ask settings of every payout of 90 days: of a merchant, or of all whose settings come from those of the provider."""
    now = await _merchants(tx, company)
    then = await _merchants_under(tx, company, wanted)
    every = [each.rules for each in (*now, *then)]
    until: datetime = (await tx.value("select now()")).astimezone(UTC)
    since = until - timedelta(days=BACKTEST_DAYS)
    asked = {
        "companies": [each.company_id for each in now],
        "since": since,
        "until": until,
        "most": MOST,
        "first": any(each.first_most is not None for each in every),
        "again": any(each.duplicates == "refuse" for each in every),
        "trusted": any(each.allow_list == "trusted" for each in every),
    }
    tally = _Tally({each.company_id: each.name for each in now})
    trials = [Trial({each.company_id: each.rules for each in some}) for some in (now, then)]
    async for rows in tx.batches(_PAYMENTS, asked, CHUNK):
        # Outside of the loop: others must not wait for it.
        await asyncio.to_thread(tally.add, trials[0], trials[1], msgspec.convert(rows, list[PastPayout]))
    return tally.report(since, until)


async def _merchants_under(tx: Tx, company: int, wanted: RulesVersion) -> list[_Merchant]:
    """Merchants with what would hold for them: written for a moment, so that the database says it as it says what holds."""
    await tx.execute("savepoint trying")
    await write_version(tx, company, wanted, await tx.value("select now()"), actor="")
    found = await _merchants(tx, company)
    await tx.execute("rollback to savepoint trying")
    return found


async def _merchants(tx: Tx, company: int) -> list[_Merchant]:
    rows = await tx.all(_MERCHANTS, {"company": None if company == PROVIDER else company, "house": PROVIDER})
    return [msgspec.convert({**row, "rules": row}, _Merchant) for row in rows]


def _money(amount: int) -> Money:
    return Money(amount, PIX_CURRENCY)


_MERCHANTS = """
    select k.id as company_id, k.name, r.* from company k cross join lateral payout_rules(k.id) r
     where k.id <> %(house)s and k.id = coalesce(%(company)s, k.id) order by k.id
"""
_PAYMENTS = f"""
    select p.company_id, extract(hour from p.created_at at time zone k.time_zone)::int as hour, p.amount, p.origin, p.method,
           p.external_id is not null as named, p.batch_id,
           count(*) over batch as lines, (sum(p.amount) over batch)::bigint as total,
           p.limit_day as day, p.limit_night as night,
           case when p.bank_account_id is null then coalesce(p.limit_payee, p.document_hash) end as payee,
           %(first)s and p.kind <> 'slip' and p.destination is not null and not exists (
             select from payout o where o.company_id = p.company_id and o.destination = p.destination and o.status = 'done'
                and o.ended_at < p.created_at) as first,
           %(again)s and p.destination is not null and exists (
             select from payout o where o.company_id = p.company_id and o.destination = p.destination and o.amount = p.amount
                and o.created_at < p.created_at and o.created_at >= date_trunc('day', p.created_at at time zone k.time_zone) at time zone k.time_zone
                and o.status not in ('failed', 'cancelled', 'rejected')) as again,
           not %(trusted)s or p.destination is null or exists (
             select from payee_destination d where d.company_id = p.company_id and d.hash = p.destination and d.state = 'cooling'
                and d.usable_from <= p.created_at) as trusted,
           p.returned > 0 or exists (select from med_claim c where c.company_id = p.company_id and c.payout_id = p.id) as bad,
           p.status = 'done' as settled, p.status not in ('failed', 'cancelled', 'rejected') as counted
      from (select * from payout where company_id = any(%(companies)s) and created_at >= %(since)s and created_at < %(until)s
               and ({OF_PAYMENTS} or {OF_WITHDRAWALS})
             order by created_at desc, id desc limit %(most)s) p
      join company k on k.id = p.company_id
    window batch as (partition by p.company_id, coalesce(p.batch_id, p.id), p.limit_day)
     order by p.created_at, p.id
"""
