"""Writes what became of a batch: its own columns in their order, with the state of each line; or its bad lines to correct."""

import asyncio
import csv
import io
from collections.abc import Sequence
from datetime import datetime
from typing import IO

import msgspec

from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.errors import not_found
from retaguarda.foundation.events import record
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.query_params import choice_of, given_of, zone_of
from retaguarda.foundation.receipt import LOCALE, Language, language_of
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route
from retaguarda.lists.exports.cells import escape_formulas
from retaguarda.lists.exports.csv_file import MEDIA_TYPE
from retaguarda.lists.exports.write_file import new_file, pieces_of
from retaguarda.payouts.batches.model import BatchRow, PayoutLineProblem
from retaguarda.payouts.batches.queries import BROUGHT_ONE, OUTCOME, find_batch
from retaguarda.payouts.batches.words import COLUMNS, ERROR_HEADING, PROBLEMS, RESULT_HEADINGS, STATES

KINDS = ("result", "errors")
DOWNLOADED = "payouts:payout_batch:downloaded"


class _Line(msgspec.Struct):
    cells: list[str]
    problems: list[PayoutLineProblem]
    excluded_by: str | None
    fee: int
    status: str | None
    paid: bool | None
    returned: int | None
    end_to_end_id: str | None
    ended_at: datetime | None
    fail_code: str | None
    last_error: str | None


def explain(problems: Sequence[PayoutLineProblem], language: Language) -> str:
    """Say what is wrong with a line, such as ``valor não é um valor; documento falta``."""
    place = 0 if language == "pt" else 1
    return "; ".join(
        " ".join((COLUMNS[each.column][place] if each.column else "", PROBLEMS[each.why][place].format(line=each.line)))
        for each in problems
    )


def result_route(access: Access, database: Database) -> Route:
    async def handler(request: Request) -> Response:
        given = given_of(request, ("kind", "locale"))
        kind = choice_of(given, "kind", KINDS)
        async with BROUGHT_ONE.over(access).open(request, Permission.PAYOUT_PAYMENT_READ) as (tx, principal):
            row = await find_batch(tx, principal, uuid_of(request.path_params["id"]))
            if row is None or row.planned_at is None:
                raise not_found("batch")
            language = language_of(request, principal)
        out = new_file()
        try:
            async with database.transaction(Scope((row.company_id,), principal.person_id)) as tx:
                lines = await _write(tx, row, kind, language, out)
            async with database.transaction(Scope((row.company_id,), principal.person_id)) as tx:
                await record(
                    tx,
                    DOWNLOADED,
                    company=row.company_id,
                    subject=str(row.id),
                    actor=principal.email,
                    person=principal.person_id,
                    request=request,
                    data={"kind": kind, "lines": lines},
                )
        except BaseException:
            out.close()
            raise
        disposition = {"Content-Disposition": f'attachment; filename="{kind}-{row.id}.csv"'}
        return Response(b"", headers=disposition, media_type=MEDIA_TYPE, pieces=pieces_of(out))

    return Route(
        "GET",
        "/v1/payouts/batches/{id:str}/file",
        "The lines of a batch as they were brought, with what became of each; or its bad lines with what is wrong",
        handler,
        permission=Permission.PAYOUT_PAYMENT_READ,
        scope=BROUGHT_ONE,
        media=(MEDIA_TYPE,),
        parameters=(Parameter("kind", {"type": "string", "enum": list(KINDS)}, required=True), LOCALE),
    )


async def _write(tx: Tx, row: BatchRow, kind: str, language: Language, out: IO[bytes]) -> int:
    place, zone = (0 if language == "pt" else 1), await zone_of(tx, row.company_id)
    added = [each[place] for each in RESULT_HEADINGS] if kind == "result" else [ERROR_HEADING[place]]
    headings, count = row.headings or [], 0
    await asyncio.to_thread(_write_rows, out, [["\ufeff" + (headings[0] if headings else ""), *headings[1:], *added]])
    where = "" if kind == "result" else " and l.problems <> '[]'"
    async for found in tx.batches(_LINES + where + " order by l.number", {"company": row.company_id, "batch": row.id}):
        lines = [msgspec.convert(each, _Line) for each in found]
        rows = list[list[str]]()
        for line in lines:
            cells = [*line.cells[: len(headings)], *[""] * (len(headings) - len(line.cells))]
            if kind == "errors":
                rows.append([*cells, explain(line.problems, language)])
                continue
            sent = line.status is not None
            paid = line.ended_at.astimezone(zone) if line.ended_at and line.paid else None
            rows.append(
                [
                    *cells,
                    STATES[line.status or ""][place],
                    line.end_to_end_id or "",
                    f"{paid:%Y-%m-%d %H:%M:%S}" if paid else "",
                    _sum(line.fee, language) if sent else "",
                    line.fail_code or "",
                    (line.last_error or "") if sent else explain(line.problems, language),
                    _sum(line.returned, language) if line.returned else "",
                ]
            )
        await asyncio.to_thread(_write_rows, out, rows)
        count += len(lines)
    return count


def _sum(cents: int, language: Language) -> str:
    return f"{cents // 100}{',' if language == 'pt' else '.'}{cents % 100:02d}"


def _write_rows(out: IO[bytes], rows: list[list[str]]) -> None:
    """No cell begins a formula, whoever wrote it."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=";").writerows([escape_formulas(cell) for cell in row] for row in rows)
    out.write(text.getvalue().encode())


_LINES = (
    f"select l.cells, l.problems, l.excluded_by, l.fee, {OUTCOME} as status, p.status = 'done' as paid, p.returned,"
    " p.end_to_end_id, p.ended_at, p.fail_code, p.last_error"
    " from payout_line l left join payout p on p.company_id = l.company_id and p.id = l.payout_id"
    " where l.company_id = %(company)s and l.batch_id = %(batch)s"
)
