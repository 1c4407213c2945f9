"""Requests a Command on many rows of a list: the ticked ones, or all that match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table, condition
from retaguarda.lists.bulk.queries import Bulk, read_bulk
from retaguarda.lists.bulk.tables import PERMISSION
from retaguarda.lists.exports.export_spec import MOST_IDS, Filter, Id, audited_filters, query_of
from retaguarda.lists.resolve_scope import of_list

#: The same limit for ticked rows and for all that match.
MOST_ROWS = MOST_IDS


class BulkInput(msgspec.Struct, forbid_unknown_fields=True):
    """``ids``, or ``filters`` for all matching rows. ``input`` is the body of the Command."""

    command: str
    ids: Annotated[list[Id], msgspec.Meta(min_length=1, max_length=MOST_ROWS)] | None = None
    filters: Annotated[list[Filter], msgspec.Meta(max_length=200)] | None = None
    input: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class _RequestBulk:
    bulkable: Mapping[str, Command[Any]]

    async def apply(self, tx: Tx, principal: Principal, body: BulkInput, path: Mapping[str, str]) -> Done:
        command = self.bulkable.get(body.command)
        if command is None or command.bulk is None:
            raise invalid_field("command", "not_allowed", f"command must be one of {', '.join(self.bulkable)}")
        table = command.bulk
        if command.permission is not None:
            principal.require(command.permission)
        if command.in_session is not None:
            await command.in_session(tx, principal)
        try:
            msgspec.convert(body.input, command.input)
        except msgspec.ValidationError as error:
            raise ApiError(400, {"input": ["field_invalid"]}, f"input: {error}") from None
        ids = await _targets(tx, table, principal, body)
        if command.bulk_most is not None and len(ids) > command.bulk_most:
            raise ApiError(
                409, "bulk_over_most", f"{len(ids)} rows are meant; at most {command.bulk_most} are taken at once"
            )
        bulk = uuid7()
        values = {
            "id": bulk,
            "company": principal.chosen(),
            "person": principal.person_id,
            "command": command.name,
            "input": json_text(body.input),
            "total": len(ids),
            "two_factor": Permission.TWO_FACTOR in principal.permissions,
        }
        await tx.execute(
            "insert into bulk (id, company_id, person_id, command, input, total, two_factor) values"
            " (%(id)s, %(company)s, %(person)s, %(command)s, %(input)s::jsonb, %(total)s, %(two_factor)s)",
            values,
        )
        await tx.execute(
            "insert into bulk_item (id, bulk_id, company_id, person_id, number, target)"
            " select i.id, %(id)s, %(company)s, %(person)s, i.number, i.target"
            " from unnest(%(ids)s::uuid[], %(targets)s::text[]) with ordinality as i (id, target, number)",
            values | {"ids": [uuid7() for _ in ids], "targets": ids},
        )
        created = await read_bulk(tx, principal, bulk)
        assert created is not None
        data: dict[str, Any] = {"command": command.name, "total": len(ids)}
        if body.filters is not None:
            data["filters"] = audited_filters(table, body.filters)
        return Done(str(bulk), created, data)


async def _targets(tx: Tx, table: Table, principal: Principal, body: BulkInput) -> Sequence[str]:
    """Returns the distinct ids, in the order given or in list order."""
    if (body.ids is None) == (body.filters is None):
        raise ApiError(400, {"ids": ["field_required"]}, "name the rows by ids or by filters, one of the two")
    if body.ids is not None:
        if any("\x00" in each for each in body.ids):
            raise invalid_field("ids", "field_invalid", "ids holds a zero character")
        return list(dict.fromkeys(body.ids))
    principal.require(table.permission)
    query = query_of(table, body.filters or [], principal)
    where, params = condition(table, query, principal)
    rows = await tx.all(
        f"select ({table.key})::text as id from {table.source} where {where}"
        f" order by {query.order.sql} {'desc' if query.descending else 'asc'}, {table.key} limit {MOST_ROWS + 1}",
        params,
    )
    if len(rows) > MOST_ROWS:
        total = await tx.value(f"select count(*) from {table.source} where {where}", params)
        raise ApiError(409, "bulk_too_large", f"{total} rows match; at most {MOST_ROWS} are taken at once")
    if not rows:
        raise ApiError(409, "bulk_empty", "no row matches")
    return [row["id"] for row in rows]


def ask(bulkable: Mapping[str, Command[Any]]) -> Command[BulkInput]:
    def list_of(body: Mapping[str, Any]) -> Table | None:
        command = bulkable.get(str(body.get("command")))
        return None if command is None else command.bulk

    return Command(
        name="lists:bulk:create",
        method="POST",
        path="/v1/bulk",
        summary="Do a Command on many rows of a list",
        permission=PERMISSION,
        scope=of_list(list_of, MERCHANT),
        input=BulkInput,
        answers=Bulk,
        apply=_RequestBulk(bulkable).apply,
        status=201,
    )
