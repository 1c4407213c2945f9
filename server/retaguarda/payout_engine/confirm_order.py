"""What another room checks of a payout right before it is ordered; it may put it on hold."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OrderCheck:
    """``run``: given the company and the id of a payout that may be ordered next, outside of any transaction."""

    run: Callable[[int, str], Awaitable[None]]
