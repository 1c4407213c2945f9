"""Parses a list of any of its formats into typed entries. What cannot be read is counted, never guessed.

Formats: the consolidated list of the United Nations (XML), OFAC's SDN (CSV), CGU's exposed persons (CSV), and tables with headings.
"""

import csv
import hashlib
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from xml.etree.ElementTree import Element, ParseError

import msgspec
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from retaguarda.compliance.screening.compare_subject import Listed
from retaguarda.foundation.documents import DocumentError, parse

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("nome", "name", "empregador", "razão social", "razao social", "nome do sancionado", "sancionado"),
    "document": ("documento", "document", "cpf", "cnpj", "cpf/cnpj", "cpf ou cnpj do sancionado", "cnpj/cpf"),
    "birth": ("nascimento", "birth", "data de nascimento"),
    "country": ("país", "pais", "country"),
    "detail": ("motivo", "reason", "detalhe", "detail", "tipo de sanção", "tipo de sancao", "categoria"),
    "key": ("código", "codigo", "key", "id", "código da sanção"),
}
_MONTHS = {
    name: number
    for number, name in enumerate(
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"], 1
    )
}


class Unreadable(Exception):
    """The file is no list of its format. ``str()`` is the key of its text."""


class ParsedEntry(msgspec.Struct, frozen=True):
    key: str
    names: tuple[str, ...]
    person: bool | None = None
    document: str | None = None
    digits: str | None = None
    births: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    detail: str = ""

    @property
    def listed(self) -> Listed:
        return Listed(self.names, self.person, self.document, self.digits, self.births)

    def identity(self) -> bytes:
        """Hash of what tells who it is; a pair on the whitelist lapses when it changes."""
        told = (sorted(self.names), self.person, self.document, self.digits, sorted(self.births))
        return hashlib.sha256(msgspec.json.encode(told)).digest()

    def content_hash(self) -> bytes:
        return hashlib.sha256(msgspec.json.encode(self)).digest()


class ParsedList(msgspec.Struct):
    """``refused``: rows that could not be read."""

    entries: list[ParsedEntry]
    refused: int
    published: str | None


def parse_list(content: bytes, format: str) -> ParsedList:
    """
    Raises:
        Unreadable
    """
    published, found = None, list[ParsedEntry | None]()
    if format == "un_xml":
        root = _xml(content)
        published = (root.get("dateGenerated") or "")[:60] or None
        found = [_un_entry(node) for node in root.iter() if node.tag in ("INDIVIDUAL", "ENTITY")]
    else:
        rows = {"ofac_csv": _ofac, "pep_csv": _pep, "table_csv": _table}[format](content)
        try:
            found = list(rows)
        except csv.Error:
            raise Unreadable("not_a_table") from None
    entries = dict[str, ParsedEntry]()
    refused = 0
    for entry in found:
        if entry is None or entry.key in entries:
            refused += 1
        else:
            entries[entry.key] = entry
    if not entries:
        raise Unreadable("list_empty")
    return ParsedList(list(entries.values()), refused, published)


def _xml(content: bytes) -> Element:
    try:
        root = fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        raise Unreadable("not_xml") from None
    if root.tag != "CONSOLIDATED_LIST":
        raise Unreadable("not_the_list")
    return root


def _texts(node: Element, *paths: str) -> list[str]:
    return [text for path in paths for each in node.findall(path) if (text := (each.text or "").strip())]


def _un_entry(node: Element) -> ParsedEntry | None:
    person, kind = node.tag == "INDIVIDUAL", node.tag
    name = " ".join(_texts(node, "FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"))
    key = next(iter(_texts(node, "REFERENCE_NUMBER", "DATAID")), "")
    if not name or not key or len(key) > 120:
        return None
    names = [name, *_texts(node, f"{kind}_ALIAS/ALIAS_NAME", "NAME_ORIGINAL_SCRIPT")]
    births = [birth for each in node.findall("INDIVIDUAL_DATE_OF_BIRTH") for birth in _un_births(each)]
    countries = _texts(node, "NATIONALITY/VALUE", f"{kind}_ADDRESS/COUNTRY")
    detail = " · ".join(_texts(node, "UN_LIST_TYPE", "LISTED_ON", "COMMENTS1"))
    return ParsedEntry(
        key, _unique(names), person, births=_unique(births), countries=_unique(countries), detail=detail[:1_000]
    )


def _un_births(node: Element) -> Iterator[str]:
    yield from (text[:10] for text in _texts(node, "DATE") if re.match(r"\d{4}-\d\d-\d\d", text))
    yield from (text for text in _texts(node, "YEAR") if re.fullmatch(r"\d{4}", text))
    years = [int(text) for text in _texts(node, "FROM_YEAR", "TO_YEAR") if re.fullmatch(r"\d{4}", text)]
    if len(years) == 2 and 0 <= years[1] - years[0] <= 20:
        yield from (str(year) for year in range(years[0], years[1] + 1))


def _ofac(content: bytes) -> Iterator[ParsedEntry | None]:
    for row in csv.reader(io.StringIO(content.rstrip(b"\x1a\r\n ").decode("latin-1"))):
        if not row:
            continue
        cells = ["" if cell.strip() == "-0-" else cell.strip() for cell in row]
        if len(cells) != 12 or not cells[0].isdigit() or not cells[1]:
            yield None
            continue
        remarks = cells[11]
        aliases = re.findall(r"a\.k\.a\. '([^']+)'", remarks)
        days = re.findall(r"DOB (\d\d) (\w{3}) (\d{4})", remarks)
        births = [f"{year}-{_MONTHS[month]:02d}-{day}" for day, month, year in days if month in _MONTHS]
        births += [] if births else re.findall(r"DOB (?:circa )?(\d{4})", remarks)
        documents = [found for text in re.findall(r"Tax ID No\. ([\w./-]+)", remarks) if (found := _document(text))]
        yield ParsedEntry(
            cells[0],
            _unique([cells[1], *aliases]),
            True if cells[2].lower() == "individual" else False if not cells[2] else None,
            document=documents[0] if documents else None,
            births=_unique(births),
            countries=_unique(re.findall(r"(?:nationality|citizen) ([A-Z][\w ]+)", remarks)),
            detail=" · ".join(filter(None, (cells[3], remarks)))[:1_000],
        )


def _pep(content: bytes) -> Iterator[ParsedEntry | None]:
    reader = csv.reader(io.StringIO(content.decode("iso-8859-1")), delimiter=";")
    heading = next(reader, [])
    if len(heading) != 9 or heading[0].strip() != "CPF":
        raise Unreadable("headings_missing")
    for row in reader:
        if not row:
            continue
        digits = "".join(re.findall(r"\d", row[0]))
        if len(row) != 9 or len(digits) != 6 or not row[1].strip():
            yield None
            continue
        name, office, organ = row[1].strip(), row[3].strip(), row[5].strip()
        begun = row[6].strip()
        # The same person may hold several offices.
        key = hashlib.sha256(f"{digits}|{name}|{office}|{organ}|{begun}".encode()).hexdigest()[:32]
        until = next((day for day in (_day(row[8]), _day(row[7])) if day), "")
        detail = " · ".join(filter(None, (office, organ, f"{_day(begun) or begun}–{until}")))
        yield ParsedEntry(key, (name,), True, digits=digits, detail=detail[:1_000])


def _table(content: bytes) -> Iterator[ParsedEntry | None]:
    text = _text(content)
    first = text.lstrip("\r\n").partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(";\t,", key=first.count))
    known = {name: column for column, names in _COLUMNS.items() for name in names}
    places = {
        known[cell.strip().lower()]: at for at, cell in enumerate(next(reader, [])) if cell.strip().lower() in known
    }
    if "name" not in places:
        raise Unreadable("headings_missing")
    for row in reader:
        if not any(map(str.strip, row)):
            continue
        given = {column: row[at].strip() if at < len(row) else "" for column, at in places.items()}
        document, name = given.get("document", ""), given.get("name", "")
        read = _document(document)
        if not name or len(name) > 300 or (document and read is None):
            yield None
            continue
        birth, country = _day(given.get("birth", "")), given.get("country", "")
        yield ParsedEntry(
            (given.get("key", "") or read or name)[:120],
            (name,),
            None if read is None else len(read) == 11,
            document=read,
            births=(birth,) if birth else (),
            countries=(country,) if country else (),
            detail=given.get("detail", "")[:1_000],
        )


def _text(content: bytes) -> str:
    if b"\x00" in content:
        raise Unreadable("not_a_table")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _document(text: str) -> str | None:
    try:
        return parse(text).value
    except DocumentError:
        return None


def _day(text: str) -> str | None:
    for form in ("%d/%m/%Y", "%Y-%m-%d"):
        try:
            return datetime.strptime(text.strip(), form).date().isoformat()  # noqa: DTZ007
        except ValueError:
            continue
    return None


def _unique(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.replace("\x00", "")[:300] for text in texts if text.strip()))
