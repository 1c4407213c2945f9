"""Merge two incidents that were one, and split one that was two. The bad minutes stay as they were seen; the replaced one counts
no more."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from retaguarda.availability.estimate_loss import PAID_THROUGH, write_loss
from retaguarda.availability.model import Incident, IncidentMerge, IncidentSplit
from retaguarda.availability.queries import find_incident, incident_for_update
from retaguarda.availability.transitions import change, moment_of, refuse_unless
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable


def _refuse_unless_seen(incident: Incident) -> None:
    """Refuse an incident that goes on, or whose bounds a person gave: its minutes are not those that were seen.

    Raises:
        ApiError: 409.
    """
    refuse_unless(incident, "detected", "confirmed")
    if incident.ended_at is None:
        raise ApiError(409, "incident_goes_on", f"incident {incident.number} goes on")
    if incident.bounds_by is not None or incident.found_by == "person":
        raise ApiError(409, "incident_has_bounds", f"a person gave the bounds of incident {incident.number}")


async def _merge(tx: Tx, principal: Principal, given: IncidentMerge, path: Mapping[str, str]) -> Done:
    incident = await incident_for_update(tx, path)
    _refuse_unless_seen(incident)
    other: UUID | None = await tx.value("select id from incident where number = %(n)s for update", {"n": given.into})
    into = None if other is None else await find_incident(tx, other)
    if into is None or into.id == incident.id or (into.service, into.link_id) != (incident.service, incident.link_id):
        raise invalid_field("into", "not_found", "into is the number of another incident of the same service")
    _refuse_unless_seen(into)
    await _copy_minutes(tx, incident.id, into.id, incident.began_at, None)
    await _count(tx, into.id, into.service)
    reason = printable("reason", given.reason)
    after = await _replace(tx, principal, incident, [into.id], reason)
    return Done(str(incident.id), after, {"number": after.number, "into": into.number, "reason": reason})


async def _split(tx: Tx, principal: Principal, given: IncidentSplit, path: Mapping[str, str]) -> Done:
    incident = await incident_for_update(tx, path)
    _refuse_unless_seen(incident)
    at = moment_of(given.day, given.at)
    parts = [uuid7(), uuid7()]
    for part, since, until in zip(parts, (incident.began_at, at), (at, None), strict=True):
        seen = await tx.one(_SEEN, {"id": incident.id, "since": since, "until": until})
        if seen is None:
            raise invalid_field("at", "moment_invalid", "each part has a bad minute")
        await tx.execute(_PART, {"id": part, "of": incident.id, "by": principal.email, **seen})
        await _copy_minutes(tx, incident.id, part, since, until)
        await _count(tx, part, incident.service)
    reason = printable("reason", given.reason)
    after = await _replace(tx, principal, incident, parts, reason)
    numbers: list[int] = await tx.value(
        "select array_agg(number order by number) from incident where id = any(%(parts)s)", {"parts": parts}
    )
    return Done(str(incident.id), after, {"number": after.number, "parts": numbers, "reason": reason})


async def _replace(tx: Tx, principal: Principal, incident: Incident, by: Sequence[UUID], reason: str) -> Incident:
    return await change(
        tx,
        incident,
        "state = 'dismissed', decided_by = %(by)s, decided_at = now(), decision_reason = %(reason)s, replaced_by = %(parts)s",
        by=principal.email,
        reason=reason,
        parts=list(by),
    )


async def _copy_minutes(tx: Tx, of: UUID, to: UUID, since: datetime, until: datetime | None) -> None:
    await tx.execute(
        "insert into incident_minute (incident_id, at, why, answered, failed)"
        " select %(to)s, at, why, answered, failed from incident_minute"
        " where incident_id = %(of)s and at >= %(since)s and at < coalesce(%(until)s::timestamptz, 'infinity')"
        " on conflict do nothing",
        {"of": of, "to": to, "since": since, "until": until},
    )


async def _count(tx: Tx, incident: UUID, service: str) -> None:
    """Make an incident's figures those of its bad minutes."""
    await tx.execute(_COUNT, {"id": incident})
    if service in PAID_THROUGH:
        await write_loss(tx, incident)


_COUNT = """
    update incident i set minutes = m.minutes, began_at = m.first, ended_at = m.last, answered = m.answered, failed = m.failed
      from (select count(*) as minutes, min(at) as first, max(at) + interval '1 minute' as last,
                   sum(answered) as answered, sum(failed) as failed from incident_minute where incident_id = %(id)s) m
     where i.id = %(id)s
"""
_SEEN = """
    select min(at) as began, max(at) + interval '1 minute' as ended, count(*)::int as minutes from incident_minute
     where incident_id = %(id)s and at >= %(since)s and at < coalesce(%(until)s::timestamptz, 'infinity')
    having count(*) > 0
"""
#: What was known of the whole is known of its parts.
_PART = """
    insert into incident (id, service, link_id, state, found_by, rule_version, began_at, ended_at, minutes, planned, opened_by,
                          decided_by, decided_at, decision_reason)
    select %(id)s, service, link_id, state, found_by, rule_version, %(began)s, %(ended)s, %(minutes)s, planned, %(by)s,
           decided_by, decided_at, decision_reason from incident where id = %(of)s
"""

MERGE = Command(
    name="audit:incident:merge",
    method="POST",
    path="/v1/audit/incidents/{id:str}/merge",
    summary="Merge an incident into another of the same service",
    permission=Permission.AUDIT_INCIDENTS_WRITE,
    scope=HOUSE,
    input=IncidentMerge,
    answers=Incident,
    apply=_merge,
    keyed=False,
)
SPLIT = Command(
    name="audit:incident:split",
    method="POST",
    path="/v1/audit/incidents/{id:str}/split",
    summary="Split an incident in two at a moment",
    permission=Permission.AUDIT_INCIDENTS_WRITE,
    scope=HOUSE,
    input=IncidentSplit,
    answers=Incident,
    apply=_split,
    keyed=False,
)
