"""Create a payout: insert its row, hold its money and record the event that the sender follows."""

from dataclasses import dataclass
from datetime import date
from typing import Literal
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import Currency
from retaguarda.payout_engine.postings import hold_payout

Origin = Literal["withdrawal", "schedule", "recipient", "payout", "batch", "split"]


@dataclass(frozen=True, slots=True)
class Requester:
    """Who requests the payout; ``name`` is the actor in events."""

    name: str
    person: UUID | None = None


async def create_payout(
    tx: Tx,
    destination: Row,
    *,
    amount: int,
    currency: Currency,
    fee: int,
    requester: Requester,
    origin: Origin,
    origin_id: UUID | None = None,
    status: Literal["created", "pending"] = "pending",
    scheduled_for: date | None = None,
    description: str | None = None,
) -> Row:
    """Insert a payout and hold its amount and fee, in minor units.

    Args:
        destination: where it goes, with ``company_id``, ``bank_account`` and the columns that a payout copies.
        origin: what requests it; ``origin_id`` names it. With ``recipient``, that recipient's money leaves.
        status: ``created`` waits for its day, ``pending`` is sent at once.
        scheduled_for: the merchant's day on which it is sent.

    Returns:
        The row of ``payout``.

    Raises:
        ApiError: 422 ``insufficient_balance``.
    """
    row = await tx.one(
        _INSERT,
        destination
        | {
            "id": uuid7(),
            "origin": origin,
            "origin_id": origin_id,
            "status": status,
            "amount": amount,
            "currency": currency,
            "fee": fee,
            "description": description,
            "scheduled_for": scheduled_for,
            "created_by": requester.person,
            "actor": requester.name,
        },
    )
    assert row is not None
    await hold_payout(tx, row)
    await record(
        tx,
        f"payouts:payout:{row['status']}",
        company=row["company_id"],
        subject=str(row["id"]),
        actor=requester.name,
        person=requester.person,
        data={"to": row["status"], "amount": amount, "fee": fee, "origin": origin},
    )
    return row


_INSERT = """
    insert into payout (company_id, id, bank_account_id, origin, origin_id, status, amount, currency, fee, kind, ispb, compe, bank_name,
                          branch, number, account_type, pix_key, pix_key_kind, holder_name, holder_document, description,
                          scheduled_for, created_by, actor)
    values (%(company_id)s, %(id)s, %(bank_account)s, %(origin)s, %(origin_id)s, %(status)s, %(amount)s, %(currency)s, %(fee)s, %(kind)s,
            %(ispb)s, %(compe)s, %(bank_name)s, %(branch)s, %(number)s, %(account_type)s, %(pix_key)s, %(pix_key_kind)s,
            %(holder_name)s, %(holder_document)s, %(description)s, %(scheduled_for)s, %(created_by)s, %(actor)s)
    returning *
"""
