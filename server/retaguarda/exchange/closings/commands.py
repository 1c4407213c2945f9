"""What is done to closings: drafted, agreed with the bank, closed by somebody else, numbered, settled; or given up."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, TypeVar

import psycopg

from retaguarda.exchange.closings.create_closing import draft_closing, write_sums
from retaguarda.exchange.closings.model import (
    AgreeInput,
    CloseInput,
    Closing,
    ClosingInput,
    EndInput,
    NumberInput,
    SettleInput,
)
from retaguarda.exchange.closings.queries import (
    ClosingRow,
    closing_for_update,
    closing_of,
    closing_standing,
    load_closing,
    refuse_unless,
)
from retaguarda.exchange.closings.settle_closing import close, settle
from retaguarda.exchange.closings.tables import ACT, CLOSINGS, WRITE
from retaguarda.exchange.evaluate_price import convert
from retaguarda.exchange.model import rate_of
from retaguarda.exchange.rates.queries import reference_on
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import see_all
from retaguarda.foundation.text_input import printable, printable_or_none

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, ClosingRow, I], Awaitable[Mapping[str, Any]]]


async def _agree(tx: Tx, principal: Principal, row: ClosingRow, given: AgreeInput) -> Mapping[str, Any]:
    """Write the bank's rate down, or ask the bank for it."""
    refuse_unless(row, "draft", "agreed")
    if given.rate is None:
        if not row.bank_quotes:
            raise invalid_field("rate", "field_required", "this bank answers no questions: type its rate")
        await add_maker(tx, principal, row)
        return {"asked": True}
    until = datetime.now(UTC) + timedelta(minutes=given.minutes)
    await write_sums(tx, row.id)
    await add_maker(tx, principal, row)
    await write_rate(tx, row, rate_of("rate", given.rate), until, "typed", principal.email)
    return {"rate": given.rate, "from": row.state, "to": "agreed"}


async def add_maker(tx: Tx, principal: Principal, row: ClosingRow) -> None:
    await tx.execute(
        "update exchange_closing set makers = array(select distinct m from unnest(makers || approval_makers(%(person)s)) m)"
        " where id = %(id)s",
        {"id": row.id, "person": principal.person_id},
    )


async def write_rate(tx: Tx, row: ClosingRow, rate: Decimal, until: datetime, source: str, by: str) -> None:
    """The contract at the bank's rate, beside the reference rate of the trade day."""
    reference = await reference_on(tx, row.currency, row.home_currency, row.trade_day)
    await tx.execute(
        "update exchange_closing set state = 'agreed', rate = %(rate)s, rate_until = %(until)s, rate_source = %(source)s,"
        " contract = %(contract)s, ptax = %(ptax)s, ptax_day = %(day)s, agreed_at = clock_timestamp(), agreed_by = %(by)s"
        " where id = %(id)s",
        {
            "id": row.id,
            "rate": rate,
            "until": until,
            "source": source,
            "contract": convert(row.foreign_amount, rate, row.currency, row.home_currency),
            "ptax": reference.of(row.direction),
            "day": reference.day,
            "by": by,
        },
    )


async def _number(tx: Tx, principal: Principal, row: ClosingRow, given: NumberInput) -> Mapping[str, Any]:
    refuse_unless(row, "closed", "settled")
    if row.number is not None:
        raise ApiError(409, "number_known", f"closing {row.reference} has the number {row.number}")
    await tx.execute("savepoint numbering")
    try:
        await tx.execute(
            "update exchange_closing set number = %(number)s, uetr = coalesce(%(uetr)s, uetr) where id = %(id)s",
            {"id": row.id, "number": given.number, "uetr": printable_or_none("uetr", given.uetr)},
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint numbering")
        raise ApiError(409, "number_taken", "another closing has this number") from None
    return {"number": given.number}


async def _end(tx: Tx, principal: Principal, row: ClosingRow, given: EndInput) -> Mapping[str, Any]:
    """Give a closing up; its operations are free for the next one."""
    refuse_unless(row, *(("agreed",) if given.outcome == "rejected" else ("draft", "agreed")))
    await tx.execute(
        "update exchange_closing set state = %(state)s, reason = %(reason)s where id = %(id)s",
        {"id": row.id, "state": given.outcome, "reason": printable("reason", given.reason)},
    )
    await tx.execute("update exchange_closing_line set living = false where closing_id = %(id)s", {"id": row.id})
    return {"from": row.state, "to": given.outcome}


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    closing: Closing = done.result
    facts = {"bank": closing.bank, "foreign": closing.foreign, "rate": closing.rate, "contract": closing.contract}
    return plan_summary(closing.reference, facts)


def _on_closing(action: str, summary: str, takes: type[I], act: Act[I], **more: Any) -> Command[I]:
    async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
        await see_all(tx, principal)
        row = await closing_for_update(tx, path_id(path))
        data = await act(tx, principal, row, given)
        after = await load_closing(tx, row.id)
        return Done(str(row.id), closing_of(after), {"name": row.reference, **data})

    return Command(
        name=f"exchange:closing:{action}",
        method="POST",
        path=f"{CLOSINGS.path}/{{id:str}}/{action}",
        summary=summary,
        permission=WRITE,
        scope=ACT,
        input=takes,
        answers=Closing,
        apply=apply,
        subject=closing_standing,
        **more,
    )


COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="exchange:closing:draft",
        method="POST",
        path=CLOSINGS.path,
        summary="Draft a closing over what is funded and complete",
        permission=WRITE,
        scope=ACT,
        input=ClosingInput,
        answers=Closing,
        apply=draft_closing,
        status=201,
        planned=True,
        shows=_shows,
    ),
    _on_closing("agree", "Write the bank's rate down, or ask the bank for it", AgreeInput, _agree),
    _on_closing(
        "close", "Close an agreed contract that somebody else made", CloseInput, close, approvable=True, shows=_shows
    ),
    _on_closing("number", "Write the registry number of the contract down, once", NumberInput, _number, keyed=False),
    _on_closing("settle", "Write down that one side was paid", SettleInput, settle, approvable=True, shows=_shows),
    _on_closing("end", "Give a closing up, or write down that the bank rejected it", EndInput, _end, keyed=False),
)
