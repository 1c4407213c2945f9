"""What a charge with a due date (cobv) costs on a given day. Amounts are centavos.

Percentages are of the original amount and each part is rounded half up. A month of interest has 30 days or 21
business days, a year 365 or 252. A due date on a weekend moves to Monday; holidays count as business days here.
"""

from dataclasses import asdict, dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from retaguarda.providers.pix.money import parse_amount


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


def due(valor: dict[str, Any], vencimento: date, on: date) -> Due:
    """``valor`` as in the official document (CobVValor)."""
    original = parse_amount(valor["original"])
    reduction = valor.get("abatimento")
    last_day = _next_business_day(vencimento)
    late = (on - last_day).days
    return Due(
        original=original,
        abatimento=_of(original, reduction, fixed=reduction["modalidade"] == 1) if reduction else 0,
        desconto=_discount(original, valor.get("desconto"), vencimento, on) if late <= 0 else 0,
        multa=_fine(original, valor.get("multa")) if late > 0 else 0,
        juros=_interest(original, valor.get("juros"), vencimento, on) if late > 0 else 0,
    )


def last_payable(vencimento: date, validade: int) -> date:
    return max(vencimento + timedelta(days=validade), _next_business_day(vencimento))


def _fine(original: int, fine: dict[str, Any] | None) -> int:
    return _of(original, fine, fixed=fine["modalidade"] == 1) if fine else 0


def _interest(original: int, interest: dict[str, Any] | None, since: date, on: date) -> int:
    if not interest:
        return 0
    mode = interest["modalidade"]
    days = (on - since).days if mode <= 4 else _business_days(since, on)
    per = {1: 1, 2: 1, 3: 30, 4: 365, 5: 1, 6: 1, 7: 21, 8: 252}[mode]
    return _of(original, interest, fixed=mode in (1, 5), times=Decimal(days) / per)


def _discount(original: int, discount: dict[str, Any] | None, vencimento: date, on: date) -> int:
    if not discount:
        return 0
    mode = discount["modalidade"]
    if mode <= 2:
        steps = sorted(discount["descontoDataFixa"], key=lambda step: step["data"])
        step = next((s for s in steps if on <= date.fromisoformat(s["data"])), None)
        return _of(original, step, fixed=mode == 1) if step else 0
    days = (vencimento - on).days if mode in (3, 5) else _business_days(on, vencimento)
    return min(_of(original, discount, fixed=mode in (3, 4), times=Decimal(max(days, 0))), original - 1)


def _of(original: int, term: dict[str, Any], *, fixed: bool, times: Decimal = Decimal(1)) -> int:
    value = Decimal(parse_amount(term["valorPerc"]))
    # valorPerc "2.00" reads as 200: centavos when fixed, hundredths of a percent otherwise.
    amount = value * times if fixed else value * times * original / 10_000
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


def _next_business_day(day: date) -> date:
    return day + timedelta(days={5: 2, 6: 1}.get(day.weekday(), 0))


def _business_days(since: date, until: date) -> int:
    """Weekdays after ``since`` up to and with ``until``."""
    days = max((until - since).days, 0)
    weeks, rest = divmod(days, 7)
    return weeks * 5 + sum((since.weekday() + n) % 7 < 5 for n in range(1, rest + 1))
