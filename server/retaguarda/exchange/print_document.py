"""Prints bordereaux of exchange: rows of operations as CSV, or as a PDF with facts, rows and sums."""

import asyncio
import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import IO

import msgspec

from retaguarda.exchange.model import rate_text
from retaguarda.foundation import pdf
from retaguarda.foundation.local_day import format_day
from retaguarda.foundation.money import exponent_of, format_money
from retaguarda.foundation.receipt import Issuer, Language, format_document
from retaguarda.lists.exports.cells import escape_formulas

FORMATS = ("csv", "pdf")
#: Headings of the file's columns, Portuguese and English.
HEADINGS = (
    ("Operação", "Operation"), ("Estabelecimento", "Merchant"), ("Cliente", "Client"), ("CPF/CNPJ", "CPF/CNPJ"),
    ("Contraparte no exterior", "Counterparty abroad"), ("País", "Country"), ("Tipo de transação", "Type of transaction"),
    ("Fatura", "Invoice"), ("Dia do fechamento", "Trade day"), ("Moeda", "Currency"), ("Valor em moeda estrangeira", "Foreign amount"),
    ("Taxa", "Rate"), ("Moeda nacional", "Home currency"), ("Preço", "Price"), ("IOF", "IOF"), ("Tarifa", "Fee"), ("Total", "Total"),
)  # fmt: skip
_TOTAL = ("Total", "Total")
_SIZE, _STEP, _ROWS = 8, 14, 46
#: Left edges of the words, and right edges of the numbers.
_AT, _CLIENT = pdf.MARGIN, pdf.MARGIN + 78
_FOREIGN, _RATE, _PRICE, _TAX, _EDGE = 304, 350, 422, 482, pdf.WIDTH - pdf.MARGIN


class BordereauLine(msgspec.Struct):
    """One operation as its bordereau tells it; sums in minor units of ``currency`` and ``home_currency``."""

    reference: str
    company_name: str
    client_name: str | None
    client_document: str | None
    counterparty: str | None
    country: str | None
    purpose: str | None
    invoice: str | None
    trade_day: date
    currency: str
    foreign_amount: int
    rate: Decimal
    home_currency: str
    price: int
    tax: int
    fee: int
    total: int


@dataclass(slots=True)
class BordereauSums:
    """What the lines come to, added up while they are written."""

    foreign: int = 0
    price: int = 0
    tax: int = 0
    fee: int = 0
    total: int = 0

    def add(self, line: BordereauLine) -> None:
        self.foreign += line.foreign_amount
        self.price += line.price
        self.tax += line.tax
        self.fee += line.fee
        self.total += line.total


@dataclass(frozen=True, slots=True)
class Bordereau:
    """What stands above the rows. ``facts``: labels and values; those without a value are left out."""

    title: str
    issuer: Issuer
    language: Language
    currency: str
    home_currency: str
    facts: Sequence[tuple[str, str | None]]
    code: str


class CsvBordereau:
    """Rows of text, and their sums in the last one; no cell begins a formula."""

    def __init__(self, out: IO[bytes], bordereau: Bordereau) -> None:
        self._out, self._bordereau, self.sums = out, bordereau, BordereauSums()
        self._place = 0 if bordereau.language == "pt" else 1
        headings = [each[self._place] for each in HEADINGS]
        self._write([["\ufeff" + headings[0], *headings[1:]]])

    async def add(self, lines: Sequence[BordereauLine]) -> None:
        await asyncio.to_thread(self._write, [self._cells(line) for line in lines])

    async def close(self) -> None:
        made, sums = self._bordereau, self.sums
        foreign, home = made.currency, made.home_currency
        ends = [self._sum(each, home) for each in (sums.price, sums.tax, sums.fee, sums.total)]
        self._write([[_TOTAL[self._place], *[""] * 8, foreign, self._sum(sums.foreign, foreign), "", home, *ends]])

    def _cells(self, line: BordereauLine) -> list[str]:
        self.sums.add(line)
        words = (line.client_name, _document(line), line.counterparty, line.country, line.purpose, line.invoice)
        home = line.home_currency
        return [
            line.reference, line.company_name, *(each or "" for each in words), line.trade_day.isoformat(), line.currency,
            self._sum(line.foreign_amount, line.currency), self._decimal(rate_text(line.rate)), home,
            *(self._sum(each, home) for each in (line.price, line.tax, line.fee, line.total)),
        ]  # fmt: skip

    def _sum(self, amount: int, currency: str) -> str:
        return self._decimal(f"{Decimal(amount).scaleb(-exponent_of(currency)):f}")

    def _decimal(self, text: str) -> str:
        return text.replace(".", ",") if self._place == 0 else text

    def _write(self, rows: list[list[str]]) -> None:
        text = io.StringIO(newline="")
        csv.writer(text, delimiter=";").writerows([escape_formulas(cell) for cell in row] for row in rows)
        self._out.write(text.getvalue().encode())


class PdfBordereau:
    """Pages of rows below the facts, and the sums below the last row."""

    def __init__(self, out: IO[bytes], bordereau: Bordereau) -> None:
        self._file, self._bordereau, self.sums = pdf.PdfFile(out), bordereau, BordereauSums()
        self._place = 0 if bordereau.language == "pt" else 1
        self._drawing, self._y = list[str](), 0.0
        self._begin(bordereau.facts)

    async def add(self, lines: Sequence[BordereauLine]) -> None:
        await asyncio.to_thread(self._draw, lines)

    async def close(self) -> None:
        await asyncio.to_thread(self._end)

    def _draw(self, lines: Sequence[BordereauLine]) -> None:
        for line in lines:
            self.sums.add(line)
            client = " · ".join(each for each in (_document(line), line.client_name) if each) or line.company_name
            self._row(
                line.reference, client, line.foreign_amount, _decimal(rate_text(line.rate), self._place),
                (line.price, line.tax, line.total),
            )  # fmt: skip

    def _end(self) -> None:
        self._room(3)
        self._drawing.append(pdf.line(pdf.MARGIN, _EDGE, self._y - 5))
        sums = self.sums
        self._row(_TOTAL[self._place], "", sums.foreign, "", (sums.price, sums.tax, sums.total))
        self._drawing.append(pdf.left(_AT, self._y - 2 * _STEP, self._bordereau.code, 9, pdf.BOLD))
        self._file.page(self._drawing)
        self._file.close(self._bordereau.title, self._bordereau.language)

    def _row(self, first: str, client: str, foreign: int, rate: str, home: Sequence[int]) -> None:
        self._room(1)
        self._y -= _STEP
        made, y = self._bordereau, self._y
        lines = pdf.wrapped(client, _SIZE, _FOREIGN - 80 - _CLIENT)
        self._drawing += [
            pdf.left(_AT, y, first, _SIZE, pdf.REGULAR if client else pdf.BOLD),
            pdf.left(_CLIENT, y, lines[0] + ("…" if len(lines) > 1 else ""), _SIZE),
            pdf.right(_FOREIGN, y, format_money(foreign, made.currency, made.language), _SIZE),
            pdf.right(_RATE, y, rate, _SIZE),
        ]
        for edge, amount in zip((_PRICE, _TAX, _EDGE), home, strict=True):
            self._drawing.append(pdf.right(edge, y, format_money(amount, made.home_currency, made.language), _SIZE))

    def _room(self, rows: int) -> None:
        """Begin another page where this one has no room for so many rows."""
        if self._y - rows * _STEP < pdf.MARGIN:
            self._file.page(self._drawing)
            self._drawing = []
            self._begin(())

    def _begin(self, facts: Sequence[tuple[str, str | None]]) -> None:
        made, top = self._bordereau, pdf.HEIGHT - pdf.MARGIN
        issuer = f"{made.issuer.name} · CNPJ {format_document(made.issuer.document)}"
        self._drawing += [
            pdf.left(_AT, top - 12, made.title, 14, pdf.BOLD),
            pdf.left(_AT, top - 28, issuer, 9, grey=0.35),
            pdf.right(_EDGE, top - 28, str(len(self._file.pages) + 1), 9),
        ]
        self._y = top - 38
        for label, value in facts:
            if value:
                self._y -= _STEP
                self._drawing += [
                    pdf.left(_AT, self._y, label, 9, grey=0.35),
                    pdf.left(_AT + 170, self._y, value, 9),
                ]
        self._y -= 26
        names = [HEADINGS[place][self._place] for place in (0, 2, 10, 11, 13, 14, 16)]
        edges = (_FOREIGN, _RATE, _PRICE, _TAX, _EDGE)
        self._drawing += [pdf.left(_AT, self._y, names[0], _SIZE), pdf.left(_CLIENT, self._y, names[1], _SIZE)]
        self._drawing += [pdf.right(edge, self._y, name, _SIZE) for edge, name in zip(edges, names[2:], strict=True)]
        self._drawing.append(pdf.line(pdf.MARGIN, _EDGE, self._y - 5))


def _decimal(text: str, place: int) -> str:
    return text.replace(".", ",") if place == 0 else text


def _document(line: BordereauLine) -> str:
    return format_document(line.client_document, whole=False) if line.client_document else ""


def day_or_none(day: date | None, language: Language) -> str | None:
    return day and format_day(day, language)
