"""A charge has moved from one state to another: the event that the timeline, the audit trail and the roll-ups read."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record

#: Who acts when the provider's word moves money.
ACTOR = "pix"


async def record_move(tx: Tx, charge: Row, to: str, **more: object) -> None:
    """``charge`` as it was before the move."""
    if charge["status"] == to:
        return
    await record(
        tx,
        f"payin:charge:{to}",
        company=charge["company_id"],
        subject=str(charge["id"]),
        actor=ACTOR,
        data={
            "from": charge["status"],
            "to": to,
            "amount": charge["amount"],
            "created_at": charge["created_at"],
            **more,
        },
    )
