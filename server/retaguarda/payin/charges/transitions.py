"""Records the change of a charge's status: the event that timeline, audit trail and roll-ups read."""

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record

#: Actor when a provider's message moves money.
ACTOR = "pix"


async def record_move(tx: Tx, charge: Row, to: str, **more: object) -> None:
    """Record the new status; ``charge`` is the row before the change."""
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
