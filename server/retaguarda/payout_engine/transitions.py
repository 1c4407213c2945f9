"""Move a withdrawal from one state to another and record the event that timeline, audit trail and consumers read."""

from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record

#: Actors of the events when the bank's outcome moves a withdrawal, or its day has come.
BANK, CLOCK = "bank", "clock"
#: The actor where two people say by evidence what became of an order (payouts/evidence); the trail of the evidence names them.
EVIDENCE = "evidence"
#: Origins whose payouts are told as payments, not as withdrawals.
PAYMENT_ORIGINS = frozenset({"payout", "batch", "split"})


def event_of(payout: Row, what: str) -> str:
    """Return the name of an event of a payout: of a payment or of a withdrawal, as people know it."""
    return f"payouts:{'payment' if payout['origin'] in PAYMENT_ORIGINS else 'payout'}:{what}"


def done_event(origin: str) -> str:
    """Return the name of the event that says a payout of this origin was carried out."""
    return f"payouts:{'payment' if origin in PAYMENT_ORIGINS else 'payout'}:done"


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
    data |= {
        name: columns[name]
        for name in ("fail_code", "blocked_reason", "hold_reason", "queued_reason", "end_to_end_id")
        if columns.get(name)
    }
    await record(
        tx,
        event_of(payout, event or to),
        company=payout["company_id"],
        subject=str(payout["id"]),
        actor=actor,
        person=person,
        data=data,
    )
