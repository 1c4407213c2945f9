"""Runs a backtest: a version and the active one asked of every movement of a period, exactly and never sampled."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Conditions
from retaguarda.compliance.pld_rules.compare_versions import (
    Finder,
    Found,
    MovementHash,
    Past,
    curve_line,
    overlaps,
    present_threshold,
    thresholds,
)
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
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

Decision = Literal["communicated", "archived"] | None
_Placed = tuple[Side, Found, Decision]


class _PastRow(msgspec.Struct):
    subject: str
    first_at: Any
    last_at: Any
    communicated: bool
    case_id: UUID | None
    protocol: str | None


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
    pasts = await _pasts(tx, asked.rule_id, version.target)
    new, old, read = await _read(tx, asked, version, against, [past for past, _ in pasts])
    placed = _placed(new, old, [past for past, _ in pasts])
    report = await _report(tx, asked, new, old, placed, pasts, version)
    leaves = [leaf_hash(msgspec.json.encode(_leaf(each))) for each in placed]
    root = levels_of(leaves)[-1][0] if leaves else hashlib.sha256(b"").digest()
    sides = [side for side, _, _ in placed]
    await _store_episodes(tx, asked.id, version.currency, placed)
    await tx.execute(
        "update pld_backtest set status = 'done', movements = %(movements)s, movement_hash = %(read)s, root = %(root)s,"
        " hits = %(hits)s, episodes = %(episodes)s, in_both = %(both)s, only_old = %(old)s, only_new = %(new)s, lost = %(lost)s,"
        " report = %(report)s::jsonb, milliseconds = %(ms)s, ended_at = clock_timestamp() where id = %(id)s",
        {
            "id": asked.id,
            "movements": read.count,
            "read": read.digest(),
            "root": root,
            "hits": new.hits,
            "episodes": len(new.episodes),
            "both": sides.count("both"),
            "old": sides.count("old"),
            "new": sides.count("new"),
            "lost": len(report.lost),
            "report": json_text(report),
            "ms": int((perf_counter() - started) * 1000),
        },
    )
    return {"episodes": len(new.episodes), "lost": len(report.lost), "root": root.hex()}


async def _read(
    tx: Tx, asked: BacktestRow, version: VersionRow, against: VersionRow | None, pasts: Sequence[Past]
) -> tuple[Finder, Finder | None, MovementHash]:
    """Go once through the movements for both versions; twice where they look at different sides or currencies."""
    watched = defaultdict[str, list[Past]](list)
    for past in pasts:
        if past.communicated:
            watched[past.subject].append(past)
    conditions = Conditions(version.conditions)
    before = Conditions(against.conditions) if against else None
    same_side = against is None or (against.target, against.currency) == (version.target, version.currency)
    new = Finder(conditions, version.period_days, curve_line(conditions, before if same_side else None), watched)
    old = Finder(before, against.period_days) if before and against else None
    read = MovementHash()
    together = conditions.uses | (before.uses if before and same_side else frozenset())
    async for movement, facts in _evaluation(asked, version, together).run(tx):
        read.take(movement)
        new.take(movement, facts)
        if old is not None and same_side:
            old.take(movement, facts)
    if old is not None and against is not None and not same_side:
        async for movement, facts in _evaluation(asked, against, old.conditions.uses).run(tx):
            old.take(movement, facts)
    return new, old, read


def _evaluation(asked: BacktestRow, version: VersionRow, names: frozenset[str]) -> Evaluation:
    return Evaluation(version.target, version.currency, names, asked.until_at, asked.from_at)


def _placed(new: Finder, old: Finder | None, pasts: Sequence[Past]) -> list[_Placed]:
    """Episodes of both versions, in the order of subject and time, each with who finds it and what was decided."""
    before = _by_subject(old.episodes if old else [])
    after = _by_subject(new.episodes)
    found = list[tuple[Side, Found]]()
    for each in new.episodes:
        found.append(("both" if any(overlaps(each, other) for other in before[each.subject]) else "new", each))
    for each in old.episodes if old else ():
        if not any(overlaps(each, other) for other in after[each.subject]):
            found.append(("old", each))
    decided = defaultdict[str, list[Past]](list)
    for past in pasts:
        decided[past.subject].append(past)
    found.sort(key=lambda pair: (pair[1].subject, pair[1].first_at, pair[1].movement))
    return [(side, each, _decision(each, decided[each.subject])) for side, each in found]


def _by_subject(episodes: Sequence[Found]) -> defaultdict[str, list[Found]]:
    found = defaultdict[str, list[Found]](list)
    for each in episodes:
        found[each.subject].append(each)
    return found


def _decision(episode: Found, pasts: Sequence[Past]) -> Decision:
    on_it = [p for p in pasts if episode.first_at <= p.last_at and episode.last_at >= p.first_at]
    return ("communicated" if any(p.communicated for p in on_it) else "archived") if on_it else None


async def _report(
    tx: Tx,
    asked: BacktestRow,
    new: Finder,
    old: Finder | None,
    placed: Sequence[_Placed],
    pasts: Sequence[tuple[Past, str]],
    version: VersionRow,
) -> Report:
    decided = list[DecidedEpisodes]()
    for name in ("communicated", "archived", None):
        sides = [side for side, _, decision in placed if decision == name]
        decided.append(
            DecidedEpisodes(name or "undecided", sides.count("old"), sides.count("both"), sides.count("new"))
        )
    minutes, handled = await _handling(tx, asked.rule_id)
    return Report(
        old_episodes=len(old.episodes) if old else 0,
        decided=decided,
        curve=_curve(new, old, [past for past, _ in pasts if past.communicated]),
        lost=[
            LostCase(
                UUID(past.case),
                protocol,
                next((each.name for each in (old.episodes if old else []) if each.subject == past.subject), None),
                Money(new.nearest[past.case][2] if past.case in new.nearest else 0, version.currency),
                past.last_at,
                new.nearest[past.case][1] if past.case in new.nearest else [],
                await _seen_by(tx, asked.rule_id, past),
            )
            for past, protocol in pasts
            if past.communicated and not new.finds(past)
        ],
        not_enough_data=new.not_enough_data,
        errors=new.errors,
        minutes=minutes,
        handled=handled,
    )


def _curve(new: Finder, old: Finder | None, pasts: Sequence[Past]) -> Curve | None:
    if new.curve is None:
        return None
    line = new.conditions.lines[new.curve]
    assert line.feature is not None
    assert line.threshold is not None
    present = present_threshold(line, old.conditions if old else None)
    points = [CurvePoint(each, *new.curve_at(each, pasts)) for each in thresholds(line.threshold, present)]
    return Curve(line.text, line.feature, BY_NAME[line.feature].unit, line.threshold, present, points)


async def _pasts(tx: Tx, rule: UUID, target: str) -> list[tuple[Past, str]]:
    """What was decided about alerts of this rule, in order; the protocol of the case beside it."""
    rows = await tx.all(
        "select a.subject, a.first_at, a.last_at, coalesce(c.decision = 'communicate', false) as communicated,"
        " a.case_id, f.protocol from pld_alert a left join pld_case c on c.case_id = a.case_id"
        " left join case_file f on f.id = a.case_id"
        " where a.rule_id = %(rule)s and a.target = %(target)s"
        " and (a.status in ('dismissed', 'cleared') or c.decision is not null) order by a.number",
        {"rule": rule, "target": target},
    )
    return [
        (Past(r.subject, r.first_at, r.last_at, r.communicated, str(r.case_id or "")), r.protocol or "")
        for r in msgspec.convert(rows, list[_PastRow])
    ]


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


def _leaf(placed: _Placed) -> tuple[Any, ...]:
    side, each, _ = placed
    return (
        side,
        each.subject,
        each.first_at.isoformat(),
        each.last_at.isoformat(),
        each.hits,
        each.amount,
        each.movement,
    )


async def _store_episodes(tx: Tx, backtest: UUID, currency: str, placed: Sequence[_Placed]) -> None:
    rows = [
        {
            "n": n,
            "side": side,
            "subject": each.subject,
            "name": each.name,
            "first_at": each.first_at,
            "last_at": each.last_at,
            "hits": each.hits,
            "amount": each.amount,
            "movement": each.movement,
            "why": each.why,
            "decision": decision,
        }
        for n, (side, each, decision) in enumerate(placed, 1)
    ]
    await tx.execute(
        "insert into pld_backtest_episode (backtest_id, n, side, subject, name, first_at, last_at, hits, amount, currency,"
        " movement, why, decision) select %(backtest)s, e.n, e.side, e.subject, e.name, e.first_at, e.last_at, e.hits, e.amount,"
        " %(currency)s, e.movement, e.why, e.decision from jsonb_to_recordset(%(rows)s::jsonb) e (n int, side text, subject text,"
        " name text, first_at timestamptz, last_at timestamptz, hits int, amount bigint, movement text, why jsonb, decision text)",
        {"backtest": backtest, "currency": currency, "rows": json_text(rows)},
    )
