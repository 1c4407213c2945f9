"""The Record of one recipient with its shares, payouts, ledger entries and timeline."""

from uuid import UUID

import msgspec

from retaguarda.account.withdrawals.queries import transfer_of
from retaguarda.account.withdrawals.request_withdrawal import load_terms
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.money import BRL, Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import fetch_one, struct_of
from retaguarda.payin.charges.model import Entry
from retaguarda.payin.splits.queries import BACK, share_of
from retaguarda.payin.splits.share_payment import account_of
from retaguarda.recipients.model import RecipientAccount, RecipientRecord, RecipientShare
from retaguarda.recipients.queries import recipient_fields, recipient_row

#: How many of the newest shares, payouts, entries and moments the record carries.
MOST = 100


class _Sums(msgspec.Struct):
    """Of all its shares and payouts, in minor units."""

    returned: int
    carried: int
    paid_out: int
    share_count: int


async def _load(tx: Tx, principal: Principal, recipient: UUID) -> RecipientRecord | None:
    row = await recipient_row(tx, list(principal.companies), recipient)
    if row is None:
        return None
    company = row["company_id"]
    code = account_of(company, recipient, BRL).code
    key = {"company": company, "id": recipient, "code": code, "subject": str(recipient), "most": MOST}
    account = await tx.one(_ACCOUNT, key | {"account": row["bank_account_id"]})
    sums = await fetch_one(tx, _Sums, _SUMS, key)
    assert account is not None
    assert sums is not None
    return RecipientRecord(
        **recipient_fields(row),
        account=struct_of(RecipientAccount, account),
        returned=Money(sums.returned, BRL),
        carried=Money(sums.carried, BRL),
        paid_out=Money(sums.paid_out, BRL),
        share_count=sums.share_count,
        fee=Money((await load_terms(tx, company))["fee"], BRL),
        shares=[_share(share) for share in await tx.all(_SHARES, key)],
        payouts=[transfer_of(transfer) for transfer in await tx.all(_PAYOUTS, key)],
        entries=[_entry(entry, code) for entry in await tx.all(_ENTRIES, key)],
        timeline=await moments_of(tx, key),
    )


def _share(row: Row) -> RecipientShare:
    share = share_of(row)
    return struct_of(
        RecipientShare,
        share,
        charge=row["charge_id"],
        schedule=row["recurring_charge_id"],
        payer_name=row["payer_name"],
    )


def _entry(row: Row, code: str) -> Entry:
    amount = row["amount"]
    return Entry(
        journal_id=row["journal_id"],
        account=code,
        kind=row["kind"],
        debit=Money(-amount, BRL) if amount < 0 else None,
        credit=Money(amount, BRL) if amount > 0 else None,
        balance_after=Money(row["balance_after"], BRL),
        at=row["posted_at"],
    )


_ACCOUNT = (
    "select b.*, b.status = 'verified' and b.usable_from <= now() as usable from bank_account b"
    " where b.company_id = %(company)s and b.id = %(account)s"
)
_SUMS = f"""
    select (select coalesce(sum(b.refunded), 0)::bigint from payment_share s cross join {BACK}
             where s.company_id = %(company)s and s.recipient_id = %(id)s) as returned,
           (select coalesce(sum(b.carried), 0)::bigint from payment_share s cross join {BACK}
             where s.company_id = %(company)s and s.recipient_id = %(id)s) as carried,
           (select coalesce(sum(amount), 0)::bigint from payout where company_id = %(company)s and origin_id = %(id)s
               and origin = 'recipient' and status = 'done') as paid_out,
           (select count(*) from payment_share s where s.company_id = %(company)s and s.recipient_id = %(id)s) as share_count
"""
_SHARES = f"""
    select s.*, p.name, b.refunded, b.carried, coalesce(x.payer_name, c.payer_name) as payer_name from payment_share s
      join recipient p on p.company_id = s.company_id and p.id = s.recipient_id
      left join charge c on c.company_id = s.company_id and c.id = s.charge_id
      left join pix_payment x on x.company_id = s.company_id and x.end_to_end_id = s.payment cross join {BACK}
     where s.company_id = %(company)s and s.recipient_id = %(id)s order by s.paid_at desc, s.payment desc limit %(most)s
"""
_PAYOUTS = (
    "select * from payout where company_id = %(company)s and origin_id = %(id)s and origin = 'recipient'"
    " order by created_at desc, id limit %(most)s"
)
_ENTRIES = f"""
    select e.journal_id, e.amount, e.balance_after, e.posted_at, j.kind from ledger_entry e
      join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id
     where e.account_id = (select id from ledger_account where company_id = %(company)s and code = %(code)s and currency = '{BRL}')
     order by e.version desc limit %(most)s
"""

RECIPIENT_RECORD = Record(
    path="/v1/payin/recipients/{id:str}",
    summary="One recipient: balance, shares, payouts, ledger entries, timeline",
    permission=Permission.PAYIN_RECIPIENTS_READ,
    scope=MERCHANT,
    answers=RecipientRecord,
    load=_load,
)
