"""What return files do to remittances: their lines end, and they follow."""

from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.payout_engine.transitions import BANK


async def mark_line(tx: Tx, line: Row, outcome: str) -> None:
    """Store how an order of a remittance ended; ``line`` names it."""
    await tx.execute(
        "update remittance_line set outcome = %(outcome)s where remittance_id = %(remittance_id)s"
        " and merchant_id = %(merchant_id)s and order_id = %(order_id)s",
        line | {"outcome": outcome},
    )


async def answer_remittances(tx: Tx, remittance: UUID) -> None:
    """Move a remittance on by what is known of its lines: refused when the bank took none of them, and that frees them."""
    row = await tx.one("select * from remittance where id = %(id)s for update", {"id": remittance})
    counts = await tx.one(
        "select count(*) filter (where outcome = 'waiting') as waiting, count(*) filter (where outcome = 'released') as released,"
        " count(*) as total from remittance_line where remittance_id = %(id)s",
        {"id": remittance},
    )
    if row is None or counts is None or row["ended_at"] is not None:
        return
    waiting, released, total = counts["waiting"], counts["released"], counts["total"]
    if released == total:
        to = "refused"
        await tx.execute("update remittance_line set freed = true where remittance_id = %(id)s", row)
    elif waiting == 0:
        to = "closed"
    else:
        to = "answered" if waiting < total else "acknowledged"
    await move_remittance(tx, row, to, actor=BANK)


async def move_remittance(tx: Tx, row: Row, to: str, *, actor: str) -> None:
    """Set the state of a remittance that the caller has locked, with its event; nothing when it is there already."""
    if row["state"] == to:
        return
    await tx.execute(
        "update remittance set state = %(to)s, ended_at = case when %(to)s in ('closed', 'refused', 'discarded') then clock_timestamp()"
        " end where company_id = %(company_id)s and id = %(id)s",
        row | {"to": to},
    )
    await record(
        tx,
        f"payouts:remittance:{to}",
        company=row["company_id"],
        subject=str(row["id"]),
        actor=actor,
        data={"from": row["state"], "to": to, "sequence": row["sequence"]},
    )
