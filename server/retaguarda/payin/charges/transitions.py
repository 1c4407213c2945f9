"""Records the change of a charge's status: the event that timeline, audit trail and roll-ups read."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.payin.rows import ChargeRow

#: Actor when a provider's message moves money.
ACTOR = "pix"


class Recorded(Protocol):
    """What the event of a change says of a charge."""

    @property
    def company_id(self) -> int: ...
    @property
    def id(self) -> UUID: ...
    @property
    def status(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def created_at(self) -> datetime: ...


async def add_paid(tx: Tx, charge: ChargeRow, amount: int, fee: int, at: datetime) -> None:
    """Count a payment towards its charge, which is paid with it; in minor units. Its event is record_move()'s."""
    await tx.execute(
        "update charge set paid = paid + %(more)s, fee = fee + %(more_fee)s, last_error = null, status = 'paid',"
        " paid_at = coalesce(paid_at, %(at)s) where company_id = %(company_id)s and id = %(id)s",
        charge.with_columns(more=amount, more_fee=fee, at=at),
    )


async def record_move(tx: Tx, charge: Recorded, to: str, **more: object) -> None:
    """Record the new status; ``charge`` is the row before the change."""
    if charge.status == to:
        return
    await record(
        tx,
        f"payin:charge:{to}",
        company=charge.company_id,
        subject=str(charge.id),
        actor=ACTOR,
        data={
            "from": charge.status,
            "to": to,
            "amount": charge.amount,
            "created_at": charge.created_at,
            **more,
        },
    )
