"""Runs a backtest: a version and the active one asked of every movement of a period, exactly and never sampled."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, BinaryIO
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Conditions
from retaguarda.compliance.pld_rules.compare_versions import (
    curve_line,
)
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
from retaguarda.compliance.pld_rules.find_hits import Found, Question
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
_ASKED = "select * from pld_backtest where id = %(id)s and status = 'asked'"


class Backtests:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def run(self, backtest: str) -> None:
        """Answer one backtest; a second run finds it answered.

        The movements are read in a transaction that writes nothing (find_hits.py), and what is found is told in another.
        """
        started = perf_counter()
        with TemporaryFile() as rows, TemporaryFile() as rows_before:
            async with self._database.transaction(SYSTEM) as tx:
                row = await tx.one(_ASKED, {"id": backtest})
                if row is None:
                    return
                asked = msgspec.convert(row, BacktestRow)
                reading = await _read(tx, asked, rows, rows_before)
            await self._tell(asked, reading, started)

    async def _tell(self, asked: BacktestRow, reading: "_Reading", started: float) -> None:
        async with self._database.transaction(SYSTEM) as tx:
            if await tx.one(f"{_ASKED} for update", {"id": asked.id}) is None:
                return
            told = await _answer(tx, asked, reading, started)
            await record(
                tx,
                "pld:backtest:done",
                company=PROVIDER,
                subject=str(asked.id),
                actor="retaguarda",
                data={"name": f"BT-{asked.number:05d}", **told},
            )


@dataclass(frozen=True, slots=True)
class _Reading:
    """What both versions found; ``before`` where the active one looks at another side or currency."""

    version: VersionRow
    against: VersionRow | None
    question: Question
    found: Found
    before: tuple[Question, Found] | None


async def _answer(tx: Tx, asked: BacktestRow, reading: _Reading, started: float) -> Mapping[str, Any]:
    await _without_limits(tx)
    version, against, question = reading.version, reading.against, reading.question
    read = await question.keep(tx, reading.found)
    await begin_episodes(tx)
    await join_episodes(tx, question, "found", version.period_days, newer=True)
    if against is not None:
        if reading.before is None:
            await join_episodes(tx, question, "found_before", against.period_days, newer=False)
        else:
            other, found = reading.before
            await other.keep(tx, found)
            await join_episodes(tx, other, "found", against.period_days, newer=False)
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


async def _read(tx: Tx, asked: BacktestRow, rows: BinaryIO, rows_before: BinaryIO) -> _Reading:
    """Go once through the movements for both versions; twice where they look at different sides or currencies."""
    await _without_limits(tx)
    version = await find_version(tx, asked.version_id)
    against = await find_version(tx, asked.against_id) if asked.against_id else None
    assert version is not None
    conditions = Conditions(version.conditions)
    before = Conditions(against.conditions) if against else None
    same_side = against is None or (against.target, against.currency) == (version.target, version.currency)
    together = before if same_side else None
    names = conditions.uses | (together.uses if together else frozenset())
    evaluation = await _evaluation(tx, asked, version, names)
    question = Question(_NEW, evaluation, conditions, curve_line(conditions, together), together)
    found = await question.ask(tx, rows)
    other = None
    if against is not None and before is not None and not same_side:
        own = Question(_OLD, await _evaluation(tx, asked, against, before.uses), before)
        other = own, await own.ask(tx, rows_before)
    return _Reading(version, against, question, found, other)


async def _without_limits(tx: Tx) -> None:
    """However long the history is, and in memory what sorting needs."""
    await tx.execute("set local statement_timeout = 0")
    await tx.execute("set local work_mem = '128MB'")


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
