"""Plans what each line of a payment return does, in one SQL statement that the preview, the check before applying and the run share.

A line finds its order by the short number that the remittance gave it. Nothing counts as paid but an exact line: our
number, the bank and agreement that got the order, its amount paid in full, on a day, under a code that the bank's table
calls paid. A line of a damaged file (doubted) moves nothing by itself: plan_repairs.py asks another witness.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.money import BRL
from retaguarda.payouts.return_files.model import CHANGING, MONEY
from retaguarda.providers.bankfiles import Header, PaymentEntry

#: Adds merchant_id, payout_id, order_id, remittance_id, effect and why to lines ``l``, taken in the order of their numbers.
_PLANNED = """
    select p.number, p.merchant_id, p.payout_id, p.order_id, p.remittance_id,
           case when p.again and p.other then 'case' when p.again then 'contradiction' else p.planned end as effect,
           case when p.again and p.other then 'paid_twice' when p.again then 'twice'
                when p.planned in ('no_change', 'contradiction', 'case') then p.reason end as why
      from (
        select q.*, q.planned = any(%(changing)s) and row_number() over (partition by q.planned = any(%(changing)s), q.merchant_id,
                 q.order_id order by q.number) > 1 as again,
               -- Two movements of the bank for one order: it has paid twice.
               q.planned = 'done' and q.bank_ref <> first_value(q.bank_ref) over (partition by q.planned = 'done', q.merchant_id,
                 q.order_id order by q.number) as other
          from (
            select l.number, o.company_id as merchant_id, o.payout_id, o.id as order_id, o.remittance_id,
                   case when l.doubted and l.meaning = any (%(money)s) and (w.reason is null or w.reason like 'paid%%') then 'needs_witness'
                        else w.reason end as reason,
                   case when o.id is null then 'not_ours'
                        when w.reason in ('paid_after_refused', 'paid_twice', 'refused_after_evidence') and l.doubted then 'no_change'
                        when w.reason in ('paid_after_refused', 'paid_twice', 'refused_after_evidence') then 'case'
                        when w.reason is not null then 'contradiction'
                        when l.meaning = 'unknown' then 'unknown'
                        when l.meaning = 'paid' and o.state = 'done' then 'already'
                        when l.meaning in ('refused', 'cancelled', 'returned', 'batch_refused') and o.state = 'refused' then 'already'
                        when l.meaning = 'returned' and o.returned > 0 then 'already'
                        when l.doubted and l.meaning = any (%(money)s) then 'no_change'
                        when l.meaning = 'paid' then 'done'
                        when l.meaning = 'refused' then 'failed'
                        when l.meaning = 'batch_refused' then 'released'
                        when l.meaning in ('cancelled', 'returned') then l.meaning
                        else 'no_change' end as planned,
                   l.meaning, l.bank_ref
              from ({lines}) l
              left join lateral remitted_order(l.reference) o on true
              cross join lateral (
                select case
                    when o.id is null then null
                    when o.remittance_id is null or o.remittance_state in ('drafted', 'discarded') then 'not_sent'
                    when o.bank <> %(bank)s or o.agreement <> %(agreement)s then 'other_agreement'
                    when l.meaning = 'contradictory' then 'codes_differ'
                    when l.meaning = 'unknown' then null
                    when l.amount <> o.amount then 'amount_differs'
                    when l.meaning = 'paid' and l.paid <> o.amount then 'amount_differs'
                    when l.meaning = 'paid' and l.paid_on is null then 'without_day'
                    when l.meaning = 'paid' and o.state = 'refused' then 'paid_after_refused'
                    when l.meaning = 'paid' and o.state = 'done' and exists (
                      select from payment_line f where f.merchant_id = o.company_id and f.order_id = o.id and f.effect = 'done'
                         and f.done_at is not null and f.bank_ref <> l.bank_ref
                         -- A statement proved it before the bank gave it a number.
                         and (f.repair is null or f.bank_ref <> '')) then 'paid_twice'
                    -- Of an order that evidence ended, the first line that says paid agrees with it, and another one is a second payment.
                    when l.meaning = 'paid' and o.state = 'done' and payout_ended_by_evidence(o.company_id, o.id) and exists (
                      select from payment_line f join return_file g on g.company_id = f.company_id and g.id = f.file_id
                       where f.merchant_id = o.company_id and f.order_id = o.id and f.effect = 'already' and f.meaning = 'paid'
                         and f.bank_ref <> l.bank_ref and g.status = 'applied') then 'paid_twice'
                    when l.meaning = 'returned' and o.returned > 0 and o.returned < o.amount then 'returned_in_part'
                    when l.meaning in ('refused', 'cancelled', 'batch_refused') and o.state = 'done'
                      then case when payout_ended_by_evidence(o.company_id, o.id) then 'refused_after_evidence' else 'refused_after_paid' end
                    end as reason) w
          ) q
      ) p
"""
_REASON_OF_REST = "case when {0}.effect = 'no_change' then coalesce({0}.why, l.meaning) else {0}.why end"

_COLUMNS = (
    "number, segment, method, codes, code, meaning, reference, bank_ref, amount, paid, paid_on, payee_name, payee_document,"
    " authentication, account, second_codes, doubted"
)
_ROWS = """
    select * from jsonb_to_recordset(%(rows)s::jsonb) r (
      number bigint, segment text, method text, codes text, code text, meaning text, reference text, bank_ref text, amount bigint,
      paid bigint, paid_on date, payee_name text, payee_document text, authentication text,
      account text, second_codes text, doubted boolean)
"""
_INSERT = f"""
    insert into payment_line (company_id, file_id, {_COLUMNS}, currency, merchant_id, payout_id, order_id, remittance_id, effect, why)
    select %(company)s, %(file)s, {", ".join(f"l.{each}" for each in _COLUMNS.split(", "))}, %(currency)s, p.merchant_id, p.payout_id,
           p.order_id, p.remittance_id, p.effect, {_REASON_OF_REST.format("p")}
      from ({_ROWS}) l join ({_PLANNED.format(lines=_ROWS)}) p on p.number = l.number
"""
_STORED = "select * from payment_line where company_id = %(company)s and file_id = %(file)s and done_at is null"
_REPLAN = f"""
    update payment_line l
       set merchant_id = p.merchant_id, payout_id = p.payout_id, order_id = p.order_id, remittance_id = p.remittance_id,
           effect = p.effect, why = {_REASON_OF_REST.format("p")}, repair = null, witness_id = null, settled_on = null
      from ({_PLANNED.format(lines=_STORED)}) p
     where l.company_id = %(company)s and l.file_id = %(file)s and l.number = p.number
       and (l.repair is not null or (l.order_id, l.remittance_id, l.effect, l.why)
            is distinct from (p.order_id, p.remittance_id, p.effect, {_REASON_OF_REST.format("p")}))
    returning l.number
"""
_HASH = """
    select encode(sha256(convert_to(coalesce(string_agg(
             concat_ws(' ', number, effect, why, order_id, amount, paid, paid_on, repair, witness_id, settled_on), e'\\n' order by number), ''), 'UTF8')), 'hex')
      from payment_line where company_id = %(company)s and file_id = %(file)s
"""


def _params(file: Row) -> dict[str, Any]:
    return {
        "company": file["company_id"],
        "file": file["id"],
        "bank": file["bank"],
        "agreement": file["agreement"],
        "changing": list(CHANGING),
        "money": list(MONEY),
        "currency": BRL,
    }


async def insert_payments(tx: Tx, file: Row, header: Header, entries: Sequence[PaymentEntry]) -> None:
    """Insert the lines of a file with their planned effects."""
    rows = [
        {
            "number": entry.line,
            "segment": entry.segment,
            "method": entry.method,
            "codes": entry.codes,
            "code": entry.code,
            "meaning": entry.meaning,
            "reference": entry.reference,
            "bank_ref": entry.bank_ref,
            "amount": entry.amount,
            "paid": entry.paid,
            "paid_on": entry.paid_on,
            "payee_name": entry.name,
            "payee_document": entry.document,
            "authentication": entry.authentication,
            "account": entry.account,
            "second_codes": entry.second_codes,
            "doubted": False,
        }
        for entry in entries
    ]
    params = _params(file | {"bank": header.bank, "agreement": header.agreement})
    await tx.execute(_INSERT, params | {"rows": json_text(rows)})


async def replan_payments(tx: Tx, file: Row) -> list[int]:
    """Plan every open line again by the file alone, without its correction; return the numbers of those that changed."""
    return [row["number"] for row in await tx.all(_REPLAN, _params(file))]


async def plan_hash(tx: Tx, company: int, file: UUID) -> str:
    """Hash the effects of all lines; equal effects give equal hashes."""
    return await tx.value(_HASH, {"company": company, "file": file})


async def started(tx: Tx, file: Row) -> bool:
    """Return whether a line of the file is applied already."""
    return await tx.value(
        "select exists (select 1 from payment_line where company_id = %(company_id)s and file_id = %(id)s and done_at is not null)",
        file,
    )
