"""Statements of banks, read as they come: what each line says, and how what was read compares with the balances told.

Nothing is guessed. What real files do wrong and can be read without a doubt is read and named (``Known.tolerances``);
everything else is refused with its line and column (``Damaged``), and nothing else is ever raised. Sums that do not agree
are told (``Ended.checks``), not refused: what they mean is for whoever reconciles.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from retaguarda.providers.bankfiles.lines import Damaged
from retaguarda.providers.statements.camt import Camt
from retaguarda.providers.statements.cnab import Cnab
from retaguarda.providers.statements.csv_mapping import Mapping
from retaguarda.providers.statements.csvfile import Csv
from retaguarda.providers.statements.model import Event, Known, Limits, StatementLine
from retaguarda.providers.statements.mt940 import Mt940
from retaguarda.providers.statements.ofx import Ofx
from retaguarda.providers.statements.sniff import recognise

#: A format sees pieces of this size, however the file comes: so what is found in it does not hang on the network.
PIECE = 65_536
#: So much of a file is looked at to see what it is.
HEAD = 8_192


class Format(Protocol):
    """A reader of one format; ``line`` is where it stands."""

    @property
    def line(self) -> int: ...
    def feed(self, piece: bytes) -> list[Event]: ...
    def close(self) -> list[Event]: ...


class Reader:
    """Takes a file in pieces of any size; holds one piece and one line, never the file.

    A Reader that has raised is done with: what it returned before stands, the file as a whole is damaged.
    """

    def __init__(self, mapping: Mapping | None = None, limits: Limits | None = None, piece: int = PIECE) -> None:
        self.known = Known()
        self._mapping, self._limits, self._piece = mapping, limits or Limits(), piece
        self._buffer = bytearray()
        self._format: Format | None = None
        self._bytes = self._lines = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """The events that this chunk completes.

        Raises:
            Damaged.
        """
        self._bytes += len(chunk)
        if self._bytes > self._limits.bytes:
            raise Damaged("file_too_large", self._format.line if self._format else 1, 1, str(self._limits.bytes))
        buffer, events = self._buffer, list[Event]()
        buffer += chunk
        begin = 0
        if self._format is None and len(buffer) < HEAD:
            return events
        while len(buffer) - begin >= self._piece:
            events += self._fed(bytes(buffer[begin : begin + self._piece]))
            begin += self._piece
        del buffer[:begin]
        return events

    def close(self) -> list[Event]:
        """The last events; the file must be whole now.

        Raises:
            Damaged.
        """
        events = list[Event]()
        for begin in range(0, max(1, len(self._buffer)), self._piece):
            events += self._fed(bytes(self._buffer[begin : begin + self._piece]))
        self._buffer.clear()
        assert self._format is not None
        return events + self._counted(self._format.close())

    def _fed(self, piece: bytes) -> list[Event]:
        if self._format is None:
            self._format = self._begun(bytes(self._buffer[:HEAD]))
        return self._counted(self._format.feed(piece))

    def _begun(self, head: bytes) -> Format:
        self.known.format = recognise(head, self._mapping is not None)
        match self.known.format:
            case "ofx":
                return Ofx(self.known, self._limits)
            case "camt":
                return Camt(self.known, self._limits, head)
            case "mt940":
                return Mt940(self.known, self._limits)
            case "cnab":
                return Cnab(self.known, self._limits)
            case _:
                assert self._mapping is not None
                return Csv(self.known, self._limits, self._mapping)

    def _counted(self, events: list[Event]) -> list[Event]:
        self._lines += sum(isinstance(event, StatementLine) for event in events)
        if self._lines > self._limits.lines:
            assert self._format is not None
            raise Damaged("too_many_lines", self._format.line, 1, str(self._limits.lines))
        return events


def read_statement(
    chunks: Iterable[bytes], mapping: Mapping | None = None, limits: Limits | None = None
) -> Iterator[Event]:
    """The statements of a file, one after another: Begun, its lines, Ended. The format is what the content says.

    ``mapping`` is for CSV, which says nothing of itself; any other format is recognised with it too.

    Raises:
        Damaged: the only exception, whatever the bytes are.
    """
    reader = Reader(mapping, limits)
    for chunk in chunks:
        for begin in range(0, len(chunk), PIECE):
            yield from reader.feed(chunk[begin : begin + PIECE])
    yield from reader.close()
