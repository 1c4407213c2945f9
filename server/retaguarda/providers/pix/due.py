"""What a charge with a due date (cobv) costs on a given day, and until when it can be paid. Amounts are centavos.

Source: CobVValor and CobDataDeVencimento of API Pix 2.9.0. Percentages are of the original amount and each part is rounded
half up. A month of interest has 30 days or 21 business days, a year 365 or 252. A due date that is no business day moves to
the next one, and fine, interest, discount and the days of validity count from there; a validity that ends on no business day
lasts until the next. In years whose holidays are not known every weekday is a business day.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from types import MappingProxyType
from typing import Any, Literal

from retaguarda.foundation.business_days import BeyondCalendar, is_business_day
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.providers.pix.money import parse_amount

#: How many modalidades each term has.
MODES: Mapping[str, int] = MappingProxyType({"multa": 2, "juros": 8, "abatimento": 2, "desconto": 6})
#: Those whose valorPerc is an amount; of the others it is a percentage.
FIXED: Mapping[str, frozenset[int]] = MappingProxyType(
    {
        "multa": frozenset({1}),
        "juros": frozenset({1, 5}),
        "abatimento": frozenset({1}),
        "desconto": frozenset({1, 3, 4}),
    }
)
#: Those of desconto that name days; of the others each day of anticipation counts.
DATED = frozenset({1, 2})
MOST_STEPS = 3
#: The days after the due date on which it can still be paid, at most; API Pix names no limit.
MOST_DAYS = 10_000

_DAY = timedelta(days=1)

#: Why a term cannot stand: it is not made as its modalidade demands; it is as large as the charge; it ends after the due date.
Wrong = Literal["shape", "too_much", "after_due_date"]


@dataclass(frozen=True, slots=True)
class Due:
    original: int
    multa: int = 0
    juros: int = 0
    abatimento: int = 0
    desconto: int = 0

    @property
    def final(self) -> int:
        return max(self.original + self.multa + self.juros - self.abatimento - self.desconto, 1)

    def parts(self) -> dict[str, int]:
        """Those that count, by their official names."""
        return {name: value for name, value in asdict(self).items() if value or name == "original"}


def day_of(moment: datetime) -> date:
    """The day in Brasília."""
    return moment.astimezone(BRASILIA).date()


def due(valor: Mapping[str, Any], vencimento: date, on: date) -> Due:
    """``valor`` as in the official document (CobVValor)."""
    original = parse_amount(valor["original"])
    last_day = next_business_day(vencimento)
    late = on > last_day
    return Due(
        original=original,
        abatimento=_of(original, "abatimento", valor.get("abatimento")),
        desconto=0 if late else _discount(original, valor.get("desconto"), vencimento, last_day, on),
        multa=_of(original, "multa", valor.get("multa")) if late else 0,
        juros=_interest(original, valor.get("juros"), last_day, on) if late else 0,
    )


def last_payable(vencimento: date, validade: int) -> date:
    """The last day on which it can be paid, whole."""
    return next_business_day(next_business_day(vencimento) + timedelta(days=validade))


def payable_until(vencimento: date, validade: int) -> datetime:
    """The moment from which it can no longer be paid."""
    return datetime.combine(last_payable(vencimento, validade) + _DAY, time(), BRASILIA)


def next_business_day(day: date) -> date:
    while not _is_business_day(day):
        day += _DAY
    return day


def wrong_terms(valor: Mapping[str, Any], vencimento: date) -> Iterator[tuple[str, Wrong]]:
    """The terms of a CobVValor that cannot stand, and why. Their shapes are right."""
    original = parse_amount(valor["original"])
    reduction, discount = valor.get("abatimento"), valor.get("desconto")
    if reduction and _too_much(original, "abatimento", reduction["modalidade"], reduction["valorPerc"]):
        yield "abatimento", "too_much"
    if discount and (why := _wrong_discount(original, discount, vencimento)):
        yield "desconto", why


def _wrong_discount(original: int, discount: Mapping[str, Any], vencimento: date) -> Wrong | None:
    mode, steps, each = discount["modalidade"], discount.get("descontoDataFixa"), discount.get("valorPerc")
    if mode not in DATED:
        if steps is not None or each is None:
            return "shape"
        return "too_much" if _too_much(original, "desconto", mode, each) else None
    if steps is None or each is not None or not 1 <= len(steps) <= MOST_STEPS:
        return "shape"
    days = [_date(step["data"]) for step in steps]
    known = [day for day in days if day is not None]
    if len(set(known)) < len(steps):
        return "shape"
    if max(known) > vencimento:
        return "after_due_date"
    if any(_too_much(original, "desconto", mode, step["valorPerc"]) for step in steps):
        return "too_much"
    return None


def _too_much(original: int, term: str, mode: int, value: str) -> bool:
    return parse_amount(value) >= (original if mode in FIXED[term] else 100_00)


def _interest(original: int, interest: Mapping[str, Any] | None, since: date, on: date) -> int:
    if not interest:
        return 0
    mode = interest["modalidade"]
    days = (on - since).days if mode <= 4 else _business_days(since, on)
    per = {1: 1, 2: 1, 3: 30, 4: 365, 5: 1, 6: 1, 7: 21, 8: 252}[mode]
    return _of(original, "juros", interest, Decimal(days) / per)


def _discount(original: int, discount: Mapping[str, Any] | None, vencimento: date, last_day: date, on: date) -> int:
    if not discount:
        return 0
    mode = discount["modalidade"]
    if mode in DATED:
        steps = sorted(discount["descontoDataFixa"], key=lambda step: step["data"])
        # A discount until the due date moves with it.
        ends = ((date.fromisoformat(step["data"]), step) for step in steps)
        step = next((step for end, step in ends if on <= (last_day if end == vencimento else end)), None)
        return _of(original, "desconto", {"modalidade": mode} | step) if step else 0
    days = (last_day - on).days if mode in (3, 5) else _business_days(on, last_day)
    return min(_of(original, "desconto", discount, Decimal(days)), original - 1)


def _of(original: int, name: str, term: Mapping[str, Any] | None, times: Decimal = Decimal(1)) -> int:
    if not term:
        return 0
    value = Decimal(parse_amount(term["valorPerc"]))
    # valorPerc "2.00" reads as 200: centavos when fixed, hundredths of a percent otherwise.
    amount = value * times if term["modalidade"] in FIXED[name] else value * times * original / 10_000
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


def _business_days(since: date, until: date) -> int:
    """Business days after ``since`` up to and with ``until``."""
    return sum(_is_business_day(since + _DAY * n) for n in range(1, (until - since).days + 1))


def _is_business_day(day: date) -> bool:
    try:
        return is_business_day(day)
    except BeyondCalendar:
        return day.weekday() < 5


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
