"""All ledger postings of withdrawals.

Requested: hold amount and fee on the merchant's available balance; for a recipient's payout, on recipient.<id>; for a court's, on
           the provider's court_payouts
Done:      capture the hold: that account −(amount + fee), pix_clearing +amount, pix_fees +fee
Not done:  void the hold
Returned:  pix_clearing −amount, and the account the withdrawal came from +amount; the fee stays, or where it was so promised goes back
           once the whole amount has: pix_fees −fee, that account +fee
Case:      what the bank did and no payment explains waits on payout_suspense. Money that left: pix_clearing +amount,
           payout_suspense −amount; that came in: the reverse. Settled: payout_suspense back to zero, against the account the payout
           came from, payout_losses or, where the bank undid it, pix_clearing
Verifying: the provider pays the centavo itself: pix_fees −1, pix_clearing +1
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda import ledger
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import present, struct_of
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.charges.model import AVAILABLE, CLEARING, FEES
from retaguarda.payin.splits.share_payment import account_of
from retaguarda.payout_engine.rows import PayoutOrderRow
from retaguarda.providers.payout import Returned

#: What was taken from accounts of a document for a court, until it is there.
COURT = "court_payouts"
#: Accounts of the provider, append-only: what waits for a case, and what cases cost or brought.
SUSPENSE, LOSSES = "payout_suspense", "payout_losses"


class _Payout(msgspec.Struct):
    """What postings read of a row of ``payout``; minor units of ``currency``."""

    id: UUID
    company_id: int
    origin: str
    origin_id: UUID | None
    amount: int
    fee: int
    fee_back: bool
    currency: str

    @property
    def source(self) -> AccountRef:
        """The account that the money leaves and comes back to."""
        if self.origin == "recipient":
            return account_of(self.company_id, present(self.origin_id), self.currency)
        if self.origin == "judicial":
            return _of_provider(COURT, self.currency)
        return AccountRef(self.company_id, AVAILABLE, self.currency)


def key_of(payout: UUID) -> str:
    return f"payout:{payout}"


def _of_provider(code: str, currency: str) -> AccountRef:
    return AccountRef(PROVIDER, code, currency)


async def hold_payout(tx: Tx, row: Row) -> None:
    """Hold amount and fee of a withdrawal.

    Raises:
        ApiError: 422 ``insufficient_balance``.
    """
    payout = struct_of(_Payout, row)
    await ledger.hold(
        tx,
        account=payout.source,
        amount=payout.amount + payout.fee,
        key=key_of(payout.id),
        reference=str(payout.id),
    )


async def capture_payout(tx: Tx, row: Row, at: datetime | None, *, with_commit: bool = False) -> None:
    """Capture the hold of a payout.

    Args:
        with_commit: as the last of the transaction; of a batch, every payout takes from one account.
    """
    payout = struct_of(_Payout, row)
    legs = [
        Leg(payout.source, -payout.amount - payout.fee),
        Leg(_of_provider(CLEARING, payout.currency), payout.amount),
    ]
    if payout.fee:
        legs.append(Leg(_of_provider(FEES, payout.currency), payout.fee))
    await (ledger.capture_with_commit if with_commit else ledger.capture)(
        tx,
        company=payout.company_id,
        hold_key=key_of(payout.id),
        key=key_of(payout.id),
        kind="payouts.payout",
        reference=str(payout.id),
        effective_at=at,
        legs=legs,
    )


async def capture_payouts_with_commit(tx: Tx, rows: Sequence[tuple[Row, datetime | None]]) -> None:
    """Capture the holds of payouts of one merchant's available balance in one currency, as the last of the transaction.

    Args:
        rows: of ``payout``, each with the moment at which its bank paid it.
    """
    payouts = [(struct_of(_Payout, row), at) for row, at in rows]
    (account,) = {payout.source for payout, _ in payouts}
    captures = [
        ledger.Capture(key_of(payout.id), str(payout.id), at, payout.amount, payout.fee) for payout, at in payouts
    ]
    await ledger.capture_many_with_commit(
        tx, captures, kind="payouts.payout", account=account, target=CLEARING, shared=FEES
    )


async def void_payout(tx: Tx, payout: Row) -> None:
    """Free the money of a payout that is not carried out; one that waited for money had none set aside."""
    if not payout["held"]:
        return
    await ledger.void(tx, company=payout["company_id"], hold_key=key_of(payout["id"]))


async def post_return(tx: Tx, row: Row, back: Returned, *, claimed: bool) -> None:
    payout = struct_of(_Payout, row)
    await ledger.post(
        tx,
        company=payout.company_id,
        key=f"return:{back.rtr_id}",
        kind="account.claim_returned" if claimed else "payouts.returned",
        reference=str(payout.id),
        effective_at=back.at,
        legs=[Leg(_of_provider(CLEARING, payout.currency), -back.amount), Leg(payout.source, back.amount)],
    )


async def give_fee_back(tx: Tx, row: Row, at: datetime | None) -> int:
    """Give the fee back of a payout that came back whole, where it was promised; once, however its returns came. Return what it was."""
    payout = struct_of(_Payout, row)
    if not payout.fee_back or payout.fee == 0:
        return 0
    await ledger.post(
        tx,
        company=payout.company_id,
        key=f"fee_back:{payout.id}",
        kind="payouts.fee_returned",
        reference=str(payout.id),
        effective_at=at,
        legs=[Leg(_of_provider(FEES, payout.currency), -payout.fee), Leg(payout.source, payout.fee)],
    )
    return payout.fee


class CaseMoney(msgspec.Struct, frozen=True, kw_only=True):
    """What a case moves: ``amount`` in minor units. ``incoming``: money came in instead of leaving; ``about``: its payout, or the
    bank's id of a return that is of none."""

    company: int
    about: str
    amount: int
    currency: str
    incoming: bool

    @property
    def left(self) -> int:
        return -self.amount if self.incoming else self.amount


async def post_case(tx: Tx, case: CaseMoney, key: str, at: datetime | None) -> None:
    """Book to suspense what the bank did and no payment explains."""
    await ledger.post(
        tx,
        company=case.company,
        key=key,
        kind="payouts.case_opened",
        reference=case.about,
        effective_at=at,
        legs=[
            Leg(_of_provider(CLEARING, case.currency), case.left),
            Leg(_of_provider(SUSPENSE, case.currency), -case.left),
        ],
    )


async def post_settled_case(
    tx: Tx, case: CaseMoney, number: UUID, payout: Row | None, outcome: Literal["merchant", "losses", "bank"]
) -> None:
    """Clear the suspense account of a case: to the merchant, to the provider's losses, or because the bank undid it.

    Args:
        payout: its row; None: the case is of no payment, and the merchant's own account is meant.

    Raises:
        ApiError: 422 ``insufficient_balance``.
    """
    own = AccountRef(case.company, AVAILABLE, case.currency)
    against = {
        "merchant": own if payout is None else struct_of(_Payout, payout).source,
        "losses": _of_provider(LOSSES, case.currency),
        "bank": _of_provider(CLEARING, case.currency),
    }[outcome]
    await ledger.post(
        tx,
        company=case.company,
        key=f"case:{number}",
        kind="payouts.case_settled",
        reference=case.about,
        effective_at=None,
        legs=[Leg(_of_provider(SUSPENSE, case.currency), case.left), Leg(against, -case.left)],
    )


async def post_verifying(tx: Tx, order: PayoutOrderRow, at: datetime | None) -> None:
    await ledger.post(
        tx,
        company=order.company_id,
        key=f"verify:{order.id}",
        kind="account.verifying",
        reference=str(order.bank_account_id),
        effective_at=at,
        legs=[
            Leg(_of_provider(FEES, order.currency), -order.amount),
            Leg(_of_provider(CLEARING, order.currency), order.amount),
        ],
    )
