"""Moves of alerts and cases of PLD, and the steps that are written for each."""

from uuid import UUID

import msgspec

from retaguarda.compliance.pld_alerts.queries import AlertRow
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError

OPEN = ("triggered", "under_review")


async def add_step(tx: Tx, alert: UUID, actor: str, kind: str, body: str | None = None) -> None:
    """Append a step; the caller holds the alert's lock, or has just inserted it."""
    await tx.execute(
        "insert into pld_alert_step (alert_id, n, actor, kind, body)"
        " select %(id)s, 1 + count(*), %(actor)s, %(kind)s, %(body)s from pld_alert_step where alert_id = %(id)s",
        {"id": alert, "actor": actor, "kind": kind, "body": body},
    )


async def move_alert(tx: Tx, alert: AlertRow, to: str, sets: str = "", **values: object) -> AlertRow:
    """Set the state and what ``sets`` says, in SQL over ``values``; returns the row as it is now."""
    more = f", {sets}" if sets else ""
    row = await tx.one(
        f"update pld_alert set status = %(to)s, updated_at = clock_timestamp(){more}"
        " where company_id = 1 and id = %(id)s returning *",
        {"id": alert.id, "to": to, **values},
    )
    return msgspec.convert(row, AlertRow)


def refuse_unless_open(alert: AlertRow) -> None:
    """
    Raises:
        ApiError: 409 ``alert_not_open``, naming the state.
    """
    if alert.status not in OPEN:
        raise ApiError(409, "alert_not_open", f"alert AL-{alert.number:06d} is {alert.status}")
