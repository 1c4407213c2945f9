"""Parses a table of values, row by row. It guesses nothing: a row that is no value is refused by its line."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from retaguarda.compliance.block_list.identify_value import Value, ValueRefused, identify_value
from retaguarda.compliance.block_list.model import MOST_ROWS, Kind

#: Words of a table → kind, in both languages.
_KINDS: Mapping[str, Kind] = {
    "document": "document", "documento": "document", "cpf": "document", "cnpj": "document",
    "document_root": "document_root", "raiz": "document_root", "raiz do cnpj": "document_root",
    "pix_key": "pix_key", "chave": "pix_key", "chave pix": "pix_key", "pix": "pix_key",
    "account": "account", "conta": "account",
    "email": "email", "e-mail": "email",
    "phone": "phone", "telefone": "phone", "celular": "phone",
    "ip": "ip", "endereço ip": "ip", "ip address": "ip",
}  # fmt: skip
_TYPE, _VALUE = ("type", "tipo", "kind"), ("value", "valor")
#: A cell that a spreadsheet would run; a phone is written with its plus sign, and only digits after it.
_FORMULA = ("=", "@", "-", "\t")


class Unreadable(Exception):
    """The file is no table of values. ``str()`` is the key of its text."""


@dataclass(frozen=True, slots=True)
class ParsedValue:
    """``value`` None: the row is refused, and ``problem`` says why."""

    line: int
    given: str
    value: Value | None
    problem: str | None


def parse_values(content: bytes) -> Iterator[ParsedValue]:
    """
    Raises:
        Unreadable: at once where it is no text or has no headings; after too many rows.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Latin-1 reads anything: what is no text shows by its control characters.
        text = content.decode("latin-1")
    if any(ord(character) < 32 and character not in "\t\r\n" for character in text):
        raise Unreadable("not_a_table")
    first = text.lstrip("\r\n").partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(";\t,", key=first.count))
    try:
        headings = [heading.strip().lower() for heading in next(reader, [])]
        kind_at = next((place for place, heading in enumerate(headings) if heading in _TYPE), None)
        value_at = next((place for place, heading in enumerate(headings) if heading in _VALUE), None)
        if kind_at is None or value_at is None:
            raise Unreadable("headings_missing")
        count = 0
        for cells in reader:
            if not any(map(str.strip, cells)):
                continue
            count += 1
            if count > MOST_ROWS:
                raise Unreadable("too_many_rows")
            yield _row(reader.line_num, _cell(cells, kind_at), _cell(cells, value_at))
    except csv.Error:
        raise Unreadable("not_a_table") from None


def _cell(cells: list[str], place: int) -> str:
    return cells[place].strip() if place < len(cells) else ""


def _row(line: int, word: str, given: str) -> ParsedValue:
    kind = _KINDS.get(word.lower())
    if not given:
        return _refused(line, given, "value_missing")
    if given.startswith(_FORMULA) or (given.startswith("+") and not given[1:].replace(" ", "").isdigit()):
        return _refused(line, given, "value_formula")
    if kind is None:
        return _refused(line, given, "type_unknown")
    try:
        return ParsedValue(line, given[:200], identify_value(kind, given), None)
    except ValueRefused as refused:
        return _refused(line, given, str(refused))


def _refused(line: int, given: str, problem: str) -> ParsedValue:
    printable = "".join(character if character.isprintable() else "·" for character in given[:200])
    return ParsedValue(line, printable, None, problem)
