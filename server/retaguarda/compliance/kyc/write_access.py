"""Writes down which of the staff looked at a file of KYC, and what for: the provider's own log, which no merchant reads."""

from typing import Literal
from uuid import UUID

from retaguarda.compliance.kyc.model import State
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER, Principal

#: Why somebody looks follows from what they have to do with the file.
Purpose = Literal["analysis", "decision", "consultation"]
FILE, DOCUMENT = "kyc:request:seen", "kyc:document:seen"
_WORKED: tuple[State, ...] = ("in_analysis", "awaiting_documents")


async def record_access(
    tx: Tx, principal: Principal, request: UUID, purpose: Purpose, *, document: int | None = None
) -> None:
    """Once an hour for each person, file or document, and purpose: a page that is read again and again is one look.

    Args:
        document: the number of the document that was looked at; None: the file.
    """
    name, data = (FILE, {}) if document is None else (DOCUMENT, {"document": document})
    data = {"purpose": purpose, **data}
    key = {"company": PROVIDER, "subject": str(request), "name": name, "person": principal.person_id}
    known = await tx.value(
        "select exists (select from event where company_id = %(company)s and subject_id = %(subject)s and name = %(name)s"
        " and person_id = %(person)s and at > now() - interval '1 hour' and data ->> 'purpose' = %(purpose)s"
        " and (data ->> 'document') is not distinct from %(document)s::text)",
        key | {"purpose": purpose, "document": None if document is None else str(document)},
    )
    if not known:
        await record(
            tx,
            name,
            company=PROVIDER,
            subject=str(request),
            actor=principal.email,
            person=principal.person_id,
            data=data,
        )


async def purpose_of(tx: Tx, principal: Principal, request: UUID) -> Purpose:
    """Analysis of whoever is assigned, decision of whoever may decide what waits, consultation of anybody else."""
    return await tx.value(
        "select case when r.state = any (%(worked)s) and v.assignee_id = %(person)s then 'analysis'"
        " when r.state = 'awaiting_approval' and exists (select from kyc_proposal p where p.request_id = r.id"
        " and p.outcome = 'waiting' and not kyc_decider_refused(p, %(person)s)) then 'decision' else 'consultation' end"
        " from kyc_request r left join kyc_review v on v.request_id = r.id where r.id = %(id)s",
        {"id": request, "person": principal.person_id, "worked": list(_WORKED)},
    )
