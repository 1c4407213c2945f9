"""Asks the active and the shadow versions of every new movement, by the clock, and raises alerts.

A movement may commit a moment after one with a later time, so each run reads an hour back again; a hit is stored once, under
its version, subject and movement. Of what comes later still, as a payment accepted after days of review, the subject is read again
from there on (movement_late).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import msgspec

from retaguarda.cases.clock import local_day
from retaguarda.compliance.pld_alerts.clock import due_of, term_of
from retaguarda.compliance.pld_alerts.queries import AlertRow
from retaguarda.compliance.pld_alerts.transitions import add_step
from retaguarda.compliance.pld_rules.check_conditions import Conditions, Verdict
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation, Target
from retaguarda.compliance.pld_rules.model import VersionRow
from retaguarda.compliance.pld_rules.rows import Movement
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.request import PROVIDER

OVERLAP = timedelta(hours=1)
#: How far a first run reads back.
FIRST = timedelta(days=1)
TICK = timedelta(microseconds=1)
ACTOR = "retaguarda"


class _Late(msgspec.Struct):
    known_at: datetime
    company_id: int
    document: str | None
    currency: str

    def subject(self, target: Target) -> str | None:
        return str(self.company_id) if target == "merchant" else self.document


class _Hit(NamedTuple):
    version: VersionRow
    movement: Movement
    answer: Verdict


@dataclass(frozen=True, slots=True)
class Watch:
    database: Database

    async def run(self) -> None:
        """Read on from where the last run ended."""
        async with self.database.transaction(SYSTEM) as tx:
            await watch(tx, await tx.value("select now()"))


async def watch(tx: Tx, until: datetime) -> int:
    """Read the movements up to a moment; returns how many new hits there were."""
    begins = await tx.value(
        "insert into pld_reader (read_until) values (%(from)s) on conflict do nothing returning 1",
        {"from": until - FIRST},
    )
    read: datetime = await tx.value("select read_until from pld_reader for update")
    late = await _come_late(tx, read - OVERLAP)
    rows = await tx.all("select * from pld_rule_version where status in ('active', 'shadow') order by created_at, id")
    sides = defaultdict[tuple[Target, str], list[VersionRow]](list)
    for version in msgspec.convert(rows, list[VersionRow]):
        sides[version.target, version.currency].append(version)
    found = list[_Hit]()
    for (target, currency), versions in sides.items():
        found += await _hits(tx, target, currency, versions, read - OVERLAP, until)
        # What lies before a first run is for backtests.
        came = [] if begins else [each for each in late if each.currency == currency and each.subject(target)]
        if came:
            first = min(each.known_at for each in came)
            wanted = list(dict.fromkeys(filter(None, (each.subject(target) for each in came))))
            found += await _hits(tx, target, currency, versions, first - TICK, read - OVERLAP, wanted)
    new = await _unknown(tx, found)
    new.sort(key=lambda hit: (hit.movement.us, hit.movement.movement, hit.version.id))
    for hit in new:
        await _store(tx, hit)
    await tx.execute("update pld_reader set read_until = greatest(read_until, %(until)s)", {"until": until})
    return len(new)


async def _come_late(tx: Tx, before: datetime) -> list[_Late]:
    """Take the movements that came since the last run and lie before what this one reads."""
    rows = await tx.all(
        "with late as (update movement_late set watched_at = clock_timestamp() where watched_at is null returning *)"
        " select v.known_at, v.company_id, v.document, v.currency from late l join pld_movement v"
        " on v.known_at = l.known_at and v.company_id = l.merchant_id and v.movement = l.movement where v.known_at <= %(before)s",
        {"before": before},
    )
    return msgspec.convert(rows, list[_Late])


async def _hits(
    tx: Tx,
    target: Target,
    currency: str,
    versions: Sequence[VersionRow],
    after: datetime,
    until: datetime,
    subjects: Sequence[str] | None = None,
) -> list[_Hit]:
    compiled = [(version, Conditions(version.conditions)) for version in versions]
    names = frozenset(name for _, conditions in compiled for name in conditions.uses)
    found = list[_Hit]()
    async for movement, facts in Evaluation(target, currency, names, until, after, subjects).run(tx):
        for version, conditions in compiled:
            if conditions.outcome(facts) in ("hit", "error"):
                found.append(_Hit(version, movement, conditions.ask(facts)))
    return found


async def _unknown(tx: Tx, found: Sequence[_Hit]) -> list[_Hit]:
    keys = [[str(each.version.id), each.movement.subject, each.movement.movement] for each in found]
    rows = await tx.all(
        "select k.place::int from jsonb_array_elements(%(keys)s::jsonb) with ordinality k (key, place)"
        " where not exists (select 1 from pld_hit h where h.version_id = (k.key ->> 0)::uuid and h.subject = k.key ->> 1"
        " and h.movement = k.key ->> 2) order by 1",
        {"keys": json_text(keys)},
    )
    return [found[place - 1] for row in rows for place in row.values()]


async def _store(tx: Tx, hit: _Hit) -> None:
    version, movement, answer = hit
    effect, alert, error = "alert", None, None
    if answer.outcome == "error":
        effect, error = "error", next(why.error for why in answer.why if why.error)
    elif version.status == "shadow":
        effect = "shadow"
    elif await _snoozed(tx, version.rule_id, movement):
        effect = "snoozed"
    else:
        alert = await _raise(tx, version, movement)
    await tx.execute(
        "insert into pld_hit (version_id, subject, movement, at, rule_id, effect, alert_id, merchant_id, counterparty, direction,"
        " kind, amount, currency, why, error) values (%(version)s, %(subject)s, %(movement)s, %(at)s, %(rule)s, %(effect)s,"
        " %(alert)s, %(merchant)s, %(counterparty)s, %(direction)s, %(kind)s, %(amount)s, %(currency)s, %(why)s::jsonb, %(error)s)",
        {
            "version": version.id,
            "subject": movement.subject,
            "movement": movement.movement,
            "at": movement.known_at,
            "rule": version.rule_id,
            "effect": effect,
            "alert": alert,
            "merchant": movement.company_id,
            "counterparty": movement.counterparty,
            "direction": movement.direction,
            "kind": movement.kind,
            "amount": movement.amount,
            "currency": version.currency,
            "why": json_text(answer.why),
            "error": error,
        },
    )


async def _snoozed(tx: Tx, rule: UUID, movement: Movement) -> bool:
    until = await tx.value(
        "select pld_snoozed_until(%(rule)s, %(subject)s, %(at)s)",
        {"rule": rule, "subject": movement.subject, "at": movement.known_at},
    )
    return until is not None


async def _raise(tx: Tx, version: VersionRow, movement: Movement) -> UUID:
    """Add the movement to the open alert about its subject, or open one."""
    row = await tx.one(
        "select a.* from pld_alert a left join case_file f on f.id = a.case_id"
        " where a.rule_id = %(rule)s and a.subject = %(subject)s and (a.status in ('triggered', 'under_review')"
        " or a.status = 'escalated' and f.state in ('opened', 'investigating', 'waiting', 'proposed'))"
        " order by a.number desc limit 1 for update of a",
        {"rule": version.rule_id, "subject": movement.subject},
    )
    term = await term_of(tx, "selection", local_day(movement.known_at))
    due = due_of(term, movement.known_at)
    if row is not None:
        alert = msgspec.convert(row, AlertRow)
        await tx.execute(
            "update pld_alert set triggers = triggers + 1, amount = amount + %(amount)s, version_id = %(version)s,"
            " first_at = least(first_at, %(at)s), last_at = greatest(last_at, %(at)s), updated_at = now(),"
            # The term runs from the first movement, also from one that is read late.
            " selection_due = least(selection_due, %(due)s) where id = %(id)s",
            {"id": alert.id, "amount": movement.amount, "version": version.id, "at": movement.known_at, "due": due},
        )
        return alert.id
    alert_id = uuid7()
    number: int = await tx.value(
        "insert into pld_alert (id, lane, rule_id, version_id, target, subject, subject_company, name, severity, triggers, amount,"
        " currency, first_at, last_at, selection_due) values (%(id)s, %(lane)s, %(rule)s, %(version)s, %(target)s, %(subject)s,"
        " %(company)s, coalesce((select name from company where id = %(company)s), %(name)s), %(severity)s, 1, %(amount)s,"
        " %(currency)s, %(at)s, %(at)s, %(due)s) returning number",
        {
            "id": alert_id,
            "lane": "pld",
            "rule": version.rule_id,
            "version": version.id,
            "target": version.target,
            "subject": movement.subject,
            "company": movement.company_id if version.target == "merchant" else None,
            "name": movement.name,
            "severity": version.severity,
            "amount": movement.amount,
            "currency": version.currency,
            "at": movement.known_at,
            "due": due,
        },
    )
    await add_step(tx, alert_id, ACTOR, "triggered")
    told = {"name": f"AL-{number:06d}", "severity": version.severity}
    await record(tx, "pld:alert:triggered", company=PROVIDER, subject=str(alert_id), actor=ACTOR, data=told)
    return alert_id
