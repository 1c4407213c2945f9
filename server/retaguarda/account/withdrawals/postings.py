"""All ledger postings of withdrawals.

Requested: hold amount and fee on the merchant's available balance; for a recipient's payout, on recipient.<id>
Done:      capture the hold: that account −(amount + fee), pix_clearing +amount, pix_fees +fee
Not done:  void the hold
Returned:  pix_clearing −amount, and the account the withdrawal came from +amount; the fee stays
Verifying: the provider pays the centavo itself: pix_fees −1, pix_clearing +1
"""

from datetime import datetime

from retaguarda import ledger
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.request import PROVIDER
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.charges.model import AVAILABLE, CLEARING, FEES
from retaguarda.payin.splits.share_payment import account_of
from retaguarda.providers.payout import Returned


def key_of(transfer: Row) -> str:
    return f"transfer:{transfer['id']}"


def source_of(transfer: Row) -> AccountRef:
    """Return the account that the money leaves and comes back to."""
    if transfer["origin"] == "recipient":
        return account_of(transfer["company_id"], transfer["origin_id"], transfer["currency"])
    return AccountRef(transfer["company_id"], AVAILABLE, transfer["currency"])


def _of_provider(code: str, row: Row) -> AccountRef:
    return AccountRef(PROVIDER, code, row["currency"])


async def hold_transfer(tx: Tx, transfer: Row) -> None:
    """Hold amount and fee of a withdrawal.

    Raises:
        ApiError: 422 ``insufficient_balance``.
    """
    await ledger.hold(
        tx,
        account=source_of(transfer),
        amount=transfer["amount"] + transfer["fee"],
        key=key_of(transfer),
        reference=str(transfer["id"]),
    )


async def capture_transfer(tx: Tx, transfer: Row, at: datetime | None) -> None:
    company, amount, fee = transfer["company_id"], transfer["amount"], transfer["fee"]
    legs = [Leg(source_of(transfer), -amount - fee), Leg(_of_provider(CLEARING, transfer), amount)]
    if fee:
        legs.append(Leg(_of_provider(FEES, transfer), fee))
    await ledger.capture(
        tx,
        company=company,
        hold_key=key_of(transfer),
        key=key_of(transfer),
        kind="account.transfer",
        reference=str(transfer["id"]),
        effective_at=at,
        legs=legs,
    )


async def void_transfer(tx: Tx, transfer: Row) -> None:
    await ledger.void(tx, company=transfer["company_id"], hold_key=key_of(transfer))


async def post_return(tx: Tx, transfer: Row, back: Returned, *, claimed: bool) -> None:
    await ledger.post(
        tx,
        company=transfer["company_id"],
        key=f"return:{back.rtr_id}",
        kind="account.claim_returned" if claimed else "account.transfer_returned",
        reference=str(transfer["id"]),
        effective_at=back.at,
        legs=[Leg(_of_provider(CLEARING, transfer), -back.amount), Leg(source_of(transfer), back.amount)],
    )


async def post_verifying(tx: Tx, order: Row, at: datetime | None) -> None:
    await ledger.post(
        tx,
        company=order["company_id"],
        key=f"verify:{order['id']}",
        kind="account.verifying",
        reference=str(order["bank_account_id"]),
        effective_at=at,
        legs=[Leg(_of_provider(FEES, order), -order["amount"]), Leg(_of_provider(CLEARING, order), order["amount"])],
    )
