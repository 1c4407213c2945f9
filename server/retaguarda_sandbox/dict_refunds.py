"""DICT's refunds, as either participant calls them (DICT API 1.8.0, XML)."""

import re
from typing import Any
from uuid import UUID, uuid4

from litestar import Response, get, post
from litestar.params import FromPath

from retaguarda.providers.dict import wire
from retaguarda.providers.pix.money import parse_amount
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
from retaguarda_sandbox.store import Connection, Row, one

_RTR = re.compile(r"D[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}")


@get(f"{BASE}/refunds/")
async def list_refunds(request: Call) -> Response[bytes]:
    query = query_of(request, {"ParticipantRole"})
    rows, more = await listed(
        sandbox_of(request),
        "select r.* from sandbox.refund_request r where true",
        query,
        ours=query.get("ParticipantRole") == "REQUESTING",
        asked=query.get("ParticipantRole") in ("CONTESTED", "REQUESTING"),
    )
    found = [("Refund", _refund(sandbox_of(request), row)) for row in rows]
    return answer(request, "ListRefunds", {"HasMoreElements": flag(more), "Refunds": found})


@get(f"{BASE}/refunds/{{number:uuid}}")
async def read_refund(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    async with sandbox_of(request).store.transaction() as connection:
        row = await known(connection, "refund_request", number)
    return answer(request, "GetRefund", {"Refund": _refund(sandbox_of(request), row)})


@post(f"{BASE}/refunds/", status_code=201)
async def create_refund(request: Call) -> Response[bytes]:
    """Of a Pix that we sent; for a fraud only after its report was agreed to."""
    given = await made_of(request, "CreateRefundRequest", "Refund")
    sandbox, details = sandbox_of(request), details_of(given, "RefundDetails")
    reason = given_as(lambda: wire.one_of(given, "RefundReason", ("FRAUD", "OPERATIONAL_FLAW", "REFUND_CANCELLED")))
    amount = given_as(lambda: int(parse_amount(wire.text(given, "RefundAmount"))))
    async with sandbox.store.transaction() as connection:
        transaction = await sent(connection, given)
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
    return answer(request, "CreateRefund", {"Refund": _refund(sandbox, row)}, 201)


@post(f"{BASE}/refunds/{{number:uuid}}/cancel", status_code=200)
async def cancel_refund(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    row = await withdrawn(request, number, "Refund", "refund_request", ("OPEN",))
    return answer(request, "CancelRefund", {"Refund": _refund(sandbox_of(request), row)})


@post(f"{BASE}/refunds/{{number:uuid}}/close", status_code=200)
async def close_refund(request: Call, number: FromPath[UUID]) -> Response[bytes]:
    body = await body_of(request, "CloseRefundRequest", "RefundId", number)
    results = ("TOTALLY_ACCEPTED", "PARTIALLY_ACCEPTED", "REJECTED")
    result = given_as(lambda: wire.one_of(body, "RefundAnalysisResult", results))
    details, rejection = details_of(body, "RefundAnalysisDetails"), wire.text(body, "RefundRejectionReason", "") or None
    rtr_id = wire.text(body, "RefundTransactionId", "") or None
    if result == "REJECTED" and rejection not in ("NO_BALANCE", "ACCOUNT_CLOSURE", "CANNOT_REFUND", "OTHER"):
        raise DictRefusal("BadRequest", 400, "RefundRejectionReason is needed to reject")
    if result != "REJECTED" and not (rtr_id and _RTR.fullmatch(rtr_id)):
        raise DictRefusal("BadRequest", 400, "RefundTransactionId names the refund that was made")
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await known(connection, "refund_request", number)
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
            raise operation("Refund", row)
    return answer(request, "CloseRefund", {"Refund": _refund(sandbox, row)})


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


def _refund(sandbox: Sandbox, row: Row) -> dict[str, Any]:
    return {
        "TransactionId": row["transaction_id"],
        "RefundReason": row["reason"],
        "RefundAmount": wire.money_text(row["amount"]),
        "RefundDetails": row["details"] or None,
        "Id": row["id"],
        "Status": row["status"],
        "RequestingParticipant": sandbox.settings.ispb if row["ours"] else row["transaction_id"][1:9],
        "ContestedParticipant": OTHER if row["ours"] else sandbox.settings.ispb,
        "CreationTime": wire.time_text(row["created_at"]),
        "LastModified": wire.time_text(row["modified_at"]),
        "InfractionReportId": row["report_id"],
        "AnalysisResult": row["result"],
        "AnalysisDetails": row["result_details"],
        "RefundRejectionReason": row["rejection"],
        "RefundTransactionId": row["refund_transaction_id"],
    }


ROUTES = (list_refunds, read_refund, create_refund, cancel_refund, close_refund)
