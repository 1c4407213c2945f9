"""Reads a slip (boleto de cobrança) from its barcode or from the line that a person types: bank, amount and due date, with every
check digit (FEBRABAN, "Layout padrão do código de barras"; Carta Circular Bacen 2.926/2000).
"""

from dataclasses import dataclass
from datetime import date, timedelta

#: The factor of the due date counts days from here. 9999 was 21 Feb 2025; the next day it began anew at 1000.
_BASE, _FIRST, _ROUND = date(1997, 10, 7), 1_000, 9_000
#: A slip is paid at most so long after its due date, and made at most so long before: it tells the round of the factor.
_PAST, _AHEAD = timedelta(days=3_000), timedelta(days=5_500)
_BARCODE, _TYPED, _COLLECTED = 44, 47, 48
_REAL = "9"


class SlipError(Exception):
    """This is no slip. ``key`` names what is wrong; ``str()`` is one line for a person."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


@dataclass(frozen=True, slots=True)
class Slip:
    """``amount`` in centavos; None: whoever pays it says how much. ``due_on`` None: it is due when it is shown."""

    barcode: str
    bank: str
    amount: int | None
    due_on: date | None


def read_slip(text: str, today: date) -> Slip:
    """Read a barcode of 44 digits or a typed line of 47; blanks, dots and hyphens between digits do not count.

    Args:
        today: a local day, to tell which round of the due date's factor is meant.

    Raises:
        SlipError: ``slip_collected`` for a tax or utility slip, else ``slip_invalid``.
    """
    digits = text.translate(_BETWEEN)
    if not (digits.isascii() and digits.isdigit()):
        raise SlipError("slip_invalid", "a slip's line has digits only")
    if len(digits) in (_BARCODE, _COLLECTED) and digits[0] == "8":
        raise SlipError("slip_collected", "taxes and utility bills are not paid here")
    if len(digits) == _TYPED:
        digits = _barcode_of(digits)
    if len(digits) != _BARCODE:
        raise SlipError("slip_invalid", f"a slip has {_BARCODE} digits in its barcode, or {_TYPED} in its line")
    if digits[4] != str(_mod11(digits[:4] + digits[5:])):
        raise SlipError("slip_invalid", "the check digit of the barcode is wrong")
    if digits[3] != _REAL:
        raise SlipError("slip_invalid", "the slip is not in reais")
    return Slip(digits, digits[:3], int(digits[9:19]) or None, _due_on(int(digits[5:9]), today))


def looks_like_slip(text: str) -> bool:
    """Whether a text has nothing but digits and what people write between them; a Pix code begins with letters soon."""
    return text.translate(_BETWEEN).isdigit()


_BETWEEN = str.maketrans("", "", " .-\t\n\r")


def _barcode_of(line: str) -> str:
    fields = (line[:10], line[10:21], line[21:32])
    for number, field in enumerate(fields, 1):
        if field[-1] != str(_mod10(field[:-1])):
            raise SlipError("slip_invalid", f"the check digit of field {number} is wrong")
    bank, free = line[:4], line[4:9] + line[10:20] + line[21:31]
    return bank + line[32] + line[33:] + free


def _mod10(digits: str) -> int:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        product = int(digit) * (1 if place % 2 else 2)
        total += product // 10 + product % 10
    return -total % 10


def _mod11(digits: str) -> int:
    """Weights 2 to 9 from the right; where it would be 0, 10 or 11 it is 1."""
    total = sum(int(digit) * (2 + place % 8) for place, digit in enumerate(reversed(digits)))
    check = 11 - total % 11
    return check if check < 10 else 1


def _due_on(factor: int, today: date) -> date | None:
    if factor < _FIRST:
        return None
    found = _BASE + timedelta(days=factor)
    while found < today - _PAST and found + timedelta(days=_ROUND) <= today + _AHEAD:
        found += timedelta(days=_ROUND)
    return found
