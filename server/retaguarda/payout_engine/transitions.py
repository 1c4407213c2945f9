"""Move a withdrawal from one state to another and record the event that timeline, audit trail and consumers read."""

from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record

#: Actors of the events when the bank's outcome moves a withdrawal, or its day has come.
BANK, CLOCK = "bank", "clock"


async def move(
    tx: Tx, payout: Row, to: str, *, actor: str, person: UUID | None = None, event: str = "", **columns: object
) -> None:
    """Set the state and ``columns``. ``payout`` is the row before the change, locked by the caller."""
    sets = "".join(f", {name} = %({name})s" for name in columns)
    await tx.execute(
        f"update payout set status = %(to)s{sets} where company_id = %(company_id)s and id = %(id)s",
        payout | columns | {"to": to},
    )
    data: dict[str, object] = {"from": payout["status"], "to": to, "amount": payout["amount"]}
    data |= {name: columns[name] for name in ("fail_code", "blocked_reason", "end_to_end_id") if columns.get(name)}
    await record(
        tx,
        f"payouts:payout:{event or to}",
        company=payout["company_id"],
        subject=str(payout["id"]),
        actor=actor,
        person=person,
        data=data,
    )
