"""What files that are no tables become: rows with our own headings, so that every line is parsed the same way."""

from collections.abc import Iterator, Mapping

from retaguarda.payouts.batches.model import COLUMNS
from retaguarda.payouts.batches.parse_line import HEADINGS

#: The number of a line, from one, and its cells; the headings come first, with the number 0.
Rows = Iterator[tuple[int, list[str]]]
HEADING_ROW = (0, [HEADINGS[column][0] for column in COLUMNS])


class FileRefused(Exception):
    """The file cannot be read; ``line`` and ``column`` count from one, 0 where none is meant."""

    def __init__(self, code: str, detail: str, line: int = 0, column: int = 0) -> None:
        super().__init__(detail)
        self.code, self.line, self.column = code, line, column


def cells_of(values: Mapping[str, str]) -> list[str]:
    """Put what a line says of each of COLUMNS into cells, each without blanks around or line ends within."""
    return [" ".join(values.get(column, "").split()) for column in COLUMNS]


def centavos_text(amount: int) -> str:
    """Write minor units as a table does: 1250 is ``12,50``."""
    return f"{amount // 100},{amount % 100:02d}"
