"""Writes the file of a remittance out of its lines."""

from datetime import date, datetime

from retaguarda.bank_book.queries import bank_by_code
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.payouts.remittances.queries import LINES, reference_of
from retaguarda.providers.bankfiles.remittance_payments import Payer, Payment, Unwritable
from retaguarda.providers.bankfiles.remittances import write_remittance


async def file_of(tx: Tx, row: Row, processor: Row, sequence: int, at: datetime) -> bytes:
    """Return the bytes of a remittance; the same lines, number and moment give the same bytes.

    Raises:
        ApiError: 409 ``remittance_unwritable``: a value has no place in the file.
    """
    bank = await bank_by_code(tx, processor["bank"])
    payer = Payer(
        bank=processor["bank"],
        bank_name=bank.name if bank else "",
        agreement=processor["agreement"],
        document=processor["holder_document"],
        name=processor["holder_name"],
        branch=processor["branch"],
        branch_digit=processor["branch_digit"] or "",
        number=processor["number"],
        number_digit=processor["number_digit"] or "",
    )
    lines = [_payment(line, row["day"]) for line in await tx.all(LINES, row)]
    try:
        return write_remittance(payer, sequence, at, lines)
    except Unwritable as error:
        raise ApiError(409, "remittance_unwritable", str(error)) from None


def _payment(line: Row, day: date) -> Payment:
    return Payment(
        method=line["method"],
        reference=reference_of(line),
        amount=line["amount"],
        day=day,
        name=line["holder_name"],
        document=line["holder_document"],
        bank=line["compe"] or "",
        ispb=line["ispb"] or "",
        branch=line["branch"] or "",
        number=line["account"] or "",
        account_type=line["account_type"] or "CACC",
        key=line["pix_key"] or "",
        key_kind=line["pix_key_kind"] or "",
        barcode=line.get("barcode") or "",
        due_on=line.get("due_on"),
        purpose=line.get("ted_purpose") or "",
    )
