"""Reads a bank's statement in any of five formats as the upload engine reads any file of a bank, and keeps its lines as planned.

Each statement in a file is of one house account, found by its bank and number; a line's place in the file is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.conciliation.statements.model import OPTIONS
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.bankfiles import Damaged, Header
from retaguarda.providers.bankfiles.entries import Found
from retaguarda.providers.bankfiles.layouts import Layout
from retaguarda.providers.statements import Begun, Ended, Event, Mapping, Reader, StatementLine

_FIELDS = [
    "booked_on",
    "value_on",
    "amount",
    "kind",
    "history_code",
    "reference",
    "own_reference",
    "end_to_end_id",
    "document",
    "name",
    "tax_document",
    "counter_account",
    "description",
    "balance",
    "first_line",
    "last_line",
]


class Placed(msgspec.Struct):
    """A line with its place: ``statement`` in the file, ``number`` through the whole file."""

    statement: int
    number: int
    line: StatementLine


@dataclass(slots=True)
class StatementReader:
    """Takes a statement in pieces, with the face of a reader of return files."""

    mapping: Mapping | None
    found: Found = field(default_factory=Found)
    _reader: Reader = field(init=False)
    _statement: int = 0

    def __post_init__(self) -> None:
        self._reader = Reader(self.mapping)

    def feed(self, piece: bytes) -> list[Any]:
        return self._taken(self._reader.feed(piece))

    def close(self) -> list[Any]:
        return self._taken(self._reader.close())

    def _taken(self, events: list[Event]) -> list[Any]:
        taken, totals = list[Any](), self.found.totals
        self.found.tolerances = self._reader.known.tolerances
        for event in events:
            match event:
                case StatementLine():
                    totals.entries += 1
                    totals.lines = event.last_line
                    taken.append(Placed(self._statement, totals.entries, event))
                case Begun():
                    self._statement = event.number
                    self._begin(event)
                    taken.append(event)
                case Ended():
                    taken.append(event)
        return taken

    def _begin(self, begun: Begun) -> None:
        if self.found.header is None:
            self.found.header = Header(
                bank=begun.bank.removeprefix("0")[:3] if len(begun.bank) == 4 else begun.bank[:3],
                bank_name="",
                company_document=begun.holder_document,
                company_name=begun.holder,
                agreement=begun.account,
                sequence=int(begun.sequence) if begun.sequence.isdigit() and len(begun.sequence) < 19 else None,
                generated_on=begun.last_day or begun.first_day,
            )
            self.found.layout = Layout(self._reader.known.format, 0, begun.bank, {}, {}, False, False)


async def reader_of(tx: Tx, file: Row) -> StatementReader:
    """Reads CSV by the mapping of the account that a person named for the file."""
    account = await tx.one(
        "select h.bank, h.branch, h.number, h.currency, h.mapping from statement_source s"
        " join house_account h on h.company_id = s.company_id and h.id = s.account_id"
        " where s.company_id = %(company_id)s and s.file_id = %(id)s",
        file,
    )
    if account is None or account["mapping"] is None:
        return StatementReader(None)
    kept = {"account": account["number"], "currency": account["currency"], "bank": account["bank"]}
    options = {name: account["mapping"][name] for name in OPTIONS if name in account["mapping"]}
    columns = {name: title for name, title in account["mapping"].items() if name not in options}
    return StatementReader(msgspec.convert(kept | options | {"columns": columns}, Mapping))


async def insert_statement(tx: Tx, file: Row, header: Header, entries: Sequence[Any]) -> None:
    """Keeps what a piece of the file completes.

    Raises:
        Damaged: an account that is not ours, is not the one named, or has another currency.
    """
    lines = list[Placed]()
    for entry in entries:
        match entry:
            case Placed():
                lines.append(entry)
            case Begun():
                await _insert_begun(tx, file, entry)
            case _:
                await _insert_lines(tx, file, lines)
                lines.clear()
                await _end(tx, file, entry)
    await _insert_lines(tx, file, lines)


async def _insert_begun(tx: Tx, file: Row, begun: Begun) -> None:
    digits = "".join(mark for mark in begun.account.upper() if mark.isalnum()).lstrip("0")
    # MT940 writes bank and account in one field.
    found = await tx.all(
        "select h.id, h.currency, h.opened_on, s.account_id as named from house_account h"
        " left join statement_source s on s.company_id = h.company_id and s.file_id = %(file)s"
        " where h.company_id = %(company)s and h.state = 'open' and (h.digits = %(digits)s or h.bank || h.digits = %(digits)s)"
        " and (%(bank)s = '' or right(%(bank)s, 3) = h.bank)",
        {"company": PROVIDER, "file": file["id"], "digits": digits, "bank": begun.bank},
    )
    if not found:
        raise Damaged("account_unknown", begun.line, 1, begun.account)
    account = next((each for each in found if each["named"] in (None, each["id"])), None)
    if account is None or len(found) > 1:
        raise Damaged("account_differs", begun.line, 1, begun.account)
    if account["currency"] != begun.currency:
        raise Damaged("currency_differs", begun.line, 1, begun.currency)
    await tx.execute(
        "insert into stated_balance (file_id, number, account_id, format, currency, closing_on, credits, debits, lines, holds)"
        " values (%(file)s, %(number)s, %(account)s, %(format)s, %(currency)s, %(last_day)s, 0, 0, 0, true)",
        {
            "file": file["id"],
            "number": begun.number,
            "account": account["id"],
            "format": begun.format,
            "currency": begun.currency,
            "last_day": begun.last_day,
        },
    )


async def _insert_lines(tx: Tx, file: Row, lines: Sequence[Placed]) -> None:
    if not lines:
        return
    rows = [
        {name: getattr(each.line, name) for name in _FIELDS}
        | {
            "number": each.number,
            "statement": each.statement,
            "begins_at": each.line.offset,
            "ends_at": each.line.end,
            "effect": "pseudo" if each.line.pseudo else "new",
        }
        for each in lines
    ]
    names = ", ".join((*_FIELDS, "number", "begins_at", "ends_at", "effect"))
    picked = ", ".join(f"l.{name}" for name in (*_FIELDS, "number", "begins_at", "ends_at", "effect"))
    await tx.execute(
        f"insert into bank_line (file_id, account_id, currency, {names})"
        f" select %(file)s, b.account_id, b.currency, {picked}"
        "   from jsonb_to_recordset(%(rows)s::jsonb) l (number bigint, statement int, booked_on date, value_on date, amount bigint,"
        "        kind text, history_code text, reference text, own_reference text, end_to_end_id text, document text, name text,"
        "        tax_document text, counter_account text, description text, balance bigint, first_line bigint, last_line bigint,"
        "        begins_at bigint, ends_at bigint, effect text)"
        "   join stated_balance b on b.company_id = %(company)s and b.file_id = %(file)s and b.number = l.statement",
        {"company": PROVIDER, "file": file["id"], "rows": json_text(rows)},
    )


async def _end(tx: Tx, file: Row, ended: Ended) -> None:
    """Keeps what a statement closes with.

    It reaches to its last line, or to the day of its balance where nothing moved after that line. Some banks date the balance
    by the moment of the download: it counts no further than the statement's own last day.
    """
    opening, closing = ended.opening, ended.closing
    await tx.execute(
        "update stated_balance s set opening = %(opening)s,"
        " opening_on = coalesce(%(opening_on)s, (select min(booked_on) from bank_line l where l.company_id = s.company_id"
        "   and l.file_id = s.file_id)),"
        " closing = %(closing)s, closing_on = greatest((select max(booked_on) from bank_line l where l.company_id = s.company_id"
        "   and l.file_id = s.file_id and l.account_id = s.account_id),"
        "   case when %(closing_on)s::date is not null then least(closing_on, %(closing_on)s) end),"
        " credits = %(credits)s, debits = %(debits)s, lines = %(lines)s, holds = %(holds)s"
        " where company_id = %(company)s and file_id = %(file)s and number = %(number)s",
        {
            "company": PROVIDER,
            "file": file["id"],
            "number": ended.number,
            "opening": opening and opening.amount,
            "opening_on": opening and opening.on,
            "closing": closing and closing.amount,
            "closing_on": closing and closing.on,
            "credits": ended.credits,
            "debits": ended.debits,
            "lines": ended.lines,
            "holds": all(check.holds for check in ended.checks),
        },
    )


_HASH = """
    select encode(sha256(convert_to(count(*) || ':' || coalesce(sum(hashtextextended(concat_ws('|', number, effect, repeats), 0)::numeric), 0)
             || ':' || coalesce(sum(hashtextextended(concat_ws('|', number, effect, repeats), 1)::numeric), 0), 'UTF8')), 'hex')
      from bank_line where company_id = %(company)s and file_id = %(file)s
"""


async def plan_hash(tx: Tx, company: int, file: UUID) -> str:
    """Plans all lines of a file, and hashes what would follow; equal plans give equal hashes."""
    await tx.execute("select statement_plan(%(file)s)", {"file": file})
    hashed: str = await tx.value(_HASH, {"company": company, "file": file})
    return hashed


async def replan(tx: Tx, file: Row) -> int:
    """Plans every line again and returns 1 where the plan is another one than the file's."""
    return int(await plan_hash(tx, file["company_id"], file["id"]) != file["plan_hash"])
