"""The queue of one merchant in a forecast: as payout_engine/settle_waiting.py serves it each minute."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from retaguarda.payout_engine.decide_sending import MOST, next_in_queue
from retaguarda.payouts.forecast.plan_facts import Planned, Purse


@dataclass(slots=True)
class MerchantQueue:
    """``free``: what can be spent, minor units; ``waiting``: places of payments, by priority and then the oldest first; ``holds``: when each hold ends."""

    purse: Purse
    free: int
    waiting: list[int] = field(default_factory=list[int])
    holds: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])

    def sort(self, payments: Sequence[Planned]) -> None:
        self.waiting.sort(key=lambda place: (-payments[place].priority, payments[place].created_at, payments[place].id))

    def expires(self, payment: Planned) -> float:
        return (payment.created_at + timedelta(days=self.purse.queue_days)).timestamp()

    def serve(self, payments: Sequence[Planned], at: float) -> list[tuple[int, Literal["leave", "cancel"]]]:
        """Look at the oldest payments and return those that leave the queue."""
        kept, moved, looked = list[int](), list[tuple[int, Literal["leave", "cancel"]]](), self.waiting[:MOST]
        for number, place in enumerate(looked):
            payment = payments[place]
            fits = not self.purse.closed and payment.gross <= self.free
            said = next_in_queue(expired=self.expires(payment) < at, fits=fits, skips=self.purse.queue_skips)
            if said == "stop":
                kept += looked[number:]
                break
            if said == "skip":
                kept.append(place)
                continue
            self.free -= payment.gross if said == "leave" else 0
            moved.append((place, said))
        self.waiting[: len(looked)] = kept
        return moved
