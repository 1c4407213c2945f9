"""Move an opened dispute between states and book what it returns. The caller has locked the dispute."""

from uuid import UUID

from retaguarda.account.disputes.model import BANK
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.payout_engine.book_return import book_return
from retaguarda.providers.payout import Returned


async def move(
    tx: Tx, dispute: Row, to: str, *, actor: str = BANK, person: UUID | None = None, **columns: object
) -> None:
    """Set the state and ``columns``, and record the event."""
    final = to in ("returned", "partly_returned", "refused", "cancelled")
    columns |= {"told_error": None, "tried": False} | ({"due_at": None} if final else {})
    sets = "".join(f", {name} = %({name})s" for name in columns)
    await tx.execute(
        f"update med_claim set status = %(to)s{sets}, ended_at = case when %(over)s then clock_timestamp() end"
        " where company_id = %(company_id)s and id = %(id)s",
        dispute | columns | {"to": to, "over": final},
    )
    data = {"from": dispute["status"], "to": to, "amount": dispute["amount"], "end_to_end_id": dispute["end_to_end_id"]}
    details = {name: columns[name] for name in ("returned", "rejection", "due_at") if columns.get(name)}
    await record(
        tx,
        f"account:claim:{to}",
        company=dispute["company_id"],
        subject=str(dispute["id"]),
        actor=actor,
        person=person,
        data=data | details,
    )


async def book_dispute_return(tx: Tx, dispute: Row, transfer: Row, back: Returned) -> None:
    """Book the returned money, unless its devolução was found before, and end the dispute. The caller has locked the
    withdrawal too.

    Raises:
        ReturnRefused: the withdrawal takes no such devolução.
    """
    await book_return(tx, transfer, back, claimed=True)
    to = "returned" if back.amount == dispute["amount"] else "partly_returned"
    await move(tx, dispute, to, returned=back.amount, rtr_id=back.rtr_id)
