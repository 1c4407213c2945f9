"""One bank account with its payout orders, entries and timeline."""

from uuid import UUID

from retaguarda.account.bank_accounts.model import BankAccountRecord
from retaguarda.account.bank_accounts.queries import account_fields, order_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.timeline import moments_of
from retaguarda.payin.charges.records import MOST, entries_of
from retaguarda.payout_engine.payout_orders import OF_ACCOUNT


async def _load(tx: Tx, principal: Principal, account: UUID) -> BankAccountRecord | None:
    row = await tx.one(
        "select b.*, b.status = 'verified' and b.usable_from <= now() as usable from bank_account b"
        " where b.id = %(id)s and b.company_id = any(%(seen)s)",
        {"id": account, "seen": list(principal.companies)},
    )
    if row is None:
        return None
    key = {"company": row["company_id"], "id": account, "subject": str(account), "most": MOST}
    orders = [order_of(each) for each in await tx.all(OF_ACCOUNT, key)]
    return BankAccountRecord(
        **account_fields(row),
        verifying=any(order.state in ("sending", "processing") for order in orders),
        orders=orders,
        entries=await entries_of(tx, key),
        timeline=await moments_of(tx, key),
    )


BANK_ACCOUNT_RECORD = Record(
    path="/v1/account/bank-accounts/{id:str}",
    summary="One bank account: where it is, whose it is, how it was verified",
    permission=Permission.ACCOUNT_BANK_ACCOUNTS_READ,
    scope=MERCHANT,
    answers=BankAccountRecord,
    load=_load,
)
