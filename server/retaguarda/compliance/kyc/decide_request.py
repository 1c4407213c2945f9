"""Propose what becomes of a request, and decide it: two people, three where the risk is high."""

from collections.abc import Mapping

import msgspec

from retaguarda.compliance.kyc.commands import tell_merchant
from retaguarda.compliance.kyc.model import KycDecisionInput, KycProposal, KycProposalInput
from retaguarda.compliance.kyc.queries import lock_request, proposal_of
from retaguarda.compliance.kyc.tables import PROPOSALS
from retaguarda.compliance.kyc.transitions import refused_by_rules
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable, printable_or_none


async def _propose(tx: Tx, principal: Principal, given: KycProposalInput, path: Mapping[str, str]) -> Done:
    found = await lock_request(tx, path, "in_analysis")
    text = printable_or_none("public_text", given.public_text)
    if given.decision == "reject" and text is None:
        raise invalid_field("public_text", "field_required", "the merchant is told something when it is rejected")
    risk = await tx.value("select risk from kyc_review where request_id = %(id)s", {"id": found.id})
    if risk is None:
        raise ApiError(409, "kyc_risk_open", "say first how risky the subject is")
    with refused_by_rules():
        row = await tx.one(
            "insert into kyc_proposal (id, subject_company, request_id, decision, risk, superior, evidence, internal_note,"
            " public_text, charge_limit, withdrawal_limit, currency, proposer_id, proposed_by) values (%(n)s, %(company)s,"
            " %(id)s, %(decision)s, %(risk)s, false, ''::bytea, %(note)s, %(text)s, %(charge)s, %(withdrawal)s, %(currency)s,"
            " %(person)s, %(by)s) returning *",
            {
                "n": uuid7(),
                "company": found.company_id,
                "id": found.id,
                "decision": given.decision,
                "risk": risk,
                "note": printable("internal_note", given.internal_note),
                "text": text,
                "charge": given.charge_limit and given.charge_limit.amount,
                "withdrawal": given.withdrawal_limit and given.withdrawal_limit.amount,
                "currency": (given.charge_limit or given.withdrawal_limit or _NO_LIMIT).currency,
                "person": principal.person_id,
                "by": principal.email,
            },
        )
        await tx.execute("update kyc_request set state = 'awaiting_approval' where id = %(id)s", {"id": found.id})
    proposed = _proposal(row)
    return Done(str(found.id), proposed, {"number": found.number, "decision": given.decision})


class _Currency(msgspec.Struct):
    currency: str


_NO_LIMIT = _Currency(BRL)


def _proposal(row: Row | None) -> KycProposal:
    assert row is not None
    return proposal_of(row)


async def _decide(tx: Tx, principal: Principal, given: KycDecisionInput, path: Mapping[str, str]) -> Done:
    number = uuid_of(path.get("id", ""))
    before = await tx.one("select * from kyc_proposal where id = %(id)s for update", {"id": number})
    if before is None:
        raise not_found("proposal")
    proposal = proposal_of(before)
    if proposal.outcome != "waiting":
        raise ApiError(409, "kyc_decided_already", f"this proposal is {proposal.outcome}")
    request = await lock_request(tx, {"id": str(proposal.request_id)}, "awaiting_approval")
    note = printable_or_none("note", given.note)
    if given.decision == "return" and note is None:
        raise invalid_field("note", "field_required", "say what is to be answered")
    with refused_by_rules():
        after = await _decided(tx, principal, given, proposal, note)
    if after.outcome in ("approved", "rejected"):
        await tell_merchant(tx, request, f"kyc:request:{after.outcome}")
    return Done(
        str(request.id),
        after,
        {"number": request.number, "decision": given.decision, "outcome": after.outcome},
    )


async def _confirm(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Approve what is plain; whatever asks for a look is decided by itself."""
    plain = await tx.value(_PLAIN, {"id": uuid_of(path.get("id", ""))})
    if plain is None:
        raise not_found("proposal")
    if not plain:
        raise ApiError(409, "kyc_not_plain", "this one is not of low risk without hits; decide it by itself")
    return await _decide(tx, principal, KycDecisionInput("confirm"), path)


_PLAIN = """
    select p.decision = 'approve' and p.risk = 'low' and not p.superior
           and not exists (select from kyc_check k where k.subject_id = p.request_id and k.newest and k.state = 'hit')
      from kyc_proposal p where p.id = %(id)s
"""


async def _decided(
    tx: Tx, principal: Principal, given: KycDecisionInput, proposal: KycProposal, note: str | None
) -> KycProposal:
    key = {"id": proposal.id, "person": principal.person_id, "by": principal.email, "note": note}
    if given.decision == "agree":
        if not proposal.superior or proposal.agreed_by is not None:
            raise ApiError(409, "kyc_nothing_to_agree", "nobody's agreement is wanted, or it was given")
        return _proposal(
            await tx.one(
                "update kyc_proposal set agreed_id = %(person)s, agreed_by = %(by)s, agreed_at = now()"
                " where id = %(id)s returning *",
                key,
            )
        )
    outcome = "returned" if given.decision == "return" else "approved" if proposal.decision == "approve" else "rejected"
    return _proposal(
        await tx.one(
            "update kyc_proposal set outcome = %(outcome)s, decider_id = %(person)s, decided_by = %(by)s, decided_at = now(),"
            " decision_note = %(note)s where id = %(id)s returning *",
            key | {"outcome": outcome},
        )
    )


PROPOSE = Command(
    name="kyc:request:propose",
    method="POST",
    path="/v1/kyc/requests/{id:str}/propose",
    summary="Propose to approve or to reject a request; another person decides",
    permission=Permission.KYC_REQUESTS_WRITE,
    scope=HOUSE,
    input=KycProposalInput,
    answers=KycProposal,
    apply=_propose,
)
#: Proposals that one person approves at once.
MOST_AT_ONCE = 50
CONFIRM = Command(
    name="kyc:proposal:confirm",
    method="POST",
    path="/v1/kyc/proposals/{id:str}/confirm",
    summary="Approve a proposal of low risk without hits, as one of many",
    permission=Permission.KYC_APPROVAL_WRITE,
    scope=HOUSE,
    input=Nothing,
    answers=KycProposal,
    apply=_confirm,
    bulk=PROPOSALS,
    bulk_most=MOST_AT_ONCE,
)
DECIDE = Command(
    name="kyc:proposal:decide",
    method="POST",
    path="/v1/kyc/proposals/{id:str}/decide",
    summary="Decide a proposal as it was made, agree to it as the third person, or send it back",
    permission=Permission.KYC_APPROVAL_WRITE,
    scope=HOUSE,
    input=KycDecisionInput,
    answers=KycProposal,
    apply=_decide,
)
