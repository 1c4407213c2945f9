"""Parses a return notice: a table with a return in each line, or a bank's payment return. It guesses nothing."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from retaguarda.payouts.batches.parse_cells import AmountParser, AmountRefused, parse_day
from retaguarda.payouts.batches.parse_file import Opened, rows_of
from retaguarda.payouts.batches.parse_rows import FileRefused
from retaguarda.payouts.refunds.notices.model import MOST_LINES, ParsedNotice
from retaguarda.providers.bankfiles import Damaged, Header, PaymentEntry, payment_reader
from retaguarda.providers.pix.ids import is_end_to_end_id, is_rtr_id

#: Column → its accepted headings, in both languages, in lower case.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "reference": ("devolução", "devolucao", "id da devolução", "id da devolucao", "rtrid", "return", "return id"),
    "payment": ("pagamento", "id do pagamento", "e2e", "e2e id", "endtoendid", "referência", "referencia", "payment",
                "payment id", "reference", "external id", "id externo"),
    "amount": ("valor", "valor devolvido", "amount", "returned amount"),
    "returned_on": ("data", "data da devolução", "data da devolucao", "devolvido em", "date", "returned on"),
    "reason": ("motivo", "código", "codigo", "reason", "code"),
}  # fmt: skip
NEEDED = ("reference", "payment", "amount")
_LONGEST = {"reference": 60, "payment": 100, "amount": 30, "returned_on": 30, "reason": 200}
#: What a spreadsheet would compute when somebody opens the file.
_FORMULA = re.compile(r"[=+@\t\r-]")
_BY_FILE = re.compile(r"RG[0-9]{1,18}")
_PIECE = 64 * 1024
_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_AMOUNT, _DAY = (
    re.compile(r"(R\$\s*)?[0-9.,]*[0-9][.,][0-9]{2}"),
    re.compile(r"[0-9]{2}/[0-9]{2}/[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2}"),
)
#: What shows that a cell belongs into a certain column, whichever it stands in.
_LOOKS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("reference", is_rtr_id),
    ("payment", is_end_to_end_id),
    ("payment", _ID.fullmatch),
    ("amount", _AMOUNT.fullmatch),
    ("returned_on", _DAY.fullmatch),
)


def lines_of(opened: Opened) -> tuple[Header | None, list[ParsedNotice]]:
    """Return the lines of a file, and what a bank's return says of itself.

    Raises:
        FileRefused: it is no return notice, or has no lines or too many.
    """
    if opened.format == "cnab240":
        return _bank_lines(opened.path)
    if opened.format not in ("csv", "xlsx"):
        raise FileRefused(
            "not_a_table", "a return notice is a CSV, a spreadsheet or a bank's payment return (CNAB 240)"
        )
    return None, _table_lines(opened)


def reference_of(text: str) -> str | None:
    """Return the id of a return as it is kept: an rtrId, or the number of its order with twelve digits; None: it is neither."""
    return text if is_rtr_id(text) else _by_file(text)


def _by_file(text: str) -> str | None:
    """Return the number of an order that went by file with twelve digits; None: it is none."""
    return f"RG{int(text[2:]):012}" if _BY_FILE.fullmatch(text) else None


def _table_lines(opened: Opened) -> list[ParsedNotice]:
    rows = rows_of(opened)
    first = next(rows, None)
    if first is None:
        raise FileRefused("no_lines", "this file has no lines")
    parser = _LineParser(_places(*first))
    lines = list[ParsedNotice]()
    for number, cells in rows:
        if len(lines) == MOST_LINES:
            raise FileRefused("too_many_lines", f"a return notice has at most {MOST_LINES} lines", number)
        lines.append(parser.parse(number, cells))
    if not lines:
        raise FileRefused("no_lines", "this file has headings and no lines", first[0])
    return lines


def _places(line: int, headings: Sequence[str]) -> dict[str, int]:
    known = {name: column for column, names in HEADINGS.items() for name in names}
    places = dict[str, int]()
    for place, heading in enumerate(headings):
        column = known.get(heading.strip().lower())
        if column in places:
            raise FileRefused("column_twice", f"the column {heading[:60]!r} stands there twice", line, place + 1)
        if column:
            places[column] = place
    if missing := [HEADINGS[column][0] for column in NEEDED if column not in places]:
        raise FileRefused("columns_missing", f"the first line must name these columns too: {', '.join(missing)}", line)
    return places


class _LineParser:
    """Parses the lines of one table."""

    def __init__(self, places: Mapping[str, int]) -> None:
        self._places, self._amounts = places, AmountParser()

    def parse(self, number: int, cells: Sequence[str]) -> ParsedNotice:
        given = {column: cells[place].strip() if place < len(cells) else "" for column, place in self._places.items()}
        bad = {column: why for column, text in given.items() if (why := _refused(column, text)) is not None}
        texts = _Texts(**{column: text if column not in bad else "" for column, text in given.items()})
        shown = _Texts(**given)
        if texts.reference and reference_of(texts.reference) is None:
            bad |= {"reference": "reference_invalid"}
        amount, day = None, None
        try:
            amount = self._amounts.parse(texts.amount) if texts.amount else None
        except AmountRefused as refused:
            bad |= {"amount": str(refused)}
        try:
            day = parse_day(texts.returned_on) if texts.returned_on else None
        except ValueError:
            bad |= {"returned_on": "day_invalid"}
        problem = " ".join(f"{column}:{self._places[column] + 1}:{why}" for column, why in bad.items())
        return ParsedNotice(
            number=number,
            reference=reference_of(texts.reference) or _shown(shown.reference, 60),
            payment=_by_file(shown.payment) or _shown(shown.payment, 100),
            amount=amount,
            returned_on=day,
            reason=_shown(shown.reason, 200) or None,
            problem=problem or None,
        )


@dataclass(frozen=True, slots=True)
class _Texts:
    """The cells of a line by what they are; empty where the file has no such column."""

    reference: str
    payment: str
    amount: str
    returned_on: str = ""
    reason: str = ""


def _refused(column: str, text: str) -> str | None:
    """Return what is wrong with a cell, whatever it should hold."""
    if not text:
        return "field_required" if column in NEEDED else None
    if column != "reason" and any(column != other and looks(text) for other, looks in _LOOKS):
        return "columns_swapped"
    if len(text) > _LONGEST[column]:
        return "too_long"
    if _FORMULA.match(text):
        return "formula"
    return None if text.isprintable() else "field_invalid"


def _shown(text: str, most: int) -> str:
    """Return a cell as it is kept beside its line: what Postgres and a screen can hold of it."""
    return "".join(each if each.isprintable() else "\ufffd" for each in text)[:most]


def _bank_lines(path: Path) -> tuple[Header | None, list[ParsedNotice]]:
    """Read a payment return with the reader of return files, and keep what it says came back."""
    reader = payment_reader()
    lines = list[ParsedNotice]()
    try:
        for entry in _entries(path, reader.feed, reader.close):
            if entry.meaning == "returned":
                lines.append(_bank_line(entry))
            if len(lines) > MOST_LINES:
                raise FileRefused("too_many_lines", f"a return notice has at most {MOST_LINES} lines", entry.line)
    except Damaged as damage:
        raise FileRefused("return_damaged", str(damage)[:200], damage.line, damage.column) from None
    if not lines:
        raise FileRefused("no_returns", "this payment return tells of nothing that came back")
    return reader.found.header, lines


def _entries(
    path: Path, feed: Callable[[bytes], list[PaymentEntry]], close: Callable[[], list[PaymentEntry]]
) -> Iterator[PaymentEntry]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield from feed(piece)
    yield from close()


def _bank_line(entry: PaymentEntry) -> ParsedNotice:
    reference = reference_of(entry.reference.strip())
    day: date | None = entry.paid_on
    return ParsedNotice(
        number=entry.line,
        reference=reference or _shown(entry.reference.strip(), 60),
        payment=reference or _shown(entry.reference.strip(), 100),
        amount=entry.amount if entry.amount > 0 else None,
        returned_on=day,
        reason=_shown(entry.codes.strip(), 200) or None,
        problem=None if reference and entry.amount > 0 else "reference:0:reference_invalid",
    )
