"""Shapes of reference rates and of the rules of the tax on exchange."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.exchange.model import Direction, PercentText, TaxKind
from retaguarda.foundation.money import Currency


class RatesInput(msgspec.Struct, forbid_unknown_fields=True):
    """``answer``: the JSON that the Central Bank's service gave for one currency, as it came (CotacaoMoedaPeriodo and the like)."""

    currency: Currency
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    answer: Annotated[str, msgspec.Meta(min_length=2, max_length=500_000)]


class RatesRead(msgspec.Struct):
    """``added``: rates that were not known; ``known``: those that were."""

    currency: Currency
    added: int
    known: int
    sha256: str


class TaxRuleInput(msgspec.Struct, forbid_unknown_fields=True):
    """``source``: the norm. A rule with a day that has one already corrects it."""

    kind: TaxKind
    direction: Direction
    percent: PercentText
    valid_from: date
    source: Annotated[str, msgspec.Meta(min_length=3, max_length=300)]


class TaxRule(msgspec.Struct):
    id: UUID
    kind: TaxKind
    direction: Direction
    percent: str
    valid_from: date
    source: str
    created_at: datetime
    created_by: str


class Reference(msgspec.Struct):
    """The reference rate that counts on a day: from that day, or from the newest one before it."""

    day: date
    buy: Decimal
    sell: Decimal

    def of(self, direction: Direction) -> Decimal:
        """The side of the rate that a client meets: who buys currency pays the selling rate."""
        return self.sell if direction == "out" else self.buy


class TaxInForce(msgspec.Struct):
    id: UUID
    percent: Decimal
    source: str
