"""An order that goes out in a lot: its lot is what is submitted and released; alone it is only read."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from retaguarda.providers.payout.lot_port import BatchSender, TakenLine
from retaguarda.providers.payout.port import Order, Outcome, Returned

_WAITS = Outcome("processing", by_file=True)


@dataclass(frozen=True, slots=True)
class LotPayouts:
    """An adapter of the port ``Payouts`` that leaves each order to the next lot.

    Args:
        sender: what speaks to the bank about lots.
        find_line: the number of the lot an order is in, and its line, by the order's id; None: the bank has no number of it.
    """

    sender: BatchSender
    find_line: Callable[[str], Awaitable[tuple[int, TakenLine] | None]]

    async def send(self, order: Order) -> Outcome:
        return _WAITS

    async def status(self, order: Order) -> Outcome | None:
        found = await self.find_line(order.id)
        return _WAITS if found is None else (await self.sender.line(*found)).outcome

    async def returned(self, order: Order) -> list[Returned]:
        found = await self.find_line(order.id)
        return [] if found is None else (await self.sender.line(*found)).returned

    async def close(self) -> None:
        await self.sender.close()
