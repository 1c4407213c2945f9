"""What the other bank does at DICT, on demand: the payer's reports a Pix, asks for money back, and takes both away again; the
receiver's answers what we report and ask for of what we sent."""

from typing import Annotated, Any, Literal
from uuid import UUID, uuid4

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath

from retaguarda.providers.pix.money import parse_amount
from retaguarda_sandbox.bodies import Amount, Shape, read
from retaguarda_sandbox.control import json_only
from retaguarda_sandbox.core import Sandbox, sandbox_of
from retaguarda_sandbox.dict_refunds import open_refund
from retaguarda_sandbox.dict_reports import move_report
from retaguarda_sandbox.payouts import send_back
from retaguarda_sandbox.problems import Problem
from retaguarda_sandbox.store import Connection, Row, all_rows, one
from retaguarda_sandbox.views import moment

Details = Annotated[str, msgspec.Meta(max_length=2_000)]


class _Reported(Shape):
    """``valor``: what is asked for after we have agreed, the whole Pix unless given. ``asks`` false: nothing is."""

    endToEndId: str
    type: Literal["FRAUD", "REFUND_REQUEST"] = "REFUND_REQUEST"
    details: Details = ""
    valor: Amount | None = None
    asks: bool = True


class _Flaw(Shape):
    endToEndId: str
    valor: Amount
    details: Details = ""


@post("/sandbox/med/reports", status_code=201)
async def report(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The payer says it was fraud, and the payer's bank reports it."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Reported, "RequisicaoInvalida", "med")
    async with sandbox.store.transaction() as connection:
        pix = await _pix(connection, body.endToEndId)
        asked = None if not body.asks else int(parse_amount(body.valor)) if body.valor else pix["valor"]
        now = sandbox.now()
        row = await one(
            connection,
            "insert into sandbox.infraction_report (id, transaction_id, type, details, status, created_at, modified_at,"
            " then_asks) values (%(id)s, %(pix)s, %(type)s, %(details)s, 'OPEN', %(now)s, %(now)s, %(asked)s) returning *",
            id=uuid4(),
            pix=body.endToEndId,
            type=body.type,
            details=body.details,
            now=now,
            asked=asked,
        )
    assert row is not None
    return _shown(row)


@post("/sandbox/med/refunds", status_code=201)
async def flaw(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The payer's bank asks for money back that a flaw of somebody's system took."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Flaw, "RequisicaoInvalida", "med")
    async with sandbox.store.transaction() as connection:
        await _pix(connection, body.endToEndId)
        row = await open_refund(
            connection, sandbox, body.endToEndId, "OPERATIONAL_FLAW", int(parse_amount(body.valor)), body.details, None
        )
    return _shown(row)


@post("/sandbox/med/{number:uuid}/cancel", status_code=200)
async def cancel(request: Request[Any, Any, Any], number: FromPath[UUID]) -> dict[str, Any]:
    """A report is taken away whatever its state, a refund while it is open."""
    json_only(request)
    sandbox = sandbox_of(request)
    async with sandbox.store.transaction() as connection:
        row = await one(connection, "select * from sandbox.infraction_report where id = %(id)s for update", id=number)
        if row is not None:
            return _shown(await move_report(connection, row, sandbox.now(), "CANCELLED"))
        row = await one(
            connection,
            "update sandbox.refund_request set status = 'CANCELLED', modified_at = %(now)s"
            " where id = %(id)s and status = 'OPEN' returning *",
            id=number,
            now=sandbox.now(),
        )
    if row is None:
        raise Problem("NaoEncontrado")
    return _shown(row)


class _Answered(Shape):
    """``valor``: of an agreed request for money, what goes back; all of it unless given."""

    agreed: bool
    details: Details = ""
    valor: Amount | None = None


@post("/sandbox/med/{number:uuid}/answer", status_code=200)
async def answer(request: Request[Any, Any, Any], number: FromPath[UUID]) -> dict[str, Any]:
    """The receiver's bank closes a report of ours, or a request of ours for money, which then goes back."""
    json_only(request)
    sandbox, body = sandbox_of(request), await read(request, _Answered, "RequisicaoInvalida", "med")
    async with sandbox.store.transaction() as connection:
        row = await one(
            connection, "select * from sandbox.infraction_report where id = %(id)s and ours for update", id=number
        )
        if row is not None:
            result = "AGREED" if body.agreed else "DISAGREED"
            return _shown(await move_report(connection, row, sandbox.now(), "CLOSED", result, body.details or None))
        row = await one(
            connection,
            "select * from sandbox.refund_request where id = %(id)s and ours and status = 'OPEN' for update",
            id=number,
        )
        if row is None:
            raise Problem("NaoEncontrado")
        return _shown(await _close(connection, sandbox, row, body))


async def _close(connection: Connection, sandbox: Sandbox, row: Row, body: _Answered) -> Row:
    amount = int(parse_amount(body.valor)) if body.valor else row["amount"]
    result, rtr = "REJECTED", None
    if body.agreed:
        result = "TOTALLY_ACCEPTED" if amount == row["amount"] else "PARTIALLY_ACCEPTED"
        rtr = (await send_back(connection, sandbox, row["transaction_id"], amount))["rtrId"]
    closed = await one(
        connection,
        "update sandbox.refund_request set status = 'CLOSED', modified_at = %(now)s, result = %(result)s,"
        " result_details = %(details)s, rejection = %(rejection)s, refund_transaction_id = %(rtr)s where id = %(id)s returning *",
        id=row["id"],
        now=sandbox.now(),
        result=result,
        details=body.details or None,
        rejection=None if body.agreed else "NO_BALANCE",
        rtr=rtr,
    )
    assert closed is not None
    return closed


@get("/sandbox/med")
async def known(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The hundred newest reports and refunds, as DICT holds them."""
    async with sandbox_of(request).store.transaction() as connection:
        reports = await all_rows(
            connection, "select * from sandbox.infraction_report order by created_at desc limit 100"
        )
        refunds = await all_rows(connection, "select * from sandbox.refund_request order by created_at desc limit 100")
    return {"reports": [_shown(row) for row in reports], "refunds": [_shown(row) for row in refunds]}


async def _pix(connection: Connection, end_to_end_id: str) -> Row:
    row = await one(connection, "select * from sandbox.pix where end_to_end_id = %(id)s", id=end_to_end_id)
    if row is None:
        raise Problem("PixNaoEncontrado")
    return row


def _shown(row: Row) -> dict[str, Any]:
    return {
        name: moment(value)
        if name in ("created_at", "modified_at")
        else str(value)
        if isinstance(value, UUID)
        else value
        for name, value in row.items()
    }


ROUTES = (report, flaw, cancel, answer, known)
