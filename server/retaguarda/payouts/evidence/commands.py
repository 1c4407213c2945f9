"""Commands on evidence: one person proposes what became of an unanswered order; another approves or refuses.

Whoever proposes or approves shows their second factor in the same request.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.command import Command, Done, command_route
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.files.store import files_of
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Access, Principal, Request, Response, Route
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.foundation.typed_rows import present, struct_of
from retaguarda.identity.proven_command import run_proven
from retaguarda.identity.second_step import SecondStep
from retaguarda.ledger.plan import plan_route
from retaguarda.payout_engine.settle_payout import end_by_evidence
from retaguarda.payouts.evidence.model import ApproveEvidenceInput, EvidenceInput, PayoutEvidence
from retaguarda.payouts.evidence.queries import (
    Target,
    evidence_for_update,
    evidence_subject,
    lines_of,
    load_evidence,
    of_evidence,
    of_payout,
    owner_of,
    payout_for_update,
    payout_subject,
    subject_of,
    target_of,
)
from retaguarda.payouts.verify_factor import guarded_subject
from retaguarda.providers.payout import Outcome

DECIDE = Permission.PAYOUT_EXCEPTION_DECIDE
OF_PAYOUT, OF_EVIDENCE = guarded_subject(of_payout), guarded_subject(of_evidence)
#: Why no evidence ends an order now, in words.
_STOPS = {
    "not_uncertain": "the bank was asked less than a minute ago",
    "not_sent": "this order is in no sealed remittance and no submitted lot: no bank has it",
    "file_answers": "a return file that waits to be applied says how this order ended",
}
_APPLY = (
    "update payout_evidence set status = %(status)s, decided_at = clock_timestamp(), decided_by = %(by)s, decided_by_id = %(person)s,"
    " refusal = %(refusal)s where company_id = %(company)s and id = %(id)s"
)


async def _propose(
    tx: Tx, principal: Principal, given: EvidenceInput, path: Mapping[str, str], *, factor: str = ""
) -> Done:
    evidence, row = uuid7(), await _proposed(tx, principal, given, path)
    await tx.execute(
        "insert into payout_evidence (company_id, id, payout_id, order_id, says, source, amount, currency, occurred_on, line_id,"
        " line_text, file_id, sha256, reason, proposed_by, proposed_by_id) values (%(company)s, %(id)s, %(payout)s, %(order_id)s,"
        " %(says)s, %(source)s, %(amount)s, %(currency)s, %(occurred_on)s, %(line_id)s, %(line_text)s, %(file_id)s, %(sha256)s,"
        " %(reason)s, %(by)s, %(person)s)",
        row | {"id": evidence},
    )
    return _done(await load_evidence(tx, principal.chosen(), evidence), factor)


async def _proposed(tx: Tx, principal: Principal, given: EvidenceInput, path: Mapping[str, str]) -> Row:
    """Return the row of what somebody proposes.

    Raises:
        ApiError: it says too little, or nothing that fits an uncertain order.
    """
    principal.require(Permission.TWO_FACTOR)
    await payout_for_update(tx, principal, path)
    payout, company = path_id(path), principal.chosen()
    target = await uncertain(tx, company, payout)
    waiting = await tx.value(
        "select exists (select from payout_evidence where company_id = %(company)s and order_id = %(order)s and status = 'proposed')",
        {"company": company, "order": target.order_id},
    )
    if waiting:
        raise ApiError(409, "evidence_waits", "what somebody proposed of this order waits for a second person")
    if (given.line is None) == (given.file is None):
        raise invalid_field("line", "one_evidence", "name exactly one: a line of a statement, or a letter of the bank")
    proof = (
        await _by_line(tx, company, payout, given.says, given.line)
        if given.line is not None
        else await _by_letter(tx, company, payout, target, given)
    )
    return {
        "company": company,
        "payout": payout,
        "order_id": target.order_id,
        "says": given.says,
        "amount": target.amount,
        "currency": target.currency,
        "reason": printable("reason", given.reason),
        "by": principal.email,
        "person": principal.person_id,
        "line_id": None,
        "line_text": None,
        "file_id": None,
        "sha256": None,
    } | proof


async def uncertain(tx: Tx, company: int, payout: UUID) -> Target:
    target = await target_of(tx, company, payout)
    if target is None:
        raise ApiError(409, "payment_not_uncertain", "no order of this payment waits for the bank's answer")
    if target.stop is not None:
        raise ApiError(409, "payment_not_uncertain", _STOPS[target.stop])
    return target


async def _by_line(tx: Tx, company: int, payout: UUID, says: str, line: UUID) -> Row:
    found = next((each for each in await lines_of(tx, company, payout) if each.id == line and each.says == says), None)
    if found is None:
        raise invalid_field(
            "line", "line_does_not_fit", "no such line of a statement fits this order and what you say of it"
        )
    return {
        "source": "statement_line",
        "line_id": found.id,
        "line_text": found.texts,
        "occurred_on": found.booked_on,
    }


async def _by_letter(tx: Tx, company: int, payout: UUID, target: Target, given: EvidenceInput) -> Row:
    letters = await files_of(tx, company, owner_of(payout))
    letter = next((each for each in letters if each.id == given.file), None)
    if letter is None:
        raise invalid_field("file", "not_found", "the letter is a file that was attached to this payment's evidence")
    if given.occurred_on is None:
        raise invalid_field("occurred_on", "field_required", "on which day, as the letter says")
    if not target.sent_on <= given.occurred_on <= today(BRASILIA):
        raise invalid_field("occurred_on", "day_does_not_fit", "between the day of the order and today")
    return {
        "source": "bank_letter",
        "file_id": letter.id,
        "sha256": bytes.fromhex(letter.sha256),
        "occurred_on": given.occurred_on,
    }


async def _approve(
    tx: Tx, principal: Principal, given: ApproveEvidenceInput, path: Mapping[str, str], *, factor: str = ""
) -> Done:
    """End the order as the evidence says, and its payout by the engine's own way."""
    payout, evidence = await _approvable(tx, principal, path)
    await tx.execute(_APPLY, _decided(principal, evidence, "approved"))
    outcome = _outcome(evidence, await _order(tx, evidence))
    await end_by_evidence(tx, payout, evidence.order_id, evidence.id, outcome)
    return _done(await load_evidence(tx, principal.chosen(), evidence.id), factor)


async def _approvable(tx: Tx, principal: Principal, path: Mapping[str, str]) -> tuple[Row, PayoutEvidence]:
    principal.require(Permission.TWO_FACTOR)
    payout, evidence, makers = await evidence_for_update(tx, principal, path)
    _require_proposed(evidence)
    if principal.person_id in makers:
        raise ApiError(403, "own_evidence", "you proposed what became of this order; somebody else approves it")
    await uncertain(tx, evidence.company_id, evidence.payout_id)
    if (await _order(tx, evidence)).being_asked:
        raise ApiError(
            409, "order_being_asked", "the bank is being asked about this order at this moment; try again in a minute"
        )
    if not await tx.value(
        "select payout_evidence_holds(e) from payout_evidence e where company_id = %(company)s and id = %(id)s",
        {"company": evidence.company_id, "id": evidence.id},
    ):
        raise ApiError(409, "evidence_gone", "what this evidence names does not fit any more: propose it anew")
    return payout, evidence


def _require_proposed(evidence: PayoutEvidence) -> None:
    if evidence.status != "proposed":
        raise ApiError(409, "evidence_decided", f"this evidence is {evidence.status}")


async def _refuse(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    """Do not agree; whoever proposed it may take it back so, too. The order stays open."""
    principal.require(Permission.TWO_FACTOR)
    _, evidence, _ = await evidence_for_update(tx, principal, path)
    _require_proposed(evidence)
    refusal = printable("reason", given.reason)
    await tx.execute(_APPLY, _decided(principal, evidence, "refused", refusal))
    return _done(await load_evidence(tx, principal.chosen(), evidence.id))


class _Order(msgspec.Struct):
    """When an order was given; whether anybody is calling its bank now, and whether that gets files."""

    created_at: datetime
    being_asked: bool
    by_file: bool


async def _order(tx: Tx, evidence: PayoutEvidence) -> _Order:
    row = await tx.one(
        "select created_at, coalesce(asking_until > clock_timestamp(), false) as being_asked, end_to_end_id is null as by_file"
        " from payout_order where company_id = %(company)s and id = %(order)s",
        {"company": evidence.company_id, "order": evidence.order_id},
    )
    return struct_of(_Order, present(row))


def _outcome(evidence: PayoutEvidence, order: _Order) -> Outcome:
    if evidence.says == "not_paid":
        return Outcome("refused", by_file=order.by_file)
    return Outcome("done", at=_moment(evidence.occurred_on, order.created_at), by_file=order.by_file)


def _moment(day: date, given_at: datetime) -> datetime:
    """Return noon of the day that a bank names, never before the order was given nor later than now."""
    return min(max(datetime.combine(day, time(12), BRASILIA), given_at), datetime.now(BRASILIA))


def _decided(principal: Principal, evidence: PayoutEvidence, status: str, refusal: str | None = None) -> dict[str, Any]:
    return {
        "company": evidence.company_id,
        "id": evidence.id,
        "status": status,
        "by": principal.email,
        "person": principal.person_id,
        "refusal": refusal,
    }


def _done(evidence: PayoutEvidence, factor: str = "") -> Done:
    data = {
        "amount": evidence.amount.amount,
        "says": evidence.says,
        "source": evidence.source,
        "occurred_on": str(evidence.occurred_on),
        "payout_id": str(evidence.payout_id),
    }
    data |= {"sha256": evidence.sha256} if evidence.sha256 else {}
    data |= {"line_id": str(evidence.line_id)} if evidence.line_id else {}
    return Done(subject_of(evidence.payout_id), evidence, data | ({"factor": factor} if factor else {}))


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    """Summarise the plan: what would be posted once a second person has approved."""
    evidence: PayoutEvidence = done.result
    row = present(
        await tx.one(
            "select holder_name, amount + fee as gross, fee, currency from payout where company_id = %(company)s and id = %(id)s",
            {"company": evidence.company_id, "id": evidence.payout_id},
        )
    )
    sums = struct_of(_Sums, row)
    posts = {"captured": sums.gross, "fee": sums.fee} if evidence.says == "paid" else {"set_free": sums.gross}
    facts = {
        "holder_name": sums.holder_name,
        "amount": evidence.amount,
        "occurred_on": str(evidence.occurred_on),
        **posts,
    }
    return plan_summary(f"{sums.holder_name} · {evidence.says}", facts)


class _Sums(msgspec.Struct):
    """What would be posted: ``gross`` leaves the balance, or is set free."""

    holder_name: str
    gross: Money
    fee: Money


def propose_evidence(factor: str = "") -> Command[EvidenceInput]:
    """Build the Command of one call whose second factor was accepted; ``factor``: its kind."""
    return _command(
        name="payouts:evidence:propose",
        path="/v1/payouts/payments/{id:str}/evidence",
        summary="Propose by evidence what became of an order that the bank does not answer; another person approves it",
        scope=OF_PAYOUT,
        input=EvidenceInput,
        apply=partial(_propose, factor=factor),
        subject=payout_subject,
        status=201,
    )


def approve_evidence(factor: str = "") -> Command[ApproveEvidenceInput]:
    """As propose_evidence(), for the second person."""
    return _command(
        name="payouts:evidence:approve",
        path="/v1/payouts/evidence/{id:str}/approve",
        summary="Approve what somebody else proposed of an order: it ends so, and its money moves",
        scope=OF_EVIDENCE,
        input=ApproveEvidenceInput,
        apply=partial(_approve, factor=factor),
        subject=evidence_subject,
    )


_command = partial(Command, method="POST", permission=DECIDE, answers=PayoutEvidence, planned=True, shows=_shows)
REFUSE_EVIDENCE = _command(
    name="payouts:evidence:refuse",
    path="/v1/payouts/evidence/{id:str}/refuse",
    summary="Do not agree to what was proposed of an order; it stays open",
    scope=OF_EVIDENCE,
    input=ReasonInput,
    apply=_refuse,
    subject=evidence_subject,
    keyed=False,
    shows=None,
)


@dataclass(frozen=True, slots=True)
class ProvenEvidence:
    """The calls in which people show their second factor again."""

    access: Access
    second_step: SecondStep

    def routes(self) -> list[Route]:
        propose, approve = propose_evidence(), approve_evidence()
        return [
            replace(command_route(propose, self.access), handler=self.propose),
            plan_route(propose, self.access),
            replace(command_route(approve, self.access), handler=self.approve),
            plan_route(approve, self.access),
        ]

    async def propose(self, request: Request) -> Response:
        return await run_proven(propose_evidence, _may_propose, request, OF_PAYOUT.over(self.access), self.second_step)

    async def approve(self, request: Request) -> Response:
        return await run_proven(
            approve_evidence, _may_approve, request, OF_EVIDENCE.over(self.access), self.second_step
        )


async def _may_propose(tx: Tx, principal: Principal, given: EvidenceInput, path: Mapping[str, str]) -> None:
    await _proposed(tx, principal, given, path)


async def _may_approve(tx: Tx, principal: Principal, given: ApproveEvidenceInput, path: Mapping[str, str]) -> None:
    await _approvable(tx, principal, path)
