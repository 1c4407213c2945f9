"""(j) Batches of payouts: what a line costs in a long file beside a short one, in each format, authorising, turning lines into
payouts, the result file, and pages of lines.
"""

import asyncio
from collections.abc import Callable, Iterator
from statistics import median
from urllib.parse import quote

import psycopg
from msgspec.json import decode

from bench import batches, load, payers, payment_returns, payments, servers, sets
from bench.batches import MERCHANT, Measured, planned, whole
from bench.depth import in_turn
from bench.ledger import TPCB, prepare_tpcb
from bench.people import get, sign_in
from bench.pgbench import CLIENTS, THREADS, rate
from bench.plan import Plan
from bench.postgres import Server
from bench.product import Stopwatch
from bench.report import Row, at_least, at_most, figure
from retaguarda.providers.bankfiles.remittances import write_remittance

#: Goals: cost of a line, authorising, lines beside TPC-B, pages; seconds of the plan and of the result file; MiB.
LINE_GOAL, AUTHORISE_GOAL, TURN_GOAL, PAGE_GOAL, SHEET_GOAL = 1.2, 1.5, 0.8, 1.3, 3
WRITE_GOAL = 0.6
PLAN_SECONDS, RESULT_SECONDS, TEXT_MIB, SHEET_MIB, RESULT_MIB = 60, 10, 64, 256, 32
FEW, TINY = 1_000, 10
ROUNDS = 3
DATABASE = "bench_payouts"
FORMATS: dict[str, Callable[[int, int], bytes]] = {
    "CSV": batches.csv_of,
    "CNAB 240": batches.remittance_of,
    "XLSX": batches.sheet_of,
}


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    prepare_tpcb(server)
    yield from _steps(server, plan)
    yield from _formats(server, plan)
    yield from _pages(server, plan)
    yield from payment_returns.measure(server, plan)
    yield from payments.measure(server, plan)


def _steps(server: Server, plan: Plan) -> Iterator[Row]:
    many = plan.batch_lines
    server.database(DATABASE, batches.fill, f"{sets.VERSION} payouts")
    found: dict[int, list[Measured]] = {TINY: [], FEW: [], many: []}
    tpcb = list[float]()
    for number in range(min(plan.rounds, ROUNDS)):
        tpcb.append(rate(server.url(TPCB), plan.seconds))
        for lines, measured in found.items():
            measured.append(asyncio.run(whole(server.app_url(DATABASE), lines, number)))

    def middle(lines: int, step: str) -> float:
        return median(getattr(each, step) for each in found[lines])

    def of_a_line(lines: int, step: str) -> float:
        return middle(lines, step) / lines * 1e6

    yield at_most(
        f"(j) a batch from upload to plan, a line of {many:,} beside one of {FEW:,}",
        of_a_line(many, "plan"),
        of_a_line(FEW, "plan"),
        "µs/line",
        LINE_GOAL,
    )
    yield figure(f"(j) plan of a batch of {many:,} lines", middle(many, "plan"), "s", PLAN_SECONDS)
    yield at_most(
        f"(j) authorising a batch of {many:,} lines beside one of {TINY}",
        middle(many, "authorise") * 1e3,
        middle(TINY, "authorise") * 1e3,
        "ms",
        AUTHORISE_GOAL,
    )
    yield at_most(
        f"(j) lines turned into payouts, a line of {many:,} beside one of {FEW:,}",
        of_a_line(many, "turn"),
        of_a_line(FEW, "turn"),
        "µs/line",
        LINE_GOAL,
    )
    yield at_least(
        f"(j) lines turned into payouts, with order, event and audit, beside TPC-B (-M prepared -c {CLIENTS} -j {THREADS})",
        many / middle(many, "turn"),
        median(tpcb),
        "/s",
        TURN_GOAL,
        "one worker's one job beside sixteen clients",
    )
    yield figure(f"(j) result file of {many:,} lines", middle(many, "result"), "s", RESULT_SECONDS)
    yield figure(
        f"(j) memory that a result file of {many:,} lines adds", middle(many, "result_bytes") / 2**20, "MiB", RESULT_MIB
    )


def _formats(server: Server, plan: Plan) -> Iterator[Row]:
    many, seconds = plan.batch_lines, dict[tuple[str, int], float]()
    for name, write in FORMATS.items():
        grown = 0
        for lines in (FEW, many):
            seconds[name, lines], more, _ = asyncio.run(planned(server.app_url(DATABASE), write(lines, 0), lines))
            grown = max(grown, more)
        if name == "XLSX":
            ours, csv = seconds[name, many], seconds["CSV", many]
            yield at_most(f"(j) upload to plan of {many:,} lines, XLSX beside CSV", ours, csv, "s", SHEET_GOAL)
        elif name == "CNAB 240":
            given = batches.remittance(many, 0)
            with Stopwatch() as writing:
                write_remittance(*given)
            yield at_most(
                f"(j) writing a remittance of {many:,} payments beside reading and planning one",
                writing.seconds / many * 1e6,
                seconds[name, many] / many * 1e6,
                "µs/line",
                WRITE_GOAL,
            )
            yield at_most(
                f"(j) a batch from upload to plan, {name}, a line of {many:,} beside one of {FEW:,}",
                seconds[name, many] / many * 1e6,
                seconds[name, FEW] / FEW * 1e6,
                "µs/line",
                LINE_GOAL,
            )
        yield figure(
            f"(j) memory that reading and planning {many:,} lines adds, {name}",
            grown / 2**20,
            "MiB",
            SHEET_MIB if name == "XLSX" else TEXT_MIB,
            "of the process that does it; a spreadsheet is opened by a child of its own",
        )


def _pages(server: Server, plan: Plan) -> Iterator[Row]:
    """Pages of a hundred lines, the first and those deep inside."""
    lines = plan.batch_lines
    _, _, batch = asyncio.run(planned(server.app_url(DATABASE), batches.csv_of(lines, 0), lines))
    with psycopg.connect(server.url(DATABASE), autocommit=True) as connection:
        payers.give_permissions(connection)
        connection.execute("analyze payout_line")
    with servers.ours(server.app_url(DATABASE), "ours-lines") as port:
        headers = sign_in(port, sets.email(MERCHANT), str(MERCHANT))
        payments.raise_sessions(server.url(DATABASE))
        path = f"/v1/payouts/batch-lines?batch_id={batch}&per_page=100"
        first, deep, said = [load.request("GET", path, headers)], list[bytes](), get(port, path, headers)[0]
        while len(deep) < 4 and "x-next-cursor" in said:
            path_on = f"{path}&cursor={quote(said['x-next-cursor'])}"
            for _ in range(max(1, lines // 500)):
                said, body = get(port, path_on, headers)
                if "x-next-cursor" not in said or not decode(body):
                    break
                path_on = f"{path}&cursor={quote(said['x-next-cursor'])}"
            deep.append(load.request("GET", path_on, headers))
        front, inside = in_turn((port, first), (port, deep), plan)
    yield at_most(
        f"(j) 100 lines anywhere in a batch of {lines:,} beside the first 100", inside, front, "ms", PAGE_GOAL
    )
