"""The query of a list, read from its address: paging, order, filters, search and cursor.

Every name is a column of the list or one of the paging names; anything else is refused with what is allowed.
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

PER_PAGE = 10
LARGEST_PAGE = 200
LARGEST_SEARCH = 200
LONGEST_VALUE = 4_000
#: Deeper pages by number would read everything before them; the cursor goes on from any depth.
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

    @property
    def offset(self) -> int:
        return 0 if self.cursor is not None else (self.page - 1) * self.per_page

    def search_for(self, column: Column) -> list[Any]:
        """The searched ids that this column could hold."""
        found = (
            _plain(column, prefix + (value.lower() if column.words else value))
            for value in self.search
            for prefix in column.prefixes
        )
        return [value for value in found if value is not None]

    def cursor_after(self, sort: str, key: str) -> str:
        token = msgspec.json.encode([self.order.name, self.descending, sort, key])
        return base64.urlsafe_b64encode(token).decode().rstrip("=")


def parse_query(
    columns: Sequence[Column], order_by: str, key_type: type, pairs: Iterable[tuple[str, str]], internal: bool
) -> ListQuery:
    """Reads the pairs of a query string.

    Raises:
        ApiError: 400 ``unknown_column`` naming what is allowed, or the field whose value makes no sense.
    """
    known = {column.name: column for column in columns if internal or not column.internal}
    given = dict[str, str]()
    equals, ranges = list[tuple[Any, tuple[Any, ...]]](), list[tuple[Any, str, Any]]()
    for name, value in pairs:
        if len(value) > LONGEST_VALUE:
            raise invalid_field(name, "too_long", f"{name} has more than {LONGEST_VALUE} characters")
        stem, _, end = name.rpartition("_")
        if name in PAGING:
            given[name] = value
        elif name in known:
            equals.append((known[name], _values(known[name], name, value)))
        elif end in ("from", "to") and stem in known and known[stem].ranged:
            ranges.append((known[stem], ">=" if end == "from" else "<=", _value(known[stem], name, value)))
        else:
            allowed = ", ".join((*PAGING, *known))
            raise ApiError(400, "unknown_column", f"{name[:100]!r} is no column of this list; allowed: {allowed}")
    order, descending = _order(known, given, order_by)
    query = ListQuery(
        page=_number(given, "page", 1, DEEPEST_OFFSET),
        per_page=_number(given, "per_page", PER_PAGE, LARGEST_PAGE),
        order=order,
        descending=descending,
        cursor=_cursor(given.get("cursor", ""), order, descending, key_type),
        equals=tuple(equals),
        ranges=tuple(ranges),
        search=_search(given.get("search", "")),
    )
    if query.offset > DEEPEST_OFFSET:
        raise invalid_field("page", "too_deep", f"pages beyond row {DEEPEST_OFFSET} are read with a cursor")
    return query


def among(query: ListQuery, key: Column, ids: Sequence[str]) -> ListQuery:
    """Of what a query means, the rows with these keys.

    Raises:
        ApiError: 400, ``ids`` holds what could never be a key of this list.
    """
    return replace(query, equals=(*query.equals, (key, tuple(_value(key, "ids", each) for each in ids))))


def _number(given: dict[str, str], name: str, default: int, largest: int) -> int:
    raw = given.get(name, "")
    if not raw:
        return default
    if not raw.isascii() or not raw.isdigit() or len(raw) > 9 or not 1 <= int(raw) <= largest:
        raise invalid_field(name, "out_of_range", f"{name} must be a whole number from 1 to {largest}")
    return int(raw)


def _order(known: dict[str, Any], given: dict[str, str], default: str) -> tuple[Any, bool]:
    name = given.get("order_by") or default
    sortable = [column.name for column in known.values() if column.sortable]
    if name not in sortable:
        raise ApiError(400, "unknown_column", f"order_by must be one of {', '.join(sortable)}")
    direction = given.get("sort") or "desc"
    if direction not in ("asc", "desc"):
        raise invalid_field("sort", "not_allowed", "sort must be asc or desc")
    return known[name], direction == "desc"


def _cursor(raw: str, order: Column, descending: bool, key_type: type) -> tuple[Any, str] | None:
    if not raw:
        return None
    refused = invalid_field("cursor", "invalid", "the cursor is not one of this list in this order")
    try:
        token = base64.urlsafe_b64decode(raw + "=" * (-len(raw) % 4))
        name, down, sort, key = msgspec.json.decode(token, type=tuple[str, bool, str, str])
        _refuse_key(key, key_type)
    except (ValueError, binascii.Error, msgspec.MsgspecError):
        raise refused from None
    if (name, down) != (order.name, descending) or (at := _plain(order, sort)) is None or "\x00" in key:
        raise refused
    return at, key


def _refuse_key(key: str, key_type: type) -> None:
    """
    Raises:
        ValueError: not the text of such a key.
    """
    key_type(key)
    if key_type is int and not re.fullmatch("[0-9]{1,18}", key):
        raise ValueError(key)


def _search(raw: str) -> tuple[str, ...]:
    # "Order 48704" is two ids to nobody, but it may be one reference.
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
    value = _plain(column, raw)
    if value is None:
        expected = ", ".join(column.choices) if column.choices else f"a value of kind {column.kind}"
        raise invalid_field(name, "not_allowed", f"{name} must be {expected}")
    return value


def _plain(column: Column, raw: str) -> Any:
    """The value as the column holds it; None when it could never be one."""
    try:
        match column.kind:
            case "money" | "integer":
                return int(raw) if re.fullmatch(r"-?\d{1,18}", raw, re.ASCII) else None
            case "id":
                return UUID(raw)
            case "time":
                return _time(raw)
            case "choice":
                known = not column.choices or raw in column.choices
                return raw if known or (column.more and re.fullmatch(column.more, raw, re.ASCII)) else None
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
