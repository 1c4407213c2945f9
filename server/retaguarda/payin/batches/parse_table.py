"""Parses a table of charges as people keep it, line by line. It guesses nothing: it names each cell that it cannot
parse.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from retaguarda.foundation.documents import DocumentError, parse
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.money import BRL, LARGEST, money_or_none
from retaguarda.payin.batches.model import MOST_LINES, Line, LineProblem
from retaguarda.payin.charges.create_due_charge import FURTHEST
from retaguarda.payin.charges.due_terms import valor
from retaguarda.providers.pix.due import wrong_terms

#: Column → its accepted headings, in both languages.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("nome", "name", "pagador", "payer"),
    "document": ("documento", "document", "cpf", "cnpj", "cpf/cnpj", "cpf ou cnpj"),
    "amount": ("valor", "amount"),
    "due_date": ("vencimento", "due date", "due_date"),
    "description": ("mensagem", "descrição", "descricao", "message", "description"),
    "reference": ("referência", "referencia", "reference"),
}
NEEDED = ("name", "document", "amount", "due_date")
#: Heading of the problem in a table of denied lines; ignored when that table comes in again.
PROBLEM_COLUMN = "problema"
_LONGEST = {"name": 200, "description": 140, "reference": 64}

_BRAZILIAN = re.compile(r"(?:R\$\s*)?(\d{1,3}(?:\.\d{3})*|\d+),(\d{2})")
_PLAIN = re.compile(r"(\d+)(?:\.(\d{2}))?")
_DAY = re.compile(r"(\d{2})/(\d{2})/(\d{4})")


def parse_lines(text: str, terms: Mapping[str, Any], today: date) -> list[Line]:
    """Parse a table.

    Raises:
        ApiError: 400 when the first line has no headings, or there are too many lines.
    """
    rows = _rows(text)
    if not rows:
        raise invalid_field("text", "field_required", "text holds no line")
    places = _places(rows[0][1])
    if len(rows) - 1 > MOST_LINES:
        raise invalid_field("text", "too_many_lines", f"a batch has at most {MOST_LINES} lines")
    lines = [_line(number, cells, places, terms, today) for number, cells in rows[1:]]
    _warn_of_repeats(lines)
    return lines


def format_lines(lines: Iterable[Sequence[str]]) -> str:
    """Write name, document, amount, due_date, description, reference and problem of each line as a table to correct."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow([*(names[0] for names in COLUMNS.values()), PROBLEM_COLUMN])
    writer.writerows(lines)
    return out.getvalue()


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return each line that is not empty, with its number in the text."""
    text = text.removeprefix("\ufeff")
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(";\t,", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        return [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        raise invalid_field("text", "field_invalid", f"line {reader.line_num}: {error}") from None


def _places(names: Sequence[str]) -> dict[str, int]:
    known = {name: column for column, all_names in COLUMNS.items() for name in all_names}
    places = dict[str, int]()
    for place, name in enumerate(names):
        column = known.get(name.lower())
        if column in places:
            raise ApiError(400, {"text": ["column_twice"]}, f"the column {name[:60]!r} stands there twice")
        if column:
            places[column] = place
    missing = [COLUMNS[column][0] for column in NEEDED if column not in places]
    if missing:
        raise ApiError(
            400, {"text": ["columns_missing"]}, f"the first line must name these columns too: {', '.join(missing)}"
        )
    return places


def _line(number: int, cells: Sequence[str], places: Mapping[str, int], terms: Mapping[str, Any], today: date) -> Line:
    given = {column: cells[place] if place < len(cells) else "" for column, place in places.items()}
    amount, due_date = _amount(given["amount"]), _day(given["due_date"])
    problems = [LineProblem(column, "field_required") for column in NEEDED if not given[column]]
    problems += [
        LineProblem(column, "too_long") for column, most in _LONGEST.items() if len(given.get(column, "")) > most
    ]
    problems += [LineProblem(column, "field_invalid") for column in places if "\0" in given[column]]
    document = given["document"]
    if document:
        try:
            document = parse(document).value
        except DocumentError:
            problems.append(LineProblem("document", "document_invalid"))
    if given["amount"] and amount is None:
        problems.append(LineProblem("amount", "amount_invalid"))
    elif amount == 0:
        problems.append(LineProblem("amount", "out_of_range"))
    if given["due_date"] and due_date is None:
        problems.append(LineProblem("due_date", "day_invalid"))
    elif due_date and not today <= due_date <= FURTHEST:
        problems.append(LineProblem("due_date", "out_of_range"))
    elif due_date and amount:
        problems += [LineProblem(None, f"terms_{why}") for _, why in wrong_terms(valor(amount, terms), due_date)]
    return Line(
        number=number,
        name=given["name"],
        document=document,
        amount=money_or_none(amount, BRL),
        due_date=due_date,
        description=given.get("description") or None,
        reference=given.get("reference") or None,
        problems=problems,
        warnings=[],
    )


def _warn_of_repeats(lines: Iterable[Line]) -> None:
    """Warn of a repeated payer, amount and day, or reference: each may be intended."""
    good = [line for line in lines if not line.problems]
    same = Counter((line.document, line.amount, line.due_date) for line in good)
    references = Counter(line.reference for line in good if line.reference)
    for line in good:
        if same[(line.document, line.amount, line.due_date)] > 1:
            line.warnings.append(LineProblem(None, "twin_in_batch"))
        if line.reference and references[line.reference] > 1:
            line.warnings.append(LineProblem("reference", "reference_twice"))


def _amount(text: str) -> int | None:
    """Parse 1.234,56 or 1234.56 or 1234 as centavos."""
    found = _BRAZILIAN.fullmatch(text) or _PLAIN.fullmatch(text)
    if found is None:
        return None
    amount = int(found[1].replace(".", "")) * 100 + int(found[2] or 0)
    return amount if amount <= LARGEST else None


def _day(text: str) -> date | None:
    """Parse dd/MM/yyyy or yyyy-MM-dd."""
    found = _DAY.fullmatch(text)
    try:
        return date.fromisoformat(f"{found[3]}-{found[2]}-{found[1]}" if found else text)
    except ValueError:
        return None
