"""A day of a merchant and its payers at a hundred times speed, from noon to noon, while the provider has its bad hours.

A seed decides the day: who asks for what when, how each of it is paid, and what the provider does wrong meanwhile. What meets what
in the same moment is the machine's own business.
"""

import heapq
import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

import psycopg

from house import RunningHouse
from storm import lives, weather
from storm.log import Log
from storm.people import ANA, People
from storm.replay import every_past_instant, what_was_told
from storm.running import both_sides, settle, world_of
from storm.sender import Sender

SPEED = 100
HOUR = 3_600.0
#: So much after the last has begun, none goes on: five minutes of ours.
LATER = 300.0 * SPEED
#: How much of its busiest hour each hour of the day has, from midnight on: lunch and evening are when people buy.
CURVE = (
    0.2, 0.1, 0.1, 0.1, 0.1, 0.15, 0.25, 0.4, 0.55, 0.7, 0.8, 0.9,
    1.0, 0.9, 0.75, 0.7, 0.7, 0.75, 0.85, 0.95, 1.0, 0.9, 0.6, 0.35,
)  # fmt: skip
NOON = 12
#: One charge in so many is beside a subscription.
SUBSCRIPTION = 20
#: One thing after the other, each with the seconds of the day until it goes on.
Life = Generator[float, Sender, None]


@dataclass(frozen=True, slots=True)
class Day:
    """``charges`` of a whole day of 24 ``hours``; a shorter one has its part of them."""

    seed: int
    hours: float = 24
    charges: int = 4_000
    senders: int = 6
    settle_seconds: float = 900


@dataclass(frozen=True, slots=True)
class Evening:
    """``wrong`` is empty when everything held; ``struck``: what the provider did wrong, how often."""

    wrong: list[str]
    log: Log
    struck: Counter[str]


class Clock:
    """Lives that go on when their time has come, whoever of the senders is free; until all that have an end are at it.

    Args:
        latest: nothing goes on after it.
    """

    def __init__(self, latest: float) -> None:
        self._begun, self._latest = time.monotonic(), latest
        self._unended = set[int]()
        self._waiting = list[tuple[float, int, random.Random, Life]]()
        self._numbers, self._lock = itertools.count(), threading.Condition()

    def begin(self, at: float, rng: random.Random, life: Life, *, ends: bool) -> None:
        next(life)
        if ends:
            self._unended.add(id(life))
        self.add(at, rng, life)

    def add(self, at: float, rng: random.Random, life: Life) -> None:
        with self._lock:
            heapq.heappush(self._waiting, (at, next(self._numbers), rng, life))
            self._lock.notify()

    def ended(self, life: Life) -> None:
        with self._lock:
            self._unended.discard(id(life))
            self._lock.notify_all()

    def next(self) -> tuple[float, random.Random, Life] | None:
        """The next that is due; None when the day is over."""
        with self._lock:
            while self._unended and (now := (time.monotonic() - self._begun) * SPEED) < self._latest:
                if self._waiting and self._waiting[0][0] <= now:
                    _, _, rng, life = heapq.heappop(self._waiting)
                    return now, rng, life
                until = min(self._latest, self._waiting[0][0]) if self._waiting else self._latest
                self._lock.wait((until - now) / SPEED)
            return None


def live(app: RunningHouse, day: Day, tell: Callable[[str], None] = lambda text: None) -> Evening:
    """Lives through the day, lets everything end in fair weather, and looks at what stands."""
    url = app.owner_url
    with psycopg.connect(url) as connection:
        ((since,),) = connection.execute("select now()").fetchall()
    log, people, world = Log(), People(app.address, url), world_of(url)
    senders = [
        Sender(random.Random(f"{day.seed}:{number}"), app.address, app.sandbox, people, log)
        for number in range(day.senders)
    ]
    clock, sky = Clock(day.hours * HOUR + LATER), weather.Sky(senders[0], day.seed)
    rng = random.Random(day.seed)
    for number in range(round(day.charges * day.hours / 24)):
        own = random.Random(f"{day.seed} life {number}")
        clock.begin(_moment(rng, day.hours), own, lives.of_a_charge(own, world), ends=True)
        if number % SUBSCRIPTION == 0:
            own = random.Random(f"{day.seed} subscription {number}")
            clock.begin(_moment(rng, day.hours), own, lives.of_a_subscription(own, world), ends=True)
    for name, life in (
        ("clerk", lives.of_a_clerk),
        ("treasurer", lives.of_a_treasurer),
        ("forger", lives.of_a_forger),
        ("passer-by", lives.of_a_passer_by),
    ):
        own = random.Random(f"{day.seed} {name}")
        clock.begin(0, own, life(own, world, url), ends=False)
    clock.begin(0, rng, sky.changing(), ends=False)
    threads = [threading.Thread(target=_work, args=(clock, each)) for each in senders]
    for thread in threads:
        thread.start()
    while alive := [thread for thread in threads if thread.is_alive()]:
        alive[0].join(30)
        tell(f"{log.sent:,} sent, {sky.struck.total():,} faults, {len(log.wrong)} wrong")
    with psycopg.connect(url) as connection:
        wrong = [*log.wrong, *_silent(connection, since)]
    sky.clear()
    tell("everything under way ends")
    wrong += settle(app, url, senders[0], since, day.settle_seconds)

    def read(path: str, **params: Any) -> Any:
        return senders[0].get(ANA, path, **params)

    tell("what was told, and every past instant")
    with psycopg.connect(url) as connection:
        wrong += what_was_told(connection, log)
        wrong += both_sides(connection, app, url, senders[0], since, day.settle_seconds)
        wrong += every_past_instant(connection, read, random.Random(day.seed))
    for each in senders:
        each.close()
    people.close()
    return Evening(wrong, log, sky.struck)


def _moment(rng: random.Random, hours: float) -> float:
    """Seconds after noon, more of them where the day is busy."""
    while True:
        at = rng.uniform(0, hours)
        if rng.random() < CURVE[int(NOON + at) % 24]:
            return at * HOUR


def _work(clock: Clock, sender: Sender) -> None:
    while (found := clock.next()) is not None:
        now, rng, life = found
        # What a life does is its own chance, whoever lends it a hand.
        sender.rng = rng
        try:
            clock.add(now + life.send(sender), rng, life)
        except StopIteration:
            clock.ended(life)
        except Exception as error:  # noqa: BLE001  (a life that ends too early would make the day a calm one)
            sender.log.complain(f"{life}: {error!r}")
            clock.ended(life)


def _silent(connection: psycopg.Connection, since: Any) -> list[str]:
    """What waits for the provider since a while and does not say why."""
    found = connection.execute(_SILENT, {"since": since, "while": f"{_WHILE} seconds"}).fetchall()
    return [f"{what} {number} waits and does not say why" for what, number in found]


_WHILE = 25
_SILENT = """
    select 'charge', id from charge where status = 'created' and last_error is null and created_at between %(since)s and now() - %(while)s::interval
    union all select 'refund', id from refund
     where status = 'requested' and last_error is null and created_at between %(since)s and now() - %(while)s::interval
"""
