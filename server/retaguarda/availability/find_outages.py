"""Finds outages in the minutes of a service. It is a pure rule: the same minutes give the same outages, whoever looks and when."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from retaguarda.availability.model import FoundBy, IncidentRule, Why
from retaguarda.foundation.latency_buckets import slower_than

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Judged:
    """One minute; ``why`` it is bad, or None for a good one and for one that says nothing."""

    at: datetime
    why: Why | None
    answered: int = 0
    failed: int = 0


@dataclass(slots=True)
class Outage:
    """``bad``: its bad minutes among those that were looked at; ``over``: it has ended; ``continued``: it had begun before."""

    continued: bool = False
    over: bool = False
    bad: list[Judged] = field(default_factory=list[Judged])

    @property
    def began_at(self) -> datetime:
        return self.bad[0].at

    @property
    def ended_at(self) -> datetime:
        return self.bad[-1].at + MINUTE

    @property
    def found_by(self) -> FoundBy:
        kinds = [minute.why for minute in self.bad]
        if "silent" in kinds:
            return "heartbeat"
        return "slowness" if kinds.count("slow") * 2 > len(kinds) else "traffic"


def judge(at: datetime, rule: IncidentRule, answered: int, failed: int, buckets: Sequence[int] = ()) -> Judged:
    """Judges a minute by its calls. Refused ones are no sign of anything and are not given."""
    calls = answered + failed
    why: Why | None = None
    if calls >= rule.least_calls:
        if failed * 100 >= calls * rule.failed_percent:
            why = "failed"
        elif slower_than(buckets, rule.slow_ms / 1_000) * 100 >= calls * rule.slow_percent:
            why = "slow"
    return Judged(at, why, answered, failed)


def judge_heartbeat(at: datetime, alive: bool) -> Judged:
    return Judged(at, None if alive else "silent")


def find_outages(minutes: Iterable[Judged], rule: IncidentRule, *, going_on: bool = False) -> list[Outage]:
    """Returns the outages in consecutive minutes, oldest first.

    Args:
        going_on: the minute before the first one belongs to an outage that has not ended.
    """
    found = list[Outage]()
    current = Outage(continued=True) if going_on else None
    run, others = list[Judged](), 0
    for minute in minutes:
        if minute.why is None:
            run, others = [], others + 1
            if current is not None and others >= rule.ends_after:
                current.over = True
                found.append(current)
                current = None
            continue
        others = 0
        if current is not None:
            current.bad.append(minute)
            continue
        run.append(minute)
        if len(run) >= rule.opens_after:
            current, run = Outage(bad=run), []
    if current is not None:
        found.append(current)
    return found
