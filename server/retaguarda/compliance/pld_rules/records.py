"""One PLD rule with all its versions, and one backtest with what it found."""

from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Conditions, Fact, Why
from retaguarda.compliance.pld_rules.model import (
    BACKTEST_GOOD_DAYS,
    BacktestRecord,
    BacktestRow,
    BacktestShort,
    Episode,
    Report,
    RuleRecord,
    Side,
    VersionRow,
)
from retaguarda.compliance.pld_rules.queries import find_version, version_of, version_shape
from retaguarda.compliance.pld_rules.tables import BACKTESTS, READ, RULES
from retaguarda.foundation.database import Tx
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import struct_of

#: Versions, backtests and events on a page.
MOST = 50
#: Episodes of each side that a backtest's page shows.
SHOWN = 25


class _RuleRow(msgspec.Struct):
    id: UUID
    number: int
    created_by: str
    created_at: datetime


class _Counts(msgspec.Struct):
    open_alerts: int
    hits_7d: int
    hits_30d: int
    errors: int
    decided: int
    precise: int


class _EpisodeRow(msgspec.Struct):
    n: int
    side: Side
    subject: str
    name: str | None
    first_at: datetime
    last_at: datetime
    hits: int
    amount: int
    currency: str
    movement: str
    why: list[Why] | None
    facts: dict[str, Fact] | None
    decision: Literal["communicated", "archived"] | None


class _ReportRow(BacktestRow):
    """A row of ``pld_backtest`` with its rule's number."""

    report: Report | None
    rule_number: int


async def _rule(tx: Tx, principal: Principal, rule: UUID) -> RuleRecord | None:
    found = await tx.one("select * from pld_rule where id = %(id)s", {"id": rule})
    if found is None:
        return None
    rows = await tx.all(
        "select * from pld_rule_version where rule_id = %(id)s order by version desc limit %(most)s",
        {"id": rule, "most": MOST},
    )
    versions = [await version_shape(tx, each, principal) for each in msgspec.convert(rows, list[VersionRow])]
    active = any(each.status == "active" for each in versions)
    counts = msgspec.convert(await tx.one(_COUNTS, {"id": rule, "active": active}), _Counts)
    backtests = await tx.all(
        "select b.id, b.number, v.version, b.status, b.asked_at, b.episodes, b.lost from pld_backtest b"
        " join pld_rule_version v on v.id = b.version_id where b.rule_id = %(id)s order by b.number desc limit %(most)s",
        {"id": rule, "most": MOST},
    )
    whole = {
        **msgspec.structs.asdict(msgspec.convert(found, _RuleRow)),
        "current": min(versions, key=lambda each: (each.status != "active", each.status == "discarded")),
        "versions": versions,
        **msgspec.structs.asdict(counts),
        "backtests": msgspec.convert(backtests, list[BacktestShort]),
        "timeline": await moments_of(tx, {"company": PROVIDER, "subject": str(rule), "most": MOST}),
    }
    return struct_of(RuleRecord, whole)


_COUNTS = """
    select (select count(*) from pld_alert where rule_id = %(id)s and status in ('triggered', 'under_review')) as open_alerts,
           (select count(*) from pld_hit where rule_id = %(id)s and effect <> 'error' and not (effect = 'shadow' and %(active)s) and evaluated_at > now() - interval '7 days') as hits_7d,
           (select count(*) from pld_hit where rule_id = %(id)s and effect <> 'error' and not (effect = 'shadow' and %(active)s) and evaluated_at > now() - interval '30 days') as hits_30d,
           (select count(*) from pld_hit where rule_id = %(id)s and effect = 'error' and evaluated_at > now() - interval '1 day') as errors,
           count(*) filter (where a.status in ('dismissed', 'cleared') or c.decision is not null) as decided,
           count(*) filter (where c.decision in ('communicate', 'end_relationship')) as precise
      from pld_alert a left join pld_case c on c.case_id = a.case_id where a.rule_id = %(id)s
"""


async def _backtest(tx: Tx, principal: Principal, backtest: UUID) -> BacktestRecord | None:
    row = await tx.one(
        "select b.*, r.number as rule_number from pld_backtest b join pld_rule r on r.id = b.rule_id where b.id = %(id)s",
        {"id": backtest},
    )
    if row is None:
        return None
    found = msgspec.convert(row, _ReportRow)
    version = await find_version(tx, found.version_id)
    assert version is not None
    against = None if found.against_id is None else await find_version(tx, found.against_id)
    sealed = {
        "rule": found.rule_hash,
        "features": found.feature_hash,
        "movements": found.movement_hash,
        "episodes": found.root,
    }
    whole = {
        **msgspec.structs.asdict(found),
        "version": version_of(version),
        "against": None if against is None else version_of(against),
        "first": await _episodes(tx, backtest, version, against),
        "sealed": {name: each.hex() for name, each in sealed.items() if each is not None},
        "good_until": found.asked_at + timedelta(days=BACKTEST_GOOD_DAYS) if found.status == "done" else None,
    }
    return struct_of(BacktestRecord, whole)


async def _episodes(tx: Tx, backtest: UUID, version: VersionRow, against: VersionRow | None) -> list[Episode]:
    rows = await tx.all(
        "select * from (select e.*, row_number() over (partition by side order by amount desc, n) as place"
        " from pld_backtest_episode e where backtest_id = %(id)s) e where place <= %(shown)s order by n",
        {"id": backtest, "shown": SHOWN},
    )
    new, old = Conditions(version.conditions), Conditions(against.conditions if against else [])
    return [
        struct_of(Episode, each, why=_why(each, old if each.side == "old" else new))
        for each in msgspec.convert(rows, list[_EpisodeRow])
    ]


def _why(row: _EpisodeRow, finder: Conditions) -> list[Why]:
    """What the conditions of the version that finds it say at the movement with which it began."""
    return (row.why or []) if row.facts is None else finder.ask(row.facts).why


RULE_RECORD = Record(
    path=f"{RULES.path}/{{id:str}}",
    summary="One PLD rule: its versions, what each found, and its backtests",
    permission=READ,
    scope=HOUSE,
    answers=RuleRecord,
    load=_rule,
)
BACKTEST_RECORD = Record(
    path=f"{BACKTESTS.path}/{{id:str}}",
    summary="One backtest: old against new, lost cases by name, the curve of a threshold",
    permission=READ,
    scope=HOUSE,
    answers=BacktestRecord,
    load=_backtest,
)
