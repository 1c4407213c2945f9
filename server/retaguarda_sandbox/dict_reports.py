"""DICT's infraction reports, as either participant calls them (DICT API 1.8.0, XML).

The other side, the payer's bank or the receiver's, acts at /sandbox/med (dict_control.py). Signatures are neither asked for nor made.
"""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from litestar import Response, get, post
from litestar.params import FromPath

from retaguarda.providers.dict import wire
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.dict_calls import (
    BASE,
    OTHER,
    Call,
    DictRefusal,
    answer,
    body_of,
    details_of,
    flag,
    given_as,
    known,
    listed,
    made_of,
    operation,
    query_of,
    sent,
    withdrawn,
)
from retaguarda_sandbox.dict_refunds import open_refund
from retaguarda_sandbox.store import Connection, Row, one


@get(f"{BASE}/infraction-reports/")
async def list_reports(request: Call) -> Response[bytes]:
    query = query_of(request, {"IsCredited", "IsDebited"})
    rows, more = await listed(
        sandbox_of(request),
        "select r.* from sandbox.infraction_report r where true",
        query,
        ours=query.get("IsDebited") == "true",
        asked=query.get("IsCredited") == "true" or query.get("IsDebited") == "true",
    )
    found = [("InfractionReport", _report(sandbox_of(request), row)) for row in rows]
    return answer(request, "ListInfractionReports", {"HasMoreElements": flag(more), "InfractionReports": found})


@get(f"{BASE}/infraction-reports/{{number:uuid}}")
async def read_report(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    async with sandbox_of(request).store.transaction() as connection:
        row = await known(connection, "infraction_report", number)
    return answer(request, "GetInfractionReport", {"InfractionReport": _report(sandbox_of(request), row)})


@post(f"{BASE}/infraction-reports/", status_code=201)
async def create_report(request: Call) -> Response[bytes]:
    """About a Pix that we sent; one at a time."""
    given = await made_of(request, "CreateInfractionReportRequest", "InfractionReport")
    sandbox, details = sandbox_of(request), details_of(given, "ReportDetails")
    kind = given_as(lambda: wire.one_of(given, "InfractionType", ("FRAUD", "REFUND_REQUEST", "REFUND_CANCELLED")))
    async with sandbox.store.transaction() as connection:
        transaction = await sent(connection, given)
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
    return answer(request, "CreateInfractionReport", {"InfractionReport": _report(sandbox, row)}, 201)


@post(f"{BASE}/infraction-reports/{{number:uuid}}/cancel", status_code=200)
async def cancel_report(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    row = await withdrawn(request, number, "InfractionReport", "infraction_report", ("OPEN", "ACKNOWLEDGED"))
    return answer(request, "CancelInfractionReport", {"InfractionReport": _report(sandbox_of(request), row)})


@post(f"{BASE}/infraction-reports/{{number:uuid}}/acknowledge", status_code=200)
async def acknowledge(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    await body_of(request, "AcknowledgeInfractionReportRequest", "InfractionReportId", number)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await known(connection, "infraction_report", number)
        if row["status"] == "OPEN":
            row = await move_report(connection, row, sandbox.now(), "ACKNOWLEDGED")
        elif row["status"] != "ACKNOWLEDGED":
            raise operation("InfractionReport", row)
    return answer(request, "AcknowledgeInfractionReport", {"InfractionReport": _report(sandbox, row)})


@post(f"{BASE}/infraction-reports/{{number:uuid}}/close", status_code=200)
async def close_report(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    body = await body_of(request, "CloseInfractionReportRequest", "InfractionReportId", number)
    result = given_as(lambda: wire.one_of(body, "AnalysisResult", ("AGREED", "DISAGREED")))
    details = details_of(body, "AnalysisDetails")
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await known(connection, "infraction_report", number)
        if row["status"] == "ACKNOWLEDGED":
            row = await move_report(connection, row, sandbox.now(), "CLOSED", result, details)
            await _ask(connection, sandbox, row)
        elif (row["status"], row["result"], row["result_details"]) != ("CLOSED", result, details):
            raise operation("InfractionReport", row)
    return answer(request, "CloseInfractionReport", {"InfractionReport": _report(sandbox, row)})


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


async def _ask(connection: Connection, sandbox: Sandbox, report: Row) -> None:
    """After AGREED the payer's bank asks for the money, unless it was told to be slow (then_asks is none)."""
    if report["result"] == "AGREED" and report["then_asks"] is not None:
        await open_refund(
            connection, sandbox, report["transaction_id"], "FRAUD", report["then_asks"], report["details"], report["id"]
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
        "CreditedParticipant": OTHER if row["ours"] else sandbox.settings.ispb,
        "CreationTime": wire.time_text(row["created_at"]),
        "LastModified": wire.time_text(row["modified_at"]),
        "AnalysisResult": row["result"],
        "AnalysisDetails": row["result_details"],
    }


ROUTES = (list_reports, read_report, create_report, cancel_report, acknowledge, close_report)
