"""One incident, with the minutes around it and what probably did not come."""

from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from retaguarda.availability.model import Incident, IncidentLoss, IncidentMinute, IncidentRecord
from retaguarda.availability.queries import find_incident, link_name, rule_of
from retaguarda.foundation.database import Tx
from retaguarda.foundation.money import Money
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

#: Events on a page.
MOST = 200
#: Minutes drawn before and after an incident, and at most in all.
AROUND = timedelta(minutes=15)
MOST_MINUTES = 240


class _LossRow(msgspec.Struct):
    """A row of ``incident_loss``."""

    currency: str
    weeks: int
    seen: int
    expected: int
    missing: int
    least: int
    most: int
    missing_amount: int


async def _load(tx: Tx, principal: Principal, number: UUID) -> IncidentRecord | None:
    incident = await find_incident(tx, number)
    if incident is None:
        return None
    return IncidentRecord(
        **msgspec.structs.asdict(incident),
        link_name=await link_name(tx, incident.link_id),
        rule=await rule_of(tx, incident.rule_version),
        losses=await _losses(tx, incident),
        chart=await _chart(tx, incident),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(incident.id), "most": MOST}),
    )


async def _losses(tx: Tx, incident: Incident) -> list[IncidentLoss]:
    rows = await tx.all("select * from incident_loss where incident_id = %(id)s order by currency", {"id": incident.id})
    return [
        IncidentLoss(
            row.weeks,
            row.seen,
            row.expected,
            row.missing,
            row.least,
            row.most,
            Money(row.missing_amount, row.currency),
        )
        for row in msgspec.convert(rows, list[_LossRow])
    ]


async def _chart(tx: Tx, incident: Incident) -> list[IncidentMinute]:
    now: datetime = await tx.value("select now()")
    start = incident.began_at - AROUND
    until = min((incident.ended_at or now) + AROUND, start + timedelta(minutes=MOST_MINUTES), now)
    rows = await tx.all(
        _LINK_CHART if incident.service == "link" else _CHART,
        {"id": incident.id, "service": incident.service, "link": incident.link_id, "start": start, "until": until},
    )
    return msgspec.convert(rows, list[IncidentMinute])


#: Of the API as such, all calls; of workers there are none.
_COUNTS = "(m.service = %(service)s or %(service)s = 'api')"
_MINUTES = """
    select g.at, {answered}::int as answered, {failed}::int as failed, {before}::int as before, b.why as bad
      from generate_series(%(start)s::timestamptz, %(until)s::timestamptz - interval '1 second', interval '1 minute') g (at)
      left join incident_minute b on b.incident_id = %(id)s and b.at = g.at
      {joins}
     order by g.at
"""
_CHART = _MINUTES.format(
    answered="n.answered",
    failed="n.failed",
    before="w.before",
    joins=f"""
      cross join lateral (select coalesce(sum(m.answered), 0) as answered, coalesce(sum(m.failed), 0) as failed
                            from service_minute m where m.at = g.at and {_COUNTS}) n
      cross join lateral (select round(coalesce(sum(m.answered + m.failed), 0) / 4.0) as before
                            from service_minute m
                           where m.at in (g.at - interval '7 days', g.at - interval '14 days', g.at - interval '21 days',
                                          g.at - interval '28 days') and {_COUNTS}) w
    """,
)
_LINK_CHART = _MINUTES.format(
    answered="coalesce(n.answered, 0)",
    failed="coalesce(n.failed, 0)",
    before="w.before",
    joins="""
      left join processor_minute n on n.connection_id = %(link)s and n.at = g.at
      cross join lateral (select round(coalesce(sum(m.answered + m.failed), 0) / 4.0) as before
                            from processor_minute m
                           where m.connection_id = %(link)s
                             and m.at in (g.at - interval '7 days', g.at - interval '14 days', g.at - interval '21 days',
                                          g.at - interval '28 days')) w
    """,
)

INCIDENT = Record(
    path="/v1/audit/incidents/{id:str}",
    summary="One incident with its minutes",
    permission=Permission.AUDIT_INTERNAL_READ,
    scope=HOUSE,
    answers=IncidentRecord,
    load=_load,
)
