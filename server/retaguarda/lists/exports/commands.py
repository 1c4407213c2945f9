"""Requests an export that the worker prepares, and cancels one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import path_id
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import OWN_CHANGE, OWN_NEW
from retaguarda.foundation.table import Table
from retaguarda.lists.exports.export_spec import ExportInput, audited_filters, spec_from_input
from retaguarda.lists.exports.queries import Export, export_row
from retaguarda.lists.exports.tables import PERMISSION
from retaguarda.lists.resolve_scope import of_list

#: Exports of one person that wait or run.
MOST_OPEN = 5


@dataclass(frozen=True, slots=True)
class _RequestExport:
    tables: Mapping[str, Table]

    async def apply(self, tx: Tx, principal: Principal, body: ExportInput, path: Mapping[str, str]) -> Done:
        table = self.tables.get(body.list)
        if table is None:
            raise invalid_field("list", "not_allowed", f"list must be one of {', '.join(self.tables)}")
        principal.require(table.permission)
        # Fix the language now: the file must hold what the requester saw.
        spec = spec_from_input(table, body, principal)
        body = msgspec.structs.replace(body, locale=spec.locale)
        await _refuse_too_many(tx)
        export = uuid7()
        await tx.execute(
            "insert into export (id, company_id, person_id, list, format, asked, all_merchants, two_factor) values"
            " (%(id)s, %(company)s, %(person)s, %(list)s, %(format)s, %(asked)s::jsonb, %(all)s, %(two_factor)s)",
            {
                "id": export,
                "company": principal.chosen(),
                "person": principal.person_id,
                "list": table.name,
                "format": body.format,
                "asked": json_text(body),
                "all": principal.all_accounts,
                "two_factor": Permission.TWO_FACTOR in principal.permissions,
            },
        )
        row = await export_row(tx, export)
        assert row is not None
        data: dict[str, Any] = {
            "list": table.name,
            "format": body.format,
            "filters": audited_filters(table, body.filters),
        }
        if body.ids is not None:
            data["ticked"] = len(body.ids)
        return Done(str(export), Export(**row), data)


async def _refuse_too_many(tx: Tx) -> None:
    waiting = await tx.value(
        "select count(*) from export where person_id = (select scope_person()) and status in ('queued', 'running')"
    )
    if waiting >= MOST_OPEN:
        raise ApiError(409, "too_many_exports", f"{waiting} of your exports are not ready yet: wait, or cancel one")


def ask(tables: Mapping[str, Table]) -> Command[ExportInput]:
    return Command(
        name="lists:export:create",
        method="POST",
        path="/v1/exports",
        summary="Ask for a list as a file; it is prepared, and kept for some days",
        permission=PERMISSION,
        scope=of_list(lambda body: tables.get(str(body.get("list"))), OWN_NEW),
        input=ExportInput,
        answers=Export,
        apply=_RequestExport(tables).apply,
        status=201,
    )


async def _cancel(tx: Tx, principal: Principal, body: Nothing, path: Mapping[str, str]) -> Done:
    row = await export_row(tx, path_id(path), for_update=True)
    if row is None:
        raise not_found("export")
    if row["status"] not in ("queued", "running", "canceled"):
        raise ApiError(409, "export_not_open", f"an export that is {row['status']} cannot be cancelled")
    await tx.execute(
        "update export set status = 'canceled', finished_at = coalesce(finished_at, now()) where id = %(id)s", row
    )
    canceled = await export_row(tx, row["id"])
    assert canceled is not None
    return Done(str(row["id"]), Export(**canceled), {"list": row["list"]})


CANCEL = Command(
    name="lists:export:cancel",
    method="POST",
    path="/v1/exports/{id:str}/cancel",
    summary="Give up an export that is not ready",
    permission=PERMISSION,
    scope=OWN_CHANGE,
    input=Nothing,
    answers=Export,
    apply=_cancel,
    keyed=False,
)
