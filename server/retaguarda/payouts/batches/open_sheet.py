"""Turns the first sheet of a spreadsheet into CSV. Runs as a program of its own, whose memory and time are limited:
whatever a hostile file does to it, the worker goes on.
"""

import csv
import datetime
import resource
import sys
import zipfile
import zlib
from decimal import Decimal

#: Bytes of memory, seconds of work, and bytes that a file may unpack to.
MEMORY, SECONDS, UNPACKED = 1_500_000_000, 60, 400_000_000
MOST_PARTS = 1_000
_COPIED = 64 * 1024

Cell = int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta


class SheetRefused(Exception):
    """``str()`` is the code of the damage."""


def check_archive(path: str) -> None:
    """Refuse what unpacks to too much, and what would run or fetch something.

    Raises:
        SheetRefused: it is such a file, or no spreadsheet.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            names = [part.filename.lower() for part in parts]
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > UNPACKED:
                raise SheetRefused("sheet_bomb")
            if any("vbaproject" in name or "externallink" in name for name in names):
                raise SheetRefused("sheet_macros")
            if "xl/workbook.xml" not in names or any(name.startswith("/") or ".." in name for name in names):
                raise SheetRefused("sheet_damaged")
            _unpack(archive, parts)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise SheetRefused("sheet_damaged") from error


def _unpack(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> None:
    """Unpack everything once and keep nothing: a directory may lie about sizes."""
    left = UNPACKED
    for part in parts:
        with archive.open(part) as stream:
            while piece := stream.read(_COPIED):
                left -= len(piece)
                if left < 0:
                    raise SheetRefused("sheet_bomb")


def cell_text(cell: Cell) -> str:
    """Write a cell as a person would type it; a number with its own digits, never those of a float."""
    match cell:
        case bool():
            return str(cell).lower()
        case float():
            number = Decimal(format(cell, ".15g"))
            whole = number == number.to_integral_value()
            return f"{number:.0f}" if whole else f"{number:.2f}" if number == round(number, 2) else f"{number:f}"
        case datetime.datetime():
            return cell.date().isoformat()
        case _:
            return str(cell)


def convert(source: str, target: str) -> None:
    """Write the first sheet's rows as CSV, each in a line of its number."""
    check_archive(source)
    # The worker reads this module's limits, and never a sheet.
    from python_calamine import CalamineWorkbook

    try:
        sheet = CalamineWorkbook.from_path(source).get_sheet_by_index(0)
        rows = sheet.to_python(skip_empty_area=False)
    except Exception as error:
        raise SheetRefused("sheet_damaged") from error
    with open(target, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, delimiter=";", lineterminator="\n")
        writer.writerows([" ".join(cell_text(cell).split()) for cell in row] for row in rows)


def main() -> int:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        convert(sys.argv[1], sys.argv[2])
    except SheetRefused as refused:
        print(refused)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
