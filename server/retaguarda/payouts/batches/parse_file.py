"""Reads the rows of an uploaded file: tells by its bytes what it is, and streams it from disk."""

import asyncio
import codecs
import csv
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from retaguarda.payouts.batches.model import LARGEST_SHEET
from retaguarda.payouts.batches.open_sheet import SECONDS

#: Bytes looked at to find the delimiter; characters of a field at most.
_SAMPLE = 64 * 1024
_LONGEST_FIELD = 10_000
_ZIP = b"PK\x03\x04"


class FileRefused(Exception):
    """The file cannot be read; ``line`` and ``column`` count from one, 0 where none is meant."""

    def __init__(self, code: str, detail: str, line: int = 0, column: int = 0) -> None:
        super().__init__(detail)
        self.code, self.line, self.column = code, line, column


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
    first = start.decode(encoding, "replace").lstrip("\ufeff\r\n").partition("\n")[0]
    return Opened(path, encoding, max(";\t,", key=first.count), "csv")


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


def rows_of(opened: Opened) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not empty with the number of its line.

    Raises:
        FileRefused: a row cannot be taken apart.
    """
    csv.field_size_limit(_LONGEST_FIELD)
    with opened.path.open(encoding=opened.encoding, newline="") as file:
        reader = csv.reader(file, delimiter=opened.delimiter)
        try:
            for cells in reader:
                if any(map(str.strip, cells)):
                    yield reader.line_num, cells
        except (csv.Error, UnicodeDecodeError) as error:
            raise FileRefused("row_damaged", str(error)[:200], reader.line_num) from None
