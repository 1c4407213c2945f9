"""What staff decide: the payment goes back, whole or in part, or it stays with the merchant."""

from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.call import Who
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import forbidden, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.written import clean
from retaguarda.payin.med.model import Case, DecideInput
from retaguarda.payin.med.moving import agree, disagree, refuse_unless
from retaguarda.payin.med.rows import case_for_update, case_subject, read_case
from retaguarda.payin.med.shown import of_case


async def _decide(tx: Tx, who: Who, given: DecideInput, path: Mapping[str, str]) -> Done:
    if not who.internal:
        raise forbidden(Permission.PAYIN_MED_DECIDE)
    case = await case_for_update(tx, who, path)
    refuse_unless(case, "to_answer", "in_analysis")
    note, told = clean("note", given.note), dict[str, Any]()
    if given.decision == "disagreed":
        if given.amount is not None:
            raise invalid_field("amount", "not_wanted", "nothing goes back of a case that is disagreed with")
        await disagree(tx, case, note=note, by=who.email, person=who.person_id)
    else:
        amount = given.amount.amount if given.amount else case["amount"]
        if amount > case["amount"] > 0:
            raise invalid_field("amount", "exceeds_asked", f"at most {case['amount']} minor units can go back")
        await agree(tx, case, amount, note=note, by=who.email, person=who.person_id)
        told["amount"] = amount
    return Done(
        str(case["id"]),
        await read_case(tx, who, path),
        {"end_to_end_id": case["end_to_end_id"], "decision": given.decision, **told},
    )


DECIDE_CASE = Command(
    name="payin:med:decide",
    method="POST",
    path="/v1/payin/med/{id:str}/decide",
    summary="Agree or disagree with what the payer's bank reports",
    permission=Permission.PAYIN_MED_DECIDE,
    input=DecideInput,
    answers=Case,
    apply=_decide,
    subject=case_subject,
    approvable=True,
    shows=of_case,
)
