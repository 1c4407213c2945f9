"""Create notifications from events, in the transaction that moves the consumer's offset: exactly once each."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import Event, EventConsumer
from retaguarda.foundation.jobs import Queue
from retaguarda.foundation.json_text import json_text
from retaguarda.notifications import webhook
from retaguarda.notifications.kinds import BY_EVENT, Kind, OfRequest
from retaguarda.notifications.queries import name_of_party

#: Skip older events after the consumer was behind: they are no news any more.
MAX_AGE = timedelta(days=7)

JOB = "notifications.mail"


def reader(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        for event in events:
            if event.name in BY_EVENT and event.at > datetime.now(UTC) - MAX_AGE:
                await _notify(tx, queue, event)

    return EventConsumer("notifications.make", consume, frozenset(BY_EVENT))


async def _notify(tx: Tx, queue: Queue, event: Event) -> None:
    kind = BY_EVENT[event.name]
    party = {"party": await name_of_party(tx, kind.party, event)} if kind.party else {}
    rows = await tx.all(
        _INSERT.format(who=_receivers(kind)),
        {
            "company": event.company_id,
            "event": event.id,
            "actor": event.person_id,
            "subject": event.subject_id,
            "named": event.data.get(kind.named) if kind.named else None,
            "permission": kind.permission,
            "assignee": event.data.get(kind.confidential.assignee) if kind.confidential else None,
            "seen_by": kind.confidential.seen_by if kind.confidential else None,
            "kind": kind.key,
            "by_mail": kind.by_mail,
            "mandatory": kind.mandatory,
            "data": json_text(kind.data(event) | party),
            "redirect": kind.path(event),
            "at": event.at,
        },
    )
    await queue.defer(tx, JOB, [{"notification": str(row["uuid"])} for row in rows if row["email"] == "now"])
    for row in rows:
        if row["webhook"]:
            request = [{"notification": str(row["uuid"])}]
            await queue.defer(tx, webhook.JOB, request, lock=webhook.lock_of(row["person_id"]))


def _receivers(kind: Kind) -> str:
    if kind.confidential is not None:
        return _CONFIDENTIAL
    if kind.named is not None:
        return _NAMED
    if kind.of_request is not None:
        return _OF_REQUEST[kind.of_request]
    return _SUBJECT if kind.permission is None else _HOLDERS


_REQUEST = "exists (select 1 from published.approval_request r where r.id = %(subject)s::uuid and "
_MAKERS = f"{_REQUEST}p.id = any (r.makers))"
_DECIDERS = f"{_REQUEST}p.id in (select approval_deciders(r.company_id, r.makers, r.created_at)))"
_OF_REQUEST: Mapping[OfRequest, str] = {
    "deciders": _DECIDERS,
    "makers": _MAKERS,
    "both": f"({_MAKERS} or {_DECIDERS})",
}
_SUBJECT = "p.id::text = %(subject)s"
_NAMED = "p.id::text = %(named)s"
_HOLDERS = (
    "(%(mandatory)s or p.id is distinct from %(actor)s)"
    " and (p.company_id = %(company)s or exists ("
    "   select from published.person_company c where c.person_id = p.id and c.company_id = %(company)s))"
    " and exists (select from published.person_role h join published.role r on r.id = h.role_id"
    "   where h.person_id = p.id and %(permission)s = any (r.permissions))"
)
#: A merchant's person is told of nothing confidential, also one whose role holds the permission.
_CONFIDENTIAL = (
    "p.internal and p.company_id = %(company)s and exists ("
    "  select from published.person_role h join published.role r on r.id = h.role_id where h.person_id = p.id"
    "   and (%(permission)s = any (r.permissions) or p.id::text = %(assignee)s and %(seen_by)s = any (r.permissions)))"
)
#: People who want no notification of this kind get no row.
_INSERT = (
    "with told as ("
    "  select p.id, coalesce(f.in_app, true) as in_app,"
    "   case when %(mandatory)s then 'now' else coalesce(f.email, %(by_mail)s) end as email,"
    "   coalesce(f.webhook, false) and w.person_id is not null as webhook from person p"
    "    left join notification_preference f on f.person_id = p.id and f.kind = %(kind)s"
    "    left join notification_webhook w on w.person_id = p.id"
    "   where p.disabled_at is null and p.joined_at is not null and {who}"
    "), made as ("
    "  insert into notification (company_id, person_id, event_id, kind, data, redirect, in_app, created_at)"
    "  select %(company)s, t.id, %(event)s, %(kind)s, %(data)s::jsonb, %(redirect)s, t.in_app, %(at)s"
    "    from told t where t.in_app or t.email <> 'off' or t.webhook on conflict do nothing returning uuid, person_id"
    ") select made.uuid, made.person_id, told.email, told.webhook from made join told on told.id = made.person_id"
)
