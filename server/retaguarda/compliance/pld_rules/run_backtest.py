"""Runs a backtest: a version and the active one asked of every movement of a period, exactly and never sampled."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from time import perf_counter
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Conditions
from retaguarda.compliance.pld_rules.compare_versions import (
    curve_line,
)
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
from retaguarda.compliance.pld_rules.find_hits import Question, Read
from retaguarda.compliance.pld_rules.merge_episodes import (
    begin_episodes,
    join_episodes,
    place_episodes,
)
from retaguarda.compliance.pld_rules.model import (
    BacktestRow,
    VersionRow,
)
from retaguarda.compliance.pld_rules.queries import find_version
from retaguarda.compliance.pld_rules.write_report import episodes_by_side, write_report
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.merkle import leaf_hash, levels_of
from retaguarda.foundation.request import PROVIDER

#: Tables of the transaction: what the version finds, and what the active one does where it looks at another side or currency.
_NEW, _OLD = "pld_asked", "pld_asked_before"


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
    sides = await episodes_by_side(tx, asked.id)
    report = await write_report(tx, asked, question, read, version, against, sides)
    root = await _root(tx, asked.id)
    counted = {side: sum(each.n for each in sides if each.side == side) for side in ("both", "old", "new")}
    episodes = sum(each.n for each in sides if each.side != "old")
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
