"""Write a note that is handed in at once and names where it comes from: what conciliation adjusts. Another person posts it."""

from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.ids import uuid7


async def write_adjustment(tx: Tx, merchant: int, values: dict[str, Any], by: str) -> Row:
    """Insert a note in state awaiting_approval and return its row.

    Args:
        values: ``type``, ``reason``, ``description``, ``amount`` in minor units, ``currency``, ``due_date``, ``origin``,
            ``origin_id``, ``evidence``, and ``against``, the provider's ledger account on the other side.
    """
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('merchant_note', %(company)s))", {"company": merchant}
    )
    key: dict[str, Any] = {"company": merchant, "id": uuid7(), "by": by}
    await tx.execute(_WRITE, values | key)
    row = await tx.one(_HAND_IN, key)
    assert row is not None
    return row


async def adjustment_for_update(tx: Tx, note: UUID) -> Row | None:
    """Lock a note of any merchant until the transaction ends."""
    return await tx.one("select * from merchant_note where id = %(id)s for update", {"id": note})


async def refuse_adjustment(tx: Tx, note: UUID, by: str) -> Row:
    row = await tx.one(
        "update merchant_note set status = 'cancelled', cancelled_by = %(by)s, cancelled_at = now() where id = %(id)s returning *",
        {"id": note, "by": by},
    )
    assert row is not None
    return row


_WRITE = """
    insert into merchant_note (company_id, id, number, type, reason, description, amount, currency, due_date, origin, origin_id,
                               evidence, against, created_by)
    select %(company)s, %(id)s, coalesce(max(number), 0) + 1, %(type)s, %(reason)s, %(description)s, %(amount)s, %(currency)s,
           %(due_date)s, %(origin)s, %(origin_id)s, %(evidence)s, %(against)s, %(by)s
      from merchant_note where company_id = %(company)s
"""
_HAND_IN = """
    update merchant_note set status = 'awaiting_approval', submitted_by = %(by)s, submitted_at = now()
     where company_id = %(company)s and id = %(id)s returning *
"""
