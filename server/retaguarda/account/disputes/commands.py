"""Open and cancel a dispute of a Pix that was sent. A job reports both to DICT right after."""

from collections.abc import Mapping
from datetime import UTC, datetime

from retaguarda.account.disputes.model import WINDOW, Claim, ClaimInput
from retaguarda.account.disputes.queries import claim_subject, load_dispute, lock_dispute
from retaguarda.account.disputes.transitions import move
from retaguarda.account.withdrawals.queries import transfer_for_update, transfer_subject
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.text_input import clean

OPENED = "account:claim:open"
CANCELLED = "account:claim:cancel"
#: The same, of a payment (payouts/refunds).
OPENED_OF_PAYMENT = "payouts:claim:open"


async def _open(tx: Tx, principal: Principal, given: ClaimInput, path: Mapping[str, str]) -> Done:
    return await open_dispute(tx, principal, await transfer_for_update(tx, principal, path), given)


async def open_dispute(tx: Tx, principal: Principal, transfer: Row, given: ClaimInput) -> Done:
    """Open a dispute about a payout that left; ``transfer`` is its row, locked by the caller.

    Raises:
        ApiError: 400 ``amount``; 409 ``transfer_not_done``, ``claim_no_pix``, ``claim_too_late`` or ``claim_open``.
    """
    details = clean("details", given.details)
    if transfer["status"] != "done":
        raise ApiError(409, "transfer_not_done", f"a withdrawal that is {transfer['status']} has not left")
    end_to_end_id: str | None = transfer["end_to_end_id"]
    if end_to_end_id is None:
        raise ApiError(409, "claim_no_pix", "it was paid by a file: ask the bank that paid it")
    if transfer["ended_at"] < datetime.now(UTC) - WINDOW:
        raise ApiError(409, "claim_too_late", f"a Pix is asked back within {WINDOW.days} days")
    left: int = transfer["amount"] - transfer["returned"]
    amount = given.amount.amount if given.amount else left
    if not 0 < amount <= left:
        raise invalid_field("amount", "claim_exceeds_sent", f"at most {left} minor units can be asked back")
    dispute = uuid7()
    inserted = await tx.execute(
        "insert into med_claim (company_id, id, payout_id, end_to_end_id, reason, amount, currency, details, opened_by)"
        " values (%(company)s, %(id)s, %(transfer)s, %(e2e)s, %(reason)s, %(amount)s, %(currency)s, %(details)s, %(by)s)"
        " on conflict (company_id, payout_id) where ended_at is null do nothing",
        {
            "company": transfer["company_id"],
            "id": dispute,
            "transfer": transfer["id"],
            "e2e": end_to_end_id,
            "reason": given.reason,
            "amount": amount,
            "currency": transfer["currency"],
            "details": details,
            "by": principal.email,
        },
    )
    if not inserted:
        raise ApiError(409, "claim_open", "this withdrawal is being asked back already")
    result = await load_dispute(tx, [transfer["company_id"]], dispute)
    assert result is not None
    return Done(str(dispute), result, {"amount": amount, "transfer": str(transfer["id"])})


async def _cancel(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    company, dispute_id = principal.chosen(), path_id(path)
    row = await lock_dispute(tx, company, dispute_id)
    if row is None:
        raise not_found("claim")
    if row["ended_at"] is not None:
        raise ApiError(409, "claim_over", f"a claim that is {row['status']} is over")
    if row["status"] == "created" and not row["tried"]:
        await move(tx, row, "cancelled", actor=principal.email, person=principal.person_id)
    else:
        await tx.execute(
            "update med_claim set cancel_requested_at = coalesce(cancel_requested_at, now())"
            " where company_id = %(company_id)s and id = %(id)s",
            row,
        )
    dispute = await load_dispute(tx, [company], dispute_id)
    assert dispute is not None
    return Done(str(dispute_id), dispute, {"amount": row["amount"]})


OPEN_CLAIM = Command(
    name=OPENED,
    method="POST",
    path="/v1/account/withdrawals/{id:str}/disputes",
    summary="Ask a Pix back that was sent (MED): a fraud, or a flaw of a system",
    permission=Permission.PAYIN_WITHDRAWALS_WRITE,
    scope=MERCHANT,
    planned=True,
    input=ClaimInput,
    answers=Claim,
    apply=_open,
    status=201,
    subject=transfer_subject,
)
CANCEL_CLAIM = Command(
    name=CANCELLED,
    method="POST",
    path="/v1/account/disputes/{id:str}/cancel",
    summary="Ask no longer for a Pix that was sent",
    permission=Permission.PAYIN_WITHDRAWALS_WRITE,
    scope=MERCHANT,
    planned=True,
    input=Nothing,
    answers=Claim,
    apply=_cancel,
    keyed=False,
    subject=claim_subject,
)
