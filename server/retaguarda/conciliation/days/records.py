"""One day as a person conciles it: bank lines beside expectations, suggestions between them, and the sentence of the residual."""

from collections.abc import Sequence
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from retaguarda.conciliation.days.model import (
    DayFile,
    DayRecord,
    DaySeal,
    HouseDay,
    OpenExpectation,
    OpenLine,
    RungCount,
    Suggestion,
)
from retaguarda.conciliation.days.queries import MOST, find_day, items_of, with_money
from retaguarda.conciliation.statements.tables import READ
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money, money_or_none
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

T = TypeVar("T")

_LINES = """
    select id, booked_on as day, amount, currency, description, history_code, number, state from bank_line
     where company_id = 1 and account_id = %(account)s and effect = 'new' and applied_at is not null and booked_on <= %(day)s
       and state in ('new', 'suggested', 'ambiguous', 'exception', 'part_matched')
     order by abs(amount) desc, id limit %(most)s
"""
_EXPECTATIONS = """
    select e.id, e.day, e.due_on, e.amount, e.currency, e.kind, e.reference, e.end_to_end_id, k.name as merchant, e.state
      from expectation e join company k on k.id = e.merchant_id
     where e.company_id = 1 and e.account_id = %(account)s and e.day <= %(day)s
       and (e.state in ('suggested', 'ambiguous', 'part_matched') or e.state = 'expected' and e.due_on < %(day)s)
     order by abs(e.amount) desc, e.id limit %(most)s
"""
_NOT_DUE = """
    select count(*) as count, coalesce(sum(amount), 0)::bigint as amount from expectation
     where company_id = 1 and account_id = %(account)s and day <= %(day)s and state = 'expected' and due_on >= %(day)s
"""
_SUGGESTIONS = """
    select g.id, g.rung, g.explanations, g.difference, g.currency, sum(m.amount) filter (where m.line_id is not null)::bigint as amount,
           coalesce(max(l.description), '') as description,
           array_agg(m.line_id) filter (where m.line_id is not null) as lines,
           array_agg(m.expectation_id) filter (where m.expectation_id is not null) as expectations
      from match_group g join match_member m on m.company_id = 1 and m.group_id = g.id
      left join bank_line l on l.company_id = 1 and l.id = m.line_id
     where g.company_id = 1 and g.account_id = %(account)s and g.state = 'proposed' and g.from_day <= %(day)s
     group by g.id, g.rung, g.explanations, g.difference, g.currency order by g.rung, abs(sum(m.amount) filter (where m.line_id is not null)) desc, g.id limit 50
"""
_RUNGS = """
    select g.rung, count(*) as lines from bank_line l
      join match_member m on m.company_id = 1 and m.line_id = l.id
      join match_group g on g.company_id = 1 and g.id = m.group_id and g.state = 'confirmed'
     where l.company_id = 1 and l.account_id = %(account)s and l.booked_on = %(day)s group by g.rung order by g.rung
"""
_COUNTS = """
    select (select count(*) from bank_line where company_id = 1 and account_id = %(account)s and booked_on = %(day)s
               and effect = 'new' and applied_at is not null) as day_lines,
           (select count(*) from match_group where company_id = 1 and account_id = %(account)s and state = 'undone'
               and %(day)s between from_day and to_day) as undone,
           (select count(*) from conciliation_exception where company_id = 1 and account_id = %(account)s and day <= %(day)s
               and state <> 'resolved') as exceptions,
           (select count(*) from conciliation_exception where company_id = 1 and account_id = %(account)s and day <= %(day)s
               and state = 'open') as unassigned,
           (select approval_makers(%(person)s) && makers and state in ('closing', 'reopening') from house_day
             where company_id = 1 and id = %(id)s) as mine
"""
_BESIDE = """
    select e.id as earlier_id, e.difference, e.currency, l.id as later_id,
           (select encode(s.sha256, 'hex') from day_seal s where s.company_id = 1 and s.day_id = e.id order by number desc limit 1) as seal
      from (select 1) one
      left join lateral (select * from house_day where company_id = 1 and account_id = %(account)s and day < %(day)s
                          order by day desc limit 1) e on true
      left join lateral (select id from house_day where company_id = 1 and account_id = %(account)s and day > %(day)s
                          order by day limit 1) l on true
"""
_FILES = """
    select distinct f.id, f.name, encode(f.sha256, 'hex') as sha256 from stated_balance b
      join return_file f on f.company_id = b.company_id and f.id = b.file_id
     where b.company_id = 1 and b.account_id = %(account)s and b.applied_at is not null
       and %(day)s between coalesce(b.opening_on, b.closing_on) and b.closing_on
"""
SEALS = """
    select number, encode(sha256, 'hex') as sha256, encode(before, 'hex') as before, sealed_at, sealed_by, text
      from day_seal where company_id = 1 and day_id = %(id)s order by number desc
"""


async def _load(tx: Tx, principal: Principal, key: UUID) -> DayRecord | None:
    day = await find_day(tx, key)
    return None if day is None else await _whole(tx, principal, day)


async def _whole(tx: Tx, principal: Principal, day: HouseDay) -> DayRecord:
    key: dict[str, Any] = {"account": day.account_id, "day": day.day, "id": day.id, "most": MOST}
    key["person"] = principal.person_id
    currency = day.difference.currency
    not_due, counts, beside = await tx.one(_NOT_DUE, key), await tx.one(_COUNTS, key), await tx.one(_BESIDE, key)
    assert not_due is not None
    assert counts is not None
    assert beside is not None
    suggestions = [with_money(row, "amount", "difference") for row in await tx.all(_SUGGESTIONS, key)]
    return DayRecord(
        **msgspec.structs.asdict(day),
        **counts,
        earlier_id=beside["earlier_id"],
        later_id=beside["later_id"],
        earlier_difference=money_or_none(beside["difference"], currency),
        earlier_seal=beside["seal"],
        items=await items_of(tx, day),
        lines=await _all(tx, _LINES, key, list[OpenLine], "amount"),
        expectations=await _all(tx, _EXPECTATIONS, key, list[OpenExpectation], "amount"),
        not_due=not_due["count"],
        not_due_amount=Money(not_due["amount"], currency),
        suggestions=msgspec.convert(suggestions, list[Suggestion]),
        rungs=await _all(tx, _RUNGS, key, list[RungCount]),
        file_list=await _all(tx, _FILES, key, list[DayFile]),
        seal_list=await _all(tx, SEALS, key, list[DaySeal]),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(day.id), "most": MOST}),
    )


async def _all(tx: Tx, sql: str, key: dict[str, Any], shape: type[T], *amounts: str) -> T:
    rows: Sequence[Any] = await tx.all(sql, key)
    return msgspec.convert([with_money(row, *amounts) if amounts else row for row in rows], shape)


DAY_RECORD = Record(
    path="/v1/conciliation/days/{id:str}",
    summary="One day with what is open at its end, what explains its difference, and its seals",
    permission=READ,
    scope=HOUSE,
    answers=DayRecord,
    load=_load,
)
