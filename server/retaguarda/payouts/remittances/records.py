"""The Record of one remittance with its first lines and how they ended."""

from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payouts.mailboxes.model import problem_or_none
from retaguarda.payouts.remittances.commands import ONE, PATH
from retaguarda.payouts.remittances.model import RemittanceFile, RemittanceLine, RemittanceOutcome, RemittanceRecord
from retaguarda.payouts.remittances.queries import SELECT, fields_of
from retaguarda.payouts.remittances.tables import READ

#: Lines in a record.
MOST_SHOWN = 200

_SHOWN = f"""
    select l.number, l.merchant_id, k.name as merchant, l.payout_id, t.method, l.reference, t.holder_name as payee, l.amount, l.currency,
           l.outcome, o.code
      from remittance_line l join payout t on t.company_id = l.merchant_id and t.id = l.payout_id
      join payout_order o on o.company_id = l.merchant_id and o.id = l.order_id join company k on k.id = l.merchant_id
     where l.company_id = %(company_id)s and l.remittance_id = %(id)s order by l.number limit {MOST_SHOWN}
"""
_OUTCOMES = (
    "select outcome, currency, count(*) as count, sum(amount)::bigint as amount from remittance_line"
    " where company_id = %(company_id)s and remittance_id = %(id)s group by 1, 2 order by 1"
)


async def _load(tx: Tx, principal: Principal, remittance: UUID) -> RemittanceRecord | None:
    row = await tx.one(
        f"{SELECT} where m.id = %(id)s and m.company_id = any(%(seen)s)",
        {"id": remittance, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    shown = [struct_of(RemittanceLine, each, amount=_money(each)) for each in await tx.all(_SHOWN, row)]
    outcomes = [
        RemittanceOutcome(each["outcome"], each["count"], _money(each)) for each in await tx.all(_OUTCOMES, row)
    ]
    return RemittanceRecord(
        **fields_of(row),
        outcomes=outcomes,
        shown=shown,
        mailbox=await tx.value("select mailbox_enabled(%(processor_id)s)", row),
        file=await _going(tx, row),
    )


async def _going(tx: Tx, row: Row) -> RemittanceFile | None:
    found = await tx.one("select * from mailbox_file_going(%(id)s)", row)
    if found is None:
        return None
    return struct_of(RemittanceFile, found, last_error=problem_or_none(found["last_error"]))


def _money(row: dict[str, Any]) -> Money:
    return Money(row["amount"], row["currency"])


REMITTANCE_RECORD = Record(
    path=f"{PATH}/{{id:str}}",
    summary="One remittance: its lines, its file's hash, and what the bank answered",
    permission=READ,
    scope=ONE,
    answers=RemittanceRecord,
    load=_load,
)
