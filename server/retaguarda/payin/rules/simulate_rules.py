"""Simulates rules on the charges of past days beside the active ones, before anybody activates them.

Evaluates each charge as it was when created. Of more than ``MOST`` charges it takes a sample, spread evenly over the
table's pages, and the response says so; nothing is extrapolated.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.scope import HOUSE
from retaguarda.payin.rules.evaluate_charge import Decider, Decision, facts
from retaguarda.payin.rules.model import (
    GroupPart,
    ProcessorPart,
    RuleProcessor,
    RulesSimulation,
    SimulatedRules,
    SimulateInput,
)
from retaguarda.payin.rules.queries import groups_of, processors_of
from retaguarda.payin.rules.tables import READ, RULES

MOST = 10_000

_CHARGES = "charge c{sample} where c.created_at > now() - make_interval(days => %(days)s) and c.kind in ('immediate', 'due') and c.batch is null"
_FIRST_SEEN = (
    "(c.payer_document is null or not exists (select 1 from charge e where e.company_id = c.company_id"
    " and e.payer_document = c.payer_document and (e.created_at, e.id) < (c.created_at, c.id)))"
)


@dataclass(slots=True)
class _Tally:
    names: Mapping[UUID, str]
    groups: Sequence[str]
    counts: Counter[UUID | None] = field(default_factory=Counter[UUID | None])
    amounts: Counter[UUID | None] = field(default_factory=Counter[UUID | None])
    matched: Counter[int | None] = field(default_factory=Counter[int | None])
    actions: Counter[str] = field(default_factory=Counter[str])
    sums: Counter[str] = field(default_factory=Counter[str])

    def add(self, decision: Decision, amount: int, processor: UUID | None) -> None:
        self.matched[decision.group] += 1
        if decision.action in ("block", "review"):
            self.actions[decision.action] += 1
            self.sums[decision.action] += amount
        if decision.action != "block":
            self.counts[processor] += 1
            self.amounts[processor] += amount

    def result(self) -> SimulatedRules:
        return SimulatedRules(
            processors=[
                ProcessorPart(each, self.names.get(each) if each else None, count, Money(self.amounts[each], BRL))
                for each, count in self.counts.most_common()
            ],
            groups=[GroupPart(name, self.matched[place]) for place, name in enumerate(self.groups)],
            blocked=self.actions["block"],
            blocked_amount=Money(self.sums["block"], BRL),
            reviewed=self.actions["review"],
            reviewed_amount=Money(self.sums["review"], BRL),
            unmatched=self.matched[None],
        )


async def _simulate(tx: Tx, version: UUID, days: int) -> RulesSimulation:
    row = await tx.one("select groups from payin_rule_version where id = %(id)s", {"id": version})
    if row is None:
        raise not_found("version of the rules")
    active = await tx.one("select groups from payin_rules_active()")
    candidate, current = Decider(groups_of(row["groups"])), Decider(groups_of(active["groups"]) if active else [])
    plain = _CHARGES.format(sample="")
    charges = await tx.value(f"select count(*) from {plain}", {"days": days})
    sampled = charges > MOST
    # A little more than wanted: pages are not equally full.
    source = _CHARGES.format(sample=" tablesample system (%(part)s) repeatable (1)") if sampled else plain
    first_seen = _FIRST_SEEN if candidate.uses_first_seen or current.uses_first_seen else "false"
    rows = await tx.all(
        f"select c.company_id, c.txid, c.amount, c.payer_document, c.created_at, c.kind, {first_seen} as first_seen"
        f" from {source} limit {MOST}",
        {"days": days, "part": min(100.0, 150.0 * MOST / charges) if sampled else 100.0},
    )
    processors = await processors_of(tx)
    # Ten thousand charges take a moment; other requests must not wait for it.
    return await asyncio.to_thread(_count, candidate, current, rows, processors, days, charges, sampled)


def _count(
    candidate: Decider,
    current: Decider,
    rows: Sequence[Row],
    processors: Sequence[RuleProcessor],
    days: int,
    charges: int,
    sampled: bool,
) -> RulesSimulation:
    names = {each.id: each.name for each in processors}
    usable = [each.id for each in processors if each.usable]
    first_usable = usable[0] if usable else None
    tallies = [_Tally(names, [group.name for group in decider.groups]) for decider in (candidate, current)]
    changed = 0
    for row in rows:
        charge_facts = facts(
            amount=row["amount"],
            at=row["created_at"],
            merchant=row["company_id"],
            document=row["payer_document"],
            first_seen=row["first_seen"],
            kind=row["kind"],
        )
        outcomes = list[tuple[str | None, UUID | None]]()
        for decider, tally in zip((candidate, current), tallies, strict=True):
            decision = decider.decide(charge_facts, row["txid"])
            target = decision.processor if decision.processor in usable else first_usable
            tally.add(decision, row["amount"], target)
            held = decision.action if decision.action in ("block", "review") else None
            outcomes.append((held, None if held == "block" else target))
        changed += outcomes[0] != outcomes[1]
    return RulesSimulation(days, charges, len(rows), sampled, changed, tallies[0].result(), tallies[1].result())


def simulate_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        given = request.read(SimulateInput)
        async with HOUSE.over(access).open(request, READ) as (tx, _):
            return json_response(await _simulate(tx, uuid_of(request.path_params["id"]), given.days))

    return Route(
        "POST",
        f"{RULES.path}/{{id:str}}/simulate",
        "What a version would have done with the charges of past days, beside the rules in force",
        handler,
        permission=READ,
        scope=HOUSE,
        body=SimulateInput,
        answers=RulesSimulation,
    )
