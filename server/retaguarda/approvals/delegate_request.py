"""Delegate a decision to another person who may decide over it too. A delegation grants no right that the delegate
lacks."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.approvals.decide_request import clean_comment, refuse_unless_open, request_of
from retaguarda.approvals.execute_request import event_data
from retaguarda.approvals.model import Decided
from retaguarda.approvals.tables import OF_REQUEST
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id, uuid_of
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response

_DELEGATES = "select id, name, email from approval_delegates(%(id)s)"


class Delegate(msgspec.Struct):
    """A person to whom the principal may delegate an approval."""

    id: UUID
    name: str
    email: str


class DelegateInput(msgspec.Struct, forbid_unknown_fields=True):
    """``person``: one of the delegates. The delegate reads ``note``."""

    person: UUID
    note: str | None = None


def delegates_route(access: Access) -> Route:
    async def handler(request: Request) -> Response:
        async with OF_REQUEST.over(access).open(request, Permission.APPROVALS_DECIDE) as (tx, _):
            rows = await tx.all(_DELEGATES, {"id": uuid_of(request.path_params["id"])})
            return json_response([Delegate(**row) for row in rows])

    return Route(
        "GET",
        "/v1/approvals/{id:str}/delegates",
        "To whom a request can be handed",
        handler,
        permission=Permission.APPROVALS_DECIDE,
        scope=OF_REQUEST,
        answers=list[Delegate],
    )


async def _delegate(tx: Tx, principal: Principal, given: DelegateInput, path: Mapping[str, str]) -> Done:
    note = clean_comment("note", given.note, required=False)
    approval = await request_of(tx, principal, path_id(path))
    await refuse_unless_open(tx, approval, principal)
    delegate = await tx.one(f"{_DELEGATES} where id = %(person)s", {"id": approval["id"], "person": given.person})
    if delegate is None:
        raise invalid_field("person", "not_allowed", "person may not decide over this request, or has done so")
    await tx.execute(
        "insert into approval_delegation (id, request_id, company_id, from_person, actor, to_person, delegate, note) values"
        " (%(id)s, %(request)s, %(company)s, %(from)s, %(actor)s, %(to)s, %(delegate)s, %(note)s)",
        {
            "id": uuid7(),
            "request": approval["id"],
            "company": approval["company_id"],
            "from": principal.person_id,
            "actor": principal.email,
            "to": delegate["id"],
            "delegate": delegate["email"],
            "note": note,
        },
    )
    data = event_data(approval) | {"delegate": delegate["email"], "person": str(delegate["id"])}
    result = Decided(id=approval["id"], status="awaiting", stale=False, error=None)
    return Done(path["id"], result, data | ({"note": note} if note else {}))


DELEGATE = Command(
    name="approvals:request:delegate",
    method="POST",
    path="/v1/approvals/{id:str}/delegate",
    summary="Hand a request to another person who may decide over it",
    permission=Permission.APPROVALS_DECIDE,
    scope=OF_REQUEST,
    input=DelegateInput,
    answers=Decided,
    apply=_delegate,
    keyed=True,
)
