"""Open an incident by hand, and announce maintenance before it begins."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import msgspec

from retaguarda.availability.estimate_loss import PAID_THROUGH, write_loss
from retaguarda.availability.model import Incident, IncidentInput, Maintenance, MaintenanceInput
from retaguarda.availability.queries import rule_in_force
from retaguarda.availability.transitions import moment_of
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

#: Older ones are a typing error.
OLDEST = timedelta(days=60)


def bounds_of(day: date, began: str, minutes: int | None) -> tuple[datetime, datetime | None]:
    """Returns when an incident began and ended.

    Raises:
        ApiError: 400 for what has not happened yet, or was too long ago.
    """
    began_at, now = moment_of(day, began), datetime.now(UTC)
    if not now - OLDEST <= began_at <= now:
        raise invalid_field("day", "moment_invalid", f"within the last {OLDEST.days} days")
    if minutes is None:
        return began_at, None
    ended_at = began_at + timedelta(minutes=minutes)
    if ended_at > now:
        raise invalid_field("minutes", "moment_invalid", "it is not over yet then")
    return began_at, ended_at


async def _open(tx: Tx, principal: Principal, given: IncidentInput, path: Mapping[str, str]) -> Done:
    began, ended = bounds_of(given.day, given.began, given.minutes)
    rule = await rule_in_force(tx)
    row = await tx.one(
        _OPEN,
        {
            "id": uuid7(),
            "service": given.service,
            "rule": rule.version,
            "began": began,
            "ended": ended,
            "by": principal.email,
            "reason": printable("reason", given.reason),
        },
    )
    incident = msgspec.convert(row, Incident)
    if incident.ended_at is not None and incident.service in PAID_THROUGH:
        await write_loss(tx, incident.id)
    return Done(str(incident.id), incident, {"number": incident.number, "service": incident.service})


async def _plan(tx: Tx, principal: Principal, given: MaintenanceInput, path: Mapping[str, str]) -> Done:
    began = moment_of(given.day, given.began)
    if began <= await tx.value("select now()"):
        raise invalid_field("day", "maintenance_too_late", "announced before it begins, or it is not planned")
    row = await tx.one(
        "insert into maintenance (id, service, began_at, ended_at, reason, announced_by)"
        " values (%(id)s, %(service)s, %(began)s, %(ended)s, %(reason)s, %(by)s)"
        " returning id, service, began_at, ended_at, reason, announced_by, announced_at",
        {
            "id": uuid7(),
            "service": given.service,
            "began": began,
            "ended": began + timedelta(minutes=given.minutes),
            "reason": printable("reason", given.reason),
            "by": principal.email,
        },
    )
    planned = msgspec.convert(row, Maintenance)
    return Done(str(planned.id), planned, {"service": planned.service})


#: A person who opens it has confirmed it.
_OPEN = """
    insert into incident (id, service, state, found_by, rule_version, began_at, ended_at, minutes, opened_by,
                          decided_by, decided_at, decision_reason, planned)
    select %(id)s, %(service)s, 'confirmed', 'person', %(rule)s, %(began)s, %(ended)s::timestamptz,
           greatest(1, extract(epoch from coalesce(%(ended)s::timestamptz, now()) - %(began)s) / 60)::int, %(by)s,
           %(by)s, now(), %(reason)s,
           exists (select from maintenance a where a.service in (%(service)s, 'api')
                    and a.began_at <= %(began)s and a.ended_at >= %(ended)s::timestamptz)
    returning *
"""

OPEN_INCIDENT = Command(
    name="audit:incident:open",
    method="POST",
    path="/v1/audit/incidents",
    summary="Record an incident that the rule did not find",
    permission=Permission.AUDIT_INCIDENTS_WRITE,
    scope=HOUSE,
    input=IncidentInput,
    answers=Incident,
    apply=_open,
    status=201,
    approvable=True,
    shows=named_by("number"),
)
PLAN_MAINTENANCE = Command(
    name="audit:maintenance:plan",
    method="POST",
    path="/v1/audit/maintenance",
    summary="Announce maintenance before it begins",
    permission=Permission.AUDIT_INCIDENTS_WRITE,
    scope=HOUSE,
    input=MaintenanceInput,
    answers=Maintenance,
    apply=_plan,
    status=201,
)
