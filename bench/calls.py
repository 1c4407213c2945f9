"""(q) What it costs to note how one call ended: every call of the house pays it."""

from collections.abc import Iterator
from time import process_time
from typing import cast

from bench import postgres, report
from bench.plan import Plan
from retaguarda.availability.count_calls import CallCounts
from retaguarda.foundation.database import Database

_CALLS = 200_000
_PATHS = ("/v1/payin/charges", "/v1/payouts/payments", "/auth/login", "/v1/companies")


def measure(server: postgres.Server, plan: Plan) -> Iterator[report.Row]:
    yield report.figure(
        "(q) noting how one call ended, in its minute and its bucket",
        min(_microseconds() for _ in range(plan.rounds)),
        "µs",
        1,
        "processor time of one process; nothing is written to the database meanwhile",
    )


def _microseconds() -> float:
    counts = CallCounts(cast("Database", None))
    paths = [_PATHS[n % len(_PATHS)] for n in range(_CALLS)]
    started = process_time()
    for path in paths:
        counts.note(path, 200, 0.0123)
    return (process_time() - started) * 1e6 / _CALLS
