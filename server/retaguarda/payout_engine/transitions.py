"""Move a withdrawal from one state to another and record the event that timeline, audit trail and consumers read."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record, record_many
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.typed_rows import struct_of

#: Actors of the events when the bank's outcome moves a withdrawal, or its day has come.
BANK, CLOCK = "bank", "clock"
#: The actor where two people say by evidence what became of an order (payouts/evidence); the trail of the evidence names them.
EVIDENCE = "evidence"
#: Origins whose payouts are told as payments, not as withdrawals.
PAYMENT_ORIGINS = frozenset({"payout", "batch", "split"})


class _Moving(msgspec.Struct):
    """What a move reads of a row of ``payout``; ``amount`` in minor units."""

    company_id: int
    id: UUID
    origin: str
    status: str
    amount: int


def event_of(origin: str, what: str) -> str:
    """Return the name of an event of a payout of this origin: of a payment or of a withdrawal, as people know it."""
    return f"payouts:{'payment' if origin in PAYMENT_ORIGINS else 'payout'}:{what}"


async def move(
    tx: Tx, payout: Row, to: str, *, actor: str, person: UUID | None = None, event: str = "", **columns: object
) -> None:
    """Set the state and ``columns``. ``payout`` is the row before the change, locked by the caller."""
    sets = "".join(f", {name} = %({name})s" for name in columns)
    await tx.execute(
        f"update payout set status = %(to)s{sets} where company_id = %(company_id)s and id = %(id)s",
        payout | columns | {"to": to},
    )
    moving = struct_of(_Moving, payout)
    await record(
        tx,
        event_of(moving.origin, event or to),
        company=moving.company_id,
        subject=str(moving.id),
        actor=actor,
        person=person,
        data=_data(moving, to, columns),
    )


async def move_many(tx: Tx, moves: Sequence[tuple[Row, Mapping[str, object]]], to: str, *, actor: str) -> None:
    """As move(), of payouts of one company in one statement.

    Args:
        moves: the rows before the change, locked by the caller, each with its columns; all name the same ones.
    """
    moving = [(struct_of(_Moving, row), columns) for row, columns in moves]
    company, names = moving[0][0].company_id, list(moving[0][1])
    sets = "".join(f", {name} = u.{name}" for name in names)
    await tx.execute(
        f"update payout p set status = %(to)s{sets} from json_populate_recordset(null::payout, %(rows)s::json) u"
        " where p.company_id = %(company)s and p.id = u.id",
        {"to": to, "company": company, "rows": json_text([{"id": each.id, **columns} for each, columns in moving])},
    )
    told = defaultdict[str, list[tuple[str, dict[str, object]]]](list)
    for each, columns in moving:
        told[event_of(each.origin, to)].append((str(each.id), _data(each, to, columns)))
    for name, events in told.items():
        await record_many(tx, name, company=company, actor=actor, events=events)


def _data(moving: _Moving, to: str, columns: Mapping[str, object]) -> dict[str, object]:
    data: dict[str, object] = {"from": moving.status, "to": to, "amount": moving.amount}
    return data | {
        name: columns[name]
        for name in ("fail_code", "blocked_reason", "hold_reason", "queued_reason", "end_to_end_id")
        if columns.get(name)
    }
