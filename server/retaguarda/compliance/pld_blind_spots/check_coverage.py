"""Asks rules of every planted pattern: which of them they see, and after how much."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_blind_spots.evaluate_schedules import FirstAlert, Schedule, first_alerts
from retaguarda.compliance.pld_blind_spots.model import AlertStop, CodeCoverage, Coverage, PlantedAnswer
from retaguarda.compliance.pld_blind_spots.plan_typologies import (
    CODES,
    MUTATIONS,
    PATTERNS,
    Mutation,
    PlantedPattern,
    planted,
)
from retaguarda.compliance.pld_blind_spots.queries import open_exclusions
from retaguarda.compliance.pld_rules.compare_silence import AskedRule, active_rules, currency_of_rules
from retaguarda.compliance.pld_rules.queries import typologies
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Currency, Money
from retaguarda.foundation.typed_rows import fetch_all


async def planted_answers(tx: Tx, rules: Sequence[AskedRule], currency: Currency) -> list[PlantedAnswer]:
    kinds: list[tuple[PlantedPattern, Mutation]] = [
        (pattern, mutation) for pattern in PATTERNS for mutation in MUTATIONS
    ]
    schedules = [planted(pattern, mutation) for pattern, mutation in kinds]
    alerts = await first_alerts(tx, rules, currency, schedules)
    return [
        PlantedAnswer(
            pattern,
            mutation,
            list(CODES[pattern]),
            sum(step.at >= 0 for step in schedule.steps),
            Money(_moved(schedule, len(schedule.steps)), currency),
            stop_of(alert, sum(step.at < 0 for step in schedule.steps)),
            Money(_moved(schedule, len(schedule.steps) if alert is None else alert.place), currency),
        )
        for (pattern, mutation), schedule, alert in zip(kinds, schedules, alerts, strict=True)
    ]


def stop_of(alert: FirstAlert | None, before: int = 0) -> AlertStop | None:
    """``before``: movements of the schedule that are not counted, because they only make a past."""
    return None if alert is None else AlertStop(alert.rule, max(1, alert.place + 1 - before), alert.why)


def _moved(schedule: Schedule, before: int) -> int:
    """The larger of what came in and what went out, in the period, of the movements before this place."""
    steps = [step for step in schedule.steps[:before] if step.at >= 0]
    came = sum(step.amount for step in steps if step.direction == "in")
    return max(came, sum(step.amount for step in steps) - came)


async def coverage_of(tx: Tx, person: UUID | None) -> Coverage:
    """Of the active rules of the currency that most of them look at; before the first rule there is nothing to ask.

    Args:
        person: who asks.
    """
    currency = await currency_of_rules(tx)
    exclusions = {each.code: each for each in await open_exclusions(tx, person)}
    named = {each.code: each for each in await fetch_all(tx, CodeCoverage, _CODES, {"currency": currency})}
    codes = [
        msgspec.structs.replace(named.get(code) or CodeCoverage(code, [], 0, None), exclusion=exclusions.get(code))
        for code in sorted(typologies())
    ]
    if currency is None:
        return Coverage(None, 0, [], codes)
    rules = await active_rules(tx, currency)
    return Coverage(currency, len(rules), await planted_answers(tx, rules, currency), codes)


_CODES = """
    select c.code, array_agg(distinct r.number) as rules,
           coalesce(sum(h.hits), 0)::bigint as hits_30d, max(h.last_hit_at) as last_hit_at, null as exclusion
      from pld_rule_version v
      join pld_rule r on r.id = v.rule_id
     cross join unnest(v.typologies) as c (code)
      left join lateral (
        select count(*) filter (where h.evaluated_at > now() - interval '30 days') as hits, max(h.evaluated_at) as last_hit_at
          from pld_hit h where h.rule_id = r.id and h.effect <> 'error') h on true
     where v.status = 'active' and v.currency = %(currency)s::text
     group by c.code
     order by c.code
"""
