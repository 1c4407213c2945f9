"""Receives files as the body of a call: a version of a list, and a table of documents or names to check."""

import hashlib
from dataclasses import dataclass
from typing import get_args

import msgspec

from retaguarda.compliance.screening.model import LARGEST_FILE, LARGEST_LIST, CheckFile, ListVersion, Purpose
from retaguarda.compliance.screening.queries import find_version, id_in, list_for_update
from retaguarda.compliance.screening.receive_version import receive_version
from retaguarda.compliance.screening.tables import FILES, LISTS, WRITE
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import (
    PROVIDER,
    Access,
    Parameter,
    Principal,
    Request,
    Response,
    Route,
    json_response,
)
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

VERSION_RECEIVED, FILE_RECEIVED = "compliance:list_version:receive", "compliance:check_file:create"
_NAME = Parameter("name", {"type": "string", "maxLength": 200}, "what the file is called", required=True)
_PURPOSE = Parameter(
    "purpose", {"type": "string", "enum": list(get_args(Purpose))}, "why they are checked", required=True
)


@dataclass(frozen=True, slots=True)
class Uploads:
    access: Access

    def routes(self) -> list[Route]:
        return [
            Route(
                "POST",
                f"{LISTS.path}/{{id:str}}/versions",
                f"A new version of a list, its bytes as they are: at most {LARGEST_LIST}",
                self._list,
                permission=WRITE,
                scope=HOUSE,
                answers=ListVersion,
                status=201,
                parameters=(_NAME,),
                largest_body=LARGEST_LIST,
            ),
            Route(
                "POST",
                FILES.path,
                f"A table of documents or names that are checked one by one: at most {LARGEST_FILE} bytes",
                self._file,
                permission=WRITE,
                scope=HOUSE,
                answers=CheckFile,
                status=201,
                parameters=(_NAME, _PURPOSE),
                largest_body=LARGEST_FILE,
            ),
        ]

    async def _list(self, request: Request) -> Response:
        async with HOUSE.over(self.access).open(request, WRITE) as (tx, principal):
            watch_list = await list_for_update(tx, id_in(request.path_params))
            _refuse_empty(request)
            values = {"origin": "upload", "name": _name(request), "by": principal.email, "person": principal.person_id}
            version = await receive_version(tx, watch_list.id, request.body, values)
            if version is None:
                raise ApiError(409, "list_is_the_same", "this file is what is in force")
            await _told(tx, principal, request, VERSION_RECEIVED, str(version), watch_list.name)
            found = await find_version(tx, version, principal.person_id)
        return json_response(found, 201)

    async def _file(self, request: Request) -> Response:
        async with HOUSE.over(self.access).open(request, WRITE) as (tx, principal):
            purpose = dict(request.query).get("purpose", "")
            if purpose not in get_args(Purpose):
                raise invalid_field("purpose", "invalid", f"purpose is one of {', '.join(get_args(Purpose))}")
            _refuse_empty(request)
            row = await tx.one(
                _INSERT,
                {
                    "id": uuid7(),
                    "name": _name(request),
                    "purpose": purpose,
                    "size": len(request.body),
                    "hash": hashlib.sha256(request.body).digest(),
                    "content": request.body,
                    "by": principal.email,
                    "person": principal.person_id,
                },
            )
            made = msgspec.convert(row, CheckFile)
            await _told(tx, principal, request, FILE_RECEIVED, str(made.id), made.name)
        return json_response(made, 201)


def _name(request: Request) -> str:
    return printable("name", dict(request.query).get("name", ""))[:200]


def _refuse_empty(request: Request) -> None:
    if not request.body:
        raise ApiError(400, "file_empty", "the file is empty")


async def _told(tx: Tx, principal: Principal, request: Request, event: str, subject: str, name: str) -> None:
    await record(
        tx,
        event,
        company=PROVIDER,
        subject=subject,
        actor=principal.email,
        person=principal.person_id,
        request=request,
        data={"name": name, "file": _name(request), "size": len(request.body)},
    )


_INSERT = """
    insert into check_file (id, name, purpose, size, sha256, content, created_by, created_by_id)
    values (%(id)s, %(name)s, %(purpose)s, %(size)s, %(hash)s, %(content)s, %(by)s, %(person)s)
    returning id, name, purpose, status, problem, rows, refused, created_at, created_by
"""
