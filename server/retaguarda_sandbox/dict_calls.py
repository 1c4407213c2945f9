"""Calls of DICT as the sandbox reads and answers them: XML, participants, pages, and what is refused."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID, uuid4
from xml.etree.ElementTree import Element

from litestar import Request, Response

from retaguarda.providers.dict import wire
from retaguarda.providers.dict.port import LONGEST_TEXT
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.store import Connection, Row, all_rows, one

BASE = "/dict/api/v1"
_ERRORS = "https://dict.pi.rsfn.net.br/api/v1/error/"
_MOST = 200
#: The bank of whoever we sent a Pix to.
OTHER = "18236120"

Call = Request[Any, Any, Any]


class DictRefusal(Exception):
    """RFC 7807 in XML, under the error names of the document."""

    def __init__(self, kind: str, status: int, detail: str) -> None:
        super().__init__(detail)
        self.kind, self.status, self.detail = kind, status, detail


def refused(_: Call, problem: DictRefusal) -> Response[bytes]:
    fields = {
        "type": _ERRORS + problem.kind,
        "title": problem.kind,
        "status": problem.status,
        "detail": problem.detail,
    }
    return Response(wire.written("problem", fields), status_code=problem.status, media_type="application/problem+xml")


def not_found() -> DictRefusal:
    return DictRefusal("NotFound", 404, "Entity not found")


async def known(connection: Connection, table: LiteralString, number: UUID) -> Row:
    row = await one(connection, "select * from sandbox." + table + " where id = %(id)s for update", id=number)
    if row is None:
        raise not_found()
    return row


async def withdrawn(request: Call, number: UUID, thing: str, table: LiteralString, open_states: tuple[str, ...]) -> Row:
    """What we asked for ourselves is taken back; again, it stays so."""
    await body_of(request, f"Cancel{thing}Request", f"{thing}Id", number)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await known(connection, table, number)
        if not row["ours"]:
            raise DictRefusal("Forbidden", 403, "Participant is not allowed to access this resource")
        if row["status"] not in (*open_states, "CANCELLED"):
            raise operation(thing, row)
        if row["status"] != "CANCELLED":
            row = await one(
                connection,
                "update sandbox."
                + table
                + " set status = 'CANCELLED', modified_at = %(now)s where id = %(id)s returning *",
                id=number,
                now=sandbox.now(),
            )
            assert row is not None
    return row


async def listed(
    sandbox: Sandbox, select: LiteralString, query: Mapping[str, Any], *, ours: bool, asked: bool
) -> tuple[list[Row], bool]:
    """A page in the order of LastModified. ``ours``: those that we made, about what we sent; else about what we received."""
    if not asked:
        return [], False
    async with sandbox.store.transaction() as connection:
        rows = await all_rows(
            connection,
            select
            + " and (%(statuses)s::text[] is null or status = any(%(statuses)s))"
            + " and modified_at >= coalesce(%(after)s, '-infinity'::timestamptz)"
            + " and modified_at <= coalesce(%(before)s, 'infinity'::timestamptz)"
            + " and ours = %(ours)s order by modified_at, id limit %(limit)s + 1",
            statuses=query["Status"] or None,
            after=query["ModifiedAfter"],
            before=query["ModifiedBefore"],
            limit=query["Limit"],
            ours=ours,
        )
    return rows[: query["Limit"]], len(rows) > query["Limit"]


def query_of(request: Call, own: set[str]) -> dict[str, Any]:
    known = {
        "Participant",
        "IncludeIndirectParticipants",
        "IncludeDetails",
        "Status",
        "ModifiedAfter",
        "ModifiedBefore",
        "Limit",
    }
    given = request.query_params
    if strange := sorted(set(given) - known - own):
        raise DictRefusal("BadRequest", 400, f"unknown parameter {strange[0]}")
    if given.get("Participant") != sandbox_of(request).settings.ispb:
        raise DictRefusal("Forbidden", 403, "Participant is not allowed to access this resource")
    limit = given.get("Limit", "20")
    if not limit.isdigit() or not 1 <= int(limit) <= _MOST:
        raise DictRefusal("BadRequest", 400, f"Limit is 1 to {_MOST}")
    return {
        **{name: given.get(name) for name in own},
        "Status": given.getall("Status", []),
        "Limit": int(limit),
        **{name: _time(given.get(name)) for name in ("ModifiedAfter", "ModifiedBefore")},
    }


def _time(raw: str | None) -> datetime | None:
    if raw is None:
        return None
    try:
        at = datetime.fromisoformat(raw)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise DictRefusal("BadRequest", 400, "a time is written as in RFC 3339")
    return at


async def body_of(request: Call, name: str, key: str, number: UUID) -> Element:
    content = await request.body()

    def read() -> Element:
        root = wire.parsed(content, name)
        if wire.number(root, key) != number:
            raise wire.WireError(f"{key} is another than the address names")
        return root

    root = given_as(read)
    if wire.text(root, "Participant", "") != sandbox_of(request).settings.ispb:
        raise DictRefusal("Forbidden", 403, "Participant is not allowed to access this resource")
    return root


async def made_of(request: Call, name: str, about: str) -> Element:
    """What is to be made, out of a request that names us."""
    content = await request.body()

    def read() -> tuple[Element, Element]:
        root = wire.parsed(content, name)
        found = wire.child(root, about)
        if found is None:
            raise wire.WireError(f"{name} has no {about}")
        return root, found

    root, found = given_as(read)
    if wire.text(root, "Participant", "") != sandbox_of(request).settings.ispb:
        raise DictRefusal("Forbidden", 403, "Participant is not allowed to access this resource")
    return found


async def sent(connection: Connection, given: Element) -> str:
    """The endToEndId of a Pix that we sent and that was carried out."""
    transaction = given_as(lambda: wire.text(given, "TransactionId"))
    paid = "select from sandbox.payout where e2e_id = %(id)s and status = 'REALIZADO'"
    if await one(connection, paid, id=transaction) is None:
        raise DictRefusal("NotFound", 404, "Transaction not found")
    return transaction


def given_as(reading: Callable[[], Any]) -> Any:
    try:
        return reading()
    except ValueError as error:
        raise DictRefusal("BadRequest", 400, str(error)) from None


def details_of(body: Element, name: str) -> str | None:
    found = wire.text(body, name, "")
    if len(found) > LONGEST_TEXT:
        raise DictRefusal("BadRequest", 400, f"{name} has at most {LONGEST_TEXT} places")
    return found or None


def operation(what: str, row: Row) -> DictRefusal:
    return DictRefusal(f"{what}OperationInvalid", 400, f"It is {row['status']}.")


def flag(value: bool) -> str:
    return "true" if value else "false"


def answer(request: Call, name: str, fields: Mapping[str, Any], status: int = 200) -> Response[bytes]:
    head = {"ResponseTime": wire.time_text(sandbox_of(request).now()), "CorrelationId": uuid4().hex}
    return Response(
        wire.written(f"{name}Response", head | dict(fields)), status_code=status, media_type=wire.MEDIA_TYPE
    )
