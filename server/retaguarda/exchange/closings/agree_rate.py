"""Agree on the bank's rate: typed as somebody heard it, or asked of a bank that gives prices by itself."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from retaguarda.exchange.closings.create_closing import write_sums
from retaguarda.exchange.closings.model import AgreeInput
from retaguarda.exchange.closings.queries import ClosingRow, load_closing, refuse_unless
from retaguarda.exchange.evaluate_price import convert
from retaguarda.exchange.model import rate_of
from retaguarda.exchange.rates.queries import reference_on
from retaguarda.foundation.command import Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Principal


async def agree_rate(tx: Tx, principal: Principal, row: ClosingRow, given: AgreeInput) -> Mapping[str, Any]:
    """Write the bank's rate down, with the contract that it makes."""
    refuse_unless(row, "draft", "agreed")
    until = datetime.now(UTC) + timedelta(minutes=given.minutes)
    await write_sums(tx, row.id)
    await _add_maker(tx, principal, row)
    await write_rate(tx, await load_closing(tx, row.id), rate_of("rate", given.rate), until, None, principal.email)
    return {"rate": given.rate, "from": row.state, "to": "agreed"}


async def ask_rate(tx: Tx, principal: Principal, row: ClosingRow, given: Nothing) -> Mapping[str, Any]:
    """Ask the bank; a job carries the question there, and writes the answer down.

    Raises:
        ApiError: 409 ``bank_gives_no_price``.
    """
    refuse_unless(row, "draft", "agreed")
    if not row.bank_quotes or row.bank_state != "active":
        raise ApiError(409, "bank_gives_no_price", f"{row.bank} gives no price by itself; ask it and type the rate")
    await write_sums(tx, row.id)
    await _add_maker(tx, principal, row)
    await tx.execute(
        "update exchange_closing set asked_rate_at = clock_timestamp(), asked_rate_by = %(by)s where id = %(id)s",
        {"id": row.id, "by": principal.email},
    )
    return {}


async def _add_maker(tx: Tx, principal: Principal, row: ClosingRow) -> None:
    await tx.execute(
        "update exchange_closing set makers = array(select distinct m from unnest(makers || approval_makers(%(person)s)) m)"
        " where id = %(id)s",
        {"id": row.id, "person": principal.person_id},
    )


async def write_rate(tx: Tx, row: ClosingRow, rate: Decimal, until: datetime, quote: str | None, by: str) -> None:
    """The contract at the bank's rate, beside the reference rate of the trade day.

    Args:
        quote: the bank's name of its price; None: somebody typed it.
    """
    reference = await reference_on(tx, row.currency, row.home_currency, row.trade_day)
    await tx.execute(
        "update exchange_closing set state = 'agreed', rate = %(rate)s, rate_until = %(until)s, rate_source = %(source)s,"
        " quote = %(quote)s, contract = %(contract)s, ptax = %(ptax)s, ptax_day = %(day)s, agreed_at = clock_timestamp(),"
        " agreed_by = %(by)s, asked_rate_at = null, asked_rate_by = null where id = %(id)s",
        {
            "id": row.id,
            "rate": rate,
            "until": until,
            "source": "typed" if quote is None else "bank",
            "quote": quote,
            "contract": convert(row.foreign_amount, rate, row.currency, row.home_currency),
            "ptax": reference.of(row.direction),
            "day": reference.day,
            "by": by,
        },
    )
