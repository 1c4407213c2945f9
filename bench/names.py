"""(k) Names compared, beside nomenklatura's name matcher: how well, and in what time per pair. Where the peer is installed.

RETAGUARDA_BENCH_NOMENKLATURA names the Python that has it: it needs ICU's headers to be installed, so it is not among the peers
that the bench installs by itself.
"""

import csv
import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_least, at_most, figure, grade
from retaguarda.compliance.screening.compare_names import compare_names
from retaguarda.compliance.screening.compare_subject import THRESHOLD, Asked, Listed, compare_subject

SETTING = "RETAGUARDA_BENCH_NOMENKLATURA"
PAIRS = Path(__file__).parents[1] / "tests" / "compliance" / "name_pairs.csv"
PEER = Path(__file__).parent / "peers" / "nomenklatura_names.py"
TIME_GOAL, F1_GOAL = 0.2, 0.8
TIMES = 20


def measure(_: Server, plan: Plan) -> Iterator[Row]:
    with PAIRS.open(newline="") as file:
        rows = [(row["a"], row["b"], row["same"] == "1") for row in csv.DictReader(file, delimiter=";")]
    f1 = _f1([(compare_subject(Asked([a]), Listed([b])).score >= THRESHOLD, same) for a, b, same in rows])
    pairs = [(a, b) for a, _, _ in rows for _, b, _ in rows]
    ours = min(_ours(pairs) for _ in range(plan.rounds))
    yield grade(f"(k) F1 over {len(rows)} labelled pairs of names", f1, "F1", F1_GOAL, "the threshold was fixed before")
    if SETTING not in os.environ:
        yield figure(f"(k) a pair of names compared; nomenklatura was not measured ({SETTING} is not set)", ours, "µs")
        return
    said = subprocess.run(
        [os.environ[SETTING], PEER],
        input=json.dumps({"pairs": pairs, "labelled": rows, "rounds": plan.rounds}),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    peer = json.loads(said)
    yield at_most(
        "(k) a pair of names compared, beside nomenklatura's LogicV2 on the same pairs",
        ours,
        peer["logic-v2"]["microseconds"],
        "µs",
        TIME_GOAL,
        f"version {peer['version']}; every name beside every other one, words read beforehand on both sides",
    )
    yield at_most(
        "(k) a pair of names compared, beside nomenklatura's NameMatcher on the same pairs",
        ours,
        peer["name-based"]["microseconds"],
        "µs",
        None,
    )
    best = max(peer[name]["f1"] for name in ("logic-v2", "name-based"))
    yield at_least("(k) F1 over the same pairs, beside the better of both at its best threshold", f1, best, "F1", 1)


def _ours(pairs: list[tuple[str, str]]) -> float:
    """Microseconds of a pair."""
    started = time.perf_counter()
    for a, b in pairs:
        compare_names(a, b, False)
    return (time.perf_counter() - started) / len(pairs) * 1e6


def _f1(judged: list[tuple[bool, bool]]) -> float:
    right = sum(found and same for found, same in judged)
    wrong = sum(found and not same for found, same in judged)
    missed = sum(same and not found for found, same in judged)
    return 2 * right / (2 * right + wrong + missed)
