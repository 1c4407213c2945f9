"""Writes what a backtest is told by: decisions, the curve of a threshold, and the communicated cases that it would lose."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Conditions
from retaguarda.compliance.pld_rules.compare_versions import (
    Past,
    lost_at,
    nearest_of,
    present_threshold,
    thresholds,
)
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME
from retaguarda.compliance.pld_rules.find_hits import Question, Read
from retaguarda.compliance.pld_rules.merge_episodes import PAST_SQL, candidates_of, episodes_by_threshold
from retaguarda.compliance.pld_rules.model import (
    BacktestRow,
    Curve,
    CurvePoint,
    DecidedEpisodes,
    LostCase,
    Report,
    Side,
    VersionRow,
)
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money


class _PastRow(msgspec.Struct):
    subject: str
    first_at: datetime
    last_at: datetime
    communicated: bool
    case_id: UUID | None
    protocol: str | None


class BySide(msgspec.Struct):
    """How many episodes were decided so, by who finds them."""

    side: Side
    decision: Literal["communicated", "archived"] | None
    n: int


async def episodes_by_side(tx: Tx, backtest: UUID) -> list[BySide]:
    rows = await tx.all(
        "select side, decision, count(*) as n from pld_backtest_episode where backtest_id = %(id)s group by 1, 2",
        {"id": backtest},
    )
    return msgspec.convert(rows, list[BySide])


async def write_report(
    tx: Tx,
    asked: BacktestRow,
    question: Question,
    read: Read,
    version: VersionRow,
    against: VersionRow | None,
    sides: Sequence[BySide],
) -> Report:
    decided = list[DecidedEpisodes]()
    for name in ("communicated", "archived", None):
        by_side = {each.side: each.n for each in sides if each.decision == name}
        decided.append(
            DecidedEpisodes(name or "undecided", by_side.get("old", 0), by_side.get("both", 0), by_side.get("new", 0))
        )
    minutes, handled = await _handling(tx, asked.rule_id)
    old: int = await tx.value("select count(*) from pg_temp.pld_found where not newer")
    return Report(
        old_episodes=old,
        decided=decided,
        curve=await _curve(tx, asked, question, version, against),
        lost=[await _lost(tx, asked, question, version, each) for each in await _pasts(tx, asked, version, lost=True)],
        not_enough_data=read.not_enough_data,
        errors=read.errors,
        minutes=minutes,
        handled=handled,
    )


async def _curve(
    tx: Tx, asked: BacktestRow, question: Question, version: VersionRow, against: VersionRow | None
) -> Curve | None:
    if question.curve is None:
        return None
    line = question.conditions.lines[question.curve]
    assert line.feature is not None
    assert line.threshold is not None
    present = present_threshold(line, Conditions(against.conditions) if against else None)
    varied = thresholds(line.threshold, present)
    counts = await episodes_by_threshold(tx, question, line, varied, version.period_days)
    pasts = [each for each in await _pasts(tx, asked, version) if each.communicated]
    candidates = await candidates_of(tx, question, sorted({each.subject for each in pasts}))
    points = [
        CurvePoint(each, count, lost_at(line.with_threshold(each), candidates, version.period_days, pasts))
        for each, count in zip(varied, counts, strict=True)
    ]
    return Curve(line.text, line.feature, BY_NAME[line.feature].unit, line.threshold, present, points)


async def _pasts(tx: Tx, asked: BacktestRow, version: VersionRow, *, lost: bool = False) -> list[Past]:
    """What was decided about alerts of this rule, in order. ``lost``: communicated, and no episode of the version lies on it."""
    only = (
        "where p.communicated and not exists (select 1 from pg_temp.pld_found e where e.newer and e.subject = p.subject"
        " and e.first_at <= p.last_at and e.last_at >= p.first_at)"
    )
    rows = await tx.all(
        f"with {PAST_SQL} select p.subject, p.first_at, p.last_at, p.communicated, p.case_id, f.protocol from past p"
        f" left join case_file f on f.id = p.case_id {only if lost else ''} order by p.number",
        {"rule": asked.rule_id, "target": version.target},
    )
    return [
        Past(r.subject, r.first_at, r.last_at, r.communicated, r.case_id, r.protocol or "")
        for r in msgspec.convert(rows, list[_PastRow])
    ]


async def _lost(tx: Tx, asked: BacktestRow, question: Question, version: VersionRow, past: Past) -> LostCase:
    assert past.case is not None
    own = replace(question.evaluation, names=question.conditions.uses)
    nearest = await nearest_of(tx, own, question.conditions, past)
    name: str | None = await tx.value(
        "select name from pg_temp.pld_found where not newer and subject = %(subject)s order by first_at limit 1",
        {"subject": past.subject},
    )
    return LostCase(
        past.case,
        past.protocol,
        name,
        Money(nearest.amount if nearest else 0, version.currency),
        past.last_at,
        nearest.why if nearest else [],
        await _seen_by(tx, asked.rule_id, past),
    )


async def _seen_by(tx: Tx, rule: UUID, past: Past) -> list[int]:
    rows = await tx.all(
        "select distinct r.number from pld_hit h join pld_rule r on r.id = h.rule_id where h.subject = %(subject)s"
        " and h.rule_id <> %(rule)s and h.effect <> 'error' and h.at between %(first)s and %(last)s order by 1",
        {"subject": past.subject, "rule": rule, "first": past.first_at, "last": past.last_at},
    )
    return [number for row in rows for number in row.values()]


async def _handling(tx: Tx, rule: UUID) -> tuple[int | None, int]:
    row = await tx.one(
        "select percentile_disc(0.5) within group (order by extract(epoch from decided_at - taken_at) / 60)::int as minutes,"
        " count(*)::int as handled from pld_alert where rule_id = %(rule)s and taken_at is not null and decided_at is not null",
        {"rule": rule},
    )
    return msgspec.convert(tuple((row or {}).values()), tuple[int | None, int])
