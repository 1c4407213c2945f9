"""What a provider does wrong, and when: some of it at a time, now and then nothing."""

import random
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from storm.sender import Sender

Rule = Mapping[str, Any]

#: Each is one bad habit; a bad hour has one to three of them.
HABITS: Mapping[str, Sequence[Rule]] = {
    "500": [{"effect": "status", "status": 500, "percent": 25}],
    "429": [{"effect": "status", "status": 429, "retry_after": 1, "percent": 25}],
    "slow": [{"effect": "delay", "delay_ms": 700, "percent": 40}],
    "hangs": [{"effect": "timeout", "delay_ms": 3_000, "times": 3, "route": "PUT /cob"}],
    "answers lost": [{"effect": "status", "status": 502, "after_work": True, "percent": 20}],
    "half answers": [{"effect": "half", "percent": 15}],
    "answers of others": [{"effect": "other", "percent": 15}],
    "told twice": [{"effect": "webhook", "delivery": "twice", "percent": 40}],
    "never told": [{"effect": "webhook", "delivery": "never", "percent": 25}],
    "told late": [{"effect": "webhook", "delivery": "late", "delay_ms": 4_000, "percent": 40}],
    "out of order": [{"effect": "webhook", "delivery": "out_of_order", "delay_ms": 1_500}],
    "told wrong": [{"effect": "webhook_amount", "delta": 100_000, "percent": 40}],
    "refunds refused": [{"effect": "refund", "outcome": "NAO_REALIZADO", "percent": 40}],
    "refunds slow": [{"effect": "refund", "outcome": "DEVOLVIDO", "delay_ms": 5_000, "percent": 40}],
}
#: Seconds of the day that one weather lasts.
SHORTEST, LONGEST = 100, 900


class Sky:
    """``struck``: how often each effect did."""

    def __init__(self, sender: Sender, seed: int) -> None:
        self._sender, self._seed = sender, seed
        self.struck = Counter[str]()

    def changing(self) -> Generator[float, Sender, None]:
        """One weather after the other, decided by the seed."""
        yield 0.0
        rng = random.Random(f"{self._seed} weather")
        while True:
            self.clear()
            habits = rng.sample(sorted(HABITS), rng.choice((0, 1, 2, 2, 3, 4)))
            rules = [rule for habit in habits for rule in HABITS[habit]]
            # With a bad habit of some kind or none: what it said before is only remembered while it has one.
            self._sender.sandbox(
                "weather",
                "/sandbox/faults",
                {"faults": [*rules, {"effect": "delay"}], "seed": rng.randrange(10**9)},
            )
            yield rng.uniform(SHORTEST, LONGEST)

    def clear(self) -> None:
        """Fair weather; what the one before did is counted."""
        for rule in self._sender.faults():
            if rule["delay_ms"] or rule["effect"] != "delay":
                self.struck[rule["effect"]] += rule["fired"]
