"""Files of a case: what the person sent, the area's papers, the recording."""

from collections.abc import Mapping

from retaguarda.cases.model import Kind
from retaguarda.cases.queries import case_for_update, find_case
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.files.routes import Attaching, Holder
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import HOUSE

_PATHS: Mapping[Kind, str] = {"ombudsman": "/v1/audit/ombudsman-tickets", "service": "/v1/audit/service-tickets"}


def owner_name(case: object) -> str:
    return f"case:{case}"


def _files(kind: Kind) -> Attaching:
    async def to_add(tx: Tx, principal: Principal, request: Request) -> Holder:
        case = await case_for_update(tx, kind, request.path_params)
        return Holder(owner_name(case.id), str(case.id))

    async def to_read(tx: Tx, principal: Principal, request: Request) -> Holder:
        case = await find_case(tx, kind, uuid_of(request.path_params["id"]))
        if case is None:
            raise not_found("case")
        return Holder(owner_name(case.id), str(case.id))

    return Attaching(
        path=f"{_PATHS[kind]}/{{id:str}}/files",
        thing="a case",
        added=f"cases:{kind}:file_added",
        taken=f"cases:{kind}:file_downloaded",
        infected=f"cases:{kind}:file_infected",
        write=Permission.AUDIT_TICKETS_WRITE,
        read=Permission.AUDIT_TICKETS_READ,
        scope=HOUSE,
        to_add=to_add,
        to_read=to_read,
    )


FILES = (_files("ombudsman"), _files("service"))
