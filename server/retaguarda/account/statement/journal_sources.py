"""SQL expressions over ``j`` (ledger_journal) that find a journal's origin, counterparty and description in the room
that posted it.

Tables evaluate them only for the rows of the page.
"""

from retaguarda.account.withdrawals.model import OF_WITHDRAWALS

ORIGIN = (
    "(case when j.kind = 'payin.refund' then 'refund' when starts_with(j.kind, 'payin.') then 'charge'"
    " when starts_with(j.kind, 'deposit.') then 'deposit' "
    # A case that is of no payment has the bank's id of its return as its reference.
    " when j.kind = 'payouts.case_settled' and length(j.reference) <> 36 then 'other'"
    " when j.kind in ('payouts.payout', 'payouts.returned', 'payouts.fee_returned', 'payouts.case_settled', 'account.claim_returned') then 'transfer'"
    " when j.kind in ('account.note', 'account.reversal') then 'note' when j.kind = 'accounts.move' then 'move'"
    " else 'other' end)"
)

#: A reference that is the id of a row; a payment without a charge is named by its endToEndId.
_ROW = "(case when length(j.reference) = 36 then j.reference::uuid end)"
#: Journals of an incoming Pix carry its endToEndId in their key.
PIX_KEYS = ("pix:", "accept:", "deposit:")
_IS_PIX = f"split_part(j.key, ':', 1) in ({', '.join(repr(key[:-1]) for key in PIX_KEYS)})"
_PIX = "split_part(j.key, ':', 2)"
_OF_REFUND = "from refund r where r.company_id = j.company_id and r.id = substr(j.key, 8)::uuid"
#: Withdrawals and their returns; the key of a return carries its rtrId.
_RETURNS = "('payouts.returned', 'account.claim_returned')"
_OF_TRANSFER = f"from payout t where t.company_id = j.company_id and t.id = {_ROW}"


def _by_kind(*, refund: str, transfer: str, others: str) -> str:
    return (
        f"(case when j.kind = 'payin.refund' then {refund}"
        f" when j.kind in ('payouts.payout', 'payouts.case_settled', 'payouts.fee_returned') or j.kind in {_RETURNS} then {transfer} else {others} end)"
    )


#: endToEndId of a Pix received or sent, rtrId of a refund or return.
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
    others=(
        f"case when {_IS_PIX} then {_payer(_PIX)} when starts_with(j.key, 'internal:') or j.kind = 'deposit.given_back' then"
        f" (select d.payer_name from deposit d where d.company_id = j.company_id and d.id = {_ROW}) end"
    ),
)

#: The accounts of a transfer between own accounts: from → to, sub-accounts by their aliases.
_MOVE_ACCOUNTS = (
    "(select string_agg(coalesce(s.alias, o.code), ' → ' order by m.amount) from ledger_entry m"
    " join ledger_account o on o.id = m.account_id left join published.sub_account s on s.company_id = o.company_id and o.code = 'sub.' || s.number"
    " where m.company_id = j.company_id and m.journal_id = j.id)"
)

#: The alias of the sub-account of an entry ``e``.
ALIAS = (
    "(select s.alias from published.sub_account s where s.company_id = e.company_id and e.code = 'sub.' || s.number)"
)

DESCRIPTION = _by_kind(
    refund=f"(select r.reason {_OF_REFUND})",
    transfer=f"(select t.description {_OF_TRANSFER})",
    others=(
        "case when j.kind = 'deposit.given_back' then"
        " (select g.reason from deposit_give_back g where g.company_id = j.company_id and g.id = substr(j.key, 11)::uuid)"
        " when j.kind in ('account.note', 'account.reversal') then"
        f" (select n.description from merchant_note n where n.company_id = j.company_id and n.id = {_ROW})"
        f" when j.kind = 'accounts.move' then {_MOVE_ACCOUNTS}"
        f" else (select c.description from charge c where c.company_id = j.company_id and c.id = {_ROW}) end"
    ),
)

#: Why a payout left, or what came back of it had left; null for other journals.
PAYOUT_ORIGIN = (
    "(case when j.kind in ('payouts.payout', 'payouts.returned', 'account.claim_returned') then"
    f" (select t.origin {_OF_TRANSFER}) end)"
)
#: The kind of a journal as files name it: of payouts, only those to the merchant's own account are withdrawals.
NAMED_KIND = (
    "(case when j.kind in ('payouts.payout', 'payouts.returned') and exists"
    f" (select {_OF_TRANSFER} and t.{OF_WITHDRAWALS}) then"
    " case j.kind when 'payouts.payout' then 'withdrawal.payout' else 'withdrawal.returned' end else j.kind end)"
)

#: The amount held before it was captured, in minor units; null without a hold.
HELD = "(select h.amount from ledger_hold h where h.company_id = j.company_id and h.journal_id = j.id)"
