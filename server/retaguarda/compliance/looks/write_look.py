"""Writes down that one of the staff opened a confidential record, and whether it was theirs to work on: no merchant reads it."""

from typing import Literal
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER, Principal

SEEN = "compliance:record:seen"
Thing = Literal["pld_alert", "pld_case", "communication"]


async def write_look(tx: Tx, principal: Principal, thing: Thing, subject: UUID, *, assigned: bool) -> None:
    """Once an hour for each person and record: a page that is read again and again is one look.

    Args:
        assigned: it is the person's to work on, or waits for somebody like them to decide.
    """
    key = {"company": PROVIDER, "subject": f"{thing}:{subject}", "name": SEEN, "person": principal.person_id}
    known = await tx.value(
        "select exists (select from event where company_id = %(company)s and subject_id = %(subject)s and name = %(name)s"
        " and person_id = %(person)s and at > now() - interval '1 hour' and (data ->> 'assigned')::boolean = %(assigned)s)",
        key | {"assigned": assigned},
    )
    if not known:
        await record(
            tx,
            SEEN,
            company=PROVIDER,
            subject=f"{thing}:{subject}",
            actor=principal.email,
            person=principal.person_id,
            data={"assigned": assigned},
        )
