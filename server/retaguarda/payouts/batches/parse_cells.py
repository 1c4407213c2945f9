"""Parses amounts and days as people write them in tables. It guesses nothing: what may mean two things is refused."""

import re
from datetime import date

from retaguarda.foundation.money import LARGEST
from retaguarda.payout_engine.parse_tags import tags_of

_MARKS = {
    ",": re.compile(r"(?:R\$\s*)?(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})"),
    ".": re.compile(r"(?:R\$\s*)?(\d{1,3}(?:,\d{3})+|\d+)\.(\d{2})"),
}
_WHOLE = re.compile(r"(?:R\$\s*)?(\d+)")
#: A point or comma before three digits, and no other: thousands for some, decimals for others.
_AMBIGUOUS = re.compile(r"(?:R\$\s*)?\d{1,3}([.,]\d{3})+")
_PRIORITIES = {"alta": 1, "high": 1, "normal": 0, "baixa": -1, "low": -1}
_DAY = re.compile(r"(\d{2})/(\d{2})/(\d{4})")


class AmountRefused(Exception):
    """``str()`` is the key of what is wrong."""


class AmountParser:
    """Parses 1.234,56 or 1,234.56 or 1234 as minor units, with the same mark in every line of a file.

    Args:
        mark: the decimal mark as far as it is known; the first clear amount decides.
    """

    def __init__(self, mark: str | None = None) -> None:
        self.mark = mark

    def parse(self, text: str) -> int:
        """
        Raises:
            AmountRefused.
        """
        amount = self._centavos(text)
        if not 1 <= amount <= LARGEST:
            raise AmountRefused("out_of_range")
        return amount

    def _centavos(self, text: str) -> int:
        for mark, form in _MARKS.items():
            if found := form.fullmatch(text):
                self.mark = self.mark or mark
                if mark != self.mark:
                    raise AmountRefused("amount_other_mark")
                return int(re.sub(r"[.,]", "", found[1])) * 100 + int(found[2])
        if whole := _WHOLE.fullmatch(text):
            return int(whole[1]) * 100
        raise AmountRefused("amount_ambiguous" if _AMBIGUOUS.fullmatch(text) else "amount_invalid")


def parse_day(text: str) -> date:
    """Parse dd/MM/yyyy or yyyy-MM-dd.

    Raises:
        ValueError: it is neither.
    """
    found = _DAY.fullmatch(text)
    return date.fromisoformat(f"{found[3]}-{found[2]}-{found[1]}" if found else text)


def parse_tags(text: str) -> list[str]:
    """Tags stand in one cell, apart by commas.

    Raises:
        ValueError: too many, too long, or not one line of text.
    """
    return tags_of(text.split(","))


def parse_priority(text: str) -> int:
    """
    Raises:
        ValueError: it is none.
    """
    found = _PRIORITIES.get(text.lower())
    if found is None:
        raise ValueError(text)
    return found
