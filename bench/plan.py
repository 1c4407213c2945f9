"""How long the runs are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    rounds: int
    #: Of one run in one round.
    seconds: float
    warm_up: float
    deep_charges: int


FULL = Plan(rounds=7, seconds=5, warm_up=3, deep_charges=5_000_000)
QUICK = Plan(rounds=3, seconds=1.5, warm_up=1, deep_charges=500_000)
