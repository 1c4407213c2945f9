"""What is done to a case: each act moves its state, writes a step, and is one Command."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from retaguarda.cases.answer_case import ANSWER_OMBUDSMAN
from retaguarda.cases.clock import clock_of, days_left, due_day, local_day
from retaguarda.cases.model import Kind, RatingInput, TextInput, Ticket, TicketInput, TicketRow
from retaguarda.cases.open_case import OPEN_OMBUDSMAN, OPEN_SERVICE, open_case
from retaguarda.cases.queries import case_for_update, case_of
from retaguarda.cases.transitions import add_step, move, refuse_unless
from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import ReasonInput, printable

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, TicketRow, I], Awaitable[TicketRow]]

#: Where each kind's cases are in the API.
PATHS: Mapping[Kind, str] = {"ombudsman": "/v1/audit/ombudsman-tickets", "service": "/v1/audit/service-tickets"}
#: Days within which the whole history is sent to a person who asks for it (Decreto 11.034/2022).
HISTORY_DAYS = 5


def _act(kind: Kind, action: str, summary: str, takes: type[I], act: Act[I]) -> Command[I]:
    async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
        before = await case_for_update(tx, kind, path)
        after = await act(tx, principal, before, given)
        told = {"protocol": after.protocol}
        return Done(
            str(after.id),
            case_of(after),
            told if before.state == after.state else told | {"from": before.state, "to": after.state},
        )

    return Command(
        name=f"cases:{kind}:{action}",
        method="POST",
        path=f"{PATHS[kind]}/{{id:str}}/{action.replace('_', '-')}",
        summary=summary,
        permission=Permission.AUDIT_TICKETS_WRITE,
        scope=HOUSE,
        input=takes,
        answers=Ticket,
        apply=apply,
        keyed=False,
    )


def _moves(action: str, frm: tuple[str, ...], to: str, sets: str = "") -> Act[Any]:
    """An act that goes from some states to one, with what the person wrote as its step."""

    async def act(tx: Tx, principal: Principal, case: TicketRow, given: TextInput | ReasonInput | Nothing) -> TicketRow:
        refuse_unless(case, *frm)
        after = await move(tx, case, to, sets, person=principal.person_id)
        await add_step(tx, after, principal.email, action, _words(given))
        return after

    return act


def _words(given: TextInput | ReasonInput | Nothing) -> str | None:
    match given:
        case TextInput(text=text):
            return printable("text", text)
        case ReasonInput(reason=reason):
            return printable("reason", reason)
        case _:
            return None


async def _note(tx: Tx, principal: Principal, case: TicketRow, given: TextInput) -> TicketRow:
    await add_step(tx, case, principal.email, "note", printable("text", given.text))
    return case


async def _extend(tx: Tx, principal: Principal, case: TicketRow, given: ReasonInput) -> TicketRow:
    """Give the case its one extension, before it is overdue."""
    refuse_unless(case, "opened", "analysing", "waiting_area")
    clock = await clock_of(tx, case.kind, case.clock_from)
    today = local_day(await tx.value("select now()"))
    if case.extended_on is not None or not clock.extension:
        raise ApiError(409, "case_extended_already", f"case {case.protocol} was extended, or has no extension")
    if days_left(today, case.due_on, clock.unit) < 0:
        raise ApiError(409, "case_overdue", f"case {case.protocol} was due on {case.due_on}")
    reason = printable("reason", given.reason)
    due = due_day(case.due_on, clock.unit, clock.extension)
    after = await move(
        tx,
        case,
        case.state,
        "extended_on = %(today)s, extension_reason = %(reason)s, due_on = %(due)s",
        today=today,
        reason=reason,
        due=due,
    )
    await add_step(tx, after, principal.email, "extended", reason)
    return after


async def _reopen(tx: Tx, principal: Principal, case: TicketRow, given: ReasonInput) -> TicketRow:
    """Begin the answer again; the clock runs anew from today, by the rule of the case."""
    refuse_unless(case, *(("answered", "closed") if case.kind == "ombudsman" else ("resolved", "closed")))
    clock = await clock_of(tx, case.kind, case.clock_from)
    today = local_day(await tx.value("select now()"))
    # An extension is given once in the life of a case, and fixes its day.
    due = case.due_on if case.extended_on else due_day(today, clock.unit, clock.days)
    after = await move(
        tx,
        case,
        "analysing" if case.kind == "ombudsman" else "working",
        "reopened = reopened + 1, closed_at = null, answered_at = null, outcome = null, satisfaction = null, due_on = %(due)s",
        due=due,
    )
    await add_step(tx, after, principal.email, "reopened", printable("reason", given.reason))
    return after


async def _escalate(tx: Tx, principal: Principal, case: TicketRow, given: ReasonInput) -> TicketRow:
    """Hand a customer service case to the ombudsman, who opens one that names this protocol."""
    refuse_unless(case, "opened", "first_answered", "working", "waiting_client", "resolved", "closed")
    opened = await open_case(tx, principal, "ombudsman", _copied(case), earlier=case.id)
    after = await move(tx, case, "escalated", "closed_at = coalesce(closed_at, clock_timestamp())")
    reason = printable("reason", given.reason)
    await add_step(tx, after, principal.email, "escalated", f"{reason}\n{opened.protocol}")
    return after


async def _redirect(tx: Tx, principal: Principal, case: TicketRow, given: ReasonInput) -> TicketRow:
    """Send a person who was not at customer service there, with a case that carries on."""
    refuse_unless(case, "opened")
    if case.earlier_id is not None:
        raise ApiError(409, "case_was_at_service", "customer service has had this case already")
    opened = await open_case(tx, principal, "service", _copied(case), earlier=case.id)
    after = await move(tx, case, "redirected", "closed_at = clock_timestamp()")
    reason = printable("reason", given.reason)
    await add_step(tx, after, principal.email, "redirected", f"{reason}\n{opened.protocol}")
    return after


def _copied(case: TicketRow) -> TicketInput:
    return TicketInput(
        channel=case.channel,
        matter=case.matter,
        subject=case.subject,
        product=case.product,
        requester_name=case.requester_name,
        description=case.description,
        requester_document=case.requester_document,
        requester_contact=case.requester_contact,
        merchant=case.merchant_id,
        priority=case.priority,
        end_to_end_id=case.end_to_end_id,
    )


async def _rate(tx: Tx, principal: Principal, case: TicketRow, given: RatingInput) -> TicketRow:
    refuse_unless(case, "answered", "resolved", "closed")
    after = await move(tx, case, case.state, "satisfaction = %(points)s", points=given.satisfaction)
    await add_step(tx, after, principal.email, "rated", str(given.satisfaction))
    return after


async def _ask_history(tx: Tx, principal: Principal, case: TicketRow, given: Nothing) -> TicketRow:
    if case.history_due_on is not None and case.history_sent_at is None:
        raise ApiError(409, "history_asked_already", f"the history is due on {case.history_due_on}")
    today = local_day(await tx.value("select now()"))
    due = due_day(today, "calendar", HISTORY_DAYS)
    after = await move(tx, case, case.state, "history_due_on = %(due)s, history_sent_at = null", due=due)
    await add_step(tx, after, principal.email, "history_asked")
    return after


async def _history_sent(tx: Tx, principal: Principal, case: TicketRow, given: Nothing) -> TicketRow:
    if case.history_due_on is None or case.history_sent_at is not None:
        raise ApiError(409, "history_not_asked", "nobody waits for the history")
    after = await move(tx, case, case.state, "history_sent_at = clock_timestamp()")
    await add_step(tx, after, principal.email, "history_sent")
    return after


_FIRST = "first_answered_at = coalesce(first_answered_at, clock_timestamp())"
_CLOSED = "closed_at = clock_timestamp()"
_OPEN_SERVICE = ("opened", "first_answered", "working", "waiting_client")

COMMANDS: tuple[Command[Any], ...] = (
    OPEN_OMBUDSMAN,
    _act(
        "ombudsman",
        "take",
        "Take an ombudsman case on",
        Nothing,
        _moves("taken", ("opened",), "analysing", "owner_id = %(person)s"),
    ),
    _act(
        "ombudsman",
        "ask_area",
        "Ask another area about a case",
        TextInput,
        _moves("asked_area", ("analysing",), "waiting_area"),
    ),
    _act(
        "ombudsman",
        "area_answered",
        "Record what the area answered",
        TextInput,
        _moves("area_answered", ("waiting_area",), "analysing"),
    ),
    _act("ombudsman", "extend", "Extend a case, once", ReasonInput, _extend),
    ANSWER_OMBUDSMAN,
    _act(
        "ombudsman",
        "close",
        "Close a case that is answered",
        Nothing,
        _moves("closed", ("answered",), "closed", _CLOSED),
    ),
    _act("ombudsman", "reopen", "Reopen a case that is answered", ReasonInput, _reopen),
    _act(
        "ombudsman",
        "withdraw",
        "Close a case that its person took back",
        ReasonInput,
        _moves("withdrawn", ("opened", "analysing", "waiting_area"), "withdrawn", _CLOSED),
    ),
    _act("ombudsman", "redirect", "Send a person to customer service first", ReasonInput, _redirect),
    _act("ombudsman", "note", "Write a note in a case", TextInput, _note),
    _act("ombudsman", "rate", "Record how the person rated the answer", RatingInput, _rate),
    OPEN_SERVICE,
    _act(
        "service",
        "answer",
        "Give the first answer to a case",
        TextInput,
        _moves("answered", ("opened",), "first_answered", f"owner_id = %(person)s, {_FIRST}"),
    ),
    _act(
        "service",
        "work",
        "Work on a case",
        Nothing,
        _moves("working", ("first_answered", "waiting_client"), "working", "owner_id = %(person)s"),
    ),
    _act(
        "service",
        "wait",
        "Ask the client, and wait",
        TextInput,
        _moves("asked_client", ("first_answered", "working"), "waiting_client"),
    ),
    _act(
        "service",
        "resolve",
        "Resolve a case with what was done",
        TextInput,
        _moves("resolved", _OPEN_SERVICE, "resolved", f"answered_at = clock_timestamp(), {_FIRST}"),
    ),
    _act(
        "service", "close", "Close a case that is resolved", Nothing, _moves("closed", ("resolved",), "closed", _CLOSED)
    ),
    _act("service", "reopen", "Reopen a case that is resolved", ReasonInput, _reopen),
    _act("service", "escalate", "Hand a case to the ombudsman", ReasonInput, _escalate),
    _act("service", "note", "Write a note in a case", TextInput, _note),
    _act("service", "rate", "Record how the person rated the answer", RatingInput, _rate),
    _act("service", "ask_history", "Record that the person asked for the whole history", Nothing, _ask_history),
    _act("service", "history_sent", "Record that the history was sent", Nothing, _history_sent),
)
