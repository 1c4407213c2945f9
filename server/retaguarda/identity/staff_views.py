"""Records that staff look at a merchant's data in that merchant's trail, once an hour and session, announced or not."""

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.request import Principal, Request


async def record_staff_view(tx: Tx, principal: Principal, request: Request) -> None:
    """Records the view; of concurrent requests one writes."""
    row = await tx.one(
        "select reason from staff_view_note(%(session)s::uuid, %(company)s)",
        {"session": principal.session_id, "company": principal.chosen()},
    )
    if row is not None:
        await record(
            tx,
            "staff:merchant:view",
            company=principal.chosen(),
            subject=f"company:{principal.chosen()}",
            actor=principal.email,
            person=principal.person_id,
            request=request,
            data={"reason": row["reason"]},
        )
