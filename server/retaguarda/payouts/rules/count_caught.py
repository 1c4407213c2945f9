"""Count what a backtest would have stopped: how much of it came back, and how much went well."""

from dataclasses import dataclass
from typing import Protocol


class PastPayment(Protocol):
    """``bad``: it came back, or was disputed. ``amount``: minor units."""

    amount: int
    bad: bool
    settled: bool


@dataclass(slots=True)
class CaughtSums:
    """``caught``: of what came back or was disputed. ``disturbed``: of what settled. Amounts are minor units."""

    count: int = 0
    amount: int = 0
    caught: int = 0
    caught_amount: int = 0
    disturbed: int = 0
    disturbed_amount: int = 0

    def add(self, payment: PastPayment) -> None:
        self.count += 1
        self.amount += payment.amount
        if payment.bad:
            self.caught += 1
            self.caught_amount += payment.amount
        elif payment.settled:
            self.disturbed += 1
            self.disturbed_amount += payment.amount
