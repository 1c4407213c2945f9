"""Read the layouts of files for regulators. A layout is data: another file is another JSON, and no code."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

FOLDER = Path(__file__).with_name("layouts")

Kind = Literal["company", "document", "code", "day", "choice", "text", "country", "currency", "amount"]


class LayoutColumn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A column of a file. The source gives its value under its name: amounts in minor units, days as ISO 8601.

    ``currency``: of an amount, the name of the value that says in which; ``most`` characters; ``not_``: what it may not be.
    """

    name: str
    kind: Kind
    most: int = 200
    choices: tuple[str, ...] = ()
    not_: tuple[str, ...] = msgspec.field(default=(), name="not")
    currency: str = ""
    optional: bool = False


class LayoutCheck(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A check over more than one cell.

    ``product``: ``column`` × the rate ``by`` is ``equals``, to half a minor unit. ``group_sum``: over all rows with the same
    ``by``, the sum of ``column`` is ``equals``, in minor units.
    """

    check: Literal["product", "group_sum"]
    column: str
    by: str
    equals: str


class Layout(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A file that a regulator takes.

    ``source``: the view that gives its rows, one ``source_id`` each; ``period`` and ``filer``: its columns that narrow them.
    ``total``: the column that is summed for the list; ``other_total``: the one summed by currency.
    """

    name: str
    document: str
    version: str
    about: str
    evidence: str
    source: str
    business_days: int
    file_name: str
    encoding: str
    separator: str
    ending: str
    decimal: str
    period: str
    filer: str
    total: str
    other_total: str
    columns: tuple[LayoutColumn, ...]
    checks: tuple[LayoutCheck, ...] = ()

    def column(self, name: str) -> LayoutColumn:
        return next(column for column in self.columns if column.name == name)

    def place(self, name: str) -> int:
        return next(place for place, column in enumerate(self.columns) if column.name == name)


@cache
def layouts() -> dict[str, Layout]:
    """Every layout by its name."""
    read = [msgspec.json.decode(path.read_bytes(), type=Layout) for path in sorted(FOLDER.glob("*.json"))]
    return {layout.name: layout for layout in read}


@cache
def layout_hash(name: str) -> bytes:
    """What a layout says, as a hash: a file names the one that made it."""
    return hashlib.sha256(described_as(layouts()[name])).digest()


def described_as(layout: Layout) -> bytes:
    """The one JSON of a layout's description."""
    return msgspec.json.encode(layout, order="sorted")
