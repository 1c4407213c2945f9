"""Find the reference rate and the tax rule that count on a day."""

from datetime import date, timedelta

import msgspec

from retaguarda.exchange.model import Direction, TaxKind
from retaguarda.exchange.rates.model import Reference, TaxInForce
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError

#: Days without any rate after which the newest one is too old to price with: longer than any run of holidays.
OLDEST = 7


async def reference_on(tx: Tx, currency: str, home: str, day: date) -> Reference:
    """
    Raises:
        ApiError: 409 ``rate_missing``: none, or none of the last days.
    """
    row = await tx.one(
        "select * from exchange_reference(%(currency)s, %(home)s, %(day)s)",
        {"currency": currency, "home": home, "day": day},
    )
    found = None if row is None else msgspec.convert(row, Reference)
    if found is None or found.day < day - timedelta(days=OLDEST):
        raise ApiError(409, "rate_missing", f"there is no reference rate of {currency} for {day}")
    return found


async def tax_on(tx: Tx, kind: TaxKind, direction: Direction, day: date) -> TaxInForce:
    """
    Raises:
        ApiError: 409 ``tax_rule_missing``.
    """
    row = await tx.one(
        "select * from exchange_tax_in_force(%(kind)s, %(direction)s, %(day)s)",
        {"kind": kind, "direction": direction, "day": day},
    )
    if row is None:
        raise ApiError(409, "tax_rule_missing", f"no rule says what tax {kind} {direction} has on {day}")
    return msgspec.convert(row, TaxInForce)
