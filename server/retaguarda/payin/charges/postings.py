"""The ledger postings of pay-in.

Pix received:   pix_clearing −amount (the provider's bank owes us), available +net, pix_fees +fee;
                of a split charge recipient.<id> +its share each, the rest to available
Pix in review:  pix_clearing −amount, in_review +amount, until accepted or refunded
Pix of nobody:  pix_clearing −amount, the provider's unidentified +amount (account/deposits)
Refund:         a hold on the account it comes from; captured: that account −amount, pix_clearing +amount;
                of a split payment first recipient.<id> −its part each, available +their sum;
                reversed when the refund fails
"""

from collections.abc import Sequence
from datetime import datetime

from retaguarda import ledger
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import BRL
from retaguarda.foundation.request import PROVIDER
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.charges.model import AVAILABLE, CLEARING, FEES, IN_REVIEW
from retaguarda.payin.rows import PixPaymentRow, RefundRow
from retaguarda.payin.splits.divide_amount import Share
from retaguarda.payin.splits.share_payment import legs_of, return_shares

#: Accounts of each company: what it may spend, and what is under review. Neither may fall below zero.
OPEN_ACCOUNTS = (
    f"select ledger_open(%(company)s, code, '{BRL}', 0, false) from (values ('available'), ('in_review')) a (code)"
)
#: Accounts of the provider, touched by every payment.
OPEN_HOT_ACCOUNTS = f"select ledger_open(%(company)s, code, '{BRL}', null, true) from (values ('pix_clearing'), ('pix_fees'), ('adjustments'), ('payout_suspense'), ('payout_losses')) a (code)"

#: Account of the provider: deposits not identified yet.
UNIDENTIFIED = "unidentified"


async def post_payment(tx: Tx, payment: PixPaymentRow, shares: Sequence[Share] = ()) -> None:
    await _post(tx, payment, "payin.payment", f"pix:{payment.end_to_end_id}", _clearing(payment), AVAILABLE, shares)


async def post_in_review(tx: Tx, payment: PixPaymentRow) -> None:
    await _post(tx, payment, "payin.in_review", f"pix:{payment.end_to_end_id}", _clearing(payment), IN_REVIEW)


async def post_accepted(tx: Tx, payment: PixPaymentRow, shares: Sequence[Share] = ()) -> None:
    source = _account(payment, IN_REVIEW)
    await _post(tx, payment, "payin.accepted", f"accept:{payment.end_to_end_id}", source, AVAILABLE, shares)


async def _post(
    tx: Tx, payment: PixPaymentRow, kind: str, key: str, source: AccountRef, target: str, shares: Sequence[Share] = ()
) -> None:
    company, amount, fee = payment.company_id, payment.amount, payment.fee
    recipient_legs = legs_of(company, shares, payment.currency)
    legs = [Leg(source, -amount), *recipient_legs]
    if own := amount - fee - sum(leg.amount for leg in recipient_legs):
        legs.append(Leg(_account(payment, target), own))
    if fee:
        legs.append(Leg(AccountRef(PROVIDER, FEES, payment.currency), fee))
    await ledger.post(
        tx,
        company=company,
        key=key,
        kind=kind,
        reference=str(payment.charge_id or payment.end_to_end_id),
        effective_at=payment.paid_at,
        legs=legs,
    )


async def hold_refund(tx: Tx, refund: RefundRow, account: str) -> None:
    await ledger.hold(
        tx,
        account=_account(refund, account),
        amount=refund.amount,
        key=_key(refund),
        reference=_reference(refund),
    )


async def capture_refund(tx: Tx, refund: RefundRow, account: str, at: datetime | None) -> None:
    amount = refund.amount
    await ledger.capture(
        tx,
        company=refund.company_id,
        hold_key=refund.hold_key or _key(refund),
        key=_key(refund),
        kind="payin.refund",
        reference=_reference(refund),
        effective_at=at,
        legs=[Leg(_account(refund, account), -amount), Leg(_clearing(refund), amount)],
    )


async def void_refund(tx: Tx, refund: RefundRow) -> None:
    if refund.parted and await return_shares(tx, refund, _key(refund)):
        return
    await ledger.void(tx, company=refund.company_id, hold_key=_key(refund))


def _account(row: PixPaymentRow | RefundRow, code: str) -> AccountRef:
    return AccountRef(row.company_id, code, row.currency)


def _clearing(row: PixPaymentRow | RefundRow) -> AccountRef:
    return AccountRef(PROVIDER, CLEARING, row.currency)


def _key(refund: RefundRow) -> str:
    return f"refund:{refund.id}"


def _reference(refund: RefundRow) -> str:
    return str(refund.charge_id or refund.end_to_end_id)
