"""What is done to a bank of the exchange: added, its terms written, paused and ended."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import time
from typing import Any, TypeVar

import psycopg

from retaguarda.exchange.banks.model import (
    BankChange,
    BankCurrencyInput,
    BankSpreadInput,
    BankState,
    ExchangeBank,
    ExchangeBankInput,
)
from retaguarda.exchange.banks.queries import bank_for_update, bank_standing, currency_of, load_bank
from retaguarda.exchange.banks.tables import ACT, EXCHANGE_BANKS, WRITE
from retaguarda.exchange.model import HOME, foreign_currency
from retaguarda.exchange.postings import open_clearing, open_house
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import printable, printable_or_none

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, ExchangeBank, I], Awaitable[None]]


async def _add(tx: Tx, principal: Principal, given: ExchangeBankInput, path: Mapping[str, str]) -> Done:
    try:
        document = parse(given.document)
    except DocumentError as error:
        raise invalid_field("document", "document_invalid", f"no CNPJ: {error}") from None
    if document.kind != "cnpj":
        raise invalid_field("document", "document_invalid", "a bank has a CNPJ")
    if given.line.currency != HOME:
        raise invalid_field("line", "currency_unknown", f"a line is granted in {HOME}")
    bank = uuid7()
    await tx.execute("savepoint adding")
    try:
        await tx.execute(
            "insert into exchange_bank (id, code, name, document, swift, contact, collects_iof, quotes, line_granted, currency,"
            " created_by) values (%(id)s, %(code)s, %(name)s, %(document)s, %(swift)s, %(contact)s, %(collects)s, %(quotes)s,"
            " %(line)s, %(currency)s, %(by)s)",
            {
                "id": bank,
                "code": given.code,
                "name": printable("name", given.name),
                "document": document.value,
                "swift": given.swift,
                "contact": printable_or_none("contact", given.contact),
                "collects": given.collects_iof,
                "quotes": given.quotes,
                "line": given.line.amount,
                "currency": given.line.currency,
                "by": principal.email,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint adding")
        raise ApiError(409, "bank_code_taken", f"another bank has the code {given.code}") from None
    await open_house(tx, [HOME])
    await open_clearing(tx, given.code, [HOME])
    return Done(str(bank), await load_bank(tx, bank), {"name": given.name})


async def _change(tx: Tx, principal: Principal, bank: ExchangeBank, given: BankChange) -> None:
    printable("reason", given.reason)
    if given.line is not None and given.line.currency != bank.line_granted.currency:
        raise invalid_field("line", "currency_unknown", f"its line is granted in {bank.line_granted.currency}")
    await tx.execute(
        "update exchange_bank set line_granted = coalesce(%(line)s, line_granted), contact = coalesce(%(contact)s, contact),"
        " quotes = coalesce(%(quotes)s, quotes)"
        " where id = %(id)s",
        {
            "id": bank.id,
            "line": given.line.amount if given.line else None,
            "quotes": given.quotes,
            "contact": printable_or_none("contact", given.contact),
        },
    )


async def _set_currency(tx: Tx, principal: Principal, bank: ExchangeBank, given: BankCurrencyInput) -> None:
    currency = foreign_currency("currency", given.currency)
    await open_house(tx, [currency])
    await open_clearing(tx, bank.code, [currency])
    await tx.execute(
        "insert into exchange_bank_currency (bank_id, currency, cut_off, home_days, foreign_days)"
        " values (%(bank)s, %(currency)s, %(cut_off)s, %(home)s, %(foreign)s) on conflict (company_id, bank_id, currency)"
        " do update set cut_off = excluded.cut_off, home_days = excluded.home_days, foreign_days = excluded.foreign_days",
        {
            "bank": bank.id,
            "currency": currency,
            "cut_off": time.fromisoformat(given.cut_off),
            "home": given.home_days,
            "foreign": given.foreign_days,
        },
    )


async def _set_spread(tx: Tx, principal: Principal, bank: ExchangeBank, given: BankSpreadInput) -> None:
    await currency_of(tx, bank.id, given.currency)
    added = await tx.execute(
        "insert into exchange_bank_spread (id, bank_id, currency, direction, from_amount, basis_points, valid_from, created_by)"
        " values (%(id)s, %(bank)s, %(currency)s, %(direction)s, %(amount)s, %(points)s, %(first)s, %(by)s)"
        " on conflict do nothing",
        {
            "id": uuid7(),
            "bank": bank.id,
            "currency": given.currency,
            "direction": given.direction,
            "amount": given.from_amount,
            "points": given.basis_points,
            "first": given.valid_from,
            "by": principal.email,
        },
    )
    if not added:
        raise ApiError(409, "bank_spread_known", "the table has a spread from this day on; the next one begins later")


async def _set_state(tx: Tx, principal: Principal, bank: ExchangeBank, given: BankState) -> None:
    if bank.state == "ended":
        raise ApiError(409, "bank_not_active", f"{bank.name} is ended")
    if given.state == "ended" and bank.line_used.amount:
        raise ApiError(409, "bank_in_use", "contracts with this bank are not settled")
    await tx.execute(
        "update exchange_bank set state = %(state)s, reason = %(reason)s where id = %(id)s",
        {"id": bank.id, "state": given.state, "reason": printable("reason", given.reason)},
    )


def _on_bank(action: str, summary: str, takes: type[I], act: Act[I], **more: Any) -> Command[I]:
    async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
        bank = await bank_for_update(tx, path_id(path))
        await act(tx, principal, bank, given)
        return Done(str(bank.id), await load_bank(tx, bank.id), {"name": bank.name})

    return Command(
        name=f"exchange:bank:{action}",
        method="POST",
        path=f"{EXCHANGE_BANKS.path}/{{id:str}}/{action.replace('_', '-')}",
        summary=summary,
        permission=WRITE,
        scope=ACT,
        input=takes,
        answers=ExchangeBank,
        apply=apply,
        subject=bank_standing,
        keyed=False,
        **more,
    )


COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="exchange:bank:add",
        method="POST",
        path=EXCHANGE_BANKS.path,
        summary="Add a bank of the exchange, and open its accounts",
        permission=WRITE,
        scope=ACT,
        input=ExchangeBankInput,
        answers=ExchangeBank,
        apply=_add,
        status=201,
        approvable=True,
        shows=named_by("name"),
    ),
    _on_bank(
        "change",
        "Change a bank's line, its contact, or whether it gives prices",
        BankChange,
        _change,
        approvable=True,
        shows=named_by("name"),
    ),
    _on_bank(
        "set_currency", "Set until when a bank deals in a currency, and when it pays", BankCurrencyInput, _set_currency
    ),
    _on_bank(
        "set_spread",
        "Add to a bank's table of spreads",
        BankSpreadInput,
        _set_spread,
        approvable=True,
        shows=named_by("name"),
    ),
    _on_bank("set_state", "Pause, resume or end a bank", BankState, _set_state),
)
