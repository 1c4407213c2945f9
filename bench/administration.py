"""The administration of pay-in at 10,000 and at 5,000,000 pay-ins of one merchant: the slow end of its calls (p95).

The sets are those of the depth of lists; both servers are asked in turn, so that both see the same moments of a noisy machine.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import quantiles

from bench import depth, load, servers, sets
from bench.people import sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most

GOAL = 1.3
#: Days of the period; as many before it are read with them.
DAYS = 30
#: Calls of one kind to one server in one turn.
TURN = 8


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    few, many = (depth.database(server, charges) for charges in (depth.FEW, plan.deep_charges))
    with (
        servers.ours(server.app_url(few), "ours-few") as few_port,
        servers.ours(server.app_url(many), "ours-many") as many_port,
    ):
        for principal, email, account in (
            ("one merchant", sets.email(depth.MERCHANT), str(depth.MERCHANT)),
            ("staff, all merchants", sets.STAFF, "all"),
        ):
            small, large = _in_turn([(port, _ask(port, email, account)) for port in (few_port, many_port)], plan)
            name = f"administration of {plan.deep_charges:,} pay-ins beside {depth.FEW:,}: p95, {principal}"
            yield at_most(name, large, small, "ms", GOAL)


def _ask(port: int, email: str, account: str) -> bytes:
    today = datetime.now(UTC).date()
    path = f"/v1/payin/administration?from={today - timedelta(days=DAYS - 1)}&to={today}"
    return load.request("GET", path, sign_in(port, email, account))


def _in_turn(asks: list[tuple[int, bytes]], plan: Plan) -> list[float]:
    """The 95th percentile of each, in milliseconds."""
    times: list[list[float]] = [[] for _ in asks]
    for turn in range(-plan.rounds, plan.rounds * 6):
        for taken, (port, request) in zip(times, asks, strict=True):
            latencies = load.one_by_one(port, [request] * TURN)
            if turn >= 0:  # the first turns warm up
                taken += latencies
    return [quantiles(each, n=20)[-1] * 1_000 for each in times]
