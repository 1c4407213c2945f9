"""Answer an ombudsman case with its letter. The letter goes out once, so a policy may ask for a second person."""

from collections.abc import Mapping

from retaguarda.cases.model import LetterInput, Ticket
from retaguarda.cases.queries import case_for_update, case_of
from retaguarda.cases.transitions import add_step, move, refuse_unless
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable


async def _answer(tx: Tx, principal: Principal, given: LetterInput, path: Mapping[str, str]) -> Done:
    case = await case_for_update(tx, "ombudsman", path)
    refuse_unless(case, "analysing")
    letter = printable("text", given.text)
    after = await move(
        tx,
        case,
        "answered",
        "answered_at = clock_timestamp(), answer = %(letter)s, outcome = %(outcome)s",
        letter=letter,
        outcome=given.outcome,
    )
    await add_step(tx, after, principal.email, "answered", letter)
    told = {"protocol": after.protocol, "outcome": given.outcome, "from": case.state, "to": after.state}
    return Done(str(after.id), case_of(after), told)


ANSWER_OMBUDSMAN = Command(
    name="cases:ombudsman:answer",
    method="POST",
    path="/v1/audit/ombudsman-tickets/{id:str}/answer",
    summary="Answer an ombudsman case with its letter",
    permission=Permission.AUDIT_TICKETS_WRITE,
    scope=HOUSE,
    input=LetterInput,
    answers=Ticket,
    apply=_answer,
    keyed=False,
    approvable=True,
    shows=named_by("protocol"),
)
