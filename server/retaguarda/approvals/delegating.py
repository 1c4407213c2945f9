"""Whoever would decide hands it to another person who may decide over it too. It gives nobody a right that they did not have."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.approvals.deciding import refuse_unless_open, request_of, worded
from retaguarda.approvals.executing import told
from retaguarda.approvals.model import Decided
from retaguarda.foundation.call import Answer, Call, Door, Route, Who, answer
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of

_DELEGATES = "select id, name, email from approval_delegates(%(id)s)"


class Delegate(msgspec.Struct):
    """Somebody to whom the caller may hand a request."""

    id: UUID
    name: str
    email: str


class DelegateInput(msgspec.Struct, forbid_unknown_fields=True):
    """``person``: one of the delegates. ``note`` is for them."""

    person: UUID
    note: str | None = None


def delegates_route(door: Door) -> Route:
    async def handler(call: Call) -> Answer:
        async with door.open(call, Permission.APPROVALS_DECIDE) as (tx, _):
            rows = await tx.all(_DELEGATES, {"id": uuid_of(call.path_params["id"])})
            return answer([Delegate(**row) for row in rows])

    return Route(
        "GET",
        "/v1/approvals/{id:str}/delegates",
        "To whom a request can be handed",
        handler,
        permission=Permission.APPROVALS_DECIDE,
        answers=list[Delegate],
    )


async def _delegate(tx: Tx, who: Who, given: DelegateInput, path: Mapping[str, str]) -> Done:
    note = worded("note", given.note, required=False)
    request = await request_of(tx, who, uuid_of(path["id"]))
    await refuse_unless_open(tx, request, who)
    delegate = await tx.one(f"{_DELEGATES} where id = %(person)s", {"id": request["id"], "person": given.person})
    if delegate is None:
        raise invalid_field("person", "not_allowed", "person may not decide over this request, or has done so")
    await tx.execute(
        "insert into approval_delegation (id, request_id, company_id, from_person, actor, to_person, delegate, note) values"
        " (%(id)s, %(request)s, %(company)s, %(from)s, %(actor)s, %(to)s, %(delegate)s, %(note)s)",
        {
            "id": uuid7(),
            "request": request["id"],
            "company": request["company_id"],
            "from": who.person_id,
            "actor": who.email,
            "to": delegate["id"],
            "delegate": delegate["email"],
            "note": note,
        },
    )
    data = told(request) | {"delegate": delegate["email"], "person": str(delegate["id"])}
    result = Decided(id=request["id"], status="awaiting", stale=False, error=None)
    return Done(path["id"], result, data | ({"note": note} if note else {}))


DELEGATE = Command(
    name="approvals:request:delegate",
    method="POST",
    path="/v1/approvals/{id:str}/delegate",
    summary="Hand a request to another person who may decide over it",
    permission=Permission.APPROVALS_DECIDE,
    input=DelegateInput,
    answers=Decided,
    apply=_delegate,
    keyed=True,
)
