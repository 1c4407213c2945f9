"""Write the statement as a PDF to read and print, one page of lines at a time."""

from collections.abc import Sequence
from typing import IO

from retaguarda.account.statement.files.period import Period
from retaguarda.account.statement.files.text import one_line
from retaguarda.account.statement.files.words import KIND_WORDS, PDF_WORDS
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.local_day import format_day, format_time
from retaguarda.foundation.money import format_money
from retaguarda.foundation.pdf import BOLD, HEIGHT, MARGIN, WIDTH, PdfFile, left, line, right

_LINE, _SIZE = 15, 8
_ROWS = 44
#: Left edges of the columns, and right edges of the two money columns.
_AT, _KIND, _PARTY, _AMOUNT, _BALANCE = MARGIN, 132, 232, 470, WIDTH - MARGIN
#: Characters that fit into a text column, at about half the font size each.
_KIND_LETTERS, _PARTY_LETTERS = 22, 40


async def write_pdf(tx: Tx, period: Period, out: IO[bytes]) -> None:
    document, page_rows = PdfFile(out), list[Row]()
    total = -(-max(period.entries, 1) // _ROWS)
    async for batch in period.rows(tx):
        for row in batch:
            page_rows.append(row)
            if len(page_rows) == _ROWS:
                document.page(_page(period, page_rows, len(document.pages) + 1, total))
                page_rows = []
    if page_rows or not document.pages:
        document.page(_page(period, page_rows, len(document.pages) + 1, total))
    document.close(_title(period), period.language)


def _title(period: Period) -> str:
    words = PDF_WORDS[period.language]
    first, last = format_day(period.first_day, period.language), format_day(period.last_day, period.language)
    return f"{words['title']} {first} – {last}"


def _page(period: Period, rows: Sequence[Row], number: int, total: int) -> list[str]:
    words, holder = PDF_WORDS[period.language], period.holder
    top = HEIGHT - MARGIN
    commands = [
        left(MARGIN, top - 10, _title(period), 14, BOLD),
        left(MARGIN, top - 26, f"{one_line(holder.name, 70)} · {holder.document} · {period.number}", 9),
        left(MARGIN, top - 39, f"{holder.provider} · {words['zone']} {period.zone.key}", _SIZE),
        right(_BALANCE, top - 39, f"{number}/{total}", _SIZE),
    ]
    y = top - 60
    for x, name in ((_AT, "at"), (_KIND, "kind"), (_PARTY, "party")):
        commands.append(left(x, y, words[name], _SIZE, BOLD))
    for edge, name in ((_AMOUNT, "amount"), (_BALANCE, "balance")):
        # A bold character of a heading is about half the font size wide.
        commands.append(left(edge - len(words[name]) * _SIZE * 0.5, y, words[name], _SIZE, BOLD))
    commands.append(line(MARGIN, _BALANCE, y - 5))
    if number == 1:
        y -= _LINE
        commands += [
            left(_AT, y, words["opening"], _SIZE),
            right(_BALANCE, y, format_money(period.opening, period.currency, period.language), _SIZE),
        ]
    for row in rows:
        y -= _LINE
        commands += _line(period, row, y)
    if number == total:
        y -= _LINE + 4
        closing = format_money(period.closing, period.currency, period.language)
        commands += [left(_AT, y, words["closing"], _SIZE, BOLD), right(_BALANCE, y, closing, _SIZE)]
    return commands


def _line(period: Period, row: Row, y: int) -> list[str]:
    at = format_time(row["posted_at"].astimezone(period.zone), period.language)
    kind = KIND_WORDS[period.language].get(row["kind"], row["kind"])
    details = " · ".join(each for each in (row["counterparty"], row["description"]) if each)
    return [
        left(_AT, y, at, _SIZE),
        left(_KIND, y, one_line(kind, _KIND_LETTERS), _SIZE),
        left(_PARTY, y, one_line(details, _PARTY_LETTERS), _SIZE),
        right(_AMOUNT, y, format_money(row["amount"], period.currency, period.language), _SIZE),
        right(_BALANCE, y, format_money(row["balance_after"], period.currency, period.language), _SIZE),
    ]
