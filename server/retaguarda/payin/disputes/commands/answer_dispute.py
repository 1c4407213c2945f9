"""The merchant answers a dispute: with a defence, or by accepting that the money goes back."""

from collections.abc import Mapping
from datetime import UTC, datetime

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import clean
from retaguarda.payin.disputes.disputed_holds import update_dispute
from retaguarda.payin.disputes.model import FLAW_ANALYSIS, FRAUD_ANALYSIS, AnswerInput, Case
from retaguarda.payin.disputes.plan_facts import of_case
from retaguarda.payin.disputes.queries import OF_CASE, case_subject, dispute_for_update, read_dispute
from retaguarda.payin.disputes.transitions import agree, refuse_unless


async def _answer(tx: Tx, principal: Principal, given: AnswerInput, path: Mapping[str, str]) -> Done:
    dispute = await dispute_for_update(tx, principal, path)
    refuse_unless(dispute, "to_answer", "in_analysis")
    dispute = await update_dispute(
        tx,
        dispute,
        status="in_analysis",
        defence=clean("defence", given.defence),
        answered_at=datetime.now(UTC),
        answered_by=principal.email,
        due_at=dispute.opened_at + (FRAUD_ANALYSIS if dispute.reason == "fraud" else FLAW_ANALYSIS),
        overdue_at=None,
    )
    return Done(str(dispute.id), await read_dispute(tx, principal, path), {"end_to_end_id": dispute.end_to_end_id})


async def _accept(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    dispute = await dispute_for_update(tx, principal, path)
    refuse_unless(dispute, "to_answer", "in_analysis")
    if dispute.answered_at is None:
        dispute = await update_dispute(tx, dispute, answered_at=datetime.now(UTC), answered_by=principal.email)
    await agree(tx, dispute, dispute.amount, note=None, by=principal.email, person=principal.person_id)
    return Done(
        str(dispute.id),
        await read_dispute(tx, principal, path),
        {"end_to_end_id": dispute.end_to_end_id, "amount": dispute.amount},
    )


ANSWER_CASE = Command(
    name="payin:med:answer",
    method="POST",
    path="/v1/payin/disputes/{id:str}/answer",
    summary="Write why the payment is the merchant's",
    permission=Permission.PAYIN_REFUND_WRITE,
    scope=OF_CASE,
    planned=True,
    input=AnswerInput,
    answers=Case,
    apply=_answer,
    subject=case_subject,
    shows=of_case,
)

ACCEPT_CASE = Command(
    name="payin:med:accept",
    method="POST",
    path="/v1/payin/disputes/{id:str}/accept",
    summary="Accept that a contested payment goes back",
    permission=Permission.PAYIN_REFUND_WRITE,
    scope=OF_CASE,
    planned=True,
    input=Nothing,
    answers=Case,
    apply=_accept,
    subject=case_subject,
    approvable=True,
    shows=of_case,
)
