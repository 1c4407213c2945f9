"""Run a backtest: judge every payment of 90 days by a version and by the one in force, without sampling.

A payment that was judged when it was made keeps the facts of that moment (payout_rule_trace): they are used again, and only what a
version asks beyond them is looked up as it was then.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import PROVIDER
from retaguarda.payout_engine.evaluate_payouts import load_facts
from retaguarda.payout_engine.evaluate_rules import ACTIONS, Action, RuleSet
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payouts.rules.count_caught import CaughtSums
from retaguarda.payouts.rules.model import ActionPart, BacktestReport, HourPart, MerchantPart, RulePart
from retaguarda.payouts.rules.queries import VERSIONS, groups_of

#: Payments read at once.
CHUNK = 2_000
#: Merchants named in a report, those with the most payments first.
MOST_MERCHANTS = 20
#: What somebody notices: the payment does not leave at once.
_STOPPING: frozenset[Action] = frozenset({"second_person", "hold", "refuse"})


class _Asked(msgspec.Struct):
    id: UUID
    number: int
    version_id: UUID
    against_id: UUID | None
    from_at: datetime
    until_at: datetime


class _Payment(msgspec.Struct):
    """A payment of the past. ``facts``: of the moment it was judged; ``bad``: it came back, or was disputed."""

    company_id: int
    company_name: str
    at: datetime
    hour: int
    amount: int
    destination: bytes | None
    holder_document: str
    batch_id: UUID | None
    maker: UUID | None
    method: str
    facts: dict[str, Any] | None
    bad: bool
    settled: bool


@dataclass(slots=True)
class _Tally:
    actions: dict[Action, CaughtSums] = field(default_factory=lambda: defaultdict(CaughtSums))
    before: dict[Action, CaughtSums] = field(default_factory=lambda: defaultdict(CaughtSums))
    rules: Counter[int] = field(default_factory=Counter[int])
    merchants: dict[tuple[int, str], CaughtSums] = field(default_factory=lambda: defaultdict(CaughtSums))
    hours: Counter[int] = field(default_factory=Counter[int])
    changed: int = 0
    payments: int = 0

    def add(self, version: RuleSet, active: RuleSet, payments: Sequence[_Payment], facts: Sequence[Any]) -> None:
        for payment, known in zip(payments, facts, strict=True):
            verdict, old = version.judge(known), active.judge(known)
            self.actions[verdict.action].add(payment)
            self.before[old.action].add(payment)
            self.changed += verdict.action != old.action
            self.rules.update(each.group for each in verdict.met)
            if verdict.action in _STOPPING:
                self.merchants[payment.company_id, payment.company_name].add(payment)
                self.hours[payment.hour] += 1
        self.payments += len(payments)

    def report(self, version: RuleSet) -> BacktestReport:
        merchants = sorted(self.merchants.items(), key=lambda each: (-each[1].count, each[0]))[:MOST_MERCHANTS]
        return BacktestReport(
            actions=_parts(self.actions),
            before=_parts(self.before),
            rules=[RulePart(group.name, self.rules[place]) for place, group in enumerate(version.groups)],
            merchants=[
                MerchantPart(company, name, sums.count, Money(sums.amount, PIX_CURRENCY))
                for (company, name), sums in merchants
            ],
            hours=[HourPart(hour, count) for hour, count in sorted(self.hours.items())],
            changed=self.changed,
        )


def _parts(sums: dict[Action, CaughtSums]) -> list[ActionPart]:
    return [
        ActionPart(
            action,
            part.count,
            Money(part.amount, PIX_CURRENCY),
            part.caught,
            Money(part.caught_amount, PIX_CURRENCY),
            part.disturbed,
            Money(part.disturbed_amount, PIX_CURRENCY),
        )
        for action in reversed(ACTIONS)
        if (part := sums.get(action))
    ]


@dataclass(frozen=True, slots=True)
class Backtests:
    database: Database

    async def run(self, backtest: str) -> None:
        """Answer one backtest; a second run finds it answered."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(_ASKED, {"id": backtest})
            if row is None:
                return
            asked, started = msgspec.convert(row, _Asked), perf_counter()
            version, active = await _rules(tx, asked.version_id), await _rules(tx, asked.against_id)
            tally, wanted = _Tally(), sorted({*version.uses, *active.uses})
            async for rows in tx.batches(_PAYMENTS, {"from": asked.from_at, "until": asked.until_at}, CHUNK):
                payments = msgspec.convert(rows, list[_Payment])
                facts = await _facts(tx, payments, wanted)
                # Conditions are asked outside of the loop: other jobs must not wait for them.
                await asyncio.to_thread(tally.add, version, active, payments, facts)
            values = {
                "id": asked.id,
                "payments": tally.payments,
                "report": json_text(tally.report(version)),
                "ms": int((perf_counter() - started) * 1000),
            }
            await tx.execute(_ANSWERED, values)
            await record(
                tx,
                "payouts:rules:backtested",
                company=PROVIDER,
                subject=str(asked.version_id),
                actor="retaguarda",
                data={"number": asked.number, "payments": tally.payments, "changed": tally.changed},
            )


async def _rules(tx: Tx, version: UUID | None) -> RuleSet:
    row = version and await VERSIONS.find(tx, version)
    return RuleSet(groups_of(row) if row else [])


async def _facts(tx: Tx, payments: Sequence[_Payment], wanted: Sequence[str]) -> list[dict[str, Any]]:
    """The facts of payments: those that were kept, and what is wanted beyond them as it was then."""
    found: list[dict[str, Any]] = [each.facts or {} for each in payments]
    missing = defaultdict[int, list[int]](list)
    for place, known in enumerate(found):
        if any(name not in known for name in wanted):
            missing[payments[place].company_id].append(place)
    for company, places in missing.items():
        asked = [msgspec.structs.asdict(payments[place]) for place in places]
        for place, facts in zip(places, await load_facts(tx, company, asked, wanted), strict=True):
            found[place] = facts | found[place]
    return found


_ASKED = """
    select id, number, version_id, against_id, from_at, until_at from payout_rule_backtest
     where id = %(id)s and status = 'asked' for update
"""
_ANSWERED = """
    update payout_rule_backtest set status = 'done', payments = %(payments)s, report = %(report)s::jsonb, milliseconds = %(ms)s,
           ended_at = clock_timestamp() where id = %(id)s
"""
_PAYMENTS = """
    select p.company_id, k.name as company_name, p.created_at as at, extract(hour from p.created_at at time zone k.time_zone)::int as hour,
           p.amount, p.destination, p.holder_document, p.batch_id, p.created_by as maker, p.method, t.facts,
           p.returned > 0 or exists (select from med_claim c where c.company_id = p.company_id and c.payout_id = p.id) as bad,
           p.status = 'done' as settled
      from payout p join company k on k.id = p.company_id
      left join payout_rule_trace t on t.company_id = p.company_id and t.payout_id = p.id
     where p.origin in ('payout', 'batch', 'split') and p.created_at >= %(from)s and p.created_at < %(until)s
     order by p.created_at, p.id
"""
