"""How many rows of a list have each value, and what they sum up to.

The usual rule of facets: a column's own filter does not narrow the counts of that column, so that a person sees what
else there is to choose. Counts and sums are exact up to EXACT_TOTAL rows. Beyond it nothing is read to its end: counts
are what the planner expects, marked as estimated, and there are no sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from retaguarda.foundation.column import Column
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.list_query import PAGING, ListQuery, parse_query
from retaguarda.foundation.money import Money
from retaguarda.foundation.request import Access, Principal, Request, Response, Route, json_response
from retaguarda.foundation.table import EXACT_TOTAL, Table, condition, list_filters, planned_rows

#: The money column that is summed up by value; the total sums every one.
AMOUNT = "amount"


class FacetValue(msgspec.Struct):
    """``amount`` is the sum of the list's column ``amount``; null where the list has none, or the count is estimated."""

    value: str
    count: int
    amount: Money | None


class Facet(msgspec.Struct):
    """Every value that a column can have, in the order of its declaration."""

    values: list[FacetValue]
    estimated: bool


class Total(msgspec.Struct):
    """All that match. ``sums``: money column → its sum; null when there are too many rows to add up."""

    count: int
    sums: dict[str, Money] | None
    estimated: bool


class Facets(msgspec.Struct):
    total: Total
    columns: dict[str, Facet]


@dataclass(frozen=True, slots=True)
class _Counted:
    """What one reading of the rows gave; None: there are more rows than are read."""

    total: Row | None
    by_value: dict[str, dict[str, Row]]


async def read_facets(tx: Tx, table: Table, query: ListQuery, principal: Principal) -> Facets:
    facets = [column for column in table.visible(principal) if is_facet(column)]
    money = [
        column for column in table.visible(principal) if column.kind == "money" and not column.many and column.summed
    ]
    narrowed = {column.name for column, _ in query.equals}
    free = [column for column in facets if column.name not in narrowed]
    counted = await _count(tx, table, query, principal, free, money)
    columns = dict[str, Facet]()
    for column in facets:
        if column in free:
            columns[column.name] = await _facet(tx, table, query, principal, column, counted)
        else:
            others = replace(query, equals=tuple(each for each in query.equals if each[0].name != column.name))
            found = await _count(tx, table, others, principal, [column], money)
            columns[column.name] = await _facet(tx, table, others, principal, column, found)
    return Facets(await _total(tx, table, query, principal, counted, money), columns)


def is_facet(column: Column) -> bool:
    return column.kind in ("choice", "flag") and not column.many


def _values(column: Column) -> Sequence[str]:
    return ("true", "false") if column.kind == "flag" else column.choices


async def _count(
    tx: Tx, table: Table, query: ListQuery, principal: Principal, facets: Sequence[Column], money: Sequence[Column]
) -> _Counted:
    """Reads the rows once, and counts them by each of the columns and in all."""
    where, params = condition(table, query, principal)
    named = [f"({column.sql})::text as facet_{place}" for place, column in enumerate(facets)]
    sums = [f"{column.sql} as sum_{column.name}" for column in money]
    sets = ["()", *(f"(facet_{place})" for place in range(len(facets)))]
    fields = [
        *(f"facet_{place}, grouping(facet_{place}) = 0 as by_{place}" for place in range(len(facets))),
        "count(*) as count",
        *(f"coalesce(sum(sum_{column.name}), 0)::text as sum_{column.name}" for column in money),
    ]
    # Too many rows are not added up, only noticed; in the list's own order, for which there is an index: without one the
    # planner may read from the far end, where none of a late period lies.
    rows = await tx.all(
        f"with found as materialized (select {', '.join([*named, *sums, '1 as one'])}"
        f" from {table.source} where {where} order by {query.order.sql} desc limit {EXACT_TOTAL + 1}), size as (select count(*) as size from found)"
        f" select {', '.join(fields)}, (select size from size) > {EXACT_TOTAL} as too_many"
        f" from found where (select size from size) <= {EXACT_TOTAL} group by grouping sets ({', '.join(sets)})",
        params,
    )
    by_value: dict[str, dict[str, Row]] = {column.name: {} for column in facets}
    total = None
    for row in rows:
        place = next((place for place in range(len(facets)) if row[f"by_{place}"]), None)
        if place is None:
            total = row
        elif row[f"facet_{place}"] is not None:
            by_value[facets[place].name][row[f"facet_{place}"]] = row
    assert total is not None
    return _Counted(None if total["too_many"] else total, by_value)


async def _total(
    tx: Tx, table: Table, query: ListQuery, principal: Principal, counted: _Counted, money: Sequence[Column]
) -> Total:
    if counted.total is None:
        where, params = condition(table, query, principal)
        return Total(max(await planned_rows(tx, table, where, params), EXACT_TOTAL + 1), None, True)
    sums = {column.name: Money(int(counted.total[f"sum_{column.name}"])) for column in money}
    return Total(counted.total["count"], sums, False)


async def _facet(
    tx: Tx, table: Table, query: ListQuery, principal: Principal, column: Column, counted: _Counted
) -> Facet:
    if counted.total is None:
        return Facet([await _expected(tx, table, query, principal, column, value) for value in _values(column)], True)
    found = counted.by_value[column.name]
    return Facet([_counted_value(value, found.get(value), table) for value in _values(column)], False)


def _counted_value(value: str, row: Row | None, table: Table) -> FacetValue:
    summed = any(column.name == AMOUNT and column.kind == "money" and column.summed for column in table.columns)
    amount = Money(0 if row is None else int(row[f"sum_{AMOUNT}"])) if summed else None
    return FacetValue(value, 0 if row is None else row["count"], amount)


async def _expected(
    tx: Tx, table: Table, query: ListQuery, principal: Principal, column: Column, value: str
) -> FacetValue:
    where, params = condition(table, query, principal)
    narrowed = f"{where} and {column.sql} = %(_value)s::{column.sql_type}"
    rows = await planned_rows(tx, table, narrowed, params | {"_value": value})
    return FacetValue(value, rows, None)


def facet_route(table: Table, access: Access) -> Route:
    """``GET <the list's path>/facets``: takes the list's filters, and its permission."""

    scoped = table.scope.over(access)

    async def handler(request: Request) -> Response:
        async with scoped.open(request, table.permission) as (tx, principal):
            return json_response(await read_facets(tx, table, _query(table, request, principal), principal))

    return Route(
        "GET",
        f"{table.path}/facets",
        f"{table.summary}: how many have each value, and sums",
        handler,
        permission=table.permission,
        scope=table.scope,
        answers=Facets,
        parameters=list_filters(table),
    )


def _query(table: Table, request: Request, principal: Principal) -> ListQuery:
    for name, _ in request.query:
        if name in PAGING and name != "search":
            raise ApiError(400, "unknown_column", f"{name} means nothing here: every row that matches is counted")
    return parse_query(table.columns, table.order_by, table.key_type, request.query, principal.internal)
