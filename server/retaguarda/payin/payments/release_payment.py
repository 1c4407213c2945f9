"""Lets a payment go that the block list holds: what a person of the provider does who may change that list, and nobody else."""

from retaguarda.foundation.block_refusal import under_review
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal


async def release_payment(tx: Tx, principal: Principal, company: int, end_to_end_id: str, reason: str) -> None:
    """Write down who let a payment go from what stands against its payer; nothing where nothing does.

    Args:
        company: whose money it becomes.

    Raises:
        ApiError: 409 ``under_review``, from whoever may not.
    """
    key = {"company": company, "e2e": end_to_end_id}
    while await tx.value("select entry_id from pay_in_verdict(%(company)s, %(e2e)s)", key) is not None:
        if not principal.internal or Permission.COMPLIANCE_BLACK_LIST_WRITE not in principal.permissions:
            raise under_review()
        await tx.execute(
            "select block_refusal_write(gen_random_uuid(), 'pay_in', 'hold', v.entry_id, %(company)s, %(e2e)s, p.payer_name,"
            " p.payer_document, p.amount, p.currency, null) from pix_payment p, pay_in_verdict(%(company)s, %(e2e)s) v"
            " where p.end_to_end_id = %(e2e)s and not block_refusal_written(%(e2e)s, v.entry_id)",
            key,
        )
        await tx.execute(
            "select block_refusal_release(%(e2e)s, %(person)s, %(by)s, %(reason)s)",
            key | {"person": principal.person_id, "by": principal.email, "reason": reason},
        )
