"""Parts die in mid-work: what clients were told is what stands, and every invariant holds."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from api import Api
from house import RunningHouse, processes_of, running
from newcomer import database_of
from storm.running import Plan, storm


@pytest.fixture(scope="module")
def app() -> Iterator[RunningHouse]:
    with running(RETAGUARDA_BOT_CHECK="none") as started:
        yield started


#: A job that met no database is tried again within seconds.
REGISTERED_WITHIN_S = 60
#: A call may have slipped through between two transactions; then the part is killed once more.
MOST_KILLS = 6


class Seller(threading.Thread):
    """Creates charges until told to stop, each sent until there is an answer, and then once more."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.api = Api.sign_in(address, "ana@merchant.example")
        self.told = dict[str, str]()
        self.over = threading.Event()
        self.interrupted = 0

    def finish(self) -> None:
        self.over.set()
        self.join(60)
        assert not self.is_alive()

    def run(self) -> None:
        while not self.over.is_set():
            key = str(uuid4())
            first, second = self.insist(key), self.insist(key)
            assert first == second, "the second answer differs from the first"
            self.told[key] = first

    def insist(self, key: str) -> str:
        body = {"amount": {"amount": 1234}, "reference": key}
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                said = self.api.post("/v1/payin/charges", body, key)
            except httpx.TransportError:
                self.interrupted += 1
                time.sleep(0.1)
                continue
            if said.status_code == 201:
                return said.json()["id"]
            assert said.status_code in (409, 500, 503), said.text
            self.interrupted += 1
            time.sleep(0.1)
        raise AssertionError("no answer within a minute")


def kill_and_wait(app: RunningHouse, part: str, sellers: list[Seller]) -> None:
    """Until work goes on."""
    for process in processes_of(app, part):
        process.send_signal(signal.SIGKILL)
    before = sum(len(seller.told) for seller in sellers)
    deadline = time.monotonic() + 60
    while sum(len(seller.told) for seller in sellers) < before + 40:
        assert time.monotonic() < deadline, f"nothing moves after the end of {part}"
        time.sleep(0.1)


def test_a_short_storm_leaves_everything_as_it_was_told_and_the_past_adds_up(app: RunningHouse) -> None:
    """Random Commands while two parts die; `make soak` sends a hundred thousand."""
    outcome = storm(app, Plan(seed=5, commands=200, crashes=2, settle_seconds=240))
    assert outcome.wrong == []
    assert outcome.log.kills.total() == 2
    assert len(outcome.log.told) > 20
    statuses = set(outcome.log.by_status())
    assert {200, 201} < statuses, "nothing was refused"


@pytest.mark.parametrize("part", ["api", "postgres", "worker"])
def test_a_killed_part_comes_back_and_nothing_that_was_told_is_lost(app: RunningHouse, part: str) -> None:
    sellers = [Seller(app.address) for _ in range(4)]
    with ExitStack() as clients:
        for seller in sellers:
            clients.callback(seller.api.client.close)
            seller.start()
        told = sell_while_it_dies(app, part, sellers)
        some = list(told)[:: max(1, len(told) // 40)]
        for reference in some:
            rows = sellers[0].api.get("/v1/payin/charges", reference=reference).raise_for_status().json()
            assert [row["id"] for row in rows] == [told[reference]], reference
        try:
            newest = sellers[0].api.wait_for(f"/v1/payin/charges/{told[some[-1]]}", "pending", REGISTERED_WITHIN_S)
        except TimeoutError as error:
            raise AssertionError(f"{error}\n{left_in(app)}") from None
        assert newest["br_code"]


def left_in(app: RunningHouse) -> str:
    """What the queue and the readers of events stand at, and what the house said last."""
    with database_of(app) as database:
        jobs = database.execute(
            "select id, task_name, status, attempts, scheduled_at - now(), worker_id from procrastinate_jobs order by id limit 20"
        ).fetchall()
        workers = database.execute("select id, now() - last_heartbeat from procrastinate_workers").fetchall()
        open_for = database.execute(
            "select state, now() - xact_start, left(query, 80) from pg_stat_activity where xact_start < now() - interval '5 s'"
        ).fetchall()
    said = Path(app.data, "said.log").read_bytes()[-6_000:].decode(errors="replace")
    return "\n".join(map(str, (*jobs, *workers, *open_for, said)))


def sell_while_it_dies(app: RunningHouse, part: str, sellers: list[Seller]) -> dict[str, str]:
    """Kill the part until a seller noticed. Return the charges that the sellers were told of, by reference."""
    time.sleep(1)
    noticed = False
    try:
        for _ in range(MOST_KILLS):
            kill_and_wait(app, part, sellers)
            noticed = sum(seller.interrupted for seller in sellers) > 0
            if noticed or part == "worker":
                break
    finally:
        for seller in sellers:
            seller.finish()
    assert noticed or part == "worker", "nobody noticed: the part was not killed under load"
    return {reference: charge for seller in sellers for reference, charge in seller.told.items()}


def test_every_invariant_holds_after_the_kills(app: RunningHouse) -> None:
    environment = os.environ | {"RETAGUARDA_DATA": str(app.data)}
    deadline = time.monotonic() + 60
    while True:
        said = subprocess.run(
            [sys.executable, "-m", "retaguarda", "verify"], env=environment, capture_output=True, text=True, check=False
        )
        if said.returncode == 0 or time.monotonic() > deadline:
            break
        time.sleep(0.5)
    assert said.returncode == 0, said.stdout
    assert "payment_has_one_journal" in said.stdout
    assert Path(app.data, "secret").exists()
