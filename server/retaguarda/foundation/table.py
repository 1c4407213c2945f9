"""Reading is a Table: one declaration gives the list's endpoint, its query, totals, paging and cursors.

Postgres builds the JSON of the page, so that a row is never taken apart and put together again on its way out.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import UUID

from retaguarda.foundation.column import SQL_TYPES, Column, Kind
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.list_query import ListQuery, parse_query
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.person_search import condition_of
from retaguarda.foundation.replica import Replica
from retaguarda.foundation.request import Access, Parameter, Principal, Request, Response, Route, RowScope

#: X-Total is exact up to here; beyond it the planner's estimate is good enough and costs nothing.
EXACT_TOTAL = 10_000

_KEY_KINDS: dict[type, Kind] = {UUID: "id", str: "text", int: "integer"}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A list, and only itself: what the contract says of it is made once.

    ``source`` is the SQL after FROM; ``company`` its tenant column; ``key`` a unique expression that ends every order. ``whole``: the same
    rows without what is joined to them, for a count of all: Postgres drops a join that adds nothing, and yet reads its columns.
    """

    name: str
    path: str
    summary: str
    permission: Permission
    source: str
    company: str
    key: str
    columns: tuple[Column, ...]
    order_by: str
    key_type: type[UUID] | type[str] | type[int] = UUID
    whole: str | None = None
    scope: RowScope = field(kw_only=True)

    def column(self, name: str) -> Column | None:
        return next((column for column in self.columns if column.name == name), None)

    @property
    def key_column(self) -> Column:
        """What a row is known by, for a filter that names rows and not what is written in them."""
        return Column("ids", self.key, _KEY_KINDS[self.key_type])

    def visible(self, principal: Principal) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if principal.internal or not column.internal)

    @cache  # noqa: B019  (tables are the rooms' constants)
    def row_schema(self) -> dict[str, Any]:
        shown = {column.name: column.schema() for column in self.columns}
        always = [column.name for column in self.columns if not column.internal]
        return {"type": "object", "properties": shown, "required": always}


async def read_page(tx: Tx, table: Table, query: ListQuery, principal: Principal) -> Response:
    """One page of the Table as a JSON array, with the headers of a list."""
    where, params = condition(table, query, principal)
    rows = table.source if table.whole is None or query.equals or query.ranges or query.search else table.whole
    counted = f"select count(*) from (select 1 from {rows} where {where} limit {EXACT_TOTAL + 1}) counted"
    row = await tx.one(_page_sql(table, query, principal, where, counted), params | _cursor_params(query))
    assert row is not None
    total, estimated = row["total"], False
    if total > EXACT_TOTAL:
        total, estimated = max(await planned_rows(tx, rows, where, params), EXACT_TOTAL + 1), True
    return Response(
        b"[" + (row["rows"] or "").encode() + b"]",
        headers=_headers(query, total, estimated, row),
    )


def _page_sql(table: Table, query: ListQuery, principal: Principal, where: str, counted: str) -> str:
    fields = [
        f"""concat('{"," if number else "{"}"{column.name}":', {column.json})"""
        for number, column in enumerate(table.visible(principal))
    ]
    sort = query.order.sql
    seek = where
    if query.cursor is not None:
        beyond = "<" if query.descending else ">"
        seek += f" and ({sort}, {table.key}) {beyond} (%(_sort)s::{SQL_TYPES[query.order.kind]}, %(_key)s::{table.key_column.sql_type})"
    direction = "desc" if query.descending else "asc"
    # Limit and offset are whole numbers from the parser, written out: as parameters they would spoil generic plans.
    return (
        f"select ({counted}) as total, count(*) as count, string_agg(item, ',') as rows,"
        f" (array_agg(sort))[count(*)]::text as last_sort, (array_agg(key))[count(*)]::text as last_key"
        f" from (select {' || '.join(fields)} || '}}' as item, {sort} as sort, {table.key} as key"
        f" from {table.source} where {seek}"
        f" order by {sort} {direction}, {table.key} {direction} limit {query.per_page} offset {query.offset}) page"
    )


def _cursor_params(query: ListQuery) -> dict[str, Any]:
    return {} if query.cursor is None else {"_sort": query.cursor[0], "_key": query.cursor[1]}


def condition(table: Table, query: ListQuery, principal: Principal) -> tuple[str, dict[str, Any]]:
    """What stands after WHERE for the rows that a query means, and its parameters."""
    parts, params = [], dict[str, Any]()
    # Row security hides other tenants in any case; saying it again lets the index on the company serve.
    if principal.account is not None:
        parts.append(f"{table.company} = %(_account)s")
        params["_account"] = principal.account
    for number, (column, values) in enumerate(query.equals):
        parts.append(f"{column.one_of}(%(_eq{number})s::{SQL_TYPES[column.kind]}[])")
        params[f"_eq{number}"] = list(values)
        if values and all(value in column.implies for value in values):
            parts.append(f"({' or '.join(dict.fromkeys(column.implies[value] for value in values))})")
    for number, (column, operator, value) in enumerate(query.ranges):
        parts.append(f"{column.sql} {operator} %(_range{number})s::{SQL_TYPES[column.kind]}")
        params[f"_range{number}"] = value
    if query.search:
        visible = table.visible(principal)
        looked = [c for c in visible if c.by_value]
        name = next(((c.sql, c.named) for c in visible if c.searched and c.named), None)
        amount = next((c.sql for c in visible if c.searched and c.kind == "money"), None)
        found, asked = condition_of(query.asked, name, amount, one_company=principal.account is not None)
        found += [f"{c.searched_in}(%(_search_{c.name})s::{SQL_TYPES[c.kind]}[])" for c in looked]
        parts.append(f"({' or '.join(found)})")
        params |= asked | {f"_search_{c.name}": query.search_for(c) for c in looked}
    return " and ".join(parts) or "true", params


async def planned_rows(tx: Tx, source: str, where: str, params: dict[str, Any]) -> int:
    """How many rows the planner expects; it reads none of them."""
    plan = await tx.value(f"explain (format json) select 1 from {source} where {where}", params)
    return int(plan[0]["Plan"]["Plan Rows"])


def page_headers(query: ListQuery, total: int) -> dict[str, str]:
    """What every list says of its pages (readings 3)."""
    pages = -(-total // query.per_page)
    return {
        "X-Total": str(total),
        "X-Page": str(query.page),
        "X-Per-Page": str(query.per_page),
        "X-Prev-Page": str(query.page - 1) if query.page > 1 else "",
        "X-Next-Page": str(query.page + 1) if query.page < pages else "",
        "X-Total-Pages": str(pages),
    }


def _headers(query: ListQuery, total: int, estimated: bool, row: Row) -> dict[str, str]:
    headers = page_headers(query, total)
    if estimated:
        headers["X-Total-Estimated"] = "1"
    if row["count"] == query.per_page:
        headers["X-Next-Cursor"] = query.cursor_after(row["last_sort"], row["last_key"])
    return headers


def table_route(table: Table, access: Access, replica: Replica) -> Route:
    scoped = table.scope.over(access)

    async def handler(request: Request) -> Response:
        async def page(tx: Tx, principal: Principal) -> Response:
            query = parse_query(table.columns, table.order_by, table.key_type, request.query, principal.internal)
            return await read_page(tx, table, query, principal)

        return await replica.read(scoped, request, table.permission, page)

    return Route(
        "GET",
        table.path,
        table.summary,
        handler,
        permission=table.permission,
        scope=table.scope,
        parameters=_parameters(table),
        schema={"type": "array", "items": table.row_schema()},
    )


_TEXT: dict[str, Any] = {"type": "string"}


@cache
def _parameters(table: Table) -> tuple[Parameter, ...]:
    paging = (
        Parameter("page", {"type": "integer", "minimum": 1, "default": 1}),
        Parameter("per_page", {"type": "integer", "minimum": 1, "maximum": 200, "default": 10}),
        Parameter("order_by", {"type": "string", "enum": [c.name for c in table.columns if c.sortable]}),
        Parameter("sort", {"type": "string", "enum": ["asc", "desc"]}),
        Parameter("cursor", _TEXT, "X-Next-Cursor of the page before; page is then ignored"),
    )
    return paging + list_filters(table)


@cache
def list_filters(table: Table) -> tuple[Parameter, ...]:
    """What narrows a list, whatever is then made of its rows."""
    search = Parameter("search", _TEXT, "ids, separated by commas or white space, at most 200")
    filters = tuple(Parameter(c.name, _TEXT, group=table.name) for c in table.columns)
    ranges = tuple(
        Parameter(f"{c.name}_{end}", _TEXT, group=table.name)
        for c in table.columns
        if c.ranged
        for end in ("from", "to")
    )
    return search, *filters, *ranges
