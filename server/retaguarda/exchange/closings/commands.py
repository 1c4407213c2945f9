"""What is done to closings: drafted, agreed with the bank, closed by somebody else, numbered, settled; or given up."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from retaguarda.exchange.closings.agree_rate import agree_rate, ask_rate
from retaguarda.exchange.closings.create_closing import draft_closing
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
from retaguarda.exchange.closings.settle_closing import close, free_operations, settle, write_number
from retaguarda.exchange.closings.tables import ACT, CLOSINGS, WRITE
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import see_all
from retaguarda.foundation.text_input import printable, printable_or_none

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, ClosingRow, I], Awaitable[Mapping[str, Any]]]


async def _number(tx: Tx, principal: Principal, row: ClosingRow, given: NumberInput) -> Mapping[str, Any]:
    refuse_unless(row, "closed", "settled")
    if row.number is not None:
        raise ApiError(409, "number_known", f"closing {row.reference} has the number {row.number}")
    if not await write_number(tx, row, given.number, printable_or_none("uetr", given.uetr)):
        raise ApiError(409, "number_taken", "another closing has this number")
    return {"number": given.number}


async def _end(tx: Tx, principal: Principal, row: ClosingRow, given: EndInput) -> Mapping[str, Any]:
    """Give a closing up; its operations are free for the next one."""
    refuse_unless(row, *(("agreed",) if given.outcome == "rejected" else ("draft", "agreed")))
    await free_operations(tx, row, given.outcome, printable("reason", given.reason))
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
        path=f"{CLOSINGS.path}/{{id:str}}/{action.replace('_', '-')}",
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
    _on_closing("agree", "Write the bank's rate down", AgreeInput, agree_rate),
    _on_closing("ask_rate", "Ask a bank that gives prices for one; it comes by itself", Nothing, ask_rate),
    _on_closing(
        "close", "Close an agreed contract that somebody else made", CloseInput, close, approvable=True, shows=_shows
    ),
    _on_closing("number", "Write the registry number of the contract down, once", NumberInput, _number, keyed=False),
    _on_closing("settle", "Record that one side was paid", SettleInput, settle, approvable=True, shows=_shows),
    _on_closing("end", "Give a closing up, or record that the bank rejected it", EndInput, _end, keyed=False),
)
