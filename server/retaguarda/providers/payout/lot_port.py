"""The port of a bank that takes orders in lots: submitted under a number of ours, released in a second step, read line by line."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, Protocol

from retaguarda.providers.payout.port import Order, Outcome, PayoutError, Returned


class LotUnheard(PayoutError):
    """The bank has never heard of the lot; nothing of it was sent."""


#: By what the lines of a lot go: the bank has routes of its own for each.
LotMethod = Literal["pix", "ted"]
#: held: it waits for its release; refused: the bank takes none of its lines.
LotStage = Literal["held", "released", "refused"]


@dataclass(frozen=True, slots=True)
class LotLine:
    """One order of a lot. ``order_number``: its short number; ``reference``: the same as text, for a person who reads the statement."""

    order: Order
    order_number: int
    reference: str


@dataclass(frozen=True, slots=True)
class Lot:
    """Orders that go together. ``number`` is ours, written down before the first call: the bank takes it once."""

    number: int
    day: date
    lines: Sequence[LotLine]
    method: LotMethod = "pix"


@dataclass(frozen=True, slots=True)
class TakenLine:
    """What the bank made of a line. ``bank_ref``: its own number of it; empty where it does not take the line, and ``refused`` says why."""

    order_number: int
    amount: int
    bank_ref: str
    refused: Outcome | None = None
    method: LotMethod = "pix"


@dataclass(frozen=True, slots=True)
class LotStatus:
    """``code``: the bank's own word for the stage. ``lines``: in the order in which they were given."""

    stage: LotStage
    code: int
    lines: list[TakenLine]


@dataclass(frozen=True, slots=True)
class LineStatus:
    """``word``: the bank's own for the state of a line. ``returned``: what came back of one that was carried out."""

    word: str
    outcome: Outcome
    returned: list[Returned] = field(default_factory=list[Returned])


class BatchSender(Protocol):
    """The port of a bank that takes orders in lots: submitted, released in a second step, read line by line."""

    async def submit(self, lot: Lot) -> LotStatus:
        """Safe to repeat only once state() said that the bank has never heard of the number.

        Raises:
            PayoutRefused, PayoutUnknown, PayoutBusy.
        """
        ...

    async def state(self, lot: Lot) -> LotStatus:
        """Where the lot is.

        Raises:
            LotUnheard, PayoutUnknown, PayoutBusy.
        """
        ...

    async def release(self, number: int) -> None:
        """Let the bank pay what it took. Not safe to repeat: ask state() before.

        Raises:
            PayoutUnknown, PayoutBusy.
        """
        ...

    async def line(self, lot_number: int, line: TakenLine) -> LineStatus:
        """What became of one line.

        Raises:
            PayoutUnknown, PayoutBusy.
        """
        ...

    async def probe(self) -> str | None: ...

    async def close(self) -> None: ...
