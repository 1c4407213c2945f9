"""Parses the file of a batch line by line into the database. A worker that dies goes on where its last checkpoint is."""

import asyncio
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from retaguarda.bank_book.queries import banks_by_code
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.payout_engine.identify_destination import DestinationNames, load_names
from retaguarda.payout_engine.resolve_rules import resolve_rules
from retaguarda.payouts.batches.model import MOST_LINES, BatchRow, ParsedLine, PayoutFileDamage
from retaguarda.payouts.batches.parse_file import open_file, rows_of
from retaguarda.payouts.batches.parse_line import HeadingsRefused, LineParser, places_of
from retaguarda.payouts.batches.parse_rows import FileRefused
from retaguarda.payouts.batches.plan_lines import plan_batch
from retaguarda.payouts.batches.queries import lock_batch, update_batch
from retaguarda.payouts.batches.write_mapping import load_mapping

#: Actor of the events that the worker records.
ACTOR = "batches"
#: Lines between two checkpoints.
CHECKPOINT = 5_000
#: Formats whose columns have headings of the merchant's own.
_MAPPED = ("csv", "xlsx")
#: The format of files that programs write for a bank.
_REMITTANCE = "cnab240"
#: Keyed hashes of a line.
_HASHES = ("destination", "document_hash")
_LINE = (
    "number", "cells", "name", "document", "kind", "ispb", "compe", "bank_name", "branch", "account", "account_type", "pix_key",
    "pix_key_kind", "amount", "scheduled_for", "description", "external_id", "destination", "document_hash", "form",
    "tags", "cost_centre", "priority", "method", "ted_purpose",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parsing:
    database: Database
    keys: Keys

    async def run(self, company: int, batch: str) -> None:
        """Parse and plan a batch in the state received; nothing in any other."""
        async with self.database.transaction(Scope((company,))) as tx:
            row = await lock_batch(tx, company, batch, "received")
            names = await load_names(tx, self.keys) if row else None
        if row is None or names is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "brought"
            try:
                await self._fetch(row, path)
                await self._parse(row, path, names)
            except FileRefused as refused:
                await self._refuse(row, refused)
                return
            except _Taken:
                return
        async with self.database.transaction(Scope((company,))) as tx:
            row = await lock_batch(tx, company, batch, "received")
            if row is not None:
                planned = await plan_batch(tx, row)
                await tell(
                    tx, planned, "planned", {"lines": planned.lines, "bad": planned.bad, "amount": planned.amount}
                )

    async def _fetch(self, row: BatchRow, path: Path) -> None:
        """Write the pieces to disk one by one, so that memory does not grow with the file."""
        with path.open("wb") as file:
            number = 0
            while True:
                async with self.database.transaction(Scope((row.company_id,))) as tx:
                    piece = await tx.value(
                        "select bytes from payout_piece where company_id = %(company)s and batch_id = %(batch)s"
                        " and number = %(number)s",
                        {"company": row.company_id, "batch": row.id, "number": number},
                    )
                if piece is None:
                    return
                file.write(bytes(piece))
                number += 1

    async def _parse(self, row: BatchRow, path: Path, names: DestinationNames) -> None:
        """
        Raises:
            FileRefused: it is no table, or has no lines or too many.
        """
        opened = await open_file(path)
        rows = rows_of(opened)
        first = next(rows, None)
        if first is None:
            raise FileRefused("no_lines", "this file has no lines")
        try:
            places = places_of(first[1], await self._mapping(row) if opened.format in _MAPPED else None)
        except HeadingsRefused as refused:
            raise FileRefused(refused.code, str(refused), first[0], refused.column) from None
        async with self.database.transaction(Scope((row.company_id,))) as tx:
            banks = await banks_by_code(tx)
            by_ted = "ted" in (await resolve_rules(tx, row.company_id)).methods
        # Programs write remittances for a bank: the way is its, not the merchant's choice.
        as_pix = opened.format == _REMITTANCE and not by_ted
        parser = LineParser(places, names, banks, row.decimal_mark, ted_as_pix=as_pix)
        await asyncio.to_thread(_skip, rows, row.read_lines)
        read = row.read_lines
        while lines := await asyncio.to_thread(_parsed, parser, rows):
            if read + len(lines) > MOST_LINES:
                raise FileRefused("too_many_lines", f"a batch has at most {MOST_LINES} lines", lines[0].number)
            async with self.database.transaction(Scope((row.company_id,))) as tx:
                locked = await lock_batch(tx, row.company_id, str(row.id), "received")
                if locked is None or locked.read_lines != read:
                    # Another worker reads it, or a person cancelled it.
                    raise _Taken
                await insert_lines(tx, row, lines)
                read += len(lines)
                await update_batch(
                    tx, locked, read_lines=read, format=opened.format, headings=first[1], decimal_mark=parser.mark
                )
        if read == 0:
            raise FileRefused("no_lines", "this file has headings and no lines", first[0])

    async def _mapping(self, row: BatchRow) -> Mapping[str, str] | None:
        """What the version of the template says that the batch was brought with."""
        if row.mapping_id is None:
            return None
        async with self.database.transaction(Scope((row.company_id,))) as tx:
            found = await load_mapping(tx, row.company_id, row.mapping_id)
        return found and found.columns

    async def _refuse(self, row: BatchRow, refused: FileRefused) -> None:
        async with self.database.transaction(Scope((row.company_id,))) as tx:
            locked = await lock_batch(tx, row.company_id, str(row.id), "received")
            if locked is None:
                return
            damage = PayoutFileDamage(refused.code, refused.line, refused.column, str(refused)[:300])
            ended = await tx.value("select clock_timestamp()")
            locked = await update_batch(tx, locked, status="unreadable", error=json_text(damage), ended_at=ended)
            await tell(tx, locked, "unreadable", {"error": refused.code})


class _Taken(Exception):
    """Another worker has taken over reading the batch."""


async def tell(tx: Tx, row: BatchRow, what: str, data: dict[str, Any]) -> None:
    await record(
        tx, f"payouts:payout_batch:{what}", company=row.company_id, subject=str(row.id), actor=ACTOR, data=data
    )


def _skip(rows: Iterator[tuple[int, list[str]]], count: int) -> None:
    for _ in islice(rows, count):
        pass


def _parsed(parser: LineParser, rows: Iterator[tuple[int, list[str]]]) -> list[ParsedLine]:
    return [parser.parse(number, cells) for number, cells in islice(rows, CHECKPOINT)]


async def insert_lines(tx: Tx, row: BatchRow, lines: Sequence[ParsedLine]) -> None:
    """Insert lines in one statement. COPY would be faster, but Postgres refuses it under row security."""
    values = [
        {"method": "pix"}
        | line.values
        | {
            "number": line.number,
            "cells": line.cells,
            "form": line.problems,
            **{name: f"\\x{line.values[name].hex()}" for name in _HASHES if name in line.values},
        }
        for line in lines
    ]
    await tx.execute(
        _INSERT, {"company": row.company_id, "batch": row.id, "currency": row.currency, "rows": json_text(values)}
    )


_INSERT = f"""
    insert into payout_line (company_id, batch_id, currency, {", ".join(_LINE)})
    select %(company)s, %(batch)s, %(currency)s, {", ".join(_LINE)}
      from json_populate_recordset(null::payout_line, %(rows)s::json)
"""
