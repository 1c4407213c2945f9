"""Commands on a case: one person proposes how it ends; another settles it that way or sends it back."""

from collections.abc import Mapping
from functools import partial

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.payout_engine.open_case import MOVES_NOTHING, about_case, is_incoming
from retaguarda.payout_engine.postings import CaseMoney, post_settled_case
from retaguarda.payout_engine.settle_case import PROPOSE_CASE, REOPEN_CASE, SETTLE_CASE
from retaguarda.payouts.cases.model import CaseProposal, PayoutCase
from retaguarda.payouts.cases.queries import CaseRow, case_for_update, case_subject, of_case, shown_case
from retaguarda.payouts.cases.tables import CASES, DECIDE
from retaguarda.payouts.verify_factor import guarded_subject


async def _propose(tx: Tx, principal: Principal, given: CaseProposal, path: Mapping[str, str]) -> Done:
    principal.require(Permission.TWO_FACTOR)
    row, _ = await case_for_update(tx, principal, path)
    _require(row, "open")
    if (given.outcome == "accepted") != (row.kind in MOVES_NOTHING):
        raise invalid_field("outcome", "outcome_of_other_case", "what moved no money is accepted, and nothing else is")
    reason = printable("reason", given.reason)
    await tx.execute(
        PROPOSE_CASE,
        _by(principal, row) | {"outcome": given.outcome, "reason": reason},
    )
    return await _done(tx, row, outcome=given.outcome)


async def _settle(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Move the money from suspense to where the first person proposed."""
    principal.require(Permission.TWO_FACTOR)
    row, payout = await case_for_update(tx, principal, path)
    _require(row, "proposed")
    if row.proposed_by_id == principal.person_id:
        raise ApiError(403, "own_proposal", "you proposed how this case ends; somebody else settles it")
    if row.outcome == "accepted":
        await tx.execute(SETTLE_CASE, _by(principal, row))
        return await _done(tx, row, outcome=row.outcome)
    assert row.outcome is not None
    money = CaseMoney(
        company=row.company_id,
        about=about_case(row.payout_id, row.reference),
        amount=row.amount,
        currency=row.currency,
        incoming=is_incoming(row.kind),
    )
    await post_settled_case(tx, money, row.id, payout, row.outcome)
    await tx.execute(
        SETTLE_CASE,
        _by(principal, row),
    )
    return await _done(tx, row, outcome=row.outcome)


async def _give_back(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    """Open a case again whose proposal somebody does not agree to; who proposed may do so too."""
    principal.require(Permission.TWO_FACTOR)
    row, _ = await case_for_update(tx, principal, path)
    _require(row, "proposed")
    await tx.execute(
        REOPEN_CASE,
        _by(principal, row),
    )
    return await _done(tx, row)


def _require(row: CaseRow, status: str) -> None:
    if row.status == status:
        return
    if status == "open":
        raise ApiError(409, "case_not_open", f"this case is {row.status}")
    raise ApiError(409, "case_not_proposed", f"this case is {row.status}")


def _by(principal: Principal, row: CaseRow) -> dict[str, object]:
    return {"company": row.company_id, "id": row.id, "by": principal.email, "person": principal.person_id}


async def _done(tx: Tx, row: CaseRow, **more: str) -> Done:
    return Done(str(row.id), await shown_case(tx, row), {"amount": row.amount, "kind": row.kind, **more})


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    case: PayoutCase = done.result
    payee = {} if case.holder_name is None else {"holder_name": case.holder_name}
    title = " · ".join([*payee.values(), case.reference])
    return plan_summary(title, {**payee, "amount": case.amount, "reference": case.reference})


_command = partial(
    Command,
    method="POST",
    permission=DECIDE,
    scope=guarded_subject(of_case),
    answers=PayoutCase,
    keyed=False,
    planned=True,
    subject=case_subject,
    shows=_shows,
)

PROPOSE = _command(
    name="payouts:case:propose",
    path=f"{CASES.path}/{{id:str}}/propose",
    summary="Propose how a case ends: to the merchant, to losses, or because the bank undid it; what moved nothing is accepted",
    input=CaseProposal,
    apply=_propose,
)
SETTLE = _command(
    name="payouts:case:settle",
    path=f"{CASES.path}/{{id:str}}/settle",
    summary="Settle a case as somebody else proposed",
    input=Nothing,
    apply=_settle,
)
GIVE_BACK = _command(
    name="payouts:case:give_back",
    path=f"{CASES.path}/{{id:str}}/give-back",
    summary="Do not agree to how a case is to end: it is open again",
    input=ReasonInput,
    apply=_give_back,
)
COMMANDS = (PROPOSE, SETTLE, GIVE_BACK)
