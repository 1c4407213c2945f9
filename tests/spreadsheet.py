"""How a spreadsheet takes a text apart, and what it would run of it."""

from collections.abc import Iterator

SEPARATORS = (";", ",", "\t")
#: OWASP, CSV injection; in their wide forms too.
SIGNS = tuple("=+-@\t\r＝＋－＠")


def cells(text: str, separator: str, *, quotes: bool = True) -> Iterator[str]:
    """The cells of a file that is split at ``separator``, as Excel does it, whatever it was written with; without ``quotes`` as a
    program does it that knows of none.
    """
    cell, quoted, begun, place = "", False, False, 0
    while place < len(text):
        sign = text[place]
        place += 1
        if quoted:
            if sign != '"':
                cell += sign
            elif text[place : place + 1] == '"':
                cell, place = cell + sign, place + 1
            else:
                quoted = False
        elif quotes and sign == '"' and not begun:
            quoted = begun = True
        elif sign == separator or sign in "\r\n":
            yield cell
            cell, begun = "", False
            if text[place - 1 : place + 1] == "\r\n":
                place += 1
        else:
            cell, begun = cell + sign, True
    yield cell


def formulas(text: str) -> list[str]:
    """Cells that would be run, in any of the ways in which the file can be split. Numbers are none: ``-1,50`` and its parts."""
    return [
        cell
        for separator in SEPARATORS
        for quotes in (True, False)
        for cell in cells(text.removeprefix("\ufeff"), separator, quotes=quotes)
        if cell.lstrip(' "').startswith(SIGNS) and not _is_number(cell)
    ]


def _is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(",", "").replace(".", "").isdigit()
