"""One request, and one proposal, with all that belongs to them."""

from datetime import datetime
from functools import partial
from uuid import UUID

import msgspec

from retaguarda.compliance.kyc.model import (
    KycChange,
    KycMessage,
    KycNote,
    KycProposal,
    KycProposalRecord,
    KycReason,
    KycRelated,
    KycRequest,
    KycRequestRecord,
    KycStaffView,
)
from retaguarda.compliance.kyc.queries import (
    REQUEST,
    checks_of,
    documents_of,
    find_request,
    is_staff,
    proposal_of,
    proposals_of,
    request_as_is,
)
from retaguarda.compliance.kyc.resolve_owners import resolve_owners
from retaguarda.compliance.kyc.write_access import purpose_of, record_access
from retaguarda.foundation.database import Tx
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of
from retaguarda.foundation.typed_rows import fetch_all

#: Events and notes on a page.
MOST = 200


async def load_request(keys: PartyKeys, tx: Tx, principal: Principal, number: UUID) -> KycRequestRecord | None:
    found = await find_request(tx, number)
    if found is None:
        return None
    staff = is_staff(principal)
    if staff:
        await record_access(tx, principal, number, await purpose_of(tx, principal, number))
    key = {"company": found.company_id, "id": number, "document": found.document, "most": MOST}
    told = await moments_of(tx, {"company": found.company_id, "subject": str(number), "most": MOST})
    inside = await moments_of(tx, {"company": PROVIDER, "subject": str(number), "most": MOST}) if staff else []
    return KycRequestRecord(
        **msgspec.structs.asdict(found),
        company_name=await tx.value("select name from company where id = %(company)s", key),
        documents=await documents_of(tx, found, staff=staff),
        messages=msgspec.convert(
            await tx.all(
                "select at, body from kyc_message where company_id = %(company)s and request_id = %(id)s order by at limit %(most)s",
                key,
            ),
            list[KycMessage],
        ),
        related=msgspec.convert(
            await tx.all(
                "select r.id, 'KR-' || lpad(r.number::text, 6, '0') as number, v.name as reason_name, r.state, r.created_at,"
                " r.expires_on from kyc_request r join kyc_reason_version v on v.reason_id = r.reason_id"
                " and v.version = r.reason_version where r.company_id = %(company)s and r.document = %(document)s"
                " and r.id <> %(id)s order by r.created_at desc limit %(most)s",
                key,
            ),
            list[KycRelated],
        ),
        review=await _staff_view(keys, tx, principal, found) if staff else None,
        ownership=resolve_owners(found.document, found.form.owners, await _threshold(tx, found)),
        timeline=sorted([*told, *inside], key=lambda moment: moment.at),
    )


async def _threshold(tx: Tx, found: KycRequest) -> int:
    """Basis points from which on somebody is a beneficial owner, by the version of the reason that the request began under."""
    return await tx.value(
        "select owner_percent * 100 from kyc_reason_version where reason_id = %(reason)s and version = %(version)s",
        {"reason": found.reason_id, "version": found.reason_version},
    )


class _Review(msgspec.Struct):
    assignee: str | None = None
    risk: str | None = None
    risk_comment: str | None = None


async def _staff_view(keys: PartyKeys, tx: Tx, principal: Principal, found: KycRequest) -> KycStaffView:
    row = await tx.one("select * from kyc_review where request_id = %(id)s", {"id": found.id})
    review = msgspec.convert(row or {}, _Review)
    missing = await tx.value(
        """
        select array_remove(array[
          case when exists (select from kyc_document d where d.company_id = %(company)s and d.request_id = %(id)s
                             and d.required and d.state <> 'approved') then 'documents' end,
          case when exists (select from kyc_check c where c.subject_id = %(id)s and c.newest
                             and c.state in ('asked', 'error')) then 'checks' end,
          case when exists (select from kyc_check c where c.subject_id = %(id)s and c.newest and c.state = 'hit'
                             and c.verdict is null) then 'hits' end,
          case when %(risk)s::text is null then 'risk' end,
          case when exists (select from kyc_reason_version v where v.reason_id = %(reason)s and v.version = %(version)s
                             and v.parent_id is not null and not exists (
                               select from kyc_request a where a.company_id = %(company)s and a.document = %(document)s
                                  and a.reason_id = v.parent_id and a.state = 'approved')) then 'parent' end,
          case when exists (select from kyc_check c where c.subject_id = %(id)s and c.newest and c.port = 'sanctions'
                             and c.verdict = 'confirmed') then 'sanctions' end], null)
        """,
        {
            "company": found.company_id,
            "id": found.id,
            "risk": review.risk,
            "reason": found.reason_id,
            "version": found.reason_version,
            "document": found.document,
        },
    )
    return msgspec.convert(
        {
            "assignee": review.assignee,
            "risk": review.risk,
            "risk_comment": review.risk_comment,
            "checks": await checks_of(tx, found.id),
            "notes": await _notes(keys, tx, found),
            "proposals": await proposals_of(tx, found.id),
            "missing": missing,
            "mine": review.assignee == principal.email,
        },
        KycStaffView,
    )


class _Note(msgspec.Struct):
    """``sealed``: instead of the body, but of a note from before."""

    actor: str
    at: datetime
    body: str | None
    sealed: bytes | None


async def _notes(keys: PartyKeys, tx: Tx, found: KycRequest) -> list[KycNote]:
    """The notes of the staff; one whose key is gone says nothing."""
    notes = await fetch_all(
        tx,
        _Note,
        "select actor, at, body, sealed from kyc_note where request_id = %(id)s order by at limit %(most)s",
        {"id": found.id, "most": MOST},
    )
    told = list[KycNote]()
    for note in notes:
        body = note.body
        if note.sealed is not None:
            plain = await keys.unseal(tx, found.company_id, found.id, note.sealed)
            body = None if plain is None else plain.decode()
        told.append(KycNote(note.actor, note.at, body or "—"))
    return told


async def _load_proposal(tx: Tx, principal: Principal, number: UUID) -> KycProposalRecord | None:
    row = await tx.one("select * from kyc_proposal where id = %(id)s", {"id": number})
    if row is None:
        return None
    proposal = proposal_of(row)
    request = await request_as_is(tx, proposal.request_id)
    await record_access(tx, principal, request.id, await purpose_of(tx, principal, request.id))
    key = {"id": number, "request": request.id, "company": request.company_id, "person": principal.person_id}
    may_decide, stale = await _standing(tx, key)
    return KycProposalRecord(
        **msgspec.structs.asdict(proposal),
        request=request,
        company_name=await tx.value("select name from company where id = %(company)s", key),
        changes=await _changes(tx, proposal, request),
        documents=await documents_of(tx, request, staff=True),
        checks=await checks_of(tx, request.id),
        stale=proposal.outcome == "waiting" and stale,
        may_decide=proposal.outcome == "waiting" and may_decide,
    )


async def _standing(tx: Tx, key: dict[str, object]) -> tuple[bool, bool]:
    """Whether this person may decide, and whether the evidence changed."""
    may = await tx.value(
        "select not kyc_decider_refused(p, %(person)s) and p.agreed_id is distinct from %(person)s from kyc_proposal p"
        " where p.id = %(id)s",
        key,
    )
    stale = await tx.value(
        "select p.evidence <> kyc_evidence(p.request_id) from kyc_proposal p where p.id = %(id)s", key
    )
    return bool(may), bool(stale)


async def _changes(tx: Tx, proposal: KycProposal, request: KycRequest) -> list[KycChange]:
    """What an approval makes of the company; nothing of a rejection, of a partner, or of an end user."""
    if proposal.decision == "reject" or request.subject_type != "merchant" or proposal.outcome != "waiting":
        return []
    rows = await tx.all(
        """
        select f.field, f.before, f.after from company c
          join kyc_reason_version v on v.reason_id = %(reason)s and v.version = %(version)s
          cross join lateral (values
            (1, 'kyc_expires_on', c.kyc_expires_on::text, case when v.parent_id is null then
             ((now() at time zone 'America/Sao_Paulo')::date + make_interval(months => v.valid_months))::date::text end),
            (2, 'risk', c.risk, %(risk)s),
            (3, 'status', c.status, case when c.status in ('created', 'snoozed', 'review')
                                      or c.status_reason = 'registration_expired' then 'active' else c.status end),
            (4, 'charge_limit', company_limit_of(c.id, 'charge')::text, %(charge)s::text),
            (5, 'withdrawal_limit', company_limit_of(c.id, 'withdrawal')::text, %(withdrawal)s::text)
          ) f (place, field, before, after)
         where c.id = %(company)s and f.after is not null and f.after is distinct from f.before order by f.place
        """,
        {
            "company": request.company_id,
            "reason": request.reason_id,
            "version": request.reason_version,
            "risk": proposal.risk,
            "charge": proposal.charge_limit and proposal.charge_limit.amount,
            "withdrawal": proposal.withdrawal_limit and proposal.withdrawal_limit.amount,
        },
    )
    return msgspec.convert(rows, list[KycChange])


async def find_reason(tx: Tx, principal: Principal, reason: UUID) -> KycReason | None:
    row = await tx.one(
        "select r.*, v.valid_months as time_validate_months, v.subject_types, v.documents, v.on_expiry,"
        " v.owner_percent, r.parent_id as dependent_reason_id from kyc_reason r join kyc_reason_version v"
        " on v.reason_id = r.id and v.version = r.version where r.id = %(id)s",
        {"id": reason},
    )
    return None if row is None else msgspec.convert(row, KycReason)


def request_record(keys: PartyKeys) -> Record:
    return Record(
        path="/v1/kyc/requests/{id:str}",
        summary="A KYC request with its documents; staff also see what the provider thinks of it",
        permission=Permission.KYC_REQUESTS_READ,
        scope=REQUEST,
        answers=KycRequestRecord,
        load=partial(load_request, keys),
    )


PROPOSAL_RECORD = Record(
    path="/v1/kyc/proposals/{id:str}",
    summary="A proposal with its evidence, and what it would change",
    permission=Permission.KYC_APPROVAL_READ,
    scope=HOUSE,
    answers=KycProposalRecord,
    load=_load_proposal,
)
REASON_RECORD = Record(
    path="/v1/kyc/reasons/{id:str}",
    summary="A reason with the documents that it needs",
    permission=Permission.KYC_REQUESTS_READ,
    scope=HOUSE,
    answers=KycReason,
    load=find_reason,
)
