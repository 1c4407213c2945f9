"""Find who a destination belongs to, as far as this merchant knows: from its payments, or its verified bank accounts."""

from datetime import datetime
from typing import Literal

import msgspec

from retaguarda.foundation.database import Row, Tx


class KnownPayee(msgspec.Struct):
    """``payments``: carried out to this destination so far."""

    holder_name: str
    holder_document: str
    known_by: Literal["payment", "bank_account"]
    payments: int = 0
    last_paid_at: datetime | None = None


async def identify_payee(tx: Tx, company: int, columns: Row, destination: bytes) -> KnownPayee | None:
    """Return the holder of a destination; None: this merchant has not paid there.

    Args:
        columns: of the destination, as read_destination() returns them.
        destination: its keyed hash.
    """
    row = await tx.one(_PAID, {"company": company, "destination": destination})
    if row is None:
        row = await tx.one(_ACCOUNT, {"company": company, **dict.fromkeys(_NAMES), **columns})
    return None if row is None else msgspec.convert(row, KnownPayee)


_NAMES = ("pix_key", "ispb", "branch", "number")
_PAID = """
    select holder_name, holder_document, 'payment' as known_by, count(*) over () as payments, ended_at as last_paid_at
      from payout where company_id = %(company)s and destination = %(destination)s and status = 'done'
     order by created_at desc limit 1
"""
_ACCOUNT = """
    select holder_name, holder_document, 'bank_account' as known_by from bank_account
     where company_id = %(company)s and status = 'verified'
       and ((kind = 'key' and pix_key = %(pix_key)s)
         or (kind = 'account' and ispb = %(ispb)s and branch = %(branch)s and number = %(number)s))
"""
