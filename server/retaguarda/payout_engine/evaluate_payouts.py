"""Judge payments by the rules in force, as they are written: what is refused, held, routed, and why.

Rules come into force under a lock that whoever writes payments shares (lock_rules), so that a payment is written by the rules it was
judged by; a trigger (payout_judged) refuses any other. Who only wants to know takes no lock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.json_text import json_text
from retaguarda.payout_engine.create_payout import Particulars
from retaguarda.payout_engine.decide_sending import SECOND_PERSON
from retaguarda.payout_engine.evaluate_rules import MetGroup, PayoutRuleGroup, RuleSet, Verdict

#: What activating a version locks exclusively.
RULES_LOCK = "payout_rule_version"
#: Why a payment waits: a rule says so.
BY_RULE = "rule"
#: How long a second person, or staff over a line that a rule refuses, have.
DAY = timedelta(hours=24)


class _Active(msgspec.Struct):
    id: UUID
    number: int


class _Facts(msgspec.Struct):
    n: int
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Judged:
    """A payment's verdict with the facts it was given on. ``version`` None: no rules are in force."""

    version: UUID | None
    number: int
    facts: Mapping[str, Any]
    verdict: Verdict


#: The version compiled last in this process: rules change a few times a week.
_compiled = dict[UUID, RuleSet]()


async def lock_rules(tx: Tx) -> None:
    """Keep the rules in force as they are until the caller's payments are written."""
    await tx.execute("select pg_advisory_xact_lock_shared(hashtext(%(lock)s))", {"lock": RULES_LOCK})


async def judge_payouts(tx: Tx, company: int, payouts: Sequence[Mapping[str, Any]]) -> list[Judged]:
    """Judge payments of one merchant by the rules in force; who writes them calls lock_rules() before.

    Args:
        payouts: amount, method (Pix without one), destination, holder_document, batch_id and maker of each; the id of one that
            was written already.
    """
    row = await tx.one("select id, number from payout_rules_active()")
    if row is None:
        return [Judged(None, 0, {}, Verdict()) for _ in payouts]
    active = msgspec.convert(row, _Active)
    rules = await _load(tx, active.id)
    at: datetime = await tx.value("select now()")
    found = await load_facts(tx, company, [{**each, "at": at} for each in payouts], rules.uses)
    return [Judged(active.id, active.number, facts, rules.judge(facts)) for facts in found]


async def load_facts(
    tx: Tx, company: int, payouts: Sequence[Mapping[str, Any]], wanted: Sequence[str]
) -> list[dict[str, Any]]:
    """The facts of payments, each as they were at its moment (``at``)."""
    asked = [
        {
            "n": n,
            "at": each["at"],
            "amount": each["amount"],
            "method": each.get("method", "pix"),
            "destination": each["destination"].hex() if each["destination"] else None,
            "holder_document": each["holder_document"],
            "batch_id": each["batch_id"],
            "maker": each["maker"],
            "id": each.get("id"),
        }
        for n, each in enumerate(payouts)
    ]
    rows = await tx.all(
        "select n, facts from payout_facts(%(company)s, %(asked)s::jsonb, %(wanted)s::text[]) order by n",
        {"company": company, "asked": json_text(asked), "wanted": list(wanted)},
    )
    return [each.facts for each in msgspec.convert(rows, list[_Facts])]


async def _load(tx: Tx, version: UUID) -> RuleSet:
    found = _compiled.get(version)
    if found is None:
        groups = await tx.value("select payout_rules_groups(%(id)s)", {"id": version})
        found = RuleSet(msgspec.convert(groups, list[PayoutRuleGroup], strict=False))
        _compiled.clear()
        _compiled[version] = found
    return found


def hold_of(judged: Judged, now: datetime) -> tuple[str, datetime] | None:
    """Why and until when a payment waits by its verdict; None: it does not. A refused line of a batch waits for staff."""
    match judged.verdict.action:
        case "hold":
            return BY_RULE, now + timedelta(minutes=judged.verdict.minutes or 30)
        case "second_person":
            return SECOND_PERSON, now + DAY
        case "refuse":
            return BY_RULE, now + DAY
        case _:
            return None


async def judge_one(
    tx: Tx,
    company: int,
    particulars: Particulars,
    amount: int,
    document: str,
    maker: UUID | None,
    itself: UUID | None = None,
) -> tuple[Particulars, Judged]:
    """Judge a single payment that is about to be written, or as ``itself`` waits already; a rule that holds keeps it at least as
    long as its destination cools off.

    Raises:
        ApiError: 409 ``payment_refused_rule``; which rule it was, the merchant does not learn.
    """
    payout = {
        "amount": amount,
        "method": particulars.method,
        "destination": particulars.destination,
        "holder_document": document,
        "batch_id": particulars.batch_id,
        "maker": maker,
        "id": itself,
    }
    await lock_rules(tx)
    (judged,) = await judge_payouts(tx, company, [payout])
    if judged.verdict.action == "refuse":
        raise ApiError(409, "payment_refused_rule", "a rule of the provider refuses this payment")
    more = replace(particulars, rules_id=judged.version, processor_id=judged.verdict.processor)
    hold = hold_of(judged, await tx.value("select now()"))
    if hold is not None:
        until = max(hold[1], more.hold_until) if more.hold_until else hold[1]
        more = replace(more, hold_reason=hold[0], hold_until=until)
    return more, judged


class _Trace(msgspec.Struct):
    payout: UUID
    facts: Mapping[str, Any]
    met: tuple[MetGroup, ...]
    action: str


async def write_traces(tx: Tx, company: int, judged: Sequence[tuple[UUID, Judged]]) -> None:
    """Keep why payments were judged as they were; nothing where no rules are in force."""
    traces = [
        _Trace(payout, each.facts, each.verdict.met, each.verdict.action) for payout, each in judged if each.version
    ]
    if not traces:
        return
    first = judged[0][1]
    await tx.execute(
        "insert into payout_rule_trace (company_id, payout_id, version_id, number, facts, met, action)"
        " select %(company)s, t.payout, %(version)s, %(number)s, t.facts, t.met, t.action"
        " from jsonb_to_recordset(%(traces)s::jsonb) t (payout uuid, facts jsonb, met jsonb, action text)",
        {"company": company, "version": first.version, "number": first.number, "traces": json_text(traces)},
    )
