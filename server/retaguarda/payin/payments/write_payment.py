"""Pix payments that other rooms received: what they write of them."""

from typing import Any

from retaguarda.foundation.database import Tx
from retaguarda.payin.rows import PixPaymentRow


async def add_payment(tx: Tx, payment: dict[str, Any]) -> PixPaymentRow | None:
    """Writes a Pix that came in. None when it was known already.

    Args:
        payment: the columns of ``pix_payment`` by their names.
    """
    names = ", ".join(payment)
    values = ", ".join(f"%({name})s" for name in payment)
    row = await tx.one(
        f"insert into pix_payment ({names}) values ({values}) on conflict (end_to_end_id) do nothing returning *",
        payment,
    )
    return PixPaymentRow.of(row) if row else None


async def give_payment(tx: Tx, end_to_end_id: str, company: int) -> None:
    """An unidentified Pix has found its merchant."""
    await tx.execute(
        "update pix_payment set company_id = %(company)s, status = 'settled' where end_to_end_id = %(end_to_end_id)s",
        {"company": company, "end_to_end_id": end_to_end_id},
    )
