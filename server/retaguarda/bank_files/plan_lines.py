"""Plans the effect of each line in one SQL statement, which the preview, the check before applying and the run share.

A line finds its charge by reference. Of the references a line carries, the first in order of certainty that names a
charge decides, unless another names another merchant's charge: references are unique to a merchant only. A line that
does not fit in every respect waits for a person.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from retaguarda.bank_files.duplicate_payments import day_sql, duplicate_sql
from retaguarda.bank_files.model import FEES, REJECTED
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.bankfiles import PAID, REVERSED, UNSURE, Entry, Header

#: Adds merchant_id, charge_id, effect and why to lines ``l``, taken in the order of their numbers.
_PLANNED = """
    select p.*,
           case when p.planned = 'settle' and p.again then 'review' else p.planned end as effect,
           case when p.planned = 'settle' and p.again then 'duplicate'
                when p.planned = 'review' then p.reason end as why
      from (
        select q.*,
               row_number() over (partition by q.planned, q.merchant_id, q.charge_id order by q.number) > 1
               or exists (select 1 from return_line o
                           where o.merchant_id = q.merchant_id and o.charge_id = q.charge_id and o.company_id = %(company)s
                             and o.file_id = %(file)s and o.effect = 'settle' and o.number < q.number) as again
          from (
            select l.*, c.company_id as merchant_id, c.id as charge_id, w.reason,
                   case when l.meaning = any(%(paid_words)s || %(unsure_words)s) and l.paid > 0 then
                          case when b.brought then 'already'
                               when c.id is null then 'unknown'
                               when w.reason = 'already' then 'already'
                               when w.reason is not null then 'review' else 'settle' end
                        when l.meaning = any(%(reversed_words)s) then 'review'
                        when l.meaning = any(%(rejected_words)s) then 'rejected'
                        when l.meaning = any(%(fee_words)s) and l.fee > 0 then 'fee'
                        else 'information' end as planned
              from ({lines}) l
              left join lateral (
                select c.*, count(*) over (partition by k.place) as same,
                       min(c.company_id) over () <> max(c.company_id) over () as disputed,
                       (select a.blocked_in from ledger_account a
                         where a.company_id = c.company_id and a.code = 'available' and a.currency = c.currency) as account_blocked
                  from unnest(l.keys) with ordinality k (name, place)
                  join charge c on c.reference = k.name and (%(company)s = {provider} or c.company_id = %(company)s)
                 order by k.place, c.created_at limit 1) c on true
              cross join lateral (
                select case
                    when l.meaning = any(%(reversed_words)s) then 'reversal'
                    when c.same > 1 or c.disputed then 'ambiguous'
                    when exists (select 1 from boleto_payment b
                                  where b.bank = %(bank)s and b.bank_ref = l.bank_ref and b.paid_on = l.occurred_on
                                    and b.amount = l.paid and b.charge_id = c.id and b.file_id <> %(file)s) then 'already'
                    when l.meaning = any(%(unsure_words)s) then 'unclear'
                    when c.paid > 0 or c.status in ('under_review', 'partially_refunded', 'refunded', 'paid') then 'duplicate'
                    when l.occurred_on is null then 'without_day'
                    when c.status = 'created' then 'not_registered'
                    when c.status in ('cancelled', 'failed')
                      or l.occurred_on > (c.expires_at at time zone %(zone)s)::date then 'late'
                    when l.paid <> c.amount then 'amount_differs'
                    when c.account_blocked then 'account_blocked' end as reason) w
              cross join lateral (select exists ({brought}) as brought) b
          ) q
      ) p
"""

_DUPLICATE = duplicate_sql(
    "l",
    bank="%(bank)s",
    agreement="%(agreement)s",
    file="%(file)s",
    day=day_sql("l", generated="%(generated_on)s::date", created="%(created_at)s"),
)

_ROWS = """
    select * from jsonb_to_recordset(%(rows)s::jsonb) r (
      number bigint, segment text, occurrence text, meaning text, keys text[], bank_ref text, amount bigint, paid bigint,
      fee bigint, due_on date, occurred_on date, credit_on date, payer_name text, payer_document text, reasons text)
"""
_COLUMNS = (
    "number, segment, occurrence, meaning, keys, bank_ref, amount, paid, fee, due_on, occurred_on, credit_on, payer_name,"
    " payer_document, reasons"
)

INSERT = f"""
    insert into return_line (company_id, file_id, currency, {_COLUMNS}, merchant_id, charge_id, effect, why)
    select %(company)s, %(file)s, %(currency)s, {_COLUMNS}, merchant_id, charge_id, effect, why
      from ({_PLANNED.format(lines=_ROWS, provider=PROVIDER, brought=_DUPLICATE)}) planned
"""

_STORED = f"""
    select {_COLUMNS} from return_line
     where company_id = %(company)s and file_id = %(file)s and done_at is null
       and number > %(after)s order by number limit %(batch)s
"""
_REPLAN = f"""
    with planned as ({_PLANNED.format(lines=_STORED, provider=PROVIDER, brought=_DUPLICATE)}),
    changed as (
      update return_line l set merchant_id = p.merchant_id, charge_id = p.charge_id, effect = p.effect, why = p.why
        from planned p
       where l.company_id = %(company)s and l.file_id = %(file)s and l.number = p.number
         and (l.merchant_id, l.charge_id, l.effect, l.why) is distinct from (p.merchant_id, p.charge_id, p.effect, p.why)
      returning 1)
    select max(number) as last, (select count(*) from changed) as changed from planned
"""

_HASH = """
    select encode(sha256(convert_to(coalesce(string_agg(
             concat_ws(' ', number, effect, why, charge_id, paid, fee), e'\\n' order by number), ''), 'UTF8')), 'hex')
      from return_line where company_id = %(company)s and file_id = %(file)s
"""

BATCH = 2_000


def plan_params(file: Row) -> dict[str, Any]:
    """Return the SQL parameters, except the lines, for a file's row."""
    return {
        "company": file["company_id"],
        "file": file["id"],
        **{name: file[name] for name in ("bank", "agreement", "generated_on", "created_at")},
        "zone": BRASILIA.key,
        "paid_words": list(PAID),
        "unsure_words": list(UNSURE),
        "rejected_words": list(REJECTED),
        "fee_words": list(FEES),
        "reversed_words": list(REVERSED),
    }


async def insert_entries(tx: Tx, file: Row, header: Header, entries: Sequence[Entry]) -> None:
    """Insert the lines of a file with their planned effects."""
    rows = [
        {
            "number": entry.line,
            "segment": entry.segment,
            "occurrence": entry.occurrence,
            "meaning": entry.meaning,
            "keys": entry.keys,
            "bank_ref": entry.bank_ref,
            "amount": entry.amount,
            "paid": entry.paid,
            "fee": entry.fee,
            "due_on": entry.due_on,
            "occurred_on": entry.occurred_on,
            "credit_on": entry.credit_on,
            "payer_name": entry.name,
            "payer_document": entry.document,
            "reasons": entry.reasons,
        }
        for entry in entries
    ]
    header_values = {"bank": header.bank, "agreement": header.agreement, "generated_on": header.generated_on}
    params = plan_params(file | header_values)
    await tx.execute(INSERT, params | {"rows": json_text(rows), "currency": file["currency"]})


async def replan(tx: Tx, file: Row) -> int:
    """Plan every open line of a file again; return how many changed."""
    params, after, changed = plan_params(file), 0, 0
    while True:
        row = await tx.one(_REPLAN, params | {"after": after, "batch": BATCH})
        assert row is not None
        if row["last"] is None:
            return changed
        after, changed = row["last"], changed + row["changed"]


async def store_plan_hash(tx: Tx, file: Row, plan: str) -> Row:
    """Store the hash of a plan that was made again, as the one that a person sees; return the file's row."""
    row = await tx.one(
        "update return_file set plan_hash = %(hash)s, plan_changed = false where company_id = %(company_id)s and id = %(id)s"
        " returning *",
        file | {"hash": plan},
    )
    assert row is not None
    return row


async def reopen_file(tx: Tx, file: Row, plan: str) -> Row:
    """Open an applied file again, for those of its lines that something follows from since; return its row."""
    row = await tx.one(
        "update return_file set status = 'parsed', applied_at = null, applied_by = null, plan_hash = %(hash)s, plan_changed = false"
        " where company_id = %(company_id)s and id = %(id)s returning *",
        file | {"hash": plan},
    )
    assert row is not None
    return row


async def started(tx: Tx, file: Row) -> bool:
    """Return whether a line of the file is applied already."""
    return await tx.value(
        "select exists (select 1 from return_line where company_id = %(company_id)s and file_id = %(id)s"
        " and done_at is not null)",
        file,
    )


async def plan_hash(tx: Tx, company: int, file: UUID) -> str:
    """Hash the effects of all lines; equal effects give equal hashes."""
    return await tx.value(_HASH, {"company": company, "file": file})
