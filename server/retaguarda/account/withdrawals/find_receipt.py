"""Find what the receipt of a payout says, once that is done."""

from uuid import UUID

from retaguarda.account.withdrawals.verify_receipt import ReceiptPayout
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import fetch_one, present


class Printed(ReceiptPayout):
    """What a receipt says of a payout, and of the merchant that paid; ``fee`` in minor units. ``inside``: no bank and no Pix was in it."""

    inside: bool
    method: str
    fee: int
    description: str | None
    holder_name: str
    holder_document: str
    bank_name: str | None
    ispb: str | None
    branch: str | None
    number: str | None
    account_type: str | None
    shown_key: str | None
    legal_name: str
    document: str


async def load_printed(tx: Tx, principal: Principal, rows: str, payout: UUID) -> Printed:
    """Load the payout of a receipt.

    Args:
        rows: SQL of the rows of ``payout`` that receipts of this kind are about.

    Raises:
        ApiError: 404; 409 ``receipt_too_early``.
    """
    key = {"id": payout, "seen": list(principal.companies)}
    which = f"t.id = %(id)s and t.company_id = any(%(seen)s) and t.{rows}"
    status: str | None = await tx.value(f"select t.status from payout t where {which}", key)
    if status is None:
        raise not_found("payout")
    if status != "done":
        raise ApiError(409, "receipt_too_early", f"this payout is {status}: only one carried out has a receipt")
    found = await fetch_one(
        tx,
        Printed,
        f"select t.*, {masked_key('t')} as shown_key, c.legal_name, c.document"
        f" from payout t join company c on c.id = t.company_id where {which}",
        key,
    )
    return present(found)
