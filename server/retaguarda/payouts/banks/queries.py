"""Read a bank, what is measured of it, and what staff said."""

from collections.abc import Mapping

import msgspec

from retaguarda.bank_book.model import BankEntry
from retaguarda.bank_book.queries import bank_by_ispb
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.payouts.banks.model import BankFigures, BankMark, BankRefusals, BankStanding


def ispb_of(text: str) -> str:
    """The ISPB in a path; what is none is simply not there."""
    if len(text) != 8 or not text.isascii() or not text.isalnum():
        raise not_found("bank")
    return text.upper()


async def known_bank(tx: Tx, path: Mapping[str, str]) -> BankEntry:
    """The bank that the path names.

    Raises:
        ApiError: 404.
    """
    bank = await bank_by_ispb(tx, ispb_of(path["id"]))
    if bank is None:
        raise not_found("bank")
    return bank


async def of_bank(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The house, for staff, where there is such a bank."""
    if not principal.internal:
        return None
    return None if await bank_by_ispb(tx, ispb_of(request.path_params["id"])) is None else PROVIDER


async def figures_of(tx: Tx, ispb: str) -> BankFigures:
    row = await tx.one("select * from payout_bank_live() where ispb = %(ispb)s", {"ispb": ispb})
    return msgspec.convert(row, BankFigures) if row else BankFigures()


async def marks_of(tx: Tx, ispb: str) -> list[BankMark]:
    """The newest marks of a bank, the newest first."""
    rows = await tx.all(
        "select * from bank_mark where ispb = %(ispb)s order by created_at desc limit 20", {"ispb": ispb}
    )
    return msgspec.convert(rows, list[BankMark])


async def refusals_of(tx: Tx, ispb: str) -> list[BankRefusals]:
    rows = await tx.all("select * from payout_bank_refusals(%(ispb)s)", {"ispb": ispb})
    return msgspec.convert(rows, list[BankRefusals])


async def bank_standing(tx: Tx, principal: Principal, path: Mapping[str, str]) -> BankStanding | None:
    bank = await bank_by_ispb(tx, ispb_of(path["id"]))
    if bank is None:
        return None
    live = await figures_of(tx, bank.ispb)
    return BankStanding(bank.name, live.mark, bank.branch_most, bank.number_least, bank.number_most, bank.digit_rule)


async def paid_banks(tx: Tx, banks: list[str]) -> frozenset[str]:
    """Which of these banks hold an account of anybody."""
    return frozenset(await tx.value("select payout_banks_paid(%(banks)s)", {"banks": banks}))
