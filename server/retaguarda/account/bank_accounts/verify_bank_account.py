"""Verify a bank account by a Pix of one centavo: the holder that the receiving bank names must be the one the merchant
gave."""

from dataclasses import dataclass

from retaguarda.bank_book.queries import bank_by_ispb
from retaguarda.foundation.database import Row, Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payout_engine.payout_orders import PayoutClient, apply_outcome
from retaguarda.payout_engine.postings import post_verifying
from retaguarda.payout_engine.reason_codes import worth_another
from retaguarda.payout_engine.rows import PayoutOrderRow
from retaguarda.payout_engine.transitions import BANK
from retaguarda.providers.payout import Outcome

_MESSAGE = "Confirmação de conta"
#: Reason of a rejection when the bank names another holder than the merchant did.
OTHER_HOLDER = "other_holder"


@dataclass(frozen=True, slots=True)
class Verifying:
    payout_client: PayoutClient

    async def run(self, company: int, account: str) -> None:
        """Send or poll the payout order of the verification and apply its outcome. Raises TryAgain while the bank
        processes it."""
        async with self.payout_client.database.transaction(Scope((company,))) as tx:
            locked = await _lock_account_and_order(tx, company, account)
        if locked is None:
            return
        row, order = locked
        # An earlier run may have sent the order already, so ask the bank before sending it.
        outcome = await self.payout_client.submit(order, row, _MESSAGE, first=False)
        async with self.payout_client.database.transaction(Scope((company,))) as tx:
            fresh = await _lock_account_and_order(tx, company, account)
            if fresh is None or not await apply_outcome(tx, order, outcome):
                return
            if outcome.state == "done":
                await _verify_holder(tx, fresh[0], order, outcome)
            elif outcome.state == "refused" and not worth_another(outcome.code, order.attempt):
                await _reject(tx, fresh[0], outcome.code or outcome.reason)
        if outcome.state == "processing":
            raise TryAgain("the bank is working on it")


async def _lock_account_and_order(tx: Tx, company: int, account: str) -> tuple[Row, PayoutOrderRow] | None:
    """Lock the bank account and return it with its open payout order."""
    row = await tx.one(
        "select * from bank_account where company_id = %(company)s and id = %(id)s for update",
        {"company": company, "id": account},
    )
    if row is None:
        return None
    order = await fetch_one(
        tx,
        PayoutOrderRow,
        "select * from payout_order where company_id = %(company_id)s and bank_account_id = %(id)s"
        " and state in ('sending', 'processing')",
        row,
    )
    return None if order is None else (row, order)


async def _verify_holder(tx: Tx, row: Row, order: PayoutOrderRow, outcome: Outcome) -> None:
    await post_verifying(tx, order, outcome.at)
    if row["status"] != "pending_verification":
        return
    if outcome.holder_document != row["holder_document"]:
        await _reject(tx, row, OTHER_HOLDER)
        return
    ispb = row["ispb"] or outcome.ispb or None
    bank = await bank_by_ispb(tx, ispb) if ispb else None
    await tx.execute(
        "update bank_account set status = 'verified', verified_at = clock_timestamp(), ispb = %(ispb)s,"
        " compe = coalesce(compe, %(compe)s), bank_name = coalesce(bank_name, %(name)s)"
        " where company_id = %(company_id)s and id = %(id)s",
        row | {"ispb": ispb, "compe": bank and bank.compe, "name": bank and bank.name},
    )
    await _record_event(tx, row, "verified")


async def _reject(tx: Tx, row: Row, why: str) -> None:
    if row["status"] != "pending_verification":
        return
    await tx.execute(
        "update bank_account set status = 'rejected', reason = %(why)s where company_id = %(company_id)s and id = %(id)s",
        row | {"why": why[:500]},
    )
    await _record_event(tx, row, "rejected", reason=why[:200])


async def _record_event(tx: Tx, row: Row, what: str, **data: object) -> None:
    await record(
        tx,
        f"account:bank_account:{what}",
        company=row["company_id"],
        subject=str(row["id"]),
        actor=BANK,
        data={"nickname": row["nickname"], **data},
    )
