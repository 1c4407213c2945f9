"""Requests the refund of a payment: holds the money and writes the refund. refunds/transitions.py settles it."""

from dataclasses import dataclass
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.payin.charges import postings
from retaguarda.payin.charges.lock_payment import refuse_disputed
from retaguarda.payin.charges.model import AVAILABLE, IN_REVIEW
from retaguarda.payin.rows import PixPaymentRow, RefundRow
from retaguarda.payin.splits.share_payment import plan_refund_shares, take_back_shares
from retaguarda.providers.pix.ids import new_refund_id

#: Account that holds the money, by the payment's status; for a settled one it is available.
HELD_ON = {"under_review": IN_REVIEW, "unidentified": postings.UNIDENTIFIED}


@dataclass(frozen=True, slots=True)
class DisputeRefund:
    """A refund made by a dispute (MED). ``nature``: MED_FRAUDE or MED_OPERACIONAL; ``hold``: the key of the hold it
    captures.
    """

    dispute_id: UUID
    nature: str
    hold: str


async def request_refund(
    tx: Tx,
    payment: PixPaymentRow,
    *,
    amount: int,
    reason: str | None,
    person: UUID | None,
    account: str,
    dispute: DisputeRefund | None = None,
) -> RefundRow:
    """Hold the money and write the refund; a consumer of its event sends it to the provider.

    Recipients of a split payment give back in proportion, and the merchant bears what a recipient lacks. The merchant
    alone bears a dispute's refund.

    Args:
        dispute: the dispute that holds the money already.

    Raises:
        ApiError: 422 ``insufficient_balance`` when the account does not cover it; 409 ``med_case_open`` while a dispute
            of the payment is open and this refund is not the dispute's.
    """
    shares = None
    if dispute is None:
        await refuse_disputed(tx, payment.end_to_end_id)
        shares = await plan_refund_shares(tx, payment, amount) if payment.parted and account == AVAILABLE else None
    row = await tx.one(
        "insert into refund (company_id, id, charge_id, end_to_end_id, provider_id, amount, currency, status, reason, created_by,"
        " parted, carried, nature, med_case, hold_key) values (%(company)s, %(id)s, %(charge)s, %(e2e)s, %(provider)s,"
        " %(amount)s, %(currency)s, 'requested', %(reason)s, %(person)s, %(parted)s, %(carried)s, %(nature)s, %(case)s, %(hold)s) returning *",
        {
            "company": payment.company_id,
            "id": uuid7(),
            "charge": payment.charge_id,
            "e2e": payment.end_to_end_id,
            "provider": new_refund_id(),
            "amount": amount,
            "currency": payment.currency,
            "reason": reason,
            "person": person,
            "parted": shares is not None,
            "carried": sum(shares.carried.values()) if shares else 0,
            "nature": dispute.nature if dispute else "ORIGINAL",
            "case": dispute.dispute_id if dispute else None,
            "hold": dispute.hold if dispute else None,
        },
    )
    assert row is not None
    refund = RefundRow.of(row)
    if shares:
        await take_back_shares(tx, refund, shares)
    if dispute is None:
        await postings.hold_refund(tx, refund, account)
    return refund
