"""Parses an uploaded return file: plans each line, or rejects the file.

One transaction holds the whole, so that a file is parsed entirely or not at all. Pieces are loaded one by one, so that
memory does not grow with the file.
"""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from retaguarda.bank_book.queries import bank_by_code
from retaguarda.bank_files.kinds import Family
from retaguarda.bank_files.model import ReturnDamage, ReturnTolerance
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.providers.bankfiles import Damaged, Header, Reader

#: Actor of the events that parsing records.
ACTOR = "returns"

Progress = Callable[[int], Awaitable[None]]


async def hash_pieces(tx: Tx, company: int, file: UUID) -> tuple[bytes, int, int]:
    """Compute the SHA-256, the bytes and the lines of all pieces in order; store on each piece the number of its first
    line.
    """
    digest, size, number, line, inside = hashlib.sha256(), 0, 0, 1, False
    while (piece := await _piece(tx, company, file, number)) is not None:
        await tx.execute(
            "update return_piece set first_line = %(line)s where company_id = %(company)s and file_id = %(file)s"
            " and number = %(number)s",
            {"company": company, "file": file, "number": number, "line": line + inside},
        )
        digest.update(piece)
        size, number, line, inside = size + len(piece), number + 1, line + piece.count(b"\n"), not piece.endswith(b"\n")
    return digest.digest(), size, line - 1 + inside


async def _piece(tx: Tx, company: int, file: UUID, number: int) -> bytes | None:
    found = await tx.value(
        "select bytes from return_piece where company_id = %(company)s and file_id = %(file)s and number = %(number)s",
        {"company": company, "file": file, "number": number},
    )
    return None if found is None else bytes(found)


async def parse(tx: Tx, file: Row, family: Family, progress: Progress | None = None) -> Row:
    """Parse a file in status received; return its row as parsed or rejected."""
    reader = family.reader() if family.reader_of is None else await family.reader_of(tx, file)
    try:
        await tx.execute("savepoint reading")
        await _read(tx, file, family, reader, progress)
        done = await _store_parsed(tx, file, family, reader)
    except Damaged as damage:
        await tx.execute("rollback to reading")
        done = await _salvage(tx, file, family, progress) or await _reject(tx, file, reader, damage)
    await record(
        tx,
        f"{family.event}:{done['status']}",
        company=file["company_id"],
        subject=str(file["id"]),
        actor=ACTOR,
        data={"entries": done["entries"], "error": done["error"] and done["error"]["code"]},
    )
    return done


async def _salvage(tx: Tx, file: Row, family: Family, progress: Progress | None) -> Row | None:
    """Parse what can be read of a file that was refused; None where its family does not, or nothing can."""
    if family.salvage is None:
        return None
    reader = family.salvage()
    try:
        await _read(tx, file, family, reader, progress)
        if reader.found.totals.entries:
            return await _store_parsed(tx, file, family, reader)
    except Damaged:
        pass
    await tx.execute("rollback to reading")
    return None


async def _read(tx: Tx, file: Row, family: Family, reader: Reader[Any], progress: Progress | None) -> None:
    number = 0
    while (piece := await _piece(tx, file["company_id"], file["id"], number)) is not None:
        await _insert_planned(tx, file, family, reader, reader.feed(piece))
        number += 1
        if progress is not None:
            await progress(reader.found.totals.lines)
    await _insert_planned(tx, file, family, reader, reader.close())


async def _insert_planned(tx: Tx, file: Row, family: Family, reader: Reader[Any], entries: list[Any]) -> None:
    if not entries:
        return
    header = reader.found.header
    assert header is not None
    await family.insert(tx, file, header, entries)


async def _store_parsed(tx: Tx, file: Row, family: Family, reader: Reader[Any]) -> Row:
    found = reader.found
    assert found.header is not None
    assert found.layout is not None
    header, totals = found.header, found.totals
    if family.examine is not None:
        said = {"bank": header.bank, "agreement": header.agreement, "generated_on": header.generated_on}
        await family.examine(tx, file | said, reader)
    row = await tx.one(
        "update return_file set status = 'parsed', parsed_at = now(), bank = %(bank)s, bank_name = %(bank_name)s,"
        " layout = %(layout)s, company_document = %(document)s, company_name = %(company_name)s, agreement = %(agreement)s,"
        " sequence = %(sequence)s, generated_on = %(generated_on)s, read_lines = %(lines)s, lines = %(lines)s,"
        " entries = %(entries)s, amount = %(amount)s, paid = %(paid)s, fee = %(fee)s, said_lines = %(said_lines)s,"
        " said_entries = %(said_entries)s, said_amount = %(said_amount)s, tolerances = %(tolerances)s::jsonb,"
        " plan_hash = %(hash)s where company_id = %(company)s and id = %(file)s returning *",
        {
            "company": file["company_id"],
            "file": file["id"],
            "bank": header.bank,
            "bank_name": await _bank_name(tx, header),
            "layout": found.layout.name,
            "document": header.company_document,
            "company_name": header.company_name,
            "agreement": header.agreement,
            "sequence": header.sequence,
            "generated_on": header.generated_on,
            "lines": totals.lines,
            "entries": totals.entries,
            "amount": totals.amount,
            "paid": totals.paid,
            "fee": totals.fee,
            "said_lines": totals.said_lines,
            "said_entries": totals.said_entries,
            "said_amount": totals.said_amount,
            "tolerances": _tolerances(reader),
            "hash": await family.plan_hash(tx, file["company_id"], file["id"]),
        },
    )
    assert row is not None
    return row


async def _reject(tx: Tx, file: Row, reader: Reader[Any], damage: Damaged) -> Row:
    """Reject a damaged file: keep its bytes, the tolerances so far and the place of the damage, and drop its lines."""
    header, layout = reader.found.header, reader.found.layout
    row = await tx.one(
        "update return_file set status = 'rejected', parsed_at = now(), error = %(error)s::jsonb, read_lines = %(lines)s,"
        " bank = %(bank)s, bank_name = %(name)s, layout = %(layout)s, tolerances = %(tolerances)s::jsonb"
        " where company_id = %(company)s and id = %(file)s returning *",
        {
            "company": file["company_id"],
            "file": file["id"],
            "lines": reader.found.totals.lines,
            "bank": header and header.bank,
            "name": header and await _bank_name(tx, header),
            "layout": layout and layout.name,
            "tolerances": _tolerances(reader),
            "error": json_text(ReturnDamage(damage.code, damage.line, damage.column, damage.detail[:200])),
        },
    )
    assert row is not None
    return row


async def _bank_name(tx: Tx, header: Header) -> str:
    """Return the bank's name from the book of banks, because files leave it blank or garble it."""
    bank = await bank_by_code(tx, header.bank)
    return bank.name if bank else header.bank_name


def _tolerances(reader: Reader[Any]) -> str:
    seen = reader.found.tolerances.seen
    return json_text([ReturnTolerance(name, count, line) for name, (count, line) in seen.items()])
