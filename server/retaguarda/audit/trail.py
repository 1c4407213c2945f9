"""What happened to one thing: each room says whose things it has, and its records show their trail."""

from dataclasses import dataclass

from retaguarda.audit.event_changes import changes_of, rest_of
from retaguarda.audit.model import STATUS, TrailEntry
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Request, Response, Route, RowScope, json_response

#: The newest; what is older is in the activity log.
MOST = 100


@dataclass(frozen=True, slots=True)
class Trail:
    """
    Args:
        kind: the things' name in the path.
        permission: as for the thing itself.
        scope: the company of the thing that the path names; 404 where it is not there for the caller.
        events: of which names, as SQL's LIKE; where ids of one kind could be those of another.
        prefix: before the id, in the subject of the events.
    """

    kind: str
    permission: Permission
    scope: RowScope
    events: str = "%"
    prefix: str = ""


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
