"""(c) The list on page 1 and deep inside, at 10,000 and at 5,000,000 rows of one merchant.

Both servers are asked in turn, one call at a time, so that both see the same moments of a noisy machine.
"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from statistics import median
from urllib.parse import quote

from bench import load, servers, sets
from bench.people import get, sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most

FEW = 10_000
PER_PAGE = 50
GOAL = 1.3
LIST = f"/v1/payin/charges?per_page={PER_PAGE}"
#: Parts of the rows that lie before a deep page.
DEPTHS = (0.1, 0.5, 0.9, 0.99)
#: Calls of one kind to one server in one turn.
TURN = 8
MERCHANT = sets.FIRST_MERCHANT


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    few, many = database(server, FEW), database(server, plan.deep_charges)
    with (
        servers.ours(server.app_url(few), "ours-few") as few_port,
        servers.ours(server.app_url(many), "ours-many") as many_port,
    ):
        for principal, email, account in (
            ("one merchant", sets.email(MERCHANT), str(MERCHANT)),
            ("staff, all merchants", sets.STAFF, "all"),
        ):
            asks = [_asks(port, email, account) for port in (few_port, many_port)]
            for place in asks[0]:
                small, large = in_turn((few_port, asks[0][place]), (many_port, asks[1][place]), plan)
                name = f"(c) {plan.deep_charges:,} rows beside {FEW:,}: {place}, {principal}"
                yield at_most(name, large, small, "ms", GOAL)


def database(server: Server, charges: int) -> str:
    name = f"bench_depth_{charges}"
    server.database(name, lambda connection: sets.fill(connection, 1, charges), f"{sets.VERSION} 1 {charges}")
    return name


def _asks(port: int, email: str, account: str) -> dict[str, list[bytes]]:
    headers = sign_in(port, email, account)
    cursors = _cursors(port, headers)
    return {
        "page 1": [load.request("GET", LIST, headers)],
        "deep": [load.request("GET", f"{LIST}&cursor={quote(cursor)}", headers) for cursor in cursors],
    }


def _cursors(port: int, headers: dict[str, str]) -> list[str]:
    """Cursors from a list that begins at a time in the past go on in the whole list as well."""
    newest = datetime.fromisoformat(json.loads(get(port, LIST, headers)[1])[0]["created_at"])
    oldest = datetime.fromisoformat(json.loads(get(port, f"{LIST}&sort=asc", headers)[1])[0]["created_at"])
    cursors = list[str]()
    for depth in DEPTHS:
        until: timedelta = (newest - oldest) * depth
        said, _ = get(port, f"{LIST}&created_at_to={quote((newest - until).isoformat())}", headers)
        cursors.append(said["x-next-cursor"])
    return cursors


def in_turn(few: tuple[int, list[bytes]], many: tuple[int, list[bytes]], plan: Plan) -> tuple[float, float]:
    """Median milliseconds of each."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(-plan.rounds, plan.rounds * 6):
        for taken, (port, requests) in zip(times, (few, many), strict=True):
            latencies = load.one_by_one(port, requests * (TURN // len(requests)))
            if turn >= 0:  # the first turns warm up
                taken += latencies
    return median(times[0]) * 1_000, median(times[1]) * 1_000
