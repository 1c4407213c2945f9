"""Parses the query string of a list: paging, order, filters, search and cursor.

Every name is a column of the list or a paging name; for any other the error lists what is allowed.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.foundation.column import Column
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.person_search import Asked, read_lines

PER_PAGE = 10
LARGEST_PAGE = 200
LARGEST_SEARCH = 200
LONGEST_VALUE = 4_000
#: A deep page by number would read every row before it; a cursor continues from any depth.
DEEPEST_OFFSET = 1_000_000
PAGING = ("page", "per_page", "order_by", "sort", "cursor", "search")


@dataclass(frozen=True, slots=True)
class ListQuery:
    page: int
    per_page: int
    order: Column
    descending: bool
    cursor: tuple[Any, str] | None
    equals: tuple[tuple[Column, tuple[Any, ...]], ...]
    ranges: tuple[tuple[Column, str, Any], ...]
    search: tuple[str, ...]
    asked: tuple[Asked, ...] = ()

    @property
    def offset(self) -> int:
        return 0 if self.cursor is not None else (self.page - 1) * self.per_page

    def search_for(self, column: Column) -> list[Any]:
        """Returns the searched ids that this column could hold."""
        parsed = (
            _parse_value(column, prefix + (value.lower() if column.words else value))
            for value in self.search
            for prefix in column.prefixes
        )
        return [value for value in parsed if value is not None]

    def cursor_after(self, sort: str, key: str) -> str:
        token = msgspec.json.encode([self.order.name, self.descending, sort, key])
        return base64.urlsafe_b64encode(token).decode().rstrip("=")


def parse_query(
    columns: Sequence[Column], order_by: str, key_type: type, pairs: Iterable[tuple[str, str]], internal: bool
) -> ListQuery:
    """Parses the pairs of a query string.

    Raises:
        ApiError: 400 ``unknown_column`` with what is allowed, or the field whose value is invalid.
    """
    allowed_columns = {column.name: column for column in columns if internal or not column.internal}
    paging = dict[str, str]()
    equals, ranges = list[tuple[Any, tuple[Any, ...]]](), list[tuple[Any, str, Any]]()
    for name, value in pairs:
        if len(value) > LONGEST_VALUE:
            raise invalid_field(name, "too_long", f"{name} has more than {LONGEST_VALUE} characters")
        stem, _, end = name.rpartition("_")
        if name in PAGING:
            paging[name] = value
        elif name in allowed_columns:
            equals.append((allowed_columns[name], _values(allowed_columns[name], name, value)))
        elif end in ("from", "to") and stem in allowed_columns and allowed_columns[stem].ranged:
            ranges.append(
                (allowed_columns[stem], ">=" if end == "from" else "<=", _value(allowed_columns[stem], name, value))
            )
        else:
            allowed = ", ".join((*PAGING, *allowed_columns))
            raise ApiError(400, "unknown_column", f"{name[:100]!r} is no column of this list; allowed: {allowed}")
    order, descending = _order(allowed_columns, paging, order_by)
    query = ListQuery(
        page=_number(paging, "page", 1, DEEPEST_OFFSET),
        per_page=_number(paging, "per_page", PER_PAGE, LARGEST_PAGE),
        order=order,
        descending=descending,
        cursor=_cursor(paging.get("cursor", ""), order, descending, key_type),
        equals=tuple(equals),
        ranges=tuple(ranges),
        search=_search(paging.get("search", "")),
        asked=read_lines(paging.get("search", "")),
    )
    if query.offset > DEEPEST_OFFSET:
        raise invalid_field("page", "too_deep", f"pages beyond row {DEEPEST_OFFSET} are read with a cursor")
    return query


def among(query: ListQuery, key: Column, ids: Sequence[str]) -> ListQuery:
    """Narrows a query to the rows with these keys.

    Raises:
        ApiError: 400, ``ids`` holds what cannot be a key of this list.
    """
    return replace(query, equals=(*query.equals, (key, tuple(_value(key, "ids", each) for each in ids))))


def _number(paging: dict[str, str], name: str, default: int, largest: int) -> int:
    raw = paging.get(name, "")
    if not raw:
        return default
    if not raw.isascii() or not raw.isdigit() or len(raw) > 9 or not 1 <= int(raw) <= largest:
        raise invalid_field(name, "out_of_range", f"{name} must be a whole number from 1 to {largest}")
    return int(raw)


def _order(by_name: dict[str, Any], paging: dict[str, str], default: str) -> tuple[Any, bool]:
    name = paging.get("order_by") or default
    sortable = [column.name for column in by_name.values() if column.sortable]
    if name not in sortable:
        raise ApiError(400, "unknown_column", f"order_by must be one of {', '.join(sortable)}")
    direction = paging.get("sort") or "desc"
    if direction not in ("asc", "desc"):
        raise invalid_field("sort", "not_allowed", "sort must be asc or desc")
    return by_name[name], direction == "desc"


def _cursor(raw: str, order: Column, descending: bool, key_type: type) -> tuple[Any, str] | None:
    if not raw:
        return None
    error = invalid_field("cursor", "invalid", "the cursor is not one of this list in this order")
    try:
        token = base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4))
        name, was_descending, sort, key = msgspec.json.decode(token, type=tuple[str, bool, str, str])
        _refuse_key(key, key_type)
    except (ValueError, binascii.Error, msgspec.MsgspecError):
        raise error from None
    if (
        (name, was_descending) != (order.name, descending)
        or (last_value := _parse_value(order, sort)) is None
        or "\x00" in key
    ):
        raise error
    return last_value, key


def _refuse_key(key: str, key_type: type) -> None:
    """Checks the key of a cursor.

    Raises:
        ValueError: it is not the text of such a key.
    """
    key_type(key)
    if key_type is int and not re.fullmatch("[0-9]{1,18}", key):
        raise ValueError(key)


def _search(raw: str) -> tuple[str, ...]:
    # "Order 48704" may be one reference, so whole lines with spaces are searched beside their words.
    phrases = (phrase for line in re.split(r"[\n\r\t,;]+", raw) if " " in (phrase := " ".join(line.split())))
    values = tuple(dict.fromkeys([*(part for part in re.split(r"[\s,;]+", raw) if part), *phrases]))
    if len(values) > LARGEST_SEARCH:
        raise invalid_field("search", "too_many", f"at most {LARGEST_SEARCH} ids are looked for at once")
    if any("\x00" in value for value in values):
        raise invalid_field("search", "invalid", "search holds a zero byte")
    return values


def _values(column: Column, name: str, raw: str) -> tuple[Any, ...]:
    # Free text may hold commas; only closed sets and ids are read as lists.
    parts = [raw] if column.kind in ("text", "time") else [part for part in raw.split(",") if part]
    return tuple(_value(column, name, part) for part in parts)


def _value(column: Column, name: str, raw: str) -> Any:
    value = _parse_value(column, raw)
    if value is None:
        expected = ", ".join(column.choices) if column.choices else f"a value of kind {column.kind}"
        raise invalid_field(name, "not_allowed", f"{name} must be {expected}")
    return value


def _parse_value(column: Column, raw: str) -> Any:
    """Converts the text to the column's type; None when the column cannot hold it."""
    try:
        match column.kind:
            case "money" | "integer":
                return int(raw) if re.fullmatch(r"-?\d{1,18}", raw, re.ASCII) else None
            case "id":
                return UUID(raw)
            case "time":
                return _time(raw)
            case "choice":
                listed = not column.choices or raw in column.choices
                return raw if listed or (column.more and re.fullmatch(column.more, raw, re.ASCII)) else None
            case "document":
                return re.sub(r"[\s./-]", "", raw).upper() if "\x00" not in raw else None
            case "flag":
                return {"true": True, "false": False}.get(raw)
            case "text":
                return None if "\x00" in raw else raw
    except (ValueError, OverflowError):
        return None


def _time(raw: str) -> datetime:
    at = datetime.fromisoformat(raw.replace(" ", "+"))
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at
