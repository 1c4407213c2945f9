"""Runs a backtest: a version and the active one asked of every movement of a period, exactly and never sampled."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from time import perf_counter
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.ask_movements import Question, Read
from retaguarda.compliance.pld_rules.check_conditions import Conditions
from retaguarda.compliance.pld_rules.compare_versions import (
    Past,
    curve_line,
    lost_at,
    nearest_of,
    present_threshold,
    thresholds,
)
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
from retaguarda.compliance.pld_rules.join_episodes import (
    PAST_SQL,
    begin_episodes,
    candidates_of,
    episodes_by_threshold,
    join_episodes,
    place_episodes,
)
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
from retaguarda.compliance.pld_rules.queries import find_version
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.merkle import leaf_hash, levels_of
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import PROVIDER

#: Tables of the transaction: what the version finds, and what the active one does where it looks at another side or currency.
_NEW, _OLD = "pld_asked", "pld_asked_before"


class _PastRow(msgspec.Struct):
    subject: str
    first_at: datetime
    last_at: datetime
    communicated: bool
    case_id: UUID | None
    protocol: str | None


class _Sides(msgspec.Struct):
    """How many episodes were decided so, by who finds them."""

    side: Side
    decision: Literal["communicated", "archived"] | None
    n: int


class Backtests:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def run(self, backtest: str) -> None:
        """Answer one backtest; a second run finds it answered."""
        async with self._database.transaction(SYSTEM) as tx:
            row = await tx.one(
                "select * from pld_backtest where id = %(id)s and status = 'asked' for update", {"id": backtest}
            )
            if row is None:
                return
            asked = msgspec.convert(row, BacktestRow)
            started = perf_counter()
            told = await _answer(tx, asked, started)
            await record(
                tx,
                "pld:backtest:done",
                company=PROVIDER,
                subject=str(asked.id),
                actor="retaguarda",
                data={"name": f"BT-{asked.number:05d}", **told},
            )


async def _answer(tx: Tx, asked: BacktestRow, started: float) -> Mapping[str, Any]:
    version, against = await find_version(tx, asked.version_id), None
    assert version is not None
    if asked.against_id is not None:
        against = await find_version(tx, asked.against_id)
    # However long the history is, and in memory what sorting needs.
    await tx.execute("set local statement_timeout = 0")
    await tx.execute("set local work_mem = '128MB'")
    question, read = await _find(tx, asked, version, against)
    await place_episodes(tx, asked.id, asked.rule_id, version.target, version.currency)
    sides = await _sides(tx, asked.id)
    report = await _report(tx, asked, question, read, version, against, sides)
    root = await _root(tx, asked.id)
    counted = {side: sum(each.n for each in sides if each.side == side) for side in ("both", "old", "new")}
    episodes = counted["both"] + counted["new"]
    await tx.execute(
        "update pld_backtest set status = 'done', movements = %(movements)s, movement_hash = %(read)s, root = %(root)s,"
        " hits = (select coalesce(sum(hits), 0) from pg_temp.pld_found where newer), episodes = %(episodes)s, in_both = %(both)s,"
        " only_old = %(old)s, only_new = %(new)s, lost = %(lost)s, report = %(report)s::jsonb, milliseconds = %(ms)s,"
        " ended_at = clock_timestamp() where id = %(id)s",
        {
            "id": asked.id,
            "movements": read.movements,
            "read": read.digest,
            "root": root,
            "episodes": episodes,
            **counted,
            "lost": len(report.lost),
            "report": json_text(report),
            "ms": int((perf_counter() - started) * 1000),
        },
    )
    return {"episodes": episodes, "lost": len(report.lost), "root": root.hex()}


async def _find(tx: Tx, asked: BacktestRow, version: VersionRow, against: VersionRow | None) -> tuple[Question, Read]:
    """Go once through the movements for both versions; twice where they look at different sides or currencies."""
    conditions = Conditions(version.conditions)
    before = Conditions(against.conditions) if against else None
    same_side = against is None or (against.target, against.currency) == (version.target, version.currency)
    together = before if same_side else None
    names = conditions.uses | (together.uses if together else frozenset())
    evaluation = await _evaluation(tx, asked, version, names)
    question = Question(_NEW, evaluation, conditions, curve_line(conditions, together), together)
    read = await question.ask(tx)
    await begin_episodes(tx)
    await join_episodes(tx, question, "found", version.period_days, newer=True)
    if against is not None and before is not None:
        other = question
        if not same_side:
            other = Question(_OLD, await _evaluation(tx, asked, against, before.uses), before)
            await other.ask(tx)
        column = "found_before" if same_side else "found"
        await join_episodes(tx, other, column, against.period_days, newer=False)
    return question, read


async def _evaluation(tx: Tx, asked: BacktestRow, version: VersionRow, names: frozenset[str]) -> Evaluation:
    """Of the whole history where nothing lies before the period: then no movement has to be left out."""
    earlier = await tx.value("select 1 from pld_movement where known_at <= %(from)s limit 1", {"from": asked.from_at})
    return Evaluation(version.target, version.currency, names, asked.until_at, asked.from_at if earlier else None)


async def _sides(tx: Tx, backtest: UUID) -> list[_Sides]:
    rows = await tx.all(
        "select side, decision, count(*) as n from pld_backtest_episode where backtest_id = %(id)s group by 1, 2",
        {"id": backtest},
    )
    return msgspec.convert(rows, list[_Sides])


async def _root(tx: Tx, backtest: UUID) -> bytes:
    """Of the Merkle tree over the episodes in their order."""
    rows = await tx.all(
        "select side, subject, first_at, last_at, hits, amount, movement from pld_backtest_episode"
        " where backtest_id = %(id)s order by n",
        {"id": backtest},
    )
    leaves = [leaf_hash(msgspec.json.encode([_leaf(each) for each in row.values()])) for row in rows]
    return levels_of(leaves)[-1][0] if leaves else hashlib.sha256(b"").digest()


def _leaf(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


async def _report(
    tx: Tx,
    asked: BacktestRow,
    question: Question,
    read: Read,
    version: VersionRow,
    against: VersionRow | None,
    sides: Sequence[_Sides],
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
