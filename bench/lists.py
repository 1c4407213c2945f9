"""(a) A list of 50 pay-ins with its exact total: ours beside FastAPI and Django Ninja, over the same table.

Ours is the whole path: session, scope and row security, headers of a list. The peers check nobody and see all rows.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from statistics import median
from typing import Any

from bench import load, servers, sets
from bench.people import get, sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_least

DATABASE = "bench_lists"
MERCHANTS, CHARGES = 200, 300_000
#: One connection a merchant.
ASKING = range(sets.FIRST_MERCHANT, sets.FIRST_MERCHANT + 16)
PER_PAGE = 50
GOAL = 3

OURS, UVICORN = "ours", "ours on uvicorn"
PEERS = {"FastAPI + SQLAlchemy + Pydantic": servers.fastapi, "Django Ninja": servers.django_ninja}


def database(server: Server) -> str:
    made_of = f"{sets.VERSION} {MERCHANTS} {CHARGES}"
    return server.database(DATABASE, lambda connection: sets.fill(connection, MERCHANTS, CHARGES), made_of)


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    url = database(server)
    with ExitStack() as stack:
        ports = {
            OURS: stack.enter_context(servers.ours(server.app_url(DATABASE))),
            UVICORN: stack.enter_context(servers.ours_on_uvicorn(server.app_url(DATABASE))),
            **{name: stack.enter_context(start(url)) for name, start in PEERS.items()},
        }
        asks = {name: _asks(name, port) for name, port in ports.items()}
        _same_content(ports)
        for name, port in ports.items():
            load.run(port, asks[name], plan.warm_up)
        rounds = {name: list[load.Load]() for name in ports}
        for _ in range(plan.rounds):
            for name, port in ports.items():
                rounds[name].append(load.run(port, asks[name], plan.seconds))
    yield from _rows(rounds)


def _rows(rounds: dict[str, list[load.Load]]) -> Iterator[Row]:
    rates = {name: median(run.per_second for run in runs) for name, runs in rounds.items()}
    own = max(run.own_seconds / run.seconds for run in rounds[OURS])
    best = max(PEERS, key=lambda name: rates[name])
    for name in PEERS:
        note = f"the better peer; the load generator took {own:.0%} of a core" if name == best else ""
        yield at_least(f"(a) list of 50: {name}", rates[OURS], rates[name], "/s", GOAL if name == best else None, note)
    yield at_least("(a) list of 50: granian beside uvicorn", rates[OURS], rates[UVICORN], "/s", None)


def _asks(name: str, port: int) -> list[load.Ask]:
    return [_always(load.request("GET", *_list_of(name, port, merchant))) for merchant in ASKING]


def _always(request: bytes) -> Callable[[], bytes]:
    return lambda: request


def _list_of(name: str, port: int, merchant: int) -> tuple[str, dict[str, str]]:
    if name in PEERS:
        return f"/payments?company_id={merchant}&per_page={PER_PAGE}", {}
    return f"/v1/payin/charges?per_page={PER_PAGE}", sign_in(port, sets.email(merchant), str(merchant))


def _same_content(ports: dict[str, int]) -> None:
    """
    Raises:
        RuntimeError: two of them answer another list or another total.
    """
    answers = {name: _content(*get(port, *_list_of(name, port, ASKING[0]))) for name, port in ports.items()}
    for name, content in answers.items():
        if content != answers[OURS]:
            raise RuntimeError(f"{name} answers another list than ours:\n{content}\n{answers[OURS]}"[:4_000])


def _content(headers: dict[str, str], body: bytes) -> tuple[str, list[Any]]:
    return headers["x-total"], [{name: _plain(value) for name, value in row.items()} for row in json.loads(body)]


def _plain(value: Any) -> Any:
    """A time written as Z or as +00:00 is the same time."""
    if isinstance(value, str) and value[10:11] == "T":
        return datetime.fromisoformat(value)
    return value
