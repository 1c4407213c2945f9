"""What the merchant says to a case: why the money is theirs, or that it goes back."""

from collections.abc import Mapping
from datetime import UTC, datetime

from retaguarda.foundation.call import Who
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.written import clean
from retaguarda.payin.med.blocking import changed
from retaguarda.payin.med.model import ANALYSIS, FLAW, AnswerInput, Case
from retaguarda.payin.med.moving import agree, refuse_unless
from retaguarda.payin.med.rows import case_for_update, case_subject, read_case
from retaguarda.payin.med.shown import of_case


async def _answer(tx: Tx, who: Who, given: AnswerInput, path: Mapping[str, str]) -> Done:
    case = await case_for_update(tx, who, path)
    refuse_unless(case, "to_answer", "in_analysis")
    case = await changed(
        tx,
        case,
        status="in_analysis",
        defence=clean("defence", given.defence),
        answered_at=datetime.now(UTC),
        answered_by=who.email,
        due_at=case["opened_at"] + (ANALYSIS if case["reason"] == "fraud" else FLAW),
        overdue_at=None,
    )
    return Done(str(case["id"]), await read_case(tx, who, path), {"end_to_end_id": case["end_to_end_id"]})


async def _accept(tx: Tx, who: Who, given: Nothing, path: Mapping[str, str]) -> Done:
    case = await case_for_update(tx, who, path)
    refuse_unless(case, "to_answer", "in_analysis")
    if case["answered_at"] is None:
        case = await changed(tx, case, answered_at=datetime.now(UTC), answered_by=who.email)
    await agree(tx, case, case["amount"], note=None, by=who.email, person=who.person_id)
    return Done(
        str(case["id"]),
        await read_case(tx, who, path),
        {"end_to_end_id": case["end_to_end_id"], "amount": case["amount"]},
    )


ANSWER_CASE = Command(
    name="payin:med:answer",
    method="POST",
    path="/v1/payin/med/{id:str}/answer",
    summary="Write why the payment is the merchant's",
    permission=Permission.PAYIN_REFUND_WRITE,
    input=AnswerInput,
    answers=Case,
    apply=_answer,
    subject=case_subject,
    shows=of_case,
)

ACCEPT_CASE = Command(
    name="payin:med:accept",
    method="POST",
    path="/v1/payin/med/{id:str}/accept",
    summary="Accept that a contested payment goes back",
    permission=Permission.PAYIN_REFUND_WRITE,
    input=Nothing,
    answers=Case,
    apply=_accept,
    subject=case_subject,
    approvable=True,
    shows=of_case,
)
