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
    r"(?:(?P<fee>[\d.,]+)(?!\s*%)\s*(?:\+\s*(?=[\d.,]+\s*%)|(?=min|max|$)))?(?:(?P<share>[\d.,]+)\s*%\s*)?"
    r"(?:min\s*(?P<least>[\d.,]+)\s*)?(?:max\s*(?P<top>[\d.,]+))?",
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
    if parts is None or not (parts["fee"] or parts["share"]):
        raise ValueError(said)
    fee = _minor(parts["fee"]) if parts["fee"] else 0
    share = f"{Decimal(parts['share'].replace(',', '.')):.2f}" if parts["share"] else None
    points = basis_points("said", share) or 0
    least, top = (_minor(parts[bound]) if parts[bound] else None for bound in ("least", "top"))
    text = _in_reais(fee)
    if points:
        text += f" + {percent(points)}%"
    if least is not None and least > fee:
        text += f" min {least}"
    if top is not None and (points or top < max(fee, least or 0)):
        text += f" max {top}"
    return text
