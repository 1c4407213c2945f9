"""Check a closing before it is closed: what would stand in the way, and what somebody should know."""

from datetime import UTC, datetime

from retaguarda.exchange.banks.model import ExchangeBank
from retaguarda.exchange.closings.model import ClosingCheck
from retaguarda.exchange.closings.queries import ClosingRow, ClosingSums
from retaguarda.exchange.operations.check_restrictions import HELD
from retaguarda.foundation.database import Tx
from retaguarda.foundation.local_day import BRASILIA

_FOREIGN = f"""
    select count(*) from exchange_closing_line l join exchange_operation o on o.company_id = l.merchant_id and o.id = l.operation_id
     where l.closing_id = %(id)s and l.living and (o.state <> 'funded' or exchange_lacks(o) <> '{{}}' or {HELD})
"""


async def check_closing(
    tx: Tx, row: ClosingRow, sums: ClosingSums, bank: ExchangeBank, cut_off: str | None
) -> list[ClosingCheck]:
    """
    Args:
        cut_off: of the bank for the currency, HH:MM in Brasília; None: it does not deal in it any more.
    """
    wrong = await tx.value(_FOREIGN, {"id": row.id})
    now = datetime.now(UTC).astimezone(BRASILIA)
    late = cut_off is None or (now.date() == row.trade_day and f"{now:%H:%M}" > cut_off) or now.date() > row.trade_day
    used, granted = bank.line_used.amount, bank.line_granted.amount
    return [
        ClosingCheck("operations", "failed" if wrong else "passed", str(wrong)),
        # Half a minor unit for each row; a group of one rate rounds its sum once more.
        ClosingCheck("rounding", "failed" if abs(sums.rounding) > sums.operations else "passed", str(sums.rounding)),
        ClosingCheck("cut_off", "warned" if late else "passed", cut_off or ""),
        ClosingCheck("value_day", "passed", "" if row.home_day is None else row.home_day.isoformat()),
        ClosingCheck(
            "line",
            "failed"
            if row.direction == "out" and used > granted
            else "warned"
            if used * 10 > granted * 9
            else "passed",
            f"{used * 1000 // granted / 10:.1f}" if granted else "",
        ),
        ClosingCheck("bank", "passed" if bank.state == "active" else "failed", bank.state),
    ]
