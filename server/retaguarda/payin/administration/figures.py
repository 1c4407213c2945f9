"""The sums of the hourly roll-up and the ratios computed from them."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.foundation.money import BRL, Money, average, money_or_none
from retaguarda.foundation.percentage import percent_of
from retaguarda.payin.charges.summary import SUMS


class PayinFigures(msgspec.Struct):
    """Charges by creation, payments and fees by receipt, refunds by settlement.

    ``conversion``: of the charges created in the period, those paid, in percent; ``refund_rate``: refunded of received,
    in percent; ``average_ticket``: received per payment, rounded half up. Null where the divisor is zero.
    """

    charges: int
    charged: Money
    converted: int
    payments: int
    received: Money
    fees: Money
    refunds: int
    refunded: Money
    conversion: str | None
    average_ticket: Money | None
    refund_rate: str | None


def figures_of(row: Mapping[str, Any] | None) -> PayinFigures:
    """Compute the figures of a row with SUMS; of zeros when ``row`` is None."""
    sums = row or dict.fromkeys(SUMS, 0)
    return PayinFigures(
        charges=sums["charges"],
        charged=Money(sums["charged"], BRL),
        converted=sums["converted"],
        payments=sums["payments"],
        received=Money(sums["received"], BRL),
        fees=Money(sums["fees"], BRL),
        refunds=sums["refunds"],
        refunded=Money(sums["refunded"], BRL),
        conversion=_percent(sums["converted"], sums["charges"]),
        average_ticket=money_or_none(average(sums["received"], sums["payments"]), BRL),
        refund_rate=_percent(sums["refunded"], sums["received"]),
    )


def _percent(part: int, whole: int) -> str | None:
    share = percent_of(part, whole)
    return None if share is None else str(share)
