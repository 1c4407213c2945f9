"""Counts and sums the rows of a list by value.

As usual for facets, a column's own filter does not narrow its counts, so that people see the other choices. Counts and
sums are exact up to EXACT_TOTAL rows. Beyond that nothing reads all rows: counts are the planner's estimates, marked as
such, and there are no sums.
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

#: The money column that facets sum by value; the total sums every money column.
AMOUNT = "amount"


class FacetValue(msgspec.Struct):
    """``amount`` sums the list's column ``amount``, once for each currency; null without such a column, or when the count is
    estimated.
    """

    value: str
    count: int
    amount: list[Money] | None


class Facet(msgspec.Struct):
    """All possible values of a column, in declaration order."""

    values: list[FacetValue]
    estimated: bool


class Total(msgspec.Struct):
    """All matching rows. ``sums``: money column → its sum in each currency; null when there are too many rows."""

    count: int
    sums: dict[str, list[Money]] | None
    estimated: bool


class Facets(msgspec.Struct):
    total: Total
    columns: dict[str, Facet]


@dataclass(frozen=True, slots=True)
class _Counts:
    """The result of one scan: how many rows, and one row of sums for each currency. ``rows`` None: more than we read."""

    rows: int | None
    total: list[Row]
    by_value: dict[str, dict[str, list[Row]]]


async def read_facets(tx: Tx, table: Table, query: ListQuery, principal: Principal) -> Facets:
    facets = [column for column in table.visible(principal) if is_facet(column)]
    money = [
        column for column in table.visible(principal) if column.kind == "money" and not column.many and column.summed
    ]
    filtered = {column.name for column, _ in query.equals}
    unfiltered = [column for column in facets if column.name not in filtered]
    counts = await _count(tx, table, query, principal, unfiltered, money)
    columns = dict[str, Facet]()
    for column in facets:
        if column in unfiltered:
            columns[column.name] = await _facet(tx, table, query, principal, column, counts)
        else:
            query_without = replace(query, equals=tuple(each for each in query.equals if each[0].name != column.name))
            own_counts = await _count(tx, table, query_without, principal, [column], money)
            columns[column.name] = await _facet(tx, table, query_without, principal, column, own_counts)
    return Facets(await _total(tx, table, query, principal, counts, money), columns)


def is_facet(column: Column) -> bool:
    return column.kind in ("choice", "flag") and not column.many


def _values(column: Column) -> Sequence[str]:
    return ("true", "false") if column.kind == "flag" else column.choices


async def _count(
    tx: Tx, table: Table, query: ListQuery, principal: Principal, facets: Sequence[Column], money: Sequence[Column]
) -> _Counts:
    """Scans the rows once, and counts them by currency, in total and by each column."""
    where, params = condition(table, query, principal)
    facet_fields = [f"({column.sql})::text as facet_{index}" for index, column in enumerate(facets)]
    sums = [f"{column.sql} as sum_{column.name}" for column in money]
    sets = ["()", "(currency)", *(f"(currency, facet_{index})" for index in range(len(facets)))]
    fields = [
        "currency, grouping(currency) = 0 as in_currency",
        *(f"facet_{index}, grouping(facet_{index}) = 0 as by_{index}" for index in range(len(facets))),
        "count(*) as count",
        *(f"coalesce(sum(sum_{column.name}), 0)::text as sum_{column.name}" for column in money),
    ]
    # With too many rows, stop at the limit; scan in the list's own order, which has an index. Without it the planner
    # may start from the far end and scan past everything before a recent period.
    rows = await tx.all(
        f"with found as materialized (select {', '.join([*facet_fields, *sums, f'{_currency(money)} as currency'])}"
        f" from {table.source} where {where} order by {query.order.sql} desc limit {EXACT_TOTAL + 1}), size as (select count(*) as size from found)"
        f" select {', '.join(fields)}, (select size from size) > {EXACT_TOTAL} as too_many"
        f" from found where (select size from size) <= {EXACT_TOTAL} group by grouping sets ({', '.join(sets)})",
        params,
    )
    by_value: dict[str, dict[str, list[Row]]] = {column.name: {} for column in facets}
    whole = next(row for row in rows if not row["in_currency"])
    total = list[Row]()
    for row in rows:
        if not row["in_currency"]:
            continue
        index = next((index for index in range(len(facets)) if row[f"by_{index}"]), None)
        if index is None:
            total.append(row)
        elif row[f"facet_{index}"] is not None:
            by_value[facets[index].name].setdefault(row[f"facet_{index}"], []).append(row)
    return _Counts(None if whole["too_many"] else whole["count"], total, by_value)


def _currency(money: Sequence[Column]) -> str:
    """SQL of the currency of a row's money, which is the same in all its columns."""
    found = {column.currency for column in money}
    assert len(found) <= 1, "the money of one row is in one currency"
    return f"({found.pop()})::text" if found else "''"


async def _total(
    tx: Tx, table: Table, query: ListQuery, principal: Principal, counts: _Counts, money: Sequence[Column]
) -> Total:
    if counts.rows is None:
        where, params = condition(table, query, principal)
        return Total(max(await planned_rows(tx, table.source, where, params), EXACT_TOTAL + 1), None, True)
    sums = {column.name: _sums(counts.total, column.name) for column in money}
    return Total(counts.rows, sums, False)


def _sums(by_currency: Sequence[Row], column: str) -> list[Money]:
    # Rows without an amount have no currency either: they are counted, and add nothing.
    return [Money(int(row[f"sum_{column}"]), row["currency"]) for row in by_currency if row["currency"] is not None]


async def _facet(
    tx: Tx, table: Table, query: ListQuery, principal: Principal, column: Column, counts: _Counts
) -> Facet:
    if counts.rows is None:
        return Facet([await _estimated(tx, table, query, principal, column, value) for value in _values(column)], True)
    rows_by_value = counts.by_value[column.name]
    return Facet([_counted_value(value, rows_by_value.get(value, []), table) for value in _values(column)], False)


def _counted_value(value: str, by_currency: Sequence[Row], table: Table) -> FacetValue:
    summed = any(column.name == AMOUNT and column.kind == "money" and column.summed for column in table.columns)
    return FacetValue(value, sum(row["count"] for row in by_currency), _sums(by_currency, AMOUNT) if summed else None)


async def _estimated(
    tx: Tx, table: Table, query: ListQuery, principal: Principal, column: Column, value: str
) -> FacetValue:
    where, params = condition(table, query, principal)
    narrowed = f"{where} and {column.sql} = %(_value)s::{column.sql_type}"
    rows = await planned_rows(tx, table.source, narrowed, params | {"_value": value})
    return FacetValue(value, rows, None)


def facet_route(table: Table, access: Access) -> Route:
    """``GET <the list's path>/facets``: takes the list's filters and permission."""

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
