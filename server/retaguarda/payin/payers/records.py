"""The Record of a payer, named by any charge or recurrence of theirs: an address that holds no document."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.typed_rows import fetch_all
from retaguarda.payin.payers.model import PayerMoment, PayerRecord, PayerSums

#: Charges that are added up while somebody waits; as many as the counts of a list (lists/facets.py).
MOST = 10_000
#: Charges and recurrences that a timeline is of, and moments that it has, at most.
SHOWN = 50


class _Named(msgspec.Struct, frozen=True):
    """Whom a charge or a recurrence names."""

    company_id: int
    company_name: str
    payer_name: str | None
    payer_document: str | None


class _Sum(msgspec.Struct, frozen=True):
    """Minor units of ``currency``."""

    currency: str
    charges: int
    converted: int
    paid: int
    refunds: int
    refunded: int
    first_at: datetime
    last_at: datetime


class _Beside(msgspec.Struct, frozen=True):
    disputes: int
    recurrences: int


async def _load(tx: Tx, principal: Principal, named_by: UUID) -> PayerRecord | None:
    row = await tx.one(_NAMED, {"id": named_by, "seen": list(principal.companies)})
    if row is None:
        return None
    named = _Named(**row)
    theirs = "payer_document = %(document)s" if named.payer_document else "payer_name = %(name)s"
    key: dict[str, Any] = {
        "company": named.company_id,
        "document": named.payer_document,
        "name": named.payer_name,
        "most": MOST,
    }
    sums = [_Sum(**each) for each in await tx.all(_SUMS.format(theirs=theirs), key)]
    partial = sum(each.charges for each in sums) > MOST
    beside = _Beside(**(await tx.one(_BESIDE.format(theirs=theirs), key) or {}))
    return PayerRecord(
        id=named_by,
        name=named.payer_name,
        document=named.payer_document,
        company_id=named.company_id,
        company_name=named.company_name,
        first_at=None if partial else min((each.first_at for each in sums), default=None),
        last_at=max((each.last_at for each in sums), default=None),
        sums=[] if partial else [_sums_of(each) for each in sums],
        partial=partial,
        disputes=beside.disputes,
        recurrences=beside.recurrences,
        timeline=(await fetch_all(tx, PayerMoment, _MOMENTS.format(theirs=theirs), key | {"shown": SHOWN}))[::-1],
    )


def _sums_of(each: _Sum) -> PayerSums:
    return PayerSums(
        charges=each.charges,
        converted=each.converted,
        paid=Money(each.paid, each.currency),
        refunds=each.refunds,
        refunded=Money(each.refunded, each.currency),
    )


#: Nobody is named by a charge without a name and a document.
_NAMED = """
select n.company_id, k.name as company_name, n.payer_name, n.payer_document
  from (select company_id, payer_name, payer_document from charge where id = %(id)s and company_id = any(%(seen)s)
        union all
        select company_id, payer_name, payer_document from published.recurrence where id = %(id)s and company_id = any(%(seen)s)) n
  join company k on k.id = n.company_id
 where coalesce(n.payer_document, n.payer_name) is not null
"""
#: The newest charges, so many that one knows whether there are more than may be added up.
_SUMS = """
select currency, count(*) as charges, count(*) filter (where paid > 0) as converted, coalesce(sum(paid), 0)::bigint as paid,
       count(*) filter (where refunded > 0) as refunds, coalesce(sum(refunded), 0)::bigint as refunded,
       min(created_at) as first_at, max(created_at) as last_at
  from (select currency, paid, refunded, created_at from charge where company_id = %(company)s and {theirs}
         order by created_at desc limit %(most)s + 1) newest
 group by currency order by sum(paid) desc, currency
"""
_BESIDE = """
select (select count(*) from (select from med_case m join pix_payment p on p.end_to_end_id = m.end_to_end_id
         where m.company_id = %(company)s and {theirs} limit %(most)s) d) as disputes,
       (select count(*) from (select from published.recurrence where company_id = %(company)s and {theirs} limit %(most)s) r) as recurrences
"""
#: What happened with the newest charges and recurrences, the newest first.
_MOMENTS = """
with theirs as (
  select id, company_id, created_at, paid_at, amount, paid, currency from charge where company_id = %(company)s and {theirs}
   order by created_at desc limit %(shown)s),
agreed as (
  select id, created_at, approved_at, amount, currency from published.recurrence where company_id = %(company)s and {theirs}
   order by created_at desc limit %(shown)s)
select at, kind, amount, currency, subject from (
  select created_at as at, 'charged' as kind, amount, currency, id as subject from theirs
  union all select paid_at, 'paid', paid, currency, id from theirs where paid_at is not null
  union all select r.settled_at, 'refunded', r.amount, r.currency, t.id
    from theirs t join refund r on r.company_id = t.company_id and r.charge_id = t.id where r.status = 'settled'
  union all select m.opened_at, 'disputed', m.amount, m.currency, m.id
    from theirs t join med_case m on m.company_id = t.company_id and m.charge_id = t.id
  union all select created_at, 'recurrence_asked', amount, currency, id from agreed
  union all select approved_at, 'recurrence_approved', amount, currency, id from agreed where approved_at is not null
 ) moment order by at desc, kind, subject limit %(shown)s
"""

PAYER_RECORD = Record(
    path="/v1/payin/payers/{id:str}",
    summary="One payer, named by a charge or a recurrence of theirs: what they paid, what went back",
    permission=Permission.PAYIN_PAYMENT_READ,
    scope=MERCHANT,
    answers=PayerRecord,
    load=_load,
)
