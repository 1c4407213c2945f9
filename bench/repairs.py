"""(j) Self-repairing returns: files broken on purpose, of days whose truth is known; what is found, put right, and done wrong."""

import time
from collections.abc import Iterator

from bench.plan import Plan
from bench.postgres import Server
from bench.repair_trials import score
from bench.report import Row, at_least, figure

#: Share of faults that a finding names, and of payments that a fault is about which end as they did at the bank.
FOUND, RIGHT = 0.99, 0.90
#: Microseconds for a line of a broken file, read, examined and applied; most of it makes the trial itself.
LINE = 200
FILES = 10_000


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    files = min(FILES, plan.batch_lines)
    begun = time.perf_counter()
    total = score(range(files))
    seconds = time.perf_counter() - begun
    many = f"{files:,}"
    yield at_least(f"(j) broken returns: faults found beside faults of {many} files", total.found, total.faults, "faults", FOUND)
    yield at_least(
        f"(j) broken returns: payments put right beside payments touched of {many} files", total.right, total.touched, "payments", RIGHT
    )
    wrong = total.wrongly_paid + total.wrongly_failed
    yield figure(f"(j) broken returns: payments wrongly paid or failed of {many} files", wrong, "payments", 0)
    yield figure("(j) broken returns: a line made, read, examined and applied", seconds / total.lines * 1e6, "µs", LINE)
