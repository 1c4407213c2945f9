"""Charges that were told as made, each second, with and without a second machine for each commit."""

import random
import statistics
import threading
import time

from drill.cluster import Cluster
from drill.losses import TimedLog
from house import RunningHouse
from storm.people import ANA, People
from storm.sender import Sender

SPAN_S, ROUNDS, SENDERS = 10, 3, 6


def with_and_without(app: RunningHouse, cluster: Cluster, seed: int) -> tuple[float, float]:
    """By turns, because a machine's speed changes; the median of each."""
    found: dict[bool, list[float]] = {True: [], False: []}
    people = People(app.address, cluster.url)
    for number in range(ROUNDS):
        for quorum in (False, True):
            cluster.set_quorum(quorum)
            found[quorum].append(_charges_a_second(app, people, f"{seed}:{number}:{quorum}"))
    people.close()
    cluster.wait_whole()
    return statistics.median(found[True]), statistics.median(found[False])


def _charges_a_second(app: RunningHouse, people: People, seed: str) -> float:
    log, over = TimedLog(), threading.Event()
    senders = [
        Sender(random.Random(f"{seed}:{number}"), app.addresses[number % len(app.addresses)], app.sandbox, people, log)
        for number in range(SENDERS)
    ]

    def send(sender: Sender) -> None:
        while not over.is_set():
            sender.keyed("charge", ANA, "/v1/payin/charges", {"amount": {"amount": 1_000}}, sender.key())

    threads = [threading.Thread(target=send, args=(sender,)) for sender in senders]
    for thread in threads:
        thread.start()
    time.sleep(1)
    since = time.monotonic()
    time.sleep(SPAN_S)
    until = time.monotonic()
    over.set()
    for thread in threads:
        thread.join()
    for sender in senders:
        sender.close()
    return sum(since < at <= until for at in log.done_at) / (until - since)
