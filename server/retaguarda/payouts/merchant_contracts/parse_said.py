"""Parse what a source says of a field into the form in which it is compared."""

from datetime import date
from decimal import Decimal, InvalidOperation

from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.money import BRL, LARGEST
from retaguarda.foundation.percentage import basis_points, percent

_AMOUNTS = ("payout_fee", "most_once", "most_day", "most_night")


def parse_said(field: str, said: str) -> str:
    """What a person typed as the database compares it."""
    try:
        if field == "payin_fee":
            return percent(basis_points("said", f"{Decimal(said.replace(',', '.')):.2f}") or 0)
        if field == "kyc":
            return date.fromisoformat(said).isoformat()
        if field in _AMOUNTS:
            amount = Decimal(said.replace(",", ".")) * 100
            if amount != amount.to_integral_value() or not 0 <= amount <= LARGEST:
                raise ValueError
            return f"{int(amount)} {BRL}"
    except (ValueError, InvalidOperation):
        raise invalid_field("said", "field_invalid", f"said is no value of {field}") from None
    return said
