"""Where a journal's words stand: its own row knows what was posted, the room that posted it knows for whom and why.

SQL over ``j`` (ledger_journal). They are read for the rows on the page alone.
"""

ORIGIN = (
    "(case when j.kind = 'payin.refund' then 'refund' when starts_with(j.kind, 'payin.') then 'charge'"
    " when starts_with(j.kind, 'deposit.') then 'deposit' "
    " when j.kind in ('account.transfer', 'account.transfer_returned', 'account.claim_returned') then 'transfer'"
    " when j.kind in ('account.note', 'account.reversal') then 'note' when j.kind = 'accounts.move' then 'move'"
    " else 'other' end)"
)

#: A reference that is the id of a row; a payment that nobody asked for is named by its endToEndId.
_ROW = "(case when length(j.reference) = 36 then j.reference::uuid end)"
#: Journals of a Pix that came in are named by its endToEndId.
PIX_KEYS = ("pix:", "accept:", "deposit:")
_IS_PIX = f"split_part(j.key, ':', 1) in ({', '.join(repr(key[:-1]) for key in PIX_KEYS)})"
_PIX = "split_part(j.key, ':', 2)"
_OF_REFUND = "from refund r where r.company_id = j.company_id and r.id = substr(j.key, 8)::uuid"
#: Withdrawals, and what came back of them; a return is named by its rtrId.
_RETURNS = "('account.transfer_returned', 'account.claim_returned')"
_OF_TRANSFER = f"from transfer t where t.company_id = j.company_id and t.id = {_ROW}"


def _by_kind(*, refund: str, transfer: str, others: str) -> str:
    return (
        f"(case when j.kind = 'payin.refund' then {refund}"
        f" when j.kind = 'account.transfer' or j.kind in {_RETURNS} then {transfer} else {others} end)"
    )


#: endToEndId of what came in or went out, rtrId of what was given back.
EXTERNAL_ID = _by_kind(
    refund=f"(select r.rtr_id {_OF_REFUND})",
    transfer=f"case when j.kind in {_RETURNS} then substr(j.key, 8) else (select t.end_to_end_id {_OF_TRANSFER}) end",
    others=f"case when {_IS_PIX} then {_PIX} end",
)


def _payer(end_to_end_id: str) -> str:
    return f"(select p.payer_name from pix_payment p where p.end_to_end_id = {end_to_end_id})"


COUNTERPARTY = _by_kind(
    refund=_payer(f"(select r.end_to_end_id {_OF_REFUND})"),
    transfer=f"(select t.holder_name {_OF_TRANSFER})",
    others=f"case when {_IS_PIX} then {_payer(_PIX)} end",
)

#: The accounts that a company moved its money between: from → to, sub-accounts by their names.
_MOVED = (
    "(select string_agg(coalesce(s.alias, o.code), ' → ' order by m.amount) from ledger_entry m"
    " join ledger_account o on o.id = m.account_id left join sub_account s on s.company_id = o.company_id and o.code = 'sub.' || s.number"
    " where m.company_id = j.company_id and m.journal_id = j.id)"
)

#: Of the account of an entry ``e``: the name of a sub-account.
ALIAS = "(select s.alias from sub_account s where s.company_id = e.company_id and e.code = 'sub.' || s.number)"

DESCRIPTION = _by_kind(
    refund=f"(select r.reason {_OF_REFUND})",
    transfer=f"(select t.description {_OF_TRANSFER})",
    others=(
        "case when j.kind in ('account.note', 'account.reversal') then"
        f" (select n.description from merchant_note n where n.company_id = j.company_id and n.id = {_ROW})"
        f" when j.kind = 'accounts.move' then {_MOVED}"
        f" else (select c.description from charge c where c.company_id = j.company_id and c.id = {_ROW}) end"
    ),
)

#: Set aside before it was taken, in minor units; null without a hold.
HELD = "(select h.amount from ledger_hold h where h.company_id = j.company_id and h.journal_id = j.id)"
