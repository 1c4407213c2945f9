"""Run a simulation: route every payment of 30 days by a version, without sampling, and compare with where each really went.

Processors are taken as they stand now: methods, cut-offs, limits and tariffs. How healthy they were and what their accounts held at each
moment is not asked again.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from time import perf_counter
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.money import Money
from retaguarda.foundation.percentage import percent_of
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payout_engine.decide_route import Asked, ProcessorState, Routes
from retaguarda.payout_engine.decide_sending import PayingProcessor
from retaguarda.payout_engine.resolve_rules import PIX_CURRENCY
from retaguarda.payout_engine.send_by_processor import load_processors
from retaguarda.payouts.routing.model import GroupShare, ProcessorShare, SimulationReport
from retaguarda.payouts.routing.queries import VERSIONS, groups_of

#: Payments read at once.
CHUNK = 2_000
_NEW = ProcessorState()


class _Asked(msgspec.Struct):
    id: UUID
    number: int
    version_id: UUID
    from_at: datetime
    until_at: datetime


class _Payment(Asked, frozen=True, kw_only=True):
    """A payment of the past, with when its first order was given and who carried it out, or got it last."""

    at: datetime
    processor: UUID | None


class _Pace(msgspec.Struct):
    processor: UUID
    method: str
    seconds: float


@dataclass(slots=True)
class _Sums:
    count: int = 0
    amount: int = 0
    cost: int = 0
    paced: int = 0
    seconds: float = 0.0

    def add(self, payment: _Payment, processor: PayingProcessor | None, seconds: float | None) -> None:
        self.count += 1
        self.amount += payment.amount
        if processor is not None:
            self.cost += processor.cost_of(payment.method, payment.amount)
        if seconds is not None:
            self.paced += 1
            self.seconds += seconds


@dataclass(slots=True)
class _Tally:
    """What a version does with payments, read in the order in which they were sent: a day's limits fill up as they did."""

    version: Routes
    processors: Sequence[PayingProcessor]
    pace: Mapping[tuple[UUID, str], float]
    shares: dict[UUID, _Sums] = field(default_factory=lambda: defaultdict(_Sums))
    before: dict[UUID, _Sums] = field(default_factory=lambda: defaultdict(_Sums))
    groups: Counter[str] = field(default_factory=Counter[str])
    used: dict[tuple[UUID, date], ProcessorState] = field(default_factory=dict[tuple[UUID, date], ProcessorState])
    payments: int = 0
    moved: int = 0
    fallback: int = 0
    waiting: int = 0
    unmet: int = 0

    def add(self, payments: Sequence[_Payment]) -> None:
        for payment in payments:
            self._add(payment)
        self.payments += len(payments)

    def _add(self, payment: _Payment) -> None:
        day = payment.at.astimezone(BRASILIA).date()
        states = {each.id: self.used.get((each.id, day), _NEW) for each in self.processors}
        routed = self.version.choose(payment, self.processors, states, payment.at)
        if (group := routed.route.group) is None:
            self.unmet += 1
        else:
            self.groups[group] += 1
        self.fallback += routed.route.reason == "fallback"
        found = routed.processor
        if found is None:
            self.waiting += 1
        else:
            state = states[found.id]
            self.used[found.id, day] = ProcessorState(orders=state.orders + 1, amount=state.amount + payment.amount)
            self.shares[found.id].add(payment, found, self.pace.get((found.id, payment.method)))
        if payment.processor is not None:
            self.moved += found is not None and found.id != payment.processor
            known = next((each for each in self.processors if each.id == payment.processor), None)
            self.before[payment.processor].add(payment, known, self.pace.get((payment.processor, payment.method)))

    def report(self) -> SimulationReport:
        shares, before = self._parts(self.shares), self._parts(self.before)
        return SimulationReport(
            shares=shares,
            before=before,
            groups=[GroupShare(group.name, self.groups[group.name]) for group in self.version.groups],
            moved=self.moved,
            fallback=self.fallback,
            waiting=self.waiting,
            unmet=self.unmet,
            cost=_money(sum(each.cost.amount for each in shares)),
            cost_before=_money(sum(each.cost.amount for each in before)),
        )

    def _parts(self, sums: Mapping[UUID, _Sums]) -> list[ProcessorShare]:
        names = {each.id: each.name for each in self.processors}
        found = sorted(sums.items(), key=lambda each: (-each[1].count, names.get(each[0], "")))
        return [
            ProcessorShare(
                processor=processor,
                name=names.get(processor, str(processor)),
                count=part.count,
                amount=_money(part.amount),
                percent=str(percent_of(part.count, self.payments) or 0),
                cost=_money(part.cost),
                seconds=round(part.seconds / part.paced) if part.paced else None,
            )
            for processor, part in found
        ]


def _money(amount: int) -> Money:
    return Money(amount, PIX_CURRENCY)


@dataclass(frozen=True, slots=True)
class Simulations:
    database: Database

    async def run(self, simulation: str) -> None:
        """Answer one simulation; a second run finds it answered."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(_ASKED, {"id": simulation})
            if row is None:
                return
            asked, started = msgspec.convert(row, _Asked), perf_counter()
            period = {"from": asked.from_at, "until": asked.until_at}
            version = await VERSIONS.find(tx, asked.version_id)
            assert version is not None
            routes = Routes(groups_of(version), version.id, version.number)
            pace = await fetch_all(tx, _Pace, _PACE, period)
            tally = _Tally(
                routes, await load_processors(tx), {(each.processor, each.method): each.seconds for each in pace}
            )
            async for rows in tx.batches(_PAYMENTS, period, CHUNK):
                # Conditions are asked outside of the loop: other jobs must not wait for them.
                await asyncio.to_thread(tally.add, msgspec.convert(rows, list[_Payment]))
            values = {
                "id": asked.id,
                "payments": tally.payments,
                "report": json_text(tally.report()),
                "ms": int((perf_counter() - started) * 1000),
            }
            await tx.execute(_ANSWERED, values)
            data = {"number": asked.number, "payments": tally.payments, "moved": tally.moved}
            subject = str(asked.version_id)
            await record(
                tx, "payouts:routes:simulated", company=PROVIDER, subject=subject, actor="retaguarda", data=data
            )


_ASKED = """
    select id, number, version_id, from_at, until_at from payout_route_simulation where id = %(id)s and status = 'asked' for update
"""
_ANSWERED = """
    update payout_route_simulation set status = 'done', payments = %(payments)s, report = %(report)s::jsonb, milliseconds = %(ms)s,
           ended_at = clock_timestamp() where id = %(id)s
"""
#: Orders of the period that were the first of their payment, with the processor of the one that carried it out, or else of the last.
_PAYMENTS = """
    select p.id, p.method, p.amount, p.company_id as merchant, p.currency, p.origin, coalesce(p.ispb, '') as bank, o.created_at as at,
           coalesce(p.processor_id, o.processor_id) as processor
      from payout_order o join payout p on p.company_id = o.company_id and p.id = o.payout_id
     where o.attempt = 1 and o.created_at >= %(from)s and o.created_at < %(until)s
     order by o.created_at, o.id
"""
_PACE = """
    select o.processor_id as processor, p.method,
           percentile_cont(0.5) within group (order by extract(epoch from o.ended_at - o.created_at)::float8) as seconds
      from payout_order o join payout p on p.company_id = o.company_id and p.id = o.payout_id
     where o.state = 'done' and o.processor_id is not null and o.created_at >= %(from)s and o.created_at < %(until)s
     group by o.processor_id, p.method
"""
