"""Look up banks in the book."""

import unicodedata

import msgspec

from retaguarda.bank_book.model import Bank, BankEntry
from retaguarda.foundation.database import Tx


def fold(text: str) -> str:
    """Lower-case a text and strip its accents, so that search matches what people type."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


async def bank_by_ispb(tx: Tx, ispb: str) -> BankEntry | None:
    """Find a bank, also one that the newest list no longer has."""
    row = await tx.one("select * from bank_and_house where ispb = %(ispb)s", {"ispb": ispb})
    return msgspec.convert(row, BankEntry) if row else None


async def bank_by_code(tx: Tx, code: str) -> BankEntry | None:
    """Find a bank by either of its codes.

    Args:
        code: ISPB (8 characters) or COMPE (3 digits).
    """
    row = await tx.one(
        "select * from bank_and_house where ispb = %(code)s or compe = %(code)s order by ispb = %(code)s desc, listed desc limit 1",
        {"code": code},
    )
    return msgspec.convert(row, BankEntry) if row else None


async def banks_by_code(tx: Tx) -> dict[str, BankEntry]:
    """Return the whole book under both codes, for whoever reads many accounts; a COMPE names the bank that is listed."""
    rows = msgspec.convert(await tx.all("select * from bank_and_house order by listed"), list[BankEntry])
    return {bank.compe: bank for bank in rows if bank.compe} | {bank.ispb: bank for bank in rows}


#: The asked-for COMPE first, then names that begin with the text, then those whose words begin with its words, Pix participants before others.
_SEARCH = """
    select ispb, compe, name, long_name, pix, ted from bank_and_house
     where listed and (%(code)s = '' or starts_with(ispb, %(code)s) or starts_with(coalesce(compe, ''), %(code)s)
        or not exists (select from unnest(%(words)s::text[]) word where position(word in words) = 0))
     order by compe is distinct from %(code)s, not starts_with(words, %(text)s),
              exists (select from unnest(%(words)s::text[]) word where position(' ' || word in ' ' || words) = 0), not pix, words limit %(most)s
"""


async def search(tx: Tx, text: str, limit: int) -> list[Bank]:
    """Return the listed banks whose code (COMPE, ISPB) starts with the text or whose names contain every word."""
    words = fold(text).split()
    given = {"code": "".join(words).upper(), "words": words, "text": " ".join(words), "most": limit}
    return msgspec.convert(await tx.all(_SEARCH, given), list[Bank])
