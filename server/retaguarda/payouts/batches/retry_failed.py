"""Copy the lines whose payouts failed or came back whole into a new batch."""

from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.payouts.batches.model import BatchRow

#: States of a batch whose failed lines are sent again.
SENT_AGAIN = ("done", "done_in_part")


async def count_failed(tx: Tx, company: int, batch: UUID) -> int:
    """Return how many lines copy_failed() would copy."""
    return await tx.value(f"select count(*) {_FAILED}", {"company": company, "first": batch})


async def copy_failed(tx: Tx, first: BatchRow, row: BatchRow) -> int:
    """Copy each such line that was not sent again already; the new one names the payout it replaces. Return how many."""
    return await tx.execute(_COPY, {"company": row.company_id, "first": first.id, "batch": row.id})


# An id of the merchant's is unique for ever: the repeated payment has none, and names what it replaces.
_CONTENT = (
    "number, cells, currency, name, document, kind, ispb, compe, bank_name, branch, account, account_type, pix_key, pix_key_kind,"
    " amount, description, destination, document_hash, tags, cost_centre, priority, method, ted_purpose"
)
#: What is sent again: of what came back in part the rest was paid, so it is no failure.
_FAILED = """
      from payout_line l join payout p on p.company_id = l.company_id and p.id = l.payout_id
     where l.company_id = %(company)s and l.batch_id = %(first)s
       and (p.status in ('failed', 'cancelled', 'rejected') or p.returned = p.amount)
       and not exists (select from payout_line o join payout_batch b on b.company_id = o.company_id and b.id = o.batch_id
                        where o.company_id = l.company_id and o.replaces = p.id and b.status not in ('cancelled', 'expired'))
"""
_COPY = f"""
    insert into payout_line (company_id, batch_id, {_CONTENT}, replaces)
    select l.company_id, %(batch)s, {", ".join(f"l.{name.strip()}" for name in _CONTENT.split(","))}, p.id
    {_FAILED}
"""
