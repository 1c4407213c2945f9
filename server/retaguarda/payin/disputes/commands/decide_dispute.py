"""Staff decide a dispute: the payment goes back, whole or in part, or the merchant keeps it."""

from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import forbidden, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import clean
from retaguarda.payin.disputes.model import Case, DecideInput
from retaguarda.payin.disputes.plan_facts import of_case
from retaguarda.payin.disputes.queries import OF_CASE, case_subject, dispute_for_update, read_dispute
from retaguarda.payin.disputes.transitions import agree, disagree, refuse_unless


async def _decide(tx: Tx, principal: Principal, given: DecideInput, path: Mapping[str, str]) -> Done:
    if not principal.internal:
        raise forbidden(Permission.PAYIN_MED_DECIDE)
    dispute = await dispute_for_update(tx, principal, path)
    refuse_unless(dispute, "to_answer", "in_analysis")
    note, data = clean("note", given.note), dict[str, Any]()
    if given.decision == "disagreed":
        if given.amount is not None:
            raise invalid_field("amount", "not_wanted", "nothing goes back of a case that is disagreed with")
        await disagree(tx, dispute, note=note, by=principal.email, person=principal.person_id)
    else:
        amount = given.amount.amount if given.amount else dispute.amount
        if amount > dispute.amount > 0:
            raise invalid_field("amount", "exceeds_asked", f"at most {dispute.amount} minor units can go back")
        await agree(tx, dispute, amount, note=note, by=principal.email, person=principal.person_id)
        data["amount"] = amount
    return Done(
        str(dispute.id),
        await read_dispute(tx, principal, path),
        {"end_to_end_id": dispute.end_to_end_id, "decision": given.decision, **data},
    )


DECIDE_CASE = Command(
    name="payin:med:decide",
    method="POST",
    path="/v1/payin/disputes/{id:str}/decide",
    summary="Agree or disagree with what the payer's bank reports",
    permission=Permission.PAYIN_MED_DECIDE,
    scope=OF_CASE,
    planned=True,
    moves_money=True,
    input=DecideInput,
    answers=Case,
    apply=_decide,
    subject=case_subject,
    approvable=True,
    shows=of_case,
)
