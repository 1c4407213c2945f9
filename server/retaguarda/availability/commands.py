"""What people do with an incident: decide what it was, move its bounds, explain it, tell merchants and the Central Bank."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from retaguarda.availability.estimate_loss import PAID_THROUGH, write_loss
from retaguarda.availability.model import (
    Incident,
    IncidentBounds,
    IncidentDecision,
    IncidentExplanation,
    IncidentMessage,
    IncidentReport,
)
from retaguarda.availability.open_incident import OPEN_INCIDENT, PLAN_MAINTENANCE, bounds_of
from retaguarda.availability.queries import incident_for_update
from retaguarda.availability.transitions import change, refuse_unless
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, Incident, I], Awaitable[Incident]]


def _act(action: str, summary: str, takes: type[I], act: Act[I], *, approvable: bool = False) -> Command[I]:
    async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
        before = await incident_for_update(tx, path)
        after = await act(tx, principal, before, given)
        told = {"number": after.number}
        moved = {} if before.state == after.state else {"from": before.state, "to": after.state}
        return Done(str(after.id), after, told | moved)

    return Command(
        name=f"audit:incident:{action}",
        method="POST",
        path=f"/v1/audit/incidents/{{id:str}}/{action}",
        summary=summary,
        permission=Permission.AUDIT_INCIDENTS_WRITE,
        scope=HOUSE,
        input=takes,
        answers=Incident,
        apply=apply,
        keyed=False,
        approvable=approvable,
        shows=named_by("number") if approvable else None,
    )


async def _decide(tx: Tx, principal: Principal, incident: Incident, given: IncidentDecision) -> Incident:
    refuse_unless(incident, *({"detected", "confirmed", "dismissed"} - {given.decision}))
    if incident.replaced_by:
        raise ApiError(
            409, "incident_replaced", f"incident {incident.number} was merged or split: decide on the others"
        )
    return await change(
        tx,
        incident,
        "state = %(state)s, decided_by = %(by)s, decided_at = now(), decision_reason = %(reason)s",
        state=given.decision,
        by=principal.email,
        reason=printable("reason", given.reason),
    )


async def _bounds(tx: Tx, principal: Principal, incident: Incident, given: IncidentBounds) -> Incident:
    refuse_unless(incident, "detected", "confirmed", "explained")
    if incident.ended_at is None and incident.found_by != "person":
        raise ApiError(409, "incident_goes_on", f"incident {incident.number} goes on: the rule ends it")
    began, ended = bounds_of(given.day, given.began, given.minutes)
    after = await change(
        tx,
        incident,
        "began_at = %(began)s, ended_at = %(ended)s, bounds_by = %(by)s, minutes = %(minutes)s",
        minutes=given.minutes,
        began=began,
        ended=ended,
        by=principal.email,
    )
    if after.service in PAID_THROUGH:
        await write_loss(tx, after.id)
    return after


async def _explain(tx: Tx, principal: Principal, incident: Incident, given: IncidentExplanation) -> Incident:
    refuse_unless(incident, "confirmed")
    if incident.ended_at is None:
        raise ApiError(409, "incident_goes_on", f"incident {incident.number} goes on")
    return await change(
        tx,
        incident,
        "state = 'explained', cause = %(cause)s, root_cause = %(root)s, action = %(action)s",
        cause=given.cause,
        root=printable("root_cause", given.root_cause),
        action=printable("action", given.action),
    )


async def _tell(tx: Tx, principal: Principal, incident: Incident, given: IncidentMessage) -> Incident:
    """Tell every active merchant: an event of theirs, which becomes a notification of their people."""
    refuse_unless(incident, "confirmed", "explained")
    message = printable("message", given.message)
    merchants: list[int] = await tx.value(
        "select coalesce(array_agg(id order by id), '{}') from company where id <> 1 and status = 'active'"
    )
    facts = {
        "number": incident.number,
        "service": incident.service,
        "began_at": incident.began_at.isoformat(),
        "ended_at": None if incident.ended_at is None else incident.ended_at.isoformat(),
        "message": message,
    }
    for merchant in merchants:
        await record(
            tx,
            "audit:incident:announced",
            company=merchant,
            subject=str(incident.id),
            actor="retaguarda",
            data=facts,
        )
    return await change(
        tx,
        incident,
        "told_at = now(), told = %(message)s, told_companies = %(count)s",
        message=message,
        count=len(merchants),
    )


async def _report(tx: Tx, principal: Principal, incident: Incident, given: IncidentReport) -> Incident:
    refuse_unless(incident, "confirmed", "explained")
    if incident.reported_at is not None:
        raise ApiError(409, "incident_reported_already", f"incident {incident.number}: {incident.report_protocol}")
    return await change(
        tx,
        incident,
        "reported_at = now(), report_protocol = %(protocol)s",
        protocol=printable("protocol", given.protocol),
    )


async def _close(tx: Tx, principal: Principal, incident: Incident, given: Nothing) -> Incident:
    refuse_unless(incident, "explained")
    return await change(tx, incident, "state = 'closed', closed_at = now()")


COMMANDS: tuple[Command[Any], ...] = (
    OPEN_INCIDENT,
    _act("decide", "Confirm or dismiss an incident", IncidentDecision, _decide, approvable=True),
    _act("bounds", "Move when an incident began and ended", IncidentBounds, _bounds, approvable=True),
    _act("explain", "Say what caused an incident and what was done", IncidentExplanation, _explain),
    _act("tell", "Tell merchants of an incident", IncidentMessage, _tell),
    _act("report", "Record that the Central Bank was told", IncidentReport, _report),
    _act("close", "Close an incident that is explained", Nothing, _close),
    PLAN_MAINTENANCE,
)
