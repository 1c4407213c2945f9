"""Resolves where a recipient is paid out to: a bank account of the merchant's, verified with one centavo as every
other.
"""

from uuid import UUID

from retaguarda.account.bank_accounts.add_bank_account import read_account, write_account
from retaguarda.account.bank_accounts.model import VERIFYING_AMOUNT, AccountInput, BankAccountInput, KeyInput
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import Principal
from retaguarda.payout_engine.payout_orders import insert_order

_NICKNAME = 60


async def find_or_create_account(
    tx: Tx,
    principal: Principal,
    ispb: str,
    name: str,
    document: str,
    account: AccountInput | None,
    key: KeyInput | None,
) -> UUID:
    """Return the merchant's bank account for this destination; create it, and send its verification, where none exists.

    Args:
        ispb: of the participant whose end-to-end ids our payout orders carry.
        document: of the recipient, who must hold the account.

    Raises:
        ApiError: 400 naming the wrong field; 409 ``bank_account_known`` when somebody else holds it.
    """
    company = principal.chosen()
    own = await tx.value("select document from company where id = %(company)s", {"company": company})
    columns = await read_account(tx, BankAccountInput(name[:_NICKNAME].strip(), name, document, account, key), own)
    existing = await tx.one(_KNOWN, columns | {"company": company})
    if existing is not None:
        if existing["holder_document"] != document:
            raise ApiError(409, "bank_account_known", "this merchant has this account already, as somebody else's")
        return existing["id"]
    account_id = await write_account(tx, company, columns, principal.person_id)
    await insert_order(tx, company, VERIFYING_AMOUNT, ispb, account=account_id)
    await record(
        tx,
        "account:bank_account:verify",
        company=company,
        subject=str(account_id),
        actor=principal.email,
        person=principal.person_id,
        data={"nickname": columns["nickname"]},
    )
    return account_id


_KNOWN = """
    select id, holder_document from bank_account
     where company_id = %(company)s and status in ('pending_verification', 'verified')
       and ((kind = 'key' and pix_key = %(pix_key)s)
         or (kind = 'account' and ispb = %(ispb)s and branch = %(branch)s and number = %(number)s))
"""
