"""Reads the rows of an uploaded file: tells by its bytes what it is, and streams it from disk."""

import asyncio
import codecs
import csv
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from retaguarda.payouts.batches.model import LARGEST_SHEET
from retaguarda.payouts.batches.open_sheet import SECONDS
from retaguarda.payouts.batches.parse_ndjson import rows_of_ndjson
from retaguarda.payouts.batches.parse_pain import rows_of_pain
from retaguarda.payouts.batches.parse_remittance import WIDTH, rows_of_remittance
from retaguarda.payouts.batches.parse_rows import FileRefused, Rows

#: Bytes looked at to find the delimiter; characters of a field at most.
_SAMPLE = 64 * 1024
_LONGEST_FIELD = 10_000
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Opened:
    """A file of rows on disk. ``format``: what was brought."""

    path: Path
    encoding: str
    delimiter: str
    format: str


async def open_file(path: Path) -> Opened:
    """Find out what a file is, and turn a spreadsheet into a table of text.

    Raises:
        FileRefused: it is no table.
    """
    with path.open("rb") as file:
        start = file.read(_SAMPLE)
    if start.startswith(_ZIP):
        return await _open_sheet(path)
    encoding = await asyncio.to_thread(_encoding, path, start)
    if (written := _format_of(start)) != "csv":
        if written == "pain.001" and await asyncio.to_thread(os.path.getsize, path) > LARGEST_SHEET:
            raise FileRefused("sheet_too_large", f"a message has at most {LARGEST_SHEET} bytes; a CSV may be longer")
        return Opened(path, encoding, "", written)
    first = start.decode(encoding, "replace").lstrip("\ufeff\r\n").partition("\n")[0]
    return Opened(path, encoding, max(";\t,", key=first.count), "csv")


def _format_of(start: bytes) -> str:
    """Tell tables, objects, messages and remittances apart by how they begin; names of files say nothing."""
    text = start.removeprefix(codecs.BOM_UTF8).lstrip()
    if text.startswith(b"{"):
        return "ndjson"
    if text.startswith(b"<"):
        return "pain.001"
    first = text.partition(b"\n")[0].rstrip(b"\r")
    return "cnab240" if len(first) == WIDTH and first[3:8] == b"00000" and first[:3].isdigit() else "csv"


async def _open_sheet(path: Path) -> Opened:
    if await asyncio.to_thread(os.path.getsize, path) > LARGEST_SHEET:
        raise FileRefused("sheet_too_large", f"a spreadsheet has at most {LARGEST_SHEET} bytes; a CSV may be longer")
    target = path.with_suffix(".csv")
    # Its own environment is empty: nothing that this process knows is known there.
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "retaguarda.payouts.batches.open_sheet",
        str(path),
        str(target),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PYTHONPATH": os.pathsep.join(each for each in sys.path if each)},
    )
    try:
        said, _ = await asyncio.wait_for(program.communicate(), 2 * SECONDS)
    except TimeoutError:
        program.kill()
        await program.wait()
        raise FileRefused("sheet_bomb", "reading this spreadsheet takes too long") from None
    if program.returncode != 0:
        raise FileRefused(said.decode().strip() or "sheet_bomb", "this spreadsheet cannot be read")
    return Opened(target, "utf-8", ";", "xlsx")


def _encoding(path: Path, start: bytes) -> str:
    """UTF-8 where every byte of the file is; Latin-1 otherwise, which old spreadsheets write."""
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise FileRefused("encoding_unknown", "save the file as CSV in UTF-8")
    decoder = codecs.getincrementaldecoder("utf-8")()
    plain = True
    with path.open("rb") as file:
        while piece := file.read(1024 * 1024):
            if b"\0" in piece:
                raise FileRefused("not_a_table", "this file is neither CSV nor a spreadsheet")
            if plain:
                try:
                    decoder.decode(piece)
                except UnicodeDecodeError:
                    plain = False
    return "utf-8-sig" if plain else "latin-1"


def rows_of(opened: Opened) -> Rows:
    """Return each row that is not empty with the number of its line, the headings first.

    Raises:
        FileRefused: a row cannot be taken apart.
    """
    match opened.format:
        case "ndjson":
            return rows_of_ndjson(opened.path, opened.encoding)
        case "pain.001":
            return rows_of_pain(opened.path)
        case "cnab240":
            return rows_of_remittance(opened.path)
        case _:
            return _rows_of_table(opened)


def _rows_of_table(opened: Opened) -> Rows:
    csv.field_size_limit(_LONGEST_FIELD)
    with opened.path.open(encoding=opened.encoding, newline="") as file:
        reader = csv.reader(file, delimiter=opened.delimiter)
        try:
            for cells in reader:
                if any(map(str.strip, cells)):
                    yield reader.line_num, cells
        except (csv.Error, UnicodeDecodeError) as error:
            raise FileRefused("row_damaged", str(error)[:200], reader.line_num) from None
