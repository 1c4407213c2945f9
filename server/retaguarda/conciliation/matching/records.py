"""One exception with what it is about."""

from datetime import date
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.conciliation.matching.model import ExceptionRecord, MatchingRuleRecord, RehearsedPair
from retaguarda.conciliation.matching.queries import find_exception, find_rule, rule_of
from retaguarda.conciliation.statements.tables import READ
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

#: Events on a page.
MOST = 100

_ABOUT = """
    select coalesce(l.description, e.kind, '') as description, coalesce(l.end_to_end_id, e.end_to_end_id, '') as end_to_end_id, e.merchant_id
      from conciliation_exception x
      left join bank_line l on l.company_id = x.company_id and l.id = x.line_id
      left join expectation e on e.company_id = x.company_id and e.id = x.expectation_id
     where x.company_id = 1 and x.id = %(id)s
"""


async def _load(tx: Tx, principal: Principal, exception: UUID) -> ExceptionRecord | None:
    found = await find_exception(tx, exception)
    about = await tx.one(_ABOUT, {"id": exception})
    if found is None or about is None:
        return None
    return ExceptionRecord(
        **msgspec.structs.asdict(found),
        **about,
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(exception), "most": MOST}),
    )


EXCEPTION_RECORD = Record(
    path="/v1/conciliation/exceptions/{id:str}",
    summary="One exception with what it is about",
    permission=READ,
    scope=HOUSE,
    answers=ExceptionRecord,
    load=_load,
)

_PAIRS = """
    select p.line as line_id, l.description, p.booked_on as day, p.line_amount, p.amount, p.judged
      from conciliation_rule_pairs(%(id)s, (now() at time zone 'America/Sao_Paulo')::date - 90) p
      join bank_line l on l.company_id = 1 and l.id = p.line
     order by p.judged is not distinct from 'agreed', p.judged is null, p.booked_on desc, p.line
"""


class _Pair(msgspec.Struct):
    line_id: UUID
    description: str
    day: date
    line_amount: int
    amount: int
    judged: Literal["agreed", "otherwise"] | None


async def _load_rule(tx: Tx, principal: Principal, rule: UUID) -> MatchingRuleRecord | None:
    row = await find_rule(tx, rule)
    if row is None:
        return None
    found = msgspec.convert(await tx.all(_PAIRS, {"id": rule}), list[_Pair])
    judged = [each.judged for each in found]
    return MatchingRuleRecord(
        **msgspec.structs.asdict(rule_of(row)),
        gained=judged.count(None),
        agreed=judged.count("agreed"),
        otherwise=judged.count("otherwise"),
        pairs=[
            RehearsedPair(
                each.line_id,
                each.description,
                each.day,
                Money(each.line_amount, row.currency),
                Money(each.amount, row.currency),
                each.judged,
            )
            for each in found[:MOST]
        ],
        mine=await tx.value(
            "select coalesce(approval_makers(%(person)s) && makers, false) from conciliation_rule where company_id = 1 and id = %(id)s",
            {"person": principal.person_id, "id": rule},
        ),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(rule), "most": MOST}),
    )


RULE_RECORD = Record(
    path="/v1/conciliation/rules/{id:str}",
    summary="One rule of matching, with what it would have done in the last 90 days",
    permission=READ,
    scope=HOUSE,
    answers=MatchingRuleRecord,
    load=_load_rule,
)
