"""Stores the provider's response to a revision: the charge changes, or stays and keeps the reason."""

from typing import Any

import msgspec

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payin.charges.revision import Revision
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.rows import ChargeRow
from retaguarda.providers.pix.due import payable_until


async def accept_revision(tx: Tx, row: ChargeRow, wanted: Revision, revision: int) -> None:
    current = await fetch_one(
        tx,
        ChargeRow,
        "select * from charge where company_id = %(company_id)s and id = %(id)s and revising is not null for no key update",
        row,
    )
    if current is None:
        return
    values = msgspec.to_builtins(wanted) | {"terms": json_text(wanted.terms)}
    await tx.execute(
        "update charge set amount = %(amount)s, due_date = %(due_date)s, valid_days = %(valid_days)s,"
        " terms = %(terms)s::jsonb, description = %(description)s, expires_at = %(until)s, revision = %(revision)s,"
        " revising = null, last_error = null where company_id = %(company_id)s and id = %(id)s",
        row.with_columns(**values) | {"revision": revision, "until": payable_until(wanted.due_date, wanted.valid_days)},
    )
    data = {"status": current.status, "created_at": current.created_at, "revision": revision}
    await _record_event(tx, row, "revised", data | {"more": wanted.amount - current.amount, "amount": wanted.amount})


async def reject_revision(tx: Tx, row: ChargeRow, why: str) -> None:
    updated = await tx.execute(
        "update charge set revising = null, revision_error = %(why)s, last_error = null"
        " where company_id = %(company_id)s and id = %(id)s and revising is not null",
        row.with_columns(why=why[:500]),
    )
    if updated:
        await _record_event(tx, row, "revision_refused", {"reason": why[:500]})


async def _record_event(tx: Tx, row: ChargeRow, what: str, data: dict[str, Any]) -> None:
    await record(tx, f"payin:charge:{what}", company=row.company_id, subject=str(row.id), actor=ACTOR, data=data)
