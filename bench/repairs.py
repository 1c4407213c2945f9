"""(j) Self-repairing returns: files broken on purpose, of days whose truth is known; what is found, put right, and done wrong."""

import time
from collections.abc import Iterator

from bench.plan import Plan
from bench.postgres import Server
from bench.repair_trials import score
from bench.report import Row, figure, grade

#: Per cent of faults that a finding names, and of payments that a fault is about which end as they did at the bank.
FOUND, RIGHT = 99, 90
#: Microseconds for a line of a broken file, read, examined and applied; most of it makes the trial itself.
LINE = 200
FILES = 10_000


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    files = min(FILES, plan.batch_lines)
    begun = time.perf_counter()
    total = score(range(files))
    seconds = time.perf_counter() - begun
    many = f"{files:,}"
    yield grade(f"(j) broken returns: faults named, of {many} files", total.found / total.faults * 100, "%", FOUND)
    yield grade(
        f"(j) broken returns: payments put right, of those touched in {many} files",
        total.right / total.touched * 100,
        "%",
        RIGHT,
    )
    wrong = total.wrongly_paid + total.wrongly_failed
    yield figure(f"(j) broken returns: payments wrongly set to paid or failed in {many} files", wrong, "payments", 0)
    yield figure("(j) broken returns: a line made, read, examined and applied", seconds / total.lines * 1e6, "µs", LINE)
