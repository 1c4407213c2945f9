"""Ask providers about a subject and keep what came of it; where no provider can be asked, say so."""

from uuid import UUID

from retaguarda.compliance.kyc.model import PORTS
from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Principal


async def run_checks(tx: Tx, principal: Principal, subject: UUID) -> None:
    """Ask each port once more; the answers before stay, and are no longer the newest."""
    for port in PORTS:
        await tx.execute(
            "update kyc_check set newest = false where subject_id = %(subject)s and port = %(port)s and newest",
            {"subject": subject, "port": port},
        )
        await tx.execute(
            "insert into kyc_check (id, subject_id, port, state, detail, asked_by)"
            " values (%(id)s, %(subject)s, %(port)s, 'not_checked', 'no_provider', %(by)s)",
            {"id": uuid7(), "subject": subject, "port": port, "by": principal.email},
        )


async def carry_checks(tx: Tx, lead: UUID, request: UUID) -> None:
    """Take a lead's newest checks into its request, with their age and what was said of them."""
    await tx.execute(
        "insert into kyc_check (id, subject_id, port, state, provider, detail, asked_by, at, verdict, verdict_by, verdict_comment)"
        " select gen_random_uuid(), %(request)s, port, state, provider, detail, asked_by, at, verdict, verdict_by, verdict_comment"
        " from kyc_check where subject_id = %(lead)s and newest",
        {"lead": lead, "request": request},
    )
