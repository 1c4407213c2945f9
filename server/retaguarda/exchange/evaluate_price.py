"""Evaluate a price: foreign amount × rate, tax and fee, to the minor unit. Nothing here is a float.

A price is rounded once, half to even. The same is said in SQL (exchange_price, exchange_share), and a test compares them.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext

from retaguarda.exchange.model import Direction
from retaguarda.foundation.money import exponent_of

#: Decimals of a client's rate.
_RATE = Decimal("0.00000001")
_VET = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class Price:
    """``price``: what the foreign amount costs or gives; minor units of the home currency, like ``tax`` and ``fee``."""

    foreign: int
    price: int
    tax: int
    fee: int

    def total(self, direction: Direction) -> int:
        """What a client pays in all, or gets in the end."""
        return self.price + self.tax + self.fee if direction == "out" else self.price - self.tax - self.fee


def client_rate(reference: Decimal, spread: int, direction: Direction) -> Decimal:
    """The reference rate and a spread in basis points: dearer for who buys, less for who sells."""
    with localcontext(prec=50):
        factor = Decimal(10_000 + (spread if direction == "out" else -spread)) / 10_000
        return (reference * factor).quantize(_RATE, rounding=ROUND_HALF_EVEN)


def convert(foreign: int, rate: Decimal, currency: str, home: str) -> int:
    """Minor units of ``home`` for minor units of ``currency``, rounded half to even."""
    with localcontext(prec=50):
        exact = (foreign * rate).scaleb(exponent_of(home) - exponent_of(currency))
        return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def share(amount: int, percent: Decimal) -> int:
    """A share in percent, rounded half to even."""
    with localcontext(prec=50):
        return int((amount * percent).scaleb(-2).quantize(Decimal(1), rounding=ROUND_HALF_EVEN))


def evaluate(foreign: int, rate: Decimal, percent: Decimal, fee: int, currency: str, home: str) -> Price:
    """The price of a foreign amount."""
    price = convert(foreign, rate, currency, home)
    return Price(foreign, price, share(price, percent), fee)


def evaluate_total(
    total: int, rate: Decimal, percent: Decimal, fee: int, direction: Direction, currency: str, home: str
) -> Price | None:
    """The most foreign currency whose total is not above ``total`` (out), or whose yield is not above it (in); None: not even
    one minor unit. What is left over stays with the client.
    """

    def fits(foreign: int) -> Price | None:
        found = evaluate(foreign, rate, percent, fee, currency, home)
        return found if found.total(direction) <= total else None

    with localcontext(prec=50):
        factor = (100 + percent if direction == "out" else 100 - percent) / 100
        net = Decimal(total - fee if direction == "out" else total + fee) / factor / rate
        foreign = int(
            net.scaleb(exponent_of(currency) - exponent_of(home)).quantize(Decimal(1), rounding=ROUND_HALF_UP)
        )
    # The estimate is off by what rounding adds: some units, or more where one unit abroad is worth less than one at home.
    worth = max(1, int(Decimal(2).scaleb(exponent_of(currency) - exponent_of(home)) / rate) + 1)
    low, high = max(0, foreign - worth - 1), foreign + worth + 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    found = fits(low) if low > 0 else None
    return found if found is not None and found.price > 0 else None


def effective_rate(price: Price, direction: Direction, currency: str, home: str) -> Decimal:
    """VET: what one unit costs in all, with four decimals."""
    with localcontext(prec=50):
        units = Decimal(price.foreign).scaleb(-exponent_of(currency))
        paid = Decimal(price.total(direction)).scaleb(-exponent_of(home))
        return (paid / units).quantize(_VET, rounding=ROUND_HALF_UP)
