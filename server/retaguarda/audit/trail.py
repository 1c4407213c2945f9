"""The audit trail of one record. Each room declares the trails of its records."""

from retaguarda.audit.event_changes import changes_of, rest_of
from retaguarda.audit.model import STATUS, TrailEntry
from retaguarda.foundation.request import Access, Request, Response, Route, json_response
from retaguarda.foundation.room import Trail

#: The newest events; the activity log has the older ones.
MOST = 100


def trail_route(trail: Trail, access: Access) -> Route:
    scoped = trail.scope.over(access)

    async def handler(request: Request) -> Response:
        async with scoped.open(request, trail.permission) as (tx, principal):
            rows = await tx.all(
                f"select e.at, e.name, {STATUS.format(name='e.name')} as status, e.actor, e.data, l.index"
                " from event e left join audit_leaf l on l.event_id = e.id"
                " where e.company_id = %(company)s and e.subject_id = %(subject)s and e.name like %(events)s"
                " order by e.id desc limit %(most)s",
                {
                    "company": principal.chosen(),
                    "subject": trail.prefix + request.path_params["id"],
                    "events": trail.events,
                    "most": MOST,
                },
            )
            return json_response(
                [
                    TrailEntry(
                        at=row["at"],
                        name=row["name"],
                        status=row["status"],
                        actor=row["actor"],
                        reason=row["data"].get("reason"),
                        changes=changes_of(row["data"]),
                        data=rest_of(row["data"]),
                        index=row["index"],
                    )
                    for row in rows
                ]
            )

    return Route(
        "GET",
        f"/v1/trail/{trail.kind}/{{id:str}}",
        f"What happened to one of the {trail.kind.replace('-', ' ')}, the newest first, at most {MOST}",
        handler,
        permission=trail.permission,
        scope=trail.scope,
        answers=list[TrailEntry],
    )
