"""Read and lock closings, and compute what they come to."""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Literal
from uuid import UUID

import msgspec

from retaguarda.exchange.closings.model import Closing, ClosingResult, ClosingStanding, State
from retaguarda.exchange.model import Direction, rate_text
from retaguarda.exchange.postings import sign_of
from retaguarda.exchange.rates.model import Reference
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import Money, exponent_of, money_or_none
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request
from retaguarda.foundation.typed_rows import struct_of


class ClosingRow(msgspec.Struct):
    """A closing as its table has it, with its bank."""

    id: UUID
    reference: str
    bank_id: UUID
    bank: str
    code: str
    bank_collects: bool
    bank_state: str
    bank_quotes: bool
    direction: Direction
    currency: str
    home_currency: str
    cut_at: datetime
    state: State
    operations: int
    foreign_amount: int
    clients: int
    tax: int
    tax_due: int
    rate: Decimal | None
    rate_until: datetime | None
    rate_source: Literal["typed", "bank"] | None
    asked_rate_at: datetime | None
    asked_rate_by: str | None
    quote: str | None
    contract: int | None
    rounding: int | None
    ptax: Decimal | None
    ptax_day: date | None
    trade_day: date
    home_day: date | None
    foreign_day: date | None
    collects_tax: bool | None
    number: str | None
    uetr: str | None
    home_settled_at: datetime | None
    foreign_settled_at: datetime | None
    reason: str | None
    makers: list[UUID]
    created_at: datetime
    created_by: str
    agreed_by: str | None
    closed_at: datetime | None
    closed_by: str | None
    confirming_at: datetime | None
    confirmer_id: UUID | None
    confirmer: str | None


class ClosingSums(msgspec.Struct):
    """What the operations of a closing come to; minor units. ``due``: their tax by the table as it is now."""

    operations: int
    foreign: int
    clients: int
    tax: int
    due: int
    rounding: int
    at_booking: int
    exact: int
    digest: str


_ONE = """
    select c.*, b.name as bank, b.code, b.collects_iof as bank_collects, b.state as bank_state, b.quotes as bank_quotes
      from exchange_closing c join exchange_bank b on b.company_id = c.company_id and b.id = c.bank_id where c.id = %(id)s
"""
#: A line's operation o, with the tax that is due on it by the newest rule.
LINES = """
    exchange_closing_line l join exchange_operation o on o.company_id = l.merchant_id and o.id = l.operation_id
"""
_SUMS = f"""
    with one as materialized (
      select o.id, o.foreign_amount, o.rate, o.price, o.tax, o.ptax, o.tax_kind, o.direction, o.trade_day
        from {LINES} where l.closing_id = %(id)s and (l.living or %(over)s)
    ), rule as materialized (
      select d.*, (select t.percent from exchange_tax_in_force(d.tax_kind, d.direction, d.trade_day) t) as percent
        from (select distinct tax_kind, direction, trade_day from one) d
    ), line as materialized (
      select o.id, o.foreign_amount, o.rate, o.price, o.tax, o.ptax,
             exchange_price(o.foreign_amount, o.ptax, %(places)s, %(home_places)s) as at_booking, exchange_share(o.price, r.percent) as due
        from one o join rule r on r.tax_kind = o.tax_kind and r.direction = o.direction and r.trade_day = o.trade_day
    ), rated as (
      select exchange_price(sum(foreign_amount)::bigint, rate, %(places)s, %(home_places)s) as rounded, sum(price) as price
        from line group by rate
    )
    select count(*) as operations, coalesce(sum(foreign_amount), 0)::bigint as foreign, coalesce(sum(price), 0)::bigint as clients,
           coalesce(sum(tax), 0)::bigint as tax, coalesce(sum(due), 0)::bigint as due,
           (select coalesce(sum(price - rounded), 0)::bigint from rated) as rounding,
           coalesce(sum(at_booking), 0)::bigint as at_booking,
           coalesce(exchange_price(1, sum(foreign_amount * ptax), %(places)s, %(home_places)s), 0) as exact,
           -- Of every row, in whatever order: two sums of 64 bits each.
           concat_ws(':', coalesce(sum(hash_record_extended(row(id, foreign_amount, price, tax, due), 0)::numeric), 0),
                     coalesce(sum(hash_record_extended(row(id, foreign_amount, price, tax, due), 1)::numeric), 0)) as digest
      from line
"""


async def find_closing(tx: Tx, closing: UUID) -> ClosingRow | None:
    row = await tx.one(_ONE, {"id": closing})
    return None if row is None else msgspec.convert(row, ClosingRow)


async def load_closing(tx: Tx, closing: UUID) -> ClosingRow:
    found = await find_closing(tx, closing)
    assert found is not None
    return found


async def closing_for_update(tx: Tx, closing: UUID) -> ClosingRow:
    """
    Raises:
        ApiError: 404.
    """
    await tx.execute("select from exchange_closing where id = %(id)s for no key update", {"id": closing})
    found = await find_closing(tx, closing)
    if found is None:
        raise not_found("closing")
    return found


async def sums_of(tx: Tx, row: ClosingRow) -> ClosingSums:
    found = await tx.one(
        _SUMS,
        {
            "id": row.id,
            "over": row.state in ("cancelled", "rejected"),
            "places": exponent_of(row.currency),
            "home_places": exponent_of(row.home_currency),
        },
    )
    return msgspec.convert(found, ClosingSums)


def refuse_unless(row: ClosingRow, *states: State) -> None:
    """
    Raises:
        ApiError: 409 ``closing_not_in_state``, naming the state; ``closing_confirming`` until the bank has answered.
    """
    if row.state not in states:
        raise ApiError(
            409, "closing_not_in_state", f"closing {row.reference} is {row.state}, not {' or '.join(states)}"
        )
    if row.confirming_at is not None and row.state == "agreed":
        raise ApiError(409, "closing_confirming", f"{row.bank} is confirming closing {row.reference}")


def plan_of(row: ClosingRow, sums: ClosingSums) -> str:
    """The hash of everything that closing would do: any change of a row, of the rate or of the tax makes another."""
    parts = [
        row.reference,
        row.bank_id,
        row.direction,
        row.currency,
        row.rate,
        row.rate_until,
        row.contract,
        row.ptax,
        row.bank_collects,
        sums,
    ]
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def result_of(row: ClosingRow, sums: ClosingSums, reference: Reference, today_price: int) -> ClosingResult | None:
    """The result in five numbers. None: there is no contract yet.

    Args:
        today_price: what the closing's currency costs at the reference rate of the trade day.
    """
    if row.contract is None:
        return None
    sign, home = sign_of(row.direction), row.home_currency
    due = row.tax_due if row.state in ("closed", "settled") else sums.due
    numbers = {
        "spread": sign * (sums.clients - sums.at_booking),
        "rounding": sign * (sums.at_booking - sums.exact),
        "time": sign * (sums.exact - today_price),
        "bank_cost": sign * (today_price - row.contract),
        "tax": sums.tax - due,
    }
    return ClosingResult(
        ptax=rate_text(reference.of(row.direction)),
        ptax_day=reference.day,
        result=Money(sum(numbers.values()), home),
        **{name: Money(amount, home) for name, amount in numbers.items()},
    )


def closing_of(row: ClosingRow) -> Closing:
    return struct_of(
        Closing,
        row,
        foreign=Money(row.foreign_amount, row.currency),
        clients=Money(row.clients, row.home_currency),
        tax=Money(row.tax, row.home_currency),
        rate=None if row.rate is None else rate_text(row.rate),
        contract=money_or_none(row.contract, row.home_currency),
    )


async def closing_standing(tx: Tx, principal: Principal, path: Mapping[str, str]) -> ClosingStanding | None:
    row = await find_closing(tx, path_id(path))
    if row is None:
        return None
    return struct_of(ClosingStanding, closing_of(row))


async def of_closing(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The provider, for staff; None for everybody else."""
    there = await tx.value(
        "select true from exchange_closing where id = %(id)s", {"id": uuid_of(request.path_params["id"])}
    )
    return PROVIDER if there and principal.internal else None
