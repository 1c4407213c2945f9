"""Move a withdrawal from one state to another and record the event that timeline, audit trail and consumers read."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record, record_many
from retaguarda.foundation.json_text import json_text

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
    await record(
        tx,
        event_of(payout, event or to),
        company=payout["company_id"],
        subject=str(payout["id"]),
        actor=actor,
        person=person,
        data=_data(payout, to, columns),
    )


async def move_many(tx: Tx, moves: Sequence[tuple[Row, Mapping[str, object]]], to: str, *, actor: str) -> None:
    """As move(), of payouts of one company in one statement.

    Args:
        moves: the rows before the change, locked by the caller, each with its columns; all name the same ones.
    """
    company, names = moves[0][0]["company_id"], list(moves[0][1])
    sets = "".join(f", {name} = u.{name}" for name in names)
    await tx.execute(
        f"update payout p set status = %(to)s{sets} from json_populate_recordset(null::payout, %(rows)s::json) u"
        " where p.company_id = %(company)s and p.id = u.id",
        {"to": to, "company": company, "rows": json_text([{"id": row["id"], **columns} for row, columns in moves])},
    )
    told = defaultdict[str, list[tuple[str, dict[str, object]]]](list)
    for row, columns in moves:
        told[event_of(row, to)].append((str(row["id"]), _data(row, to, columns)))
    for name, events in told.items():
        await record_many(tx, name, company=company, actor=actor, events=events)


def _data(payout: Row, to: str, columns: Mapping[str, object]) -> dict[str, object]:
    data: dict[str, object] = {"from": payout["status"], "to": to, "amount": payout["amount"]}
    return data | {
        name: columns[name]
        for name in ("fail_code", "blocked_reason", "hold_reason", "queued_reason", "end_to_end_id")
        if columns.get(name)
    }
