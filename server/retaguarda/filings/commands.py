"""What is done to a request for a file: registered, made, approved by somebody else, delivered, and its receipt kept."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID

import psycopg

from retaguarda.filings.model import (
    Filing,
    FilingDelivery,
    FilingDesk,
    FilingExcuse,
    FilingInput,
    FilingPeriod,
    FilingReceipt,
    FilingStanding,
)
from retaguarda.filings.parse_layout import layout_hash, layouts
from retaguarda.filings.queries import (
    FilingRow,
    filing_for_update,
    filing_of,
    find_filing,
    refuse_unless,
    rows_of,
    standing_of,
)
from retaguarda.filings.write_file import DAMAGING
from retaguarda.filings.write_version import keep_layout, keep_lines, write_lines, write_pieces
from retaguarda.foundation.business_days import BeyondCalendar, add_business_days
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.money import BRL
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE, see_all, with_second_factor
from retaguarda.foundation.text_input import ReasonInput, printable, printable_or_none

I = TypeVar("I")  # noqa: E741  (the input of a Command)
Act = Callable[[Tx, Principal, FilingDesk, FilingRow, I], Awaitable[Mapping[str, Any]]]


async def _register(desk: FilingDesk, tx: Tx, principal: Principal, given: FilingInput) -> Done:
    layout = layouts().get(given.layout) if given.layout in desk.layouts else None
    if layout is None:
        raise invalid_field("layout", "layout_unknown", f"no layout has this name; there is {', '.join(desk.layouts)}")
    _check_period(given)
    try:
        filer = parse(given.filer_document)
    except DocumentError as error:
        raise invalid_field("filer_document", "document_invalid", f"no CNPJ: {error}") from None
    if filer.kind != "cnpj":
        raise invalid_field("filer_document", "document_invalid", "who hands a file in has a CNPJ")
    if given.received_on > today(BRASILIA):
        raise invalid_field("received_on", "day_in_future", "a request that was received lies in the past")
    due = given.due_on
    if due is None:
        try:
            due = add_business_days(given.received_on, layout.business_days)
        except BeyondCalendar as error:
            raise invalid_field("received_on", "day_invalid", str(error)) from None
    request = uuid7()
    await tx.execute("savepoint registering")
    try:
        await tx.execute(
            "insert into filing_request (id, layout, number, filer_document, filer_name, period_from, period_to, received_on,"
            " due_on, created_by) values (%(id)s, %(layout)s, %(number)s, %(document)s, %(name)s, %(first)s, %(last)s,"
            " %(received)s, %(due)s, %(by)s)",
            {
                "id": request,
                "layout": layout.name,
                "number": printable("number", given.number),
                "document": filer.value,
                "name": printable("filer_name", given.filer_name),
                "first": given.period_from,
                "last": given.period_to,
                "received": given.received_on,
                "due": due,
                "by": principal.email,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint registering")
        raise ApiError(409, "filing_known", "a request with this number is registered already") from None
    return await _done(tx, desk, request)


async def _change_period(
    tx: Tx, principal: Principal, desk: FilingDesk, row: FilingRow, given: FilingPeriod
) -> Mapping[str, Any]:
    refuse_unless(row, "received", "generated", "approved")
    _check_period(given)
    printable("reason", given.reason)
    await tx.execute(
        "update filing_request set period_from = %(first)s, period_to = %(last)s, state = 'received' where id = %(id)s",
        {"id": row.id, "first": given.period_from, "last": given.period_to},
    )
    return {}


async def _cancel(
    tx: Tx, principal: Principal, desk: FilingDesk, row: FilingRow, given: ReasonInput
) -> Mapping[str, Any]:
    refuse_unless(row, "received", "generated", "approved")
    await tx.execute(
        "update filing_request set state = 'cancelled', reason = %(reason)s where id = %(id)s",
        {"id": row.id, "reason": printable("reason", given.reason)},
    )
    return {"from": row.state, "to": "cancelled"}


async def _excuse(
    tx: Tx, principal: Principal, desk: FilingDesk, row: FilingRow, given: FilingExcuse
) -> Mapping[str, Any]:
    """Let an error of a row stand, with a reason; damage to the file itself has none."""
    refuse_unless(row, "received", "generated", "rejected")
    rows, _, _ = await rows_of(tx, row)
    if not any(each.source == given.source and given.problem in each.problems for each in rows):
        raise ApiError(409, "filing_problem_unknown", "this row has no such error now")
    if given.problem.partition(":")[2] in DAMAGING:
        raise ApiError(409, "filing_problem_damages", "this error would damage the file: mend the row")
    await tx.execute(
        "insert into filing_excuse (request_id, source, problem, reason, created_by)"
        " values (%(id)s, %(source)s, %(problem)s, %(reason)s, %(by)s) on conflict do nothing",
        {
            "id": row.id,
            "source": given.source,
            "problem": given.problem,
            "reason": printable("reason", given.reason),
            "by": principal.email,
        },
    )
    return {"problem": given.problem}


async def _generate(
    tx: Tx, principal: Principal, desk: FilingDesk, row: FilingRow, given: Nothing
) -> Mapping[str, Any]:
    refuse_unless(row, "received", "generated", "approved", "rejected")
    layout = row.described
    counted = await write_lines(tx, layout, row.id, row.filer_document, row.period_from, row.period_to)
    if counted.open:
        raise ApiError(409, "filing_has_errors", f"{counted.open} errors have no reason yet, first {counted.first}")
    if not counted.rows:
        raise ApiError(409, "filing_is_empty", "nothing of this period belongs in the file")
    version = row.version + 1
    digest = await write_pieces(tx, layout, row.id, version)
    await tx.execute(
        "insert into filing_version (request_id, version, layout, layout_hash, file_name, sha256, rows, excused, total,"
        " currency, other_totals, made_by, maker_id, position, period_from, period_to) values (%(id)s, %(version)s, %(layout)s,"
        " %(hash)s, %(name)s, %(sha)s, %(rows)s, %(excused)s, %(total)s, %(currency)s, %(others)s::jsonb, %(by)s, %(person)s,"
        " %(position)s, %(first)s, %(last)s)",
        {
            "id": row.id,
            "version": version,
            "layout": f"{layout.name} {layout.version}",
            "hash": layout_hash(layout.name),
            "name": layout.file_name.format(delivery=row.due_on),
            "sha": digest,
            "rows": counted.rows,
            "excused": counted.problems,
            "total": counted.total,
            "currency": BRL,
            "others": json_text(counted.others),
            "by": principal.email,
            "person": principal.person_id,
            "position": counted.position,
            "first": row.period_from,
            "last": row.period_to,
        },
    )
    await keep_layout(tx, layout)
    await keep_lines(tx, layout, row.id, version)
    await tx.execute(
        "update filing_request set state = 'generated', version = %(version)s, protocol = null, delivered_at = null,"
        " delivered_by = null, answered_at = null, reason = null where id = %(id)s",
        {"id": row.id, "version": version},
    )
    return {"version": version, "rows": counted.rows, "from": row.state, "to": "generated"}


async def _approve(tx: Tx, principal: Principal, desk: FilingDesk, row: FilingRow, given: Nothing) -> Mapping[str, Any]:
    refuse_unless(row, "generated")
    if row.made_by == principal.person_id:
        raise ApiError(409, "own_filing", "you made this file; somebody else approves it")
    await tx.execute(
        "update filing_version set approved_at = clock_timestamp(), approved_by = %(by)s, approver_id = %(person)s"
        " where request_id = %(id)s and version = %(version)s",
        {"id": row.id, "version": row.version, "by": principal.email, "person": principal.person_id},
    )
    await tx.execute("update filing_request set state = 'approved' where id = %(id)s", {"id": row.id})
    return {"version": row.version, "from": "generated", "to": "approved"}


async def _deliver(
    tx: Tx, principal: Principal, desk: FilingDesk, row: FilingRow, given: FilingDelivery
) -> Mapping[str, Any]:
    refuse_unless(row, "approved")
    await tx.execute(
        "update filing_request set state = 'delivered', protocol = %(protocol)s, delivered_at = clock_timestamp(), delivered_by = %(by)s"
        " where id = %(id)s",
        {
            "id": row.id,
            "protocol": printable("protocol", given.protocol),
            "by": principal.email,
        },
    )
    return {"version": row.version, "from": "approved", "to": "delivered"}


async def _receipt(
    tx: Tx, principal: Principal, desk: FilingDesk, row: FilingRow, given: FilingReceipt
) -> Mapping[str, Any]:
    refuse_unless(row, "delivered")
    reason = printable_or_none("reason", given.reason)
    if given.outcome == "rejected" and (reason is None or len(reason) < 3):
        raise invalid_field("reason", "field_required", "say why the file was rejected")
    await tx.execute(
        "update filing_request set state = %(state)s, answered_at = clock_timestamp(), reason = %(reason)s where id = %(id)s",
        {"id": row.id, "state": given.outcome, "reason": reason},
    )
    return {"from": "delivered", "to": given.outcome}


def _check_period(given: FilingInput | FilingPeriod) -> None:
    if given.period_to < given.period_from:
        raise invalid_field("period_to", "out_of_range", "the period ends before it begins")


async def _done(tx: Tx, desk: FilingDesk, request: UUID, **data: Any) -> Done:
    row = await find_filing(tx, desk, request)
    assert row is not None
    return Done(str(request), filing_of(row), {"name": row.number, **data})


def filing_commands(desk: FilingDesk) -> tuple[Command[Any], ...]:
    """The Commands on the files of one desk."""
    scope = with_second_factor(HOUSE)

    async def register(tx: Tx, principal: Principal, given: FilingInput, path: Mapping[str, str]) -> Done:
        return await _register(desk, tx, principal, given)

    async def subject(tx: Tx, principal: Principal, path: Mapping[str, str]) -> FilingStanding | None:
        row = await find_filing(tx, desk, path_id(path))
        return None if row is None else standing_of(row)

    def on_request(action: str, summary: str, takes: type[I], act: Act[I], **more: Any) -> Command[I]:
        async def apply(tx: Tx, principal: Principal, given: I, path: Mapping[str, str]) -> Done:
            await see_all(tx, principal)
            row = await filing_for_update(tx, desk, path)
            return await _done(tx, desk, row.id, **await act(tx, principal, desk, row, given))

        return Command(
            name=f"{desk.name}:request:{action}",
            method="POST",
            path=f"{desk.path}/{{id:str}}/{action.replace('_', '-')}",
            summary=summary,
            permission=desk.write,
            scope=scope,
            input=takes,
            answers=Filing,
            apply=apply,
            subject=subject,
            keyed=False,
            **more,
        )

    return (
        Command(
            name=f"{desk.name}:request:register",
            method="POST",
            path=desk.path,
            summary="Register what a regulator asks for",
            permission=desk.write,
            scope=scope,
            input=FilingInput,
            answers=Filing,
            apply=register,
            status=201,
        ),
        on_request("change_period", "Change the period of a request", FilingPeriod, _change_period),
        on_request("cancel", "Give a request up that was not delivered", ReasonInput, _cancel),
        on_request("excuse", "Let an error of a row stand, with a reason", FilingExcuse, _excuse),
        on_request(
            "generate", "Make the file, as its next version", Nothing, _generate, planned=True, shows=named_by("name")
        ),
        on_request("approve", "Approve a file that somebody else made", Nothing, _approve),
        on_request("deliver", "Record that the file was delivered", FilingDelivery, _deliver),
        on_request("receipt", "Record what the regulator answered", FilingReceipt, _receipt),
    )
