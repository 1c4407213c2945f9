"""Runs a search for blind spots: memory proposes schedules, and the evaluator that the rules run on proves each of them."""

import asyncio
from collections.abc import Sequence
from time import perf_counter

from retaguarda.compliance.pld_blind_spots.check_coverage import planted_answers, stop_of
from retaguarda.compliance.pld_blind_spots.check_rules import RuleSet
from retaguarda.compliance.pld_blind_spots.evaluate_schedules import TARGETS, Schedule, first_alerts
from retaguarda.compliance.pld_blind_spots.find_blind_spots import Found, find_blind_spot, next_steps, one_more
from retaguarda.compliance.pld_blind_spots.model import BlindSpot, ScheduleStep, SearchRow
from retaguarda.compliance.pld_blind_spots.plan_schedules import WAYS
from retaguarda.compliance.pld_blind_spots.queries import find_search, search_of
from retaguarda.compliance.pld_blind_spots.simulate_features import Step
from retaguarda.compliance.pld_blind_spots.simulate_schedules import Filled
from retaguarda.compliance.pld_rules.compare_silence import AskedRule, Limit, SilentMaximum, Way
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import PROVIDER

#: Features that no schedule varies: banks give payouts back, not the subject; what the subject is does not change.
NOT_VARIED = frozenset({"return_count_30d", "subject_kind"})


class BlindSpotSearches:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def run(self, search: str) -> None:
        """Answer one search, and first the one of the rules without its version; a second run finds both answered."""
        async with self._database.transaction(SYSTEM) as tx:
            asked = await find_search(tx, search, asked=True)
            against = None if asked is None or asked.against_hash is None else await search_of(tx, asked.against_hash)
        if against is not None and against.status == "asked":
            await self._answer(against)
        if asked is not None:
            await self._answer(asked)

    async def _answer(self, asked: SearchRow) -> None:
        started, rules, answers = perf_counter(), RuleSet(asked.rules), list[BlindSpot]()
        for target in TARGETS:
            for way in WAYS:
                # Beside the loop, which serves others meanwhile.
                found = await asyncio.to_thread(find_blind_spot, rules, target, way)
                async with self._database.transaction(SYSTEM) as tx:
                    answers.append(await prove(tx, asked.rules, asked.currency, target, way, found))
                    await tx.execute(
                        "update pld_blind_spot_search set parts_done = %(done)s where id = %(id)s and status = 'asked'",
                        {"id": asked.id, "done": len(answers)},
                    )
        async with self._database.transaction(SYSTEM) as tx:
            await self._store(tx, asked, rules, answers, started)

    async def _store(
        self, tx: Tx, asked: SearchRow, rules: RuleSet, answers: Sequence[BlindSpot], started: float
    ) -> None:
        silent = [SilentMaximum(each.target, each.way, each.limit, each.moved) for each in answers]
        planted = await planted_answers(tx, asked.rules, asked.currency)
        stored = await tx.execute(
            "update pld_blind_spot_search set status = 'done', silent = %(silent)s::jsonb, answers = %(answers)s::jsonb,"
            " planted = %(planted)s::jsonb, not_searched = %(not_searched)s, parts_done = parts, milliseconds = %(ms)s,"
            " ended_at = clock_timestamp() where id = %(id)s and status = 'asked'",
            {
                "id": asked.id,
                "silent": json_text(silent),
                "answers": json_text(answers),
                "planted": json_text(planted),
                "not_searched": sorted({*rules.unknown, *(rules.uses & NOT_VARIED)}),
                "ms": int((perf_counter() - started) * 1000),
            },
        )
        if stored:
            told = {"name": f"BS-{asked.number:05d}", "ways": sum(each.limit == "none" for each in answers)}
            await record(
                tx, "pld:blind_spots:done", company=PROVIDER, subject=str(asked.id), actor="retaguarda", data=told
            )


async def prove(tx: Tx, rules: Sequence[AskedRule], currency: str, target: Target, way: Way, found: Found) -> BlindSpot:
    """The first of the schedules found that the rules really do not answer to, and what answers to one step more."""
    for each in found.best:
        if not each.moved:
            return await _nothing_silent(tx, rules, currency, target, way, found.tried)
        steps, more = ([], []) if each.endless else (next_steps(each), one_more(each))
        asked = [Schedule(target, one) for one in (each.steps, *steps, *more)]
        schedule, *following = await first_alerts(tx, rules, currency, asked)
        if schedule is not None:
            continue
        stop = stop_of(next((alert for alert in following[: len(steps)] if alert), None))
        further = following[len(steps) :]
        # A movement more that passes with either counterparty is not stopped.
        last = stop_of(further[-1]) if further and all(further) else None
        limit: Limit = "none" if each.endless else "rule" if stop and (last or not further) else "search"
        moved = None if each.endless else Money(each.moved, currency)
        shown = [_shown(step, _turns(each), currency) for step in each.steps]
        return BlindSpot(target, way, limit, moved, shown, stop, last, found.tried)
    return BlindSpot(target, way, "unproved", None, [], None, None, found.tried)


async def _nothing_silent(
    tx: Tx, rules: Sequence[AskedRule], currency: str, target: Target, way: Way, tried: int
) -> BlindSpot:
    """Not even the least movement is silent."""
    first = Step(0, "payout" if way == "pay_out" else "payment", 0, 1)
    second = {"pass_on": [Step(60, "payout", 1, 1)], "refund": [Step(60, "refund", 0, 1)]}.get(way, [])
    (alert,) = await first_alerts(tx, rules, currency, [Schedule(target, [first, *second])])
    return BlindSpot(target, way, "rule", Money(0, currency), [], stop_of(alert), None, tried)


def _turns(found: Filled) -> dict[int, int]:
    """Each counterparty by its place among those of the schedule, from one."""
    return {other: place + 1 for place, other in enumerate(dict.fromkeys(step.other for step in found.steps))}


def _shown(step: Step, turns: dict[int, int], currency: str) -> ScheduleStep:
    return ScheduleStep(step.at, step.kind, turns[step.other], Money(step.amount, currency))
