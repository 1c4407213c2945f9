"""What the engine asks of processors: which one takes a payout, and what speaks to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Row, Tx
from retaguarda.payout_engine.decide_route import Route
from retaguarda.payout_engine.decide_sending import PayingProcessor
from retaguarda.providers.payout import Payouts


@dataclass(frozen=True, slots=True)
class Chosen:
    """A processor for an order. ``ispb``: of the participant in its end-to-end id; the bank of one that ``collects`` orders, in files or
    lots, names that id itself. ``route``: why it is this one."""

    id: UUID
    ispb: str
    collects: bool
    route: Route | None = None


@dataclass(frozen=True, slots=True)
class Sender:
    id: UUID
    name: str
    payouts: Payouts
    ispb: str


class Senders(Protocol):
    async def choose(self, tx: Tx, payout: Row) -> Chosen:
        """Return the processor of a payout's next order, and why it is this one.

        Raises:
            TryAgain: none that may get it takes orders now.
        """
        ...

    async def choose_many(self, tx: Tx, payouts: Sequence[Row]) -> list[Chosen | None]:
        """As choose(), for several payouts of one merchant; None for one that nobody takes now."""
        ...

    async def get(self, processor: UUID | None) -> Sender:
        """Return what speaks to a processor; without one, to the first that is called for Pix.

        Raises:
            TryAgain: there is none, or it may not be called now.
        """
        ...

    async def close(self) -> None: ...


async def moment(tx: Tx) -> datetime:
    """The moment by which hours of processors are judged: that of the transaction."""
    return await tx.value("select now()")


async def load_processors(tx: Tx) -> list[PayingProcessor]:
    """Load the processors that were tested, those that are drained included."""
    return msgspec.convert(await tx.all("select * from payout_processors_paying()"), list[PayingProcessor])
