"""What is done to operations: quoted, booked, completed, cancelled; and by staff received and returned."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from retaguarda import ledger
from retaguarda.exchange.agreements.queries import agreement_for
from retaguarda.exchange.evaluate_price import evaluate, evaluate_total
from retaguarda.exchange.model import CASH, EXCHANGE, foreign_currency
from retaguarda.exchange.operations.check_restrictions import Parties, refuse_restricted
from retaguarda.exchange.operations.model import Operation, OperationDetails, QuoteInput
from retaguarda.exchange.operations.queries import (
    OperationRow,
    in_closing,
    load_operation,
    of_operation,
    operation_for_update,
    operation_of,
    operation_standing,
    refuse_unless,
)
from retaguarda.exchange.operations.return_operation import return_operation
from retaguarda.exchange.operations.tables import OPERATIONS, WRITE
from retaguarda.exchange.operations.write_operation import (
    checked_details,
    clock,
    details_of,
    fund,
    insert_operation,
    terms_today,
    try_fund,
)
from retaguarda.exchange.postings import RECEIVED, legs_of
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import CHOSEN_MERCHANT, of_subject, with_second_factor
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.foundation.typed_rows import struct_of

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, OperationRow, I], Awaitable[Mapping[str, Any]]]


async def _quote(tx: Tx, principal: Principal, given: QuoteInput, path: Mapping[str, str]) -> Done:
    company = principal.chosen()
    currency = foreign_currency("currency", given.currency)
    agreement = await agreement_for(tx, company, currency, given.direction)
    home, fee = agreement.fee.currency, agreement.fee.amount
    if given.amount.currency not in (currency, home):
        raise invalid_field("amount", "currency_unknown", f"the amount is in {currency} or in {home}")
    terms = await terms_today(tx, agreement)
    fixed = given.amount.amount
    if given.amount.currency == currency:
        price = evaluate(fixed, terms.rate, terms.tax.percent, fee, currency, home)
    else:
        price = evaluate_total(fixed, terms.rate, terms.tax.percent, fee, given.direction, currency, home)
    if price is None or price.price == 0 or price.total(given.direction) <= 0:
        raise invalid_field("amount", "amount_too_small", "after tax and fee nothing is left of this amount")
    details = details_of(agreement, given)
    parties = struct_of(Parties, details, company=company, direction=given.direction)
    await refuse_restricted(tx, principal, parties, price, home)
    operation = await insert_operation(tx, agreement, terms, price, "quoted", "quoted", principal.email, details)
    row = await load_operation(tx, company, operation)
    return _done(row, principal, to="quoted")


async def _book(tx: Tx, principal: Principal, row: OperationRow, given: Nothing) -> Mapping[str, Any]:
    """Take a quoted price. What goes out is taken from the merchant's balance at once, if it is there; else it waits for funds.
    What comes in waits until its currency is here.
    """
    refuse_unless(row, "quoted")
    now = await clock(tx)
    if now > row.expires_at:
        raise ApiError(409, "price_ran_out", f"the price of {row.reference} stood until {row.expires_at:%H:%M:%S} UTC")
    parties = struct_of(Parties, row, company=row.company_id)
    await refuse_restricted(tx, principal, parties, row.priced, row.home_currency)
    if row.direction == "out" and await try_fund(tx, row):
        return {"from": "quoted", "to": "funded"}
    await tx.execute(
        "update exchange_operation set state = 'awaiting_funds', booked_at = %(now)s"
        " where company_id = %(company)s and id = %(id)s",
        {"company": row.company_id, "id": row.id, "now": now},
    )
    return {"from": "quoted", "to": "awaiting_funds"}


async def _cancel(tx: Tx, principal: Principal, row: OperationRow, given: ReasonInput) -> Mapping[str, Any]:
    refuse_unless(row, "quoted", "awaiting_funds")
    await tx.execute(
        "update exchange_operation set state = 'cancelled', reason = %(reason)s where company_id = %(company)s and id = %(id)s",
        {"company": row.company_id, "id": row.id, "reason": printable("reason", given.reason)},
    )
    return {"from": row.state, "to": "cancelled"}


async def _complete(tx: Tx, principal: Principal, row: OperationRow, given: OperationDetails) -> Mapping[str, Any]:
    """Say what the regulator asks; what a contract with a bank stands on does not change any more."""
    refuse_unless(row, "quoted", "awaiting_funds", "funded")
    if await in_closing(tx, row.id):
        raise ApiError(409, "operation_in_closing", f"operation {row.reference} stands in a closing")
    values = checked_details(given)
    sets = ", ".join(f"{name} = coalesce(%({name})s, {name})" for name in values)
    await tx.execute(
        f"update exchange_operation set {sets} where company_id = %(company)s and id = %(id)s",
        values | {"company": row.company_id, "id": row.id},
    )
    return {"fields": sorted(name for name, value in values.items() if value is not None)}


async def _receive(tx: Tx, principal: Principal, row: OperationRow, given: Nothing) -> Mapping[str, Any]:
    """The currency that a merchant sells is here; staff have seen it at the bank abroad."""
    _staff_only(principal)
    refuse_unless(row, "awaiting_funds")
    if row.direction != "in":
        raise ApiError(409, "operation_not_incoming", "what goes out is paid from the merchant's balance")
    await ledger.post(
        tx,
        company=row.company_id,
        key=f"exchange:{row.id}:received",
        kind=RECEIVED,
        reference=str(row.id),
        effective_at=None,
        legs=legs_of(
            (PROVIDER, CASH, row.currency, -row.foreign_amount),
            (row.company_id, EXCHANGE, row.currency, row.foreign_amount),
        ),
    )
    await fund(tx, row)
    return {"from": "awaiting_funds", "to": "funded"}


async def _return(tx: Tx, principal: Principal, row: OperationRow, given: ReasonInput) -> Mapping[str, Any]:
    _staff_only(principal)
    return await return_operation(tx, principal, row, printable("reason", given.reason))


def _staff_only(principal: Principal) -> None:
    if not principal.internal:
        raise not_found("operation")


def _done(row: OperationRow, principal: Principal, **data: Any) -> Done:
    return Done(
        str(row.id),
        operation_of(row, principal),
        {"name": row.reference, "amount": row.foreign_amount, "currency": row.currency, **data},
    )


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    operation: Operation = done.result
    return plan_summary(
        operation.company_name,
        {"foreign": operation.foreign, "rate": operation.rate, "tax": operation.tax, "total": operation.total},
    )


def _on_operation(action: str, summary: str, takes: type[I], act: Act[I], **more: Any) -> Command[I]:
    async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
        row = await operation_for_update(tx, principal.chosen(), path_id(path))
        data = await act(tx, principal, row, given)
        return _done(await load_operation(tx, row.company_id, row.id), principal, **data)

    return Command(
        name=f"exchange:operation:{action}",
        method="POST",
        path=f"{OPERATIONS.path}/{{id:str}}/{action}",
        summary=summary,
        permission=WRITE,
        scope=with_second_factor(of_subject(of_operation)),
        input=takes,
        answers=Operation,
        apply=apply,
        subject=operation_standing,
        keyed=False,
        **more,
    )


COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="exchange:operation:quote",
        method="POST",
        path=OPERATIONS.path,
        summary="Ask for a price that holds for a time",
        permission=WRITE,
        scope=CHOSEN_MERCHANT,
        input=QuoteInput,
        answers=Operation,
        apply=_quote,
        status=201,
        planned=True,
        shows=_shows,
    ),
    _on_operation("book", "Take a quoted price", Nothing, _book, approvable=True, shows=_shows),
    _on_operation("cancel", "Give an operation up whose money has not moved", ReasonInput, _cancel, bulk=OPERATIONS),
    _on_operation(
        "complete", "Say of an operation what the regulator asks", OperationDetails, _complete, bulk=OPERATIONS
    ),
    _on_operation("receive", "Record that the currency of a sale is here", Nothing, _receive),
    _on_operation(
        "return",
        "Take an operation back: before closing undone, after it sold again",
        ReasonInput,
        _return,
        approvable=True,
        shows=_shows,
    ),
)
