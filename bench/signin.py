"""(e) What it costs to sign in, and to be known: beside the hash of the password, and beside an empty transaction.

All are asked in turn, one call at a time, so that each sees the same moments of a noisy machine.
"""

import json
import time
from collections.abc import Callable, Iterator
from statistics import median

from argon2 import PasswordHasher

from bench import load, servers, sets
from bench.people import sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most
from retaguarda.identity.passwords import hash_password

DATABASE = "bench_signin"
TURNS = 12
EACH = 8
HASH_GOAL, KNOWN_GOAL, UNKNOWN_GOAL = 1.5, 1.5, 1.2
#: So that what is measured is the work of a refused try, and not the limit on tries.
NO_LIMITS = {f"RETAGUARDA_LIMIT_SIGN_IN_{name}": "999999/300" for name in ("PERSON", "ADDRESS", "ALL")}


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    server.database(DATABASE, lambda connection: sets.people(connection, 2), f"{sets.VERSION} signin")
    merchant = sets.FIRST_MERCHANT
    with servers.ours(server.app_url(DATABASE), "ours-signin", more=NO_LIMITS) as port:
        known = sign_in(port, sets.email(merchant), str(merchant))
        took = _in_turn(
            {
                "hash": _hash(),
                "sign-in": _asks(port, _login(sets.email(merchant), sets.PASSWORD)),
                "wrong": _asks(port, _login(sets.email(merchant), "Errada#2026-longa"), 401),
                "unknown": _asks(port, _login("nobody@bench.example", "Errada#2026-longa"), 401),
                "known": _asks(port, load.request("GET", "/v1/dashboard/notifications/topics", known)),
                "empty": _asks(port, load.request("GET", "/ready", {})),
            },
            plan,
        )
    yield at_most("(e) sign-in beside the argon2 hash of its password", took["sign-in"], took["hash"], "ms", HASH_GOAL)
    yield at_most("(e) unknown e-mail beside a wrong password", took["unknown"], took["wrong"], "ms", UNKNOWN_GOAL)
    yield at_most(
        "(e) a request of somebody known beside one that opens an empty transaction",
        took["known"],
        took["empty"],
        "ms",
        KNOWN_GOAL,
    )


def _login(email: str, password: str) -> bytes:
    body = json.dumps({"email": email, "password": password}).encode()
    return load.request("POST", "/auth/login", {}, body)


def _asks(port: int, request: bytes, status: int = 200) -> Callable[[], list[float]]:
    return lambda: load.one_by_one(port, [request] * EACH, status)


def _hash() -> Callable[[], list[float]]:
    """In this process, with the parameters of the product."""
    hashed, hasher = hash_password(sets.PASSWORD), PasswordHasher()

    def verify() -> list[float]:
        taken = list[float]()
        for _ in range(EACH):
            started = time.perf_counter()
            hasher.verify(hashed, sets.PASSWORD)
            taken.append(time.perf_counter() - started)
        return taken

    return verify


def _in_turn(asks: dict[str, Callable[[], list[float]]], plan: Plan) -> dict[str, float]:
    """Median milliseconds of each."""
    taken: dict[str, list[float]] = {name: [] for name in asks}
    for turn in range(-1, min(TURNS, plan.rounds * 2)):
        for name, ask in asks.items():
            seconds = ask()
            if turn >= 0:  # the first turn warms up
                taken[name] += seconds
    return {name: median(found) * 1_000 for name, found in taken.items()}
