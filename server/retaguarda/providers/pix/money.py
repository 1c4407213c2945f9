"""Amounts as API Pix writes them: text with two decimals, never a number."""

import re

_AMOUNT = re.compile(r"[0-9]{1,10}\.[0-9]{2}")


class Centavos(int):
    """An amount read from the provider, in centavos."""


def parse_amount(value: object) -> Centavos:
    """Exact: "37.00" → 3700.

    Raises:
        ValueError: not a text of 1 to 10 digits, a point and two digits. A number is refused too: 37.1 as a
            float is not 37.10.
    """
    if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
        raise ValueError(f'expected an amount such as "37.00", got {value!r:.40}')
    return Centavos(value.replace(".", ""))


def amount_text(centavos: int) -> str:
    """3700 → "37.00".

    Raises:
        ValueError: negative, or longer than ten digits of reais.
    """
    if not 0 <= centavos < 10**12:
        raise ValueError(f"an amount is 0 to 999999999999 centavos, not {centavos}")
    return f"{centavos // 100}.{centavos % 100:02d}"
