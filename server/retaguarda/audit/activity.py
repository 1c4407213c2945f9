"""The activity log: the list, and one entry with its inclusion proof."""

from typing import Any
from uuid import UUID

from retaguarda.audit.event_changes import changes_of, rest_of
from retaguarda.audit.inclusion_proof import prove
from retaguarda.audit.model import DOERS, PERSONAL, STATUS, STATUSES, Activity
from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.scope import VISIBLE
from retaguarda.foundation.table import Table
from retaguarda.identity.devices import device

_LONGEST_INDEX = 18

ACTIVITY = Table(
    name="audit.activity",
    path="/v1/audit/activity",
    summary="What was done, by whom, to what; a second after it was done",
    permission=Permission.AUDIT_LOG_READ,
    scope=VISIBLE,
    source="audit_leaf l left join company k on k.id = l.company_id",
    company="l.company_id",
    key="l.index",
    key_type=int,
    order_by="at",
    columns=(
        Column("index", "l.index", "integer"),
        Column("at", "l.at", "time", sortable=True),
        Column("actor", "l.actor", sortable=True, searched=True),
        Column("person_id", "l.person_id::text", searched=True),
        Column("doer", "l.doer", "choice", choices=DOERS),
        Column("name", "l.name", sortable=True, searched=True),
        Column("object", "split_part(l.name, ':', 2)"),
        Column("subject_id", "l.subject_id", searched=True),
        Column("company_id", "l.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("status", STATUS.format(name="l.name"), "choice", choices=STATUSES),
    ),
)


async def _load(tx: Tx, principal: Principal, index: int) -> Activity | None:
    """Load an entry of the chosen merchant; of every company the principal sees when none is chosen."""
    row = await tx.one(
        f"select l.*, {STATUS.format(name='l.name')} as status, coalesce(k.name, '') as company_name,"
        " e.request_id, host(e.ip) as ip, e.user_agent, e.data, audit_leaf_text(e, l.salts, l.told::jsonb) as text"
        " from audit_leaf l join event e on e.xid = l.event_xid and e.id = l.event_id"
        " left join company k on k.id = l.company_id"
        " where l.index = %(index)s and l.company_id = any(%(seen)s)",
        {"index": index, "seen": list(principal.companies) if principal.account is None else [principal.account]},
    )
    if row is None:
        return None
    fields: dict[str, Any] = {name: row[name] for name in Activity.__struct_fields__ if name in row}
    data = row["data"]
    fields |= {
        "person_id": _id_text(row["person_id"]),
        "reason": data.get("reason"),
        "changes": changes_of(data),
        "data": rest_of(data),
        "device": device(row["user_agent"]),
        "forgotten": [name for name, salt in zip(PERSONAL, row["salts"], strict=True) if salt is None],
        "proof": await prove(tx, index, row["text"], bytes(row["hash"])),
    }
    return Activity(**fields)


def _id_text(value: UUID | None) -> str | None:
    return None if value is None else str(value)


def activity_route(access: Access) -> Route:
    """Build the route of one entry, whose id is its index in the log."""

    async def handler(request: Request) -> Response:
        async with VISIBLE.over(access).open(request, Permission.AUDIT_LOG_READ) as (tx, principal):
            raw = request.path_params["id"]
            valid = raw.isascii() and raw.isdigit() and len(raw) <= _LONGEST_INDEX
            entry = await _load(tx, principal, int(raw)) if valid else None
            if entry is None:
                raise not_found()
            return json_response(entry)

    return Route(
        "GET",
        f"{ACTIVITY.path}/{{id:str}}",
        "One entry: what is different, from where it was done, and the proof that it is as it was",
        handler,
        permission=Permission.AUDIT_LOG_READ,
        scope=VISIBLE,
        answers=Activity,
    )
