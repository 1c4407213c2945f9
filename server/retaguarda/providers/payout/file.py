"""An order that a bank gets in a file: nobody is called, and its end comes in a return file."""

from retaguarda.providers.payout.port import Order, Outcome, Returned

_WAITS = Outcome("processing", by_file=True)


class FilePayouts:
    """An adapter of the port ``Payouts`` that leaves each order to the next remittance."""

    async def send(self, order: Order) -> Outcome:
        return _WAITS

    async def status(self, order: Order) -> Outcome | None:
        return _WAITS

    async def returned(self, order: Order) -> list[Returned]:
        return []

    async def close(self) -> None:
        """Nothing was opened."""
