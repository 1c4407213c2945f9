"""Read what the Central Bank's service of rates (Olinda, PTAX v1) answers, without a float."""

from datetime import UTC, datetime
from decimal import Decimal

import msgspec

from retaguarda.foundation.local_day import BRASILIA

#: The service names no bulletin where it gives closing rates alone.
CLOSING = "Fechamento PTAX"


class RatesDamaged(Exception):
    """The text is no answer of the service. ``str()`` says what is wrong, with the line's number where there is one."""


class PublishedRate(msgspec.Struct, frozen=True):
    buy: Decimal
    sell: Decimal
    bulletin: str
    published_at: datetime


class _Line(msgspec.Struct):
    cotacaoCompra: Decimal
    cotacaoVenda: Decimal
    dataHoraCotacao: str
    tipoBoletim: str = CLOSING


class _Answer(msgspec.Struct):
    value: list[_Line]


def parse_rates(text: str) -> list[PublishedRate]:
    """
    Raises:
        RatesDamaged: no JSON of this service, or a rate that can be none.
    """
    try:
        lines = msgspec.json.decode(text, type=_Answer).value
    except (msgspec.DecodeError, ArithmeticError) as error:
        raise RatesDamaged(str(error)) from None
    return [_rate(number, line) for number, line in enumerate(lines, 1)]


def _rate(number: int, line: _Line) -> PublishedRate:
    try:
        at = datetime.fromisoformat(line.dataHoraCotacao).replace(tzinfo=BRASILIA).astimezone(UTC)
    except ValueError:
        raise RatesDamaged(f"rate {number}: {line.dataHoraCotacao!r} is no moment") from None
    buy, sell = line.cotacaoCompra, line.cotacaoVenda
    if not (buy.is_finite() and sell.is_finite() and 0 < buy <= sell < 10**9):
        raise RatesDamaged(f"rate {number}: {buy} and {sell} are no buying and selling rate")
    bulletin = line.tipoBoletim.strip()
    if not 1 <= len(bulletin) <= 40 or not bulletin.isprintable():
        raise RatesDamaged(f"rate {number}: the bulletin has no name")
    return PublishedRate(buy, sell, bulletin, at)
