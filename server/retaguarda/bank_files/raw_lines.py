"""Returns the raw lines of a file with their fields."""

from dataclasses import dataclass
from typing import Any

from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.model import LineField, RawLine, RawLines
from retaguarda.bank_files.queries import file_row
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import invalid_field, not_found
from retaguarda.foundation.request import Access, Parameter, Request, Response, Route, json_response
from retaguarda.providers.bankfiles import LONGEST, Layout, look

#: Lines per request, at most.
MOST = 100
DEFAULT = 20


@dataclass(frozen=True, slots=True)
class _RawLinesReader:
    family: Family
    access: Access

    async def read(self, request: Request) -> Response:
        query = dict(request.query)
        first, count = _number(query, "line", 1, 10**9), _number(query, "count", DEFAULT, MOST)
        async with self.family.one.over(self.access).open(request, self.family.preview) as (tx, principal):
            file = await file_row(tx, principal, request.path_params, self.family.name)
            if first > max(file["total_lines"], 1):
                raise not_found("line")
            texts = await _texts(tx, file, first, count)
        return json_response(_lines(self.family, first, file, texts))


def _number(query: dict[str, str], name: str, default: int, most: int) -> int:
    text = query.get(name, str(default))
    if not text.isascii() or not text.isdigit() or len(text) > 10 or not 1 <= int(text) <= most:
        raise invalid_field(name, "invalid", f"{name} is a whole number from 1 to {most}")
    return int(text)


async def _texts(tx: Tx, file: Row, first: int, count: int) -> list[str]:
    """Return ``count`` lines from ``first`` on, from the piece where the first begins and the next one."""
    params: dict[str, Any] = file | {"line": first}
    pieces = await tx.all(
        "select number, first_line, bytes, coalesce((select substring(b.bytes from length(b.bytes)) <> '\\x0a'"
        " from return_piece b where b.company_id = p.company_id and b.file_id = p.file_id and b.number = p.number - 1), false)"
        " as inside from return_piece p where company_id = %(company_id)s and file_id = %(id)s and number >= ("
        " select max(number) from return_piece where company_id = %(company_id)s and file_id = %(id)s and first_line <= %(line)s)"
        " order by number limit 2",
        params,
    )
    if not pieces:
        return []
    whole = b"".join(bytes(piece["bytes"]) for piece in pieces)
    if pieces[0]["inside"]:
        whole = whole.partition(b"\n")[2]
    lines = whole.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    start = first - pieces[0]["first_line"]
    return [line.rstrip(b"\r")[:LONGEST].decode("latin-1") for line in lines[start : start + count]]


def _lines(family: Family, first: int, file: Row, texts: list[str]) -> RawLines:
    layout = family.layout(int(file["layout"][4:]), file["bank"]) if file["layout"] else None
    lines = [_line(first + place, text, layout) for place, text in enumerate(texts)]
    return RawLines(first, file["total_lines"], lines)


def _line(number: int, text: str, layout: Layout | None) -> RawLine:
    if layout is None:
        return RawLine(number, "unknown", text, [])
    seen = look(layout, text)
    fields = [LineField(field.name, field.column, field.length, field.kind, field.value) for field in seen.fields]
    return RawLine(number, seen.record, text, fields)


def lens_route(family: Family, access: Access) -> Route:
    return Route(
        "GET",
        f"{family.path}/{{id:str}}/lines",
        "Lines of a file as they came, with their fields",
        _RawLinesReader(family, access).read,
        permission=family.preview,
        scope=family.one,
        answers=RawLines,
        parameters=(
            Parameter("line", {"type": "integer", "minimum": 1, "default": 1}),
            Parameter("count", {"type": "integer", "minimum": 1, "maximum": MOST, "default": DEFAULT}),
        ),
    )
