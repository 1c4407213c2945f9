"""Read and lock banks of the exchange."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from uuid import UUID

import msgspec

from retaguarda import ledger
from retaguarda.exchange.banks.model import BankCurrency, BankSpread, BankStanding, ExchangeBank
from retaguarda.exchange.model import HOME
from retaguarda.exchange.postings import clearing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.money import Money
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import PROVIDER, Principal, Request

#: What a bank b has closed and not got at home, in the currency of its line.
USED = (
    "(select coalesce(sum(c.contract), 0)::bigint from exchange_closing c where c.company_id = b.company_id and c.bank_id = b.id"
    " and c.state in ('agreed', 'closed') and c.home_settled_at is null)"
)
_ONE = f"""
    select b.id, b.code, b.name, b.document, b.swift, b.contact, b.collects_iof, b.quotes, b.state, b.reason,
           json_build_object('amount', b.line_granted, 'currency', b.currency) as line_granted,
           json_build_object('amount', {USED}, 'currency', b.currency) as line_used, b.created_at, b.created_by
      from exchange_bank b where b.id = %(id)s
"""
_CURRENCIES = """
    select c.currency, to_char(c.cut_off, 'HH24:MI') as cut_off, c.home_days, c.foreign_days,
           c.cut_off < (now() at time zone 'America/Sao_Paulo')::time as past_cut_off,
           json_build_object('amount', coalesce(p.posted, 0), 'currency', c.currency) as position
      from exchange_bank_currency c
      join exchange_bank b on b.company_id = c.company_id and b.id = c.bank_id
      left join lateral ledger_balance(b.company_id, 'fx_clearing.' || b.code, c.currency, null) p on true
     where c.bank_id = %(id)s order by c.currency
"""
_SPREADS = """
    select s.currency, s.direction, json_build_object('amount', s.from_amount, 'currency', s.currency) as from_amount,
           s.basis_points, s.valid_from, s.created_by,
           s.valid_from <= d.today and not exists (
             select from exchange_bank_spread n where n.bank_id = s.bank_id and n.currency = s.currency and n.direction = s.direction
                and n.from_amount = s.from_amount and n.valid_from <= d.today and n.valid_from > s.valid_from) as in_force
      from exchange_bank_spread s cross join (select (now() at time zone 'America/Sao_Paulo')::date as today) d
     where s.bank_id = %(id)s order by s.currency, s.direction, s.from_amount, s.valid_from desc limit 200
"""


async def find_bank(tx: Tx, bank: UUID) -> ExchangeBank | None:
    row = await tx.one(_ONE, {"id": bank})
    return None if row is None else msgspec.convert(row, ExchangeBank)


async def load_bank(tx: Tx, bank: UUID) -> ExchangeBank:
    found = await find_bank(tx, bank)
    assert found is not None
    return found


async def bank_for_update(tx: Tx, bank: UUID, *, active: bool = False) -> ExchangeBank:
    """
    Raises:
        ApiError: 404; 409 ``bank_not_active`` where it has to be.
    """
    await tx.execute("select from exchange_bank where id = %(id)s for no key update", {"id": bank})
    found = await find_bank(tx, bank)
    if found is None:
        raise not_found("bank")
    if active and found.state != "active":
        raise ApiError(409, "bank_not_active", f"{found.name} is {found.state}")
    return found


async def currencies_of(tx: Tx, bank: UUID) -> list[BankCurrency]:
    return msgspec.convert(await tx.all(_CURRENCIES, {"id": bank}), list[BankCurrency])


async def currency_of(tx: Tx, bank: UUID, currency: str) -> BankCurrency:
    """
    Raises:
        ApiError: 409 ``bank_currency_unknown``.
    """
    for each in await currencies_of(tx, bank):
        if each.currency == currency:
            return each
    raise ApiError(409, "bank_currency_unknown", f"this bank does not deal in {currency}")


async def spreads_of(tx: Tx, bank: UUID) -> list[BankSpread]:
    return msgspec.convert(await tx.all(_SPREADS, {"id": bank}), list[BankSpread])


async def spread_on(tx: Tx, bank: UUID, currency: str, direction: str, amount: int, day: date) -> int:
    """Basis points for an amount on a day; 0 where the bank's table says nothing."""
    found = await tx.value(
        "select basis_points from exchange_bank_spread where bank_id = %(bank)s and currency = %(currency)s"
        " and direction = %(direction)s and from_amount <= %(amount)s and valid_from <= %(day)s"
        " order by from_amount desc, valid_from desc limit 1",
        {"bank": bank, "currency": currency, "direction": direction, "amount": amount, "day": day},
    )
    return found or 0


async def home_position(tx: Tx, code: str) -> Money:
    """What is open with a bank in the currency at home; above zero we owe the bank."""
    found = await ledger.balance(tx, PROVIDER, clearing(code), HOME)
    return Money(found.posted, HOME)


async def bank_standing(tx: Tx, principal: Principal, path: Mapping[str, str]) -> BankStanding | None:
    bank = path_id(path)
    found = await find_bank(tx, bank)
    if found is None:
        return None
    currencies = await currencies_of(tx, bank)
    return BankStanding(
        found.state,
        found.line_granted,
        found.quotes,
        found.contact,
        ", ".join(f"{each.currency} {each.cut_off} D{each.home_days}/D{each.foreign_days}" for each in currencies),
        len(await spreads_of(tx, bank)),
    )


async def of_bank(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The provider, for staff; None for everybody else."""
    there = await tx.value(
        "select true from exchange_bank where id = %(id)s", {"id": uuid_of(request.path_params["id"])}
    )
    return PROVIDER if there and principal.internal else None


def with_spread(reference: Decimal, basis_points: int) -> Decimal:
    """What the bank's table makes of a reference rate."""
    return (reference * (10_000 + basis_points) / 10_000).quantize(Decimal("0.00000001"))
