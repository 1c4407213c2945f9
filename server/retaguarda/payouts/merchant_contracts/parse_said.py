"""Parse what a source says of a field into the form in which it is compared."""

import re
from datetime import date
from decimal import Decimal, InvalidOperation

from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.money import BRL, LARGEST
from retaguarda.foundation.percentage import basis_points, percent

_AMOUNTS = ("most_once", "most_day", "most_night")
#: As people write what a payment costs: "1,50", "0,5%", "1,50 + 0,5% min 0,50 max 5,00".
_FEE = re.compile(
    r"(?:([\d.,]+)(?!\s*%)\s*(?:\+\s*(?=[\d.,]+\s*%)|(?=min|max|$)))?(?:([\d.,]+)\s*%\s*)?"
    r"(?:min\s*([\d.,]+)\s*)?(?:max\s*([\d.,]+))?",
    re.IGNORECASE,
)


def parse_said(field: str, said: str) -> str:
    """What a person typed as the database compares it."""
    try:
        if field == "payin_fee":
            return percent(basis_points("said", f"{Decimal(said.replace(',', '.')):.2f}") or 0)
        if field == "kyc":
            return date.fromisoformat(said).isoformat()
        if field in _AMOUNTS:
            return _in_reais(_minor(said))
        if field == "payout_fee":
            return _payout_fee(said)
    except (ValueError, InvalidOperation):
        raise invalid_field("said", "field_invalid", f"said is no value of {field}") from None
    return said


def _in_reais(minor: int) -> str:
    return f"{minor} {BRL}"


def _minor(said: str) -> int:
    amount = Decimal(said.replace(",", ".")) * 100
    if amount != amount.to_integral_value() or not 0 <= amount <= LARGEST:
        raise ValueError(said)
    return int(amount)


def _payout_fee(said: str) -> str:
    """What a payment costs, as ``contract_payout_fee`` of the database words it."""
    parts = _FEE.fullmatch(said.strip())
    if parts is None:
        raise ValueError(said)
    fixed, share, *bounds = parts.groups()
    if fixed is None and share is None:
        raise ValueError(said)
    fee = _minor(fixed) if fixed else 0
    points = basis_points("said", f"{Decimal(share.replace(',', '.')):.2f}" if share else None) or 0
    least, top = (_minor(bound) if bound else None for bound in bounds)
    text = _in_reais(fee)
    if points:
        text += f" + {percent(points)}%"
    if least is not None and least > fee:
        text += f" min {least}"
    if top is not None and (points or top < max(fee, least or 0)):
        text += f" max {top}"
    return text
