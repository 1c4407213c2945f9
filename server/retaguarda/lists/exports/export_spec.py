"""What to export: which columns of a list, which rows, in which format."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.foundation.column import Column
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.list_query import ListQuery, among, parse_query
from retaguarda.foundation.request import Parameter, Principal
from retaguarda.foundation.table import Table, list_filters
from retaguarda.lists.exports.words import Language, title

Format = Literal["csv", "xlsx"]
LONGEST_TITLE = 100
#: The same limit as for bulk Commands.
MOST_IDS = 10_000
#: Paging has no meaning for an export.
PAGES = ("page", "per_page", "cursor")


#: The key of a row.
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Filter(msgspec.Struct, forbid_unknown_fields=True):
    """One pair of a list's query: a filter, the order, or the search."""

    name: Annotated[str, msgspec.Meta(max_length=100)]
    value: Annotated[str, msgspec.Meta(max_length=4_000)]


class ExportInput(msgspec.Struct, forbid_unknown_fields=True):
    """``locale``: the language of the file and the style of a CSV (pt: semicolons and decimal commas; en: commas and
    decimal points); default: the person's own. ``columns`` None: all that the requester may see. ``titles``: one for
    each column; default: the words of ``locale``. ``ids``: only the rows with these keys, of those that match.
    """

    list: str
    format: Format
    columns: Annotated[tuple[str, ...], msgspec.Meta(max_length=100)] | None = None
    titles: Annotated[tuple[str, ...], msgspec.Meta(max_length=100)] | None = None
    filters: Annotated[tuple[Filter, ...], msgspec.Meta(max_length=200)] = ()
    ids: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=MOST_IDS)] | None = None
    zone: str = "UTC"
    locale: Language | None = None


@dataclass(frozen=True, slots=True)
class ExportSpec:
    """``locale`` decides the words, and the style of a CSV: see csv_file.py. ``watermark``: who exported and when, in every
    row of a confidential list; None: the list is not confidential."""

    list: str
    format: Format
    columns: tuple[Column, ...]
    titles: tuple[str, ...]
    zone: ZoneInfo
    locale: Language
    query: ListQuery
    watermark: str | None = None


#: Lists whose files name who took them, in each row, and stay a day.
CONFIDENTIAL = ("pld.", "compliance.", "bacen.", "kyc.proposals")
#: Those of which staff see more than the merchant: risks, checks, hits.
STAFF_CONFIDENTIAL = ("kyc.requests", "kyc.leads")

#: Our own parameters of a download; all others belong to the list.
_OPTION_NAMES = ("format", "columns", "title", "zone", "locale")


_LOCALE = (
    "of the file: its words, and how a CSV is written: pt with semicolons and decimal commas, en with commas and decimal points."
    " Without it, the person's own, or English"
)


@cache
def parameters(table: Table) -> tuple[Parameter, ...]:
    text: dict[str, Any] = {"type": "string"}
    ordering = (
        Parameter("order_by", {"type": "string", "enum": [c.name for c in table.columns if c.sortable]}),
        Parameter("sort", {"type": "string", "enum": ["asc", "desc"]}),
    )
    return (
        Parameter("format", {"type": "string", "enum": ["csv", "xlsx"]}, required=True),
        Parameter("columns", text, "names with commas, in the order of the file; without it, all"),
        Parameter(
            "title",
            {"type": "array", "items": text},
            "once for each column, in their order; without it, the words of the file's language",
        ),
        Parameter("zone", text, "of the times, as IANA names it; UTC without it"),
        Parameter("locale", {"type": "string", "enum": ["pt", "en"]}, _LOCALE),
        *ordering,
        *list_filters(table),
    )


def input_from_query(table: Table, pairs: Iterable[tuple[str, str]]) -> ExportInput:
    """Reads the parameters of a download.

    Raises:
        ApiError: 400, the invalid field.
    """
    options, filters, titles = dict[str, str](), list[Filter](), list[str]()
    for name, value in pairs:
        if name == "title":
            titles.append(value)
        elif name in _OPTION_NAMES:
            options[name] = value
        else:
            filters.append(Filter(name, value))
    if options.get("format") not in ("csv", "xlsx"):
        raise invalid_field("format", "not_allowed", "format must be csv or xlsx")
    if options.get("locale", "en") not in ("pt", "en"):
        raise invalid_field("locale", "not_allowed", "locale must be pt or en")
    return ExportInput(
        list=table.name,
        format=options["format"],  # pyright: ignore[reportArgumentType]  (one of the two)
        columns=tuple(options["columns"].split(",")) if options.get("columns") else None,
        titles=tuple(titles) or None,
        filters=tuple(filters),
        zone=options.get("zone") or "UTC",
        locale=options.get("locale"),  # pyright: ignore[reportArgumentType]  (one of the two, or none)
    )


def spec_from_input(table: Table, body: ExportInput, principal: Principal) -> ExportSpec:
    """Checks the request for this principal.

    Raises:
        ApiError: 400, the invalid field; columns for staff only do not exist for others.
    """
    columns = _columns(table, body.columns, principal)
    query = query_of(table, body.filters, principal)
    locale: Language = body.locale or ("pt" if principal.locale == "pt" else "en")
    zone = _zone(body.zone)
    return ExportSpec(
        list=table.name,
        format=body.format,
        columns=columns,
        titles=_titles(table, body.titles, columns, locale),
        zone=zone,
        locale=locale,
        query=query if body.ids is None else among(query, table.key_column, body.ids),
        watermark=f"{principal.email} · {datetime.now(UTC).astimezone(zone):%Y-%m-%d %H:%M:%S} ({zone.key})"
        if table.name.startswith(CONFIDENTIAL) or (principal.internal and table.name in STAFF_CONFIDENTIAL)
        else None,
    )


def query_of(table: Table, filters: Sequence[Filter], principal: Principal) -> ListQuery:
    """Parses the filters.

    Raises:
        ApiError: 400, the invalid filter.
    """
    for each in filters:
        if each.name in PAGES:
            raise ApiError(400, "unknown_column", f"{each.name} means nothing here: it is about every row that matches")
    pairs = [(each.name, each.value) for each in filters]
    return parse_query(table.columns, table.order_by, table.key_type, pairs, principal.internal)


def _columns(table: Table, names: Sequence[str] | None, principal: Principal) -> tuple[Column, ...]:
    visible = {column.name: column for column in table.visible(principal)}
    if names is None:
        return tuple(visible.values())
    unknown = next((name for name in names if name not in visible), None)
    if unknown is not None or not names:
        raise invalid_field(
            "columns", "not_allowed", f"{(unknown or '')[:100]!r} is no column; allowed: {', '.join(visible)}"
        )
    return tuple(visible[name] for name in dict.fromkeys(names))


def _titles(table: Table, titles: Sequence[str] | None, columns: Sequence[Column], locale: Language) -> tuple[str, ...]:
    if titles is None:
        return tuple(title(table.name, column.name, locale) for column in columns)
    if len(titles) != len(columns):
        raise invalid_field("title", "not_allowed", f"there are {len(columns)} columns and {len(titles)} titles")
    if any(len(each) > LONGEST_TITLE or not each.isprintable() for each in titles):
        raise invalid_field("title", "not_allowed", f"a title has at most {LONGEST_TITLE} printable characters")
    return tuple(titles)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        raise invalid_field("zone", "not_allowed", f"{name[:100]!r} is no time zone") from None


def audited_filters(table: Table, filters: Sequence[Filter]) -> Mapping[str, str]:
    """Returns the filters for the audit trail, without documents and without the search, which may hold one."""
    hidden = {"search", *(column.name for column in table.columns if column.kind == "document")}
    return {each.name: "…" if each.name in hidden else each.value[:200] for each in filters}
