"""Bank return files, read as they come: what each entry says, and how what was read compares with the trailers.

Nothing is guessed. What real files do wrong and can be read without a doubt is read and named (``Tolerances``); everything
else is refused with its line and column (``Damaged``).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from retaguarda.providers.bankfiles.cnab240 import Cnab240
from retaguarda.providers.bankfiles.cnab400 import Cnab400
from retaguarda.providers.bankfiles.entries import Entry, Found
from retaguarda.providers.bankfiles.lines import Damaged, Line, Lines
from retaguarda.providers.bankfiles.payments import PaymentEntry, PaymentReturn
from retaguarda.providers.bankfiles.state import State

T = TypeVar("T")


@dataclass(slots=True)
class Reader(Generic[T]):
    """Takes a file in pieces; holds one piece and one entry, never the file. ``begin`` chooses the state by the first line."""

    begin: Callable[[Line, Found], State[T]]
    found: Found = field(default_factory=Found)
    _lines: Lines = field(init=False)
    _state: State[T] | None = None

    def __post_init__(self) -> None:
        self._lines = Lines(self.found.tolerances)

    def feed(self, piece: bytes) -> list[T]:
        """The entries that this piece completes.

        Raises:
            Damaged.
        """
        return self._taken(self._lines.feed(piece))

    def close(self) -> list[T]:
        """The last entries; the file must be whole now.

        Raises:
            Damaged.
        """
        entries = self._taken(self._lines.close())
        if self._state is None:
            raise Damaged("empty", 1)
        self._state.end()
        return entries

    def _taken(self, lines: list[Line]) -> list[T]:
        entries = list[T]()
        for line in lines:
            self.found.totals.lines = line.number
            if self._state is None:
                self._state = self.begin(line, self.found)
            entries += self._state.take(line)
        return entries


def collection_reader() -> Reader[Entry]:
    """Reads returns of collection."""
    return Reader(_begin)


def payment_reader() -> Reader[PaymentEntry]:
    """Reads returns of payments."""
    return Reader(_begin_payments)


def _begin_payments(line: Line, found: Found) -> State[PaymentEntry]:
    if line.text[7:8] == "0" and line.text[:3].isdigit() and len(line.text.rstrip()) <= 240:
        return PaymentReturn(found)
    raise Damaged("unknown_layout", line.number)


def _begin(line: Line, found: Found) -> State[Entry]:
    """The state for a file with this first line."""
    text = line.text
    if text[7:8] == "0" and text[:3].isdigit() and len(text.rstrip()) <= 240:
        return Cnab240(found)
    if text.startswith("0") and text[2:9] in ("RETORNO", "REMESSA"):
        return Cnab400(found)
    raise Damaged("unknown_layout", line.number)
