"""Load matches, exceptions, and what a line may be."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

import msgspec

from retaguarda.conciliation.matching.model import (
    ConciliationException,
    ConciliationRule,
    LearnedText,
    MatchGroup,
    RuleState,
)
from retaguarda.conciliation.statements.model import Candidate, LineMatch
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id
from retaguarda.foundation.typed_rows import struct_of

#: Expectations shown beside a line.
MOST = 20

_CANDIDATES = """
    select e.id, e.kind, e.reference, e.merchant_id, e.day, e.due_on, e.amount, e.currency, e.end_to_end_id, e.state, t.tests
      from bank_line l
      join expectation e on e.company_id = 1 and e.account_id = l.account_id and e.state in ('expected', 'suggested', 'ambiguous', 'part_matched')
       and (e.amount = l.amount or (l.end_to_end_id <> '' and e.end_to_end_id = l.end_to_end_id)),
           lateral (select jsonb_object_agg(name, holds) as tests from (values
             ('amount', e.amount = l.amount),
             ('end_to_end_id', l.end_to_end_id <> '' and e.end_to_end_id = l.end_to_end_id),
             ('reference', e.own_reference <> '' and e.own_reference in (l.own_reference, l.reference, l.document)),
             ('tax_document', l.tax_document <> '' and e.tax_document = l.tax_document),
             ('day', l.booked_on between e.day and e.due_on)) v (name, holds)) t
     where l.company_id = 1 and l.id = %(line)s and l.state in ('new', 'suggested', 'ambiguous', 'exception', 'part_matched')
     order by (l.end_to_end_id <> '' and e.end_to_end_id = l.end_to_end_id) desc, abs(e.day - l.booked_on), e.id limit %(most)s
"""
_MATCHES = """
    select g.*, (select count(line_id) from match_member o where o.company_id = 1 and o.group_id = g.id) as lines,
           (select count(expectation_id) from match_member o where o.company_id = 1 and o.group_id = g.id) as expectations
      from match_member m join match_group g on g.company_id = 1 and g.id = m.group_id
     where m.company_id = 1 and m.line_id = %(line)s order by g.made_at desc, g.id limit %(most)s
"""
_EXCEPTION = """
    select x.*, h.name as account_name from conciliation_exception x
      join house_account h on h.company_id = x.company_id and h.id = x.account_id
     where x.company_id = 1 and x.id = %(id)s
"""


async def candidates_of(tx: Tx, line: UUID) -> list[Candidate]:
    rows = await tx.all(_CANDIDATES, {"line": line, "most": MOST})
    return [
        msgspec.convert(
            row
            | {
                "amount": {"amount": row["amount"], "currency": row["currency"]},
                "passed": [name for name, holds in row["tests"].items() if holds],
                "failed": [name for name, holds in row["tests"].items() if not holds],
            },
            Candidate,
        )
        for row in rows
    ]


async def matches_of_line(tx: Tx, line: UUID) -> list[LineMatch]:
    rows = await tx.all(_MATCHES, {"line": line, "most": MOST})
    return [msgspec.convert(_with_difference(row), LineMatch) for row in rows]


def _with_difference(row: Row) -> Row:
    return row | {"difference": {"amount": row["difference"], "currency": row["currency"]}}


def group_of(row: Row) -> MatchGroup:
    return msgspec.convert(_with_difference(row), MatchGroup)


def exception_of(row: Row) -> ConciliationException:
    shown = row | {"amount": {"amount": row["amount"], "currency": row["currency"]}}
    return msgspec.convert(shown, ConciliationException)


async def group_for_update(tx: Tx, path: Mapping[str, str]) -> MatchGroup:
    """Lock a match and its account until the transaction ends.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(
        "select g.* from match_group g join house_account h on h.company_id = g.company_id and h.id = g.account_id"
        " where g.company_id = 1 and g.id = %(id)s for update",
        {"id": path_id(path)},
    )
    if row is None:
        raise not_found("match")
    return group_of(row)


async def exception_for_update(tx: Tx, path: Mapping[str, str]) -> ConciliationException:
    """Lock an exception until the transaction ends.

    Raises:
        ApiError: 404.
    """
    row = await tx.one(_EXCEPTION + " for update of x", {"id": path_id(path)})
    if row is None:
        raise not_found("exception")
    return exception_of(row)


async def find_exception(tx: Tx, exception: UUID) -> ConciliationException | None:
    row = await tx.one(_EXCEPTION, {"id": exception})
    return None if row is None else exception_of(row)


def money_of(row: Row, name: str) -> Money:
    return Money(row[name], row["currency"])


class RuleRow(msgspec.Struct):
    """A rule as its table has it, with its account."""

    id: UUID
    account_id: UUID
    account_name: str
    rung: int
    name: str
    version: int
    replaces: UUID | None
    position: int
    currency: str
    tolerance: int
    days: int
    cause: str | None
    pattern: str | None
    shape: str | None
    expected: str | None
    state: RuleState
    created_at: datetime
    created_by: str
    decided_at: datetime | None
    decided_by: str | None


_RULE = """
    select r.*, h.name as account_name from conciliation_rule r
      join house_account h on h.company_id = r.company_id and h.id = r.account_id where r.company_id = 1 and r.id = %(id)s
"""
_LEARNED = """
    select c.account_id, h.name as account_name, c.shape, c.expected, c.hits, c.cases, c.lower_bound::text as lower_bound,
           c.cases >= 20 and c.lower_bound >= 0.98 as ready
      from conciliation_learned c join house_account h on h.company_id = 1 and h.id = c.account_id
     where not exists (select from conciliation_rule r where r.company_id = 1 and r.account_id = c.account_id and r.shape = c.shape
                          and r.expected = c.expected and r.state <> 'retired')
     order by c.lower_bound desc, c.hits desc, c.shape limit %(most)s
"""


async def find_rule(tx: Tx, rule: UUID, lock: str = "") -> RuleRow | None:
    row = await tx.one(_RULE + lock, {"id": rule})
    return None if row is None else msgspec.convert(row, RuleRow)


def rule_of(row: RuleRow) -> ConciliationRule:
    return struct_of(ConciliationRule, row, rung="tolerance" if row.rung == 7 else "learned")


async def load_rule(tx: Tx, rule: UUID) -> ConciliationRule:
    found = await find_rule(tx, rule)
    assert found is not None
    return rule_of(found)


async def learned(tx: Tx) -> list[LearnedText]:
    """Returns what people's decisions teach and no rule says yet, the surest first."""
    return msgspec.convert(await tx.all(_LEARNED, {"most": MOST}), list[LearnedText])
