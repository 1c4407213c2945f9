"""Where a journal's words stand: its own row knows what was posted, the room that posted it knows for whom and why.

SQL over ``j`` (ledger_journal). They are read for the rows on the page alone.
"""

ORIGIN = (
    "(case when j.kind = 'payin.refund' then 'refund' when starts_with(j.kind, 'payin.') then 'charge'"
    " when starts_with(j.kind, 'deposit.') then 'deposit' when j.kind = 'account.note' then 'note' else 'other' end)"
)

#: A reference that is the id of a row; a payment that nobody asked for is named by its endToEndId.
_ROW = "(case when length(j.reference) = 36 then j.reference::uuid end)"
_IS_PIX = "(starts_with(j.key, 'pix:') or starts_with(j.key, 'accept:'))"
_PIX = "substr(j.key, strpos(j.key, ':') + 1)"
_OF_REFUND = "from refund r where r.company_id = j.company_id and r.id = substr(j.key, 8)::uuid"
_IS_REFUND = "j.kind = 'payin.refund'"

#: endToEndId of what came in, rtrId of what was given back.
EXTERNAL_ID = f"(case when {_IS_PIX} then {_PIX} when {_IS_REFUND} then (select r.rtr_id {_OF_REFUND}) end)"

COUNTERPARTY = (
    "(select p.payer_name from pix_payment p where p.company_id = j.company_id and p.end_to_end_id ="
    f" (case when {_IS_PIX} then {_PIX} when {_IS_REFUND} then (select r.end_to_end_id {_OF_REFUND}) end))"
)

DESCRIPTION = (
    f"(case when {_IS_REFUND} then (select r.reason {_OF_REFUND})"
    " when j.kind = 'account.note' then"
    f" (select n.description from merchant_note n where n.company_id = j.company_id and n.id = {_ROW})"
    f" else (select c.description from charge c where c.company_id = j.company_id and c.id = {_ROW}) end)"
)

#: Set aside before it was taken, in minor units; null without a hold.
HELD = "(select h.amount from ledger_hold h where h.company_id = j.company_id and h.journal_id = j.id)"
