"""Joins what versions of a rule find to episodes, in rows of this transaction: by version, against each other and the past.

An episode is a row of hits on one subject, each no further from the one before than the period.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Condition, Operator
from retaguarda.compliance.pld_rules.condition_facts import DAY, MICRO
from retaguarda.compliance.pld_rules.evaluate_movements import column_of
from retaguarda.compliance.pld_rules.find_hits import Question
from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import fetch_all

_SQL: dict[Operator, str] = {">=": ">=", ">": ">", "<=": "<=", "<": "<", "==": "=", "!=": "<>"}


class Candidate(msgspec.Struct):
    """A movement on which every line but the curve's holds."""

    subject: str
    us: int
    known_at: Any
    value: int


async def begin_episodes(tx: Tx) -> None:
    await tx.execute("drop table if exists pg_temp.pld_found")
    await tx.execute(
        'create temp table pld_found (newer boolean not null, subject text collate "C" not null, name text,'
        " first_at timestamptz not null, last_at timestamptz not null, hits int not null, amount bigint not null,"
        ' movement text collate "C" not null, facts jsonb not null) on commit drop'
    )


async def join_episodes(tx: Tx, question: Question, column: str, period_days: int, *, newer: bool) -> None:
    """Join the movements on which ``column`` holds."""
    facts = ", ".join(f"'{name}', {column_of(name)}" for name in question.names)
    # A movement names who is on the other side of a merchant.
    merchant = question.evaluation.target == "merchant"
    named = "(select c.name from company c where c.id = hit.subject::int)" if merchant else "null"
    await tx.execute(
        f"""
        insert into pg_temp.pld_found (newer, subject, name, first_at, last_at, hits, amount, movement, facts)
        select %(newer)s, subject, coalesce({named}, min(name) filter (where begins)), min(known_at), max(known_at), count(*), sum(amount),
               min(movement) filter (where begins), jsonb_agg(jsonb_build_object({facts})) filter (where begins) -> 0
          from (select *, count(*) filter (where begins) over (partition by subject order by us, movement rows unbounded preceding) as place
                  from (select *, (us - lag(us) over (partition by subject order by us, movement) <= %(gap)s) is not true as begins
                          from pg_temp.{question.table} where {column}) hit) hit
         group by subject, place
        """,
        {"newer": newer, "gap": period_days * DAY * MICRO},
    )


async def place_episodes(tx: Tx, backtest: UUID, rule: UUID, target: str, currency: str) -> None:
    """Store the episodes of both versions, in the order of subject and time, each with who finds it and what was decided."""
    await tx.execute("analyze pg_temp.pld_found")
    await tx.execute(
        f"""
        insert into pld_backtest_episode (backtest_id, n, side, subject, name, first_at, last_at, hits, amount, currency, movement,
                                          facts, decision)
        with {PAST_SQL},
        shared as (
          select distinct e.newer, e.subject, e.first_at from pg_temp.pld_found e join pg_temp.pld_found o
              on o.newer <> e.newer and o.subject = e.subject and o.first_at <= e.last_at and o.last_at >= e.first_at),
        decided as (
          select e.newer, e.subject, e.first_at, bool_or(p.communicated) as communicated from pg_temp.pld_found e join past p
              on p.subject = e.subject and e.first_at <= p.last_at and e.last_at >= p.first_at group by 1, 2, 3)
        select %(backtest)s, row_number() over (order by e.subject, e.first_at, e.movement),
               case when s.subject is not null then 'both' when e.newer then 'new' else 'old' end, e.subject, e.name, e.first_at,
               e.last_at, e.hits, e.amount, %(currency)s, e.movement, e.facts,
               case when d.communicated then 'communicated' when not d.communicated then 'archived' end
          from pg_temp.pld_found e left join shared s using (newer, subject, first_at) left join decided d using (newer, subject, first_at)
         where e.newer or s.subject is null
        """,
        {"backtest": backtest, "rule": rule, "target": target, "currency": currency},
    )


#: What was decided about alerts of a rule, in order; a relationship that was ended was suspicion confirmed, as what was communicated.
PAST_SQL = """past as materialized (
          select a.number, a.subject, a.first_at, a.last_at,
                 coalesce(c.decision in ('communicate', 'end_relationship'), false) as communicated, a.case_id
            from pld_alert a left join pld_case c on c.case_id = a.case_id
           where a.rule_id = %(rule)s and a.target = %(target)s
             and (a.status in ('dismissed', 'cleared') or c.decision is not null))"""


async def episodes_by_threshold(
    tx: Tx, question: Question, line: Condition, thresholds: Sequence[int], period_days: int
) -> list[int]:
    """How many episodes there would be with each threshold: those of its hits that have none so near before them."""
    assert line.operator is not None
    holds = [f"value {_SQL[line.operator]} {each}" for each in thresholds]
    last = ", ".join(f"max(us) filter (where {each}) over earlier as last_{n}" for n, each in enumerate(holds))
    counts = ", ".join(
        f"count(*) filter (where {each} and (us - last_{n} <= %(gap)s) is not true)" for n, each in enumerate(holds)
    )
    counted: list[int] = await tx.value(
        f"""
        select array[{counts}] from (
          select us, value, {last} from pg_temp.{question.table} where near
          window earlier as (partition by subject order by us, movement rows between unbounded preceding and 1 preceding)) hit
        """,
        {"gap": period_days * DAY * MICRO},
    )
    return counted


async def candidates_of(tx: Tx, question: Question, subjects: Sequence[str]) -> list[Candidate]:
    return await fetch_all(
        tx,
        Candidate,
        f"select subject, us, known_at, value from pg_temp.{question.table} where near and subject = any (%(subjects)s)"
        " order by subject, us, movement",
        {"subjects": list(subjects)},
    )
