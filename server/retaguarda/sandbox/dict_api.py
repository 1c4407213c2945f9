"""DICT's infraction reports and refunds, as either participant calls them (DICT API 1.8.0, XML).

The other side, the payer's bank or the receiver's, acts at /sandbox/med (dict_control.py). Signatures are neither asked for nor made.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID, uuid4
from xml.etree.ElementTree import Element

from litestar import Request, Response, get, post
from litestar.params import FromPath

from retaguarda.providers.dict import wire
from retaguarda.providers.dict.port import LONGEST_TEXT
from retaguarda.providers.pix.money import parse_amount
from retaguarda.sandbox.core import Sandbox, sandbox_of
from retaguarda.sandbox.store import Connection, Row, all_rows, one

BASE = "/dict/api/v1"
_ERRORS = "https://dict.pi.rsfn.net.br/api/v1/error/"
_MOST = 200
_RTR = re.compile(r"D[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}")

#: The bank of whoever we sent a Pix to.
_OTHER = "18236120"

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


@get(f"{BASE}/infraction-reports/")
async def list_reports(request: Call) -> Response[bytes]:
    query = _query(request, {"IsCredited", "IsDebited"})
    rows, more = await _listed(
        sandbox_of(request),
        "select r.* from sandbox.infraction_report r where true",
        query,
        ours=query.get("IsDebited") == "true",
        asked=query.get("IsCredited") == "true" or query.get("IsDebited") == "true",
    )
    found = [("InfractionReport", _report(sandbox_of(request), row)) for row in rows]
    return _answer(request, "ListInfractionReports", {"HasMoreElements": _flag(more), "InfractionReports": found})


@get(f"{BASE}/infraction-reports/{{number:uuid}}")
async def read_report(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    async with sandbox_of(request).store.transaction() as connection:
        row = await _known(connection, "infraction_report", number)
    return _answer(request, "GetInfractionReport", {"InfractionReport": _report(sandbox_of(request), row)})


@post(f"{BASE}/infraction-reports/{{number:uuid}}/acknowledge", status_code=200)
async def acknowledge(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    await _body(request, "AcknowledgeInfractionReportRequest", "InfractionReportId", number)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, "infraction_report", number)
        if row["status"] == "OPEN":
            row = await move_report(connection, row, sandbox.now(), "ACKNOWLEDGED")
        elif row["status"] != "ACKNOWLEDGED":
            raise _operation("InfractionReport", row)
    return _answer(request, "AcknowledgeInfractionReport", {"InfractionReport": _report(sandbox, row)})


@post(f"{BASE}/infraction-reports/{{number:uuid}}/close", status_code=200)
async def close_report(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    body = await _body(request, "CloseInfractionReportRequest", "InfractionReportId", number)
    result = _given(lambda: wire.one_of(body, "AnalysisResult", ("AGREED", "DISAGREED")))
    details = _details(body, "AnalysisDetails")
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, "infraction_report", number)
        if row["status"] == "ACKNOWLEDGED":
            row = await move_report(connection, row, sandbox.now(), "CLOSED", result, details)
            await _ask(connection, sandbox, row)
        elif (row["status"], row["result"], row["result_details"]) != ("CLOSED", result, details):
            raise _operation("InfractionReport", row)
    return _answer(request, "CloseInfractionReport", {"InfractionReport": _report(sandbox, row)})


@post(f"{BASE}/infraction-reports/", status_code=201)
async def create_report(request: Call) -> Response[bytes]:
    """About a Pix that we sent; one at a time."""
    given = await _new(request, "CreateInfractionReportRequest", "InfractionReport")
    sandbox, details = sandbox_of(request), _details(given, "ReportDetails")
    kind = _given(lambda: wire.one_of(given, "InfractionType", ("FRAUD", "REFUND_REQUEST", "REFUND_CANCELLED")))
    async with sandbox.store.transaction() as connection:
        transaction = await _sent(connection, given)
        standing = await one(
            connection,
            "select from sandbox.infraction_report where transaction_id = %(id)s and status <> 'CANCELLED'",
            id=transaction,
        )
        if standing is not None:
            raise DictRefusal("InfractionReportAlreadyBeingProcessedForTransaction", 400, "It was reported already.")
        row = await one(
            connection,
            "insert into sandbox.infraction_report (id, transaction_id, type, details, status, created_at, modified_at,"
            " ours) values (%(id)s, %(pix)s, %(kind)s, %(details)s, 'OPEN', %(now)s, %(now)s, true) returning *",
            id=uuid4(),
            pix=transaction,
            kind=kind,
            details=details or "",
            now=sandbox.now(),
        )
    assert row is not None
    return _answer(request, "CreateInfractionReport", {"InfractionReport": _report(sandbox, row)}, 201)


@post(f"{BASE}/infraction-reports/{{number:uuid}}/cancel", status_code=200)
async def cancel_report(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    row = await _withdrawn(request, number, "InfractionReport", "infraction_report", ("OPEN", "ACKNOWLEDGED"))
    return _answer(request, "CancelInfractionReport", {"InfractionReport": _report(sandbox_of(request), row)})


@post(f"{BASE}/refunds/", status_code=201)
async def create_refund(request: Call) -> Response[bytes]:
    """Of a Pix that we sent; for a fraud only after its report was agreed to."""
    given = await _new(request, "CreateRefundRequest", "Refund")
    sandbox, details = sandbox_of(request), _details(given, "RefundDetails")
    reason = _given(lambda: wire.one_of(given, "RefundReason", ("FRAUD", "OPERATIONAL_FLAW", "REFUND_CANCELLED")))
    amount = _given(lambda: int(parse_amount(wire.text(given, "RefundAmount"))))
    async with sandbox.store.transaction() as connection:
        transaction = await _sent(connection, given)
        report = await one(
            connection,
            "select id from sandbox.infraction_report where transaction_id = %(id)s and result = 'AGREED'",
            id=transaction,
        )
        if reason == "FRAUD" and report is None:
            raise DictRefusal("RefundInvalid", 400, "Its infraction report was not agreed to.")
        row = await open_refund(
            connection,
            sandbox,
            transaction,
            reason,
            amount,
            details or "",
            report["id"] if report else None,
            ours=True,
        )
    return _answer(request, "CreateRefund", {"Refund": _refund(sandbox, row)}, 201)


@post(f"{BASE}/refunds/{{number:uuid}}/cancel", status_code=200)
async def cancel_refund(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    row = await _withdrawn(request, number, "Refund", "refund_request", ("OPEN",))
    return _answer(request, "CancelRefund", {"Refund": _refund(sandbox_of(request), row)})


@get(f"{BASE}/refunds/")
async def list_refunds(request: Call) -> Response[bytes]:
    query = _query(request, {"ParticipantRole"})
    rows, more = await _listed(
        sandbox_of(request),
        "select r.* from sandbox.refund_request r where true",
        query,
        ours=query.get("ParticipantRole") == "REQUESTING",
        asked=query.get("ParticipantRole") in ("CONTESTED", "REQUESTING"),
    )
    found = [("Refund", _refund(sandbox_of(request), row)) for row in rows]
    return _answer(request, "ListRefunds", {"HasMoreElements": _flag(more), "Refunds": found})


@get(f"{BASE}/refunds/{{number:uuid}}")
async def read_refund(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    async with sandbox_of(request).store.transaction() as connection:
        row = await _known(connection, "refund_request", number)
    return _answer(request, "GetRefund", {"Refund": _refund(sandbox_of(request), row)})


@post(f"{BASE}/refunds/{{number:uuid}}/close", status_code=200)
async def close_refund(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    body = await _body(request, "CloseRefundRequest", "RefundId", number)
    results = ("TOTALLY_ACCEPTED", "PARTIALLY_ACCEPTED", "REJECTED")
    result = _given(lambda: wire.one_of(body, "RefundAnalysisResult", results))
    details, rejection = _details(body, "RefundAnalysisDetails"), wire.text(body, "RefundRejectionReason", "") or None
    rtr_id = wire.text(body, "RefundTransactionId", "") or None
    if result == "REJECTED" and rejection not in ("NO_BALANCE", "ACCOUNT_CLOSURE", "CANNOT_REFUND", "OTHER"):
        raise DictRefusal("BadRequest", 400, "RefundRejectionReason is needed to reject")
    if result != "REJECTED" and not (rtr_id and _RTR.fullmatch(rtr_id)):
        raise DictRefusal("BadRequest", 400, "RefundTransactionId names the refund that was made")
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, "refund_request", number)
        if row["status"] == "OPEN":
            await _must_stand(connection, row, rtr_id)
            row = await one(
                connection,
                "update sandbox.refund_request set status = 'CLOSED', modified_at = %(now)s, result = %(result)s,"
                " result_details = %(details)s, rejection = %(rejection)s, refund_transaction_id = %(rtr)s"
                " where id = %(id)s returning *",
                id=number,
                now=sandbox.now(),
                result=result,
                details=details,
                rejection=rejection,
                rtr=rtr_id,
            )
            assert row is not None
        elif (row["status"], row["result"], row["refund_transaction_id"]) != ("CLOSED", result, rtr_id):
            raise _operation("Refund", row)
    return _answer(request, "CloseRefund", {"Refund": _refund(sandbox, row)})


async def move_report(
    connection: Connection, row: Row, now: datetime, status: str, result: str | None = None, details: str | None = None
) -> Row:
    moved = await one(
        connection,
        "update sandbox.infraction_report set status = %(status)s, modified_at = %(now)s, result = %(result)s,"
        " result_details = %(details)s where id = %(id)s returning *",
        id=row["id"],
        status=status,
        now=now,
        result=result,
        details=details,
    )
    assert moved is not None
    return moved


async def open_refund(
    connection: Connection,
    sandbox: Sandbox,
    transaction: str,
    reason: str,
    amount: int,
    details: str,
    report: UUID | None,
    *,
    ours: bool = False,
) -> Row:
    """The payer's bank asks for money back; ``ours``: we are that bank."""
    row = await one(
        connection,
        "insert into sandbox.refund_request (id, transaction_id, report_id, reason, amount, details, status, created_at,"
        " modified_at, ours) values (%(id)s, %(transaction)s, %(report)s, %(reason)s, %(amount)s, %(details)s, 'OPEN',"
        " %(now)s, %(now)s, %(ours)s) returning *",
        id=uuid4(),
        transaction=transaction,
        report=report,
        reason=reason,
        amount=amount,
        details=details,
        now=sandbox.now(),
        ours=ours,
    )
    assert row is not None
    return row


async def asked_back(connection: Connection, transaction: str, natureza: str) -> bool:
    """Whether DICT holds a refund of this nature for a Pix: only then does the bank carry one out."""
    reason = {"MED_FRAUDE": "FRAUD", "MED_OPERACIONAL": "OPERATIONAL_FLAW"}[natureza]
    return (
        await one(
            connection,
            "select from sandbox.refund_request where transaction_id = %(id)s and reason = %(reason)s"
            " and status <> 'CANCELLED' limit 1",
            id=transaction,
            reason=reason,
        )
        is not None
    )


async def _ask(connection: Connection, sandbox: Sandbox, report: Row) -> None:
    """After AGREED the payer's bank asks for the money, unless it was told to be slow (then_asks is none)."""
    if report["result"] == "AGREED" and report["then_asks"] is not None:
        await open_refund(
            connection, sandbox, report["transaction_id"], "FRAUD", report["then_asks"], report["details"], report["id"]
        )


async def _must_stand(connection: Connection, request: Row, rtr_id: str | None) -> None:
    if rtr_id is None:
        return
    found = await one(
        connection,
        "select from sandbox.refund where rtr_id = %(rtr)s and end_to_end_id = %(id)s and status = 'DEVOLVIDO'",
        rtr=rtr_id,
        id=request["transaction_id"],
    )
    if found is None:
        raise DictRefusal("BadRequest", 400, "RefundTransactionId names no refund of this transaction")


async def _known(connection: Connection, table: LiteralString, number: UUID) -> Row:
    row = await one(connection, "select * from sandbox." + table + " where id = %(id)s for update", id=number)
    if row is None:
        raise not_found()
    return row


async def _withdrawn(
    request: Call, number: UUID, thing: str, table: LiteralString, open_states: tuple[str, ...]
) -> Row:
    """What we asked for ourselves is taken back; again, it stays so."""
    await _body(request, f"Cancel{thing}Request", f"{thing}Id", number)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await _known(connection, table, number)
        if not row["ours"]:
            raise DictRefusal("Forbidden", 403, "Participant is not allowed to access this resource")
        if row["status"] not in (*open_states, "CANCELLED"):
            raise _operation(thing, row)
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


async def _listed(
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


def _query(request: Call, own: set[str]) -> dict[str, Any]:
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


async def _body(request: Call, name: str, key: str, number: UUID) -> Element:
    content = await request.body()

    def read() -> Element:
        root = wire.parsed(content, name)
        if wire.number(root, key) != number:
            raise wire.WireError(f"{key} is another than the address names")
        return root

    root = _given(read)
    if wire.text(root, "Participant", "") != sandbox_of(request).settings.ispb:
        raise DictRefusal("Forbidden", 403, "Participant is not allowed to access this resource")
    return root


async def _new(request: Call, name: str, about: str) -> Element:
    """What is to be made, out of a request that names us."""
    content = await request.body()

    def read() -> tuple[Element, Element]:
        root = wire.parsed(content, name)
        found = wire.child(root, about)
        if found is None:
            raise wire.WireError(f"{name} has no {about}")
        return root, found

    root, found = _given(read)
    if wire.text(root, "Participant", "") != sandbox_of(request).settings.ispb:
        raise DictRefusal("Forbidden", 403, "Participant is not allowed to access this resource")
    return found


async def _sent(connection: Connection, given: Element) -> str:
    """The endToEndId of a Pix that we sent and that was carried out."""
    transaction = _given(lambda: wire.text(given, "TransactionId"))
    sent = "select from sandbox.payout where e2e_id = %(id)s and status = 'REALIZADO'"
    if await one(connection, sent, id=transaction) is None:
        raise DictRefusal("NotFound", 404, "Transaction not found")
    return transaction


def _given(reading: Callable[[], Any]) -> Any:
    try:
        return reading()
    except ValueError as error:
        raise DictRefusal("BadRequest", 400, str(error)) from None


def _details(body: Element, name: str) -> str | None:
    found = wire.text(body, name, "")
    if len(found) > LONGEST_TEXT:
        raise DictRefusal("BadRequest", 400, f"{name} has at most {LONGEST_TEXT} places")
    return found or None


def _operation(what: str, row: Row) -> DictRefusal:
    return DictRefusal(f"{what}OperationInvalid", 400, f"It is {row['status']}.")


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _answer(request: Call, name: str, fields: Mapping[str, Any], status: int = 200) -> Response[bytes]:
    head = {"ResponseTime": wire.time_text(sandbox_of(request).now()), "CorrelationId": uuid4().hex}
    return Response(
        wire.written(f"{name}Response", head | dict(fields)), status_code=status, media_type=wire.MEDIA_TYPE
    )


def _report(sandbox: Sandbox, row: Row) -> dict[str, Any]:
    return {
        "TransactionId": row["transaction_id"],
        "InfractionType": row["type"],
        "ReportDetails": row["details"] or None,
        "Id": row["id"],
        "ReportedBy": "DEBITED_PARTICIPANT",
        "Status": row["status"],
        "DebitedParticipant": sandbox.settings.ispb if row["ours"] else row["transaction_id"][1:9],
        "CreditedParticipant": _OTHER if row["ours"] else sandbox.settings.ispb,
        "CreationTime": wire.time_text(row["created_at"]),
        "LastModified": wire.time_text(row["modified_at"]),
        "AnalysisResult": row["result"],
        "AnalysisDetails": row["result_details"],
    }


def _refund(sandbox: Sandbox, row: Row) -> dict[str, Any]:
    return {
        "TransactionId": row["transaction_id"],
        "RefundReason": row["reason"],
        "RefundAmount": wire.money_text(row["amount"]),
        "RefundDetails": row["details"] or None,
        "Id": row["id"],
        "Status": row["status"],
        "RequestingParticipant": sandbox.settings.ispb if row["ours"] else row["transaction_id"][1:9],
        "ContestedParticipant": _OTHER if row["ours"] else sandbox.settings.ispb,
        "CreationTime": wire.time_text(row["created_at"]),
        "LastModified": wire.time_text(row["modified_at"]),
        "InfractionReportId": row["report_id"],
        "AnalysisResult": row["result"],
        "AnalysisDetails": row["result_details"],
        "RefundRejectionReason": row["rejection"],
        "RefundTransactionId": row["refund_transaction_id"],
    }


ROUTES = (
    list_reports,
    read_report,
    create_report,
    cancel_report,
    acknowledge,
    close_report,
    list_refunds,
    read_refund,
    create_refund,
    cancel_refund,
    close_refund,
)
