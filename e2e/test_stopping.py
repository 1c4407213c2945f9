"""Asked to stop under load, the program answers what it took on, gives back what it has not done, and ends clean."""

import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from uuid import uuid4

import httpx
import psycopg
import pytest

from api import Api
from house import RunningHouse, running
from retaguarda.foundation.embedded import EmbeddedPostgres
from retaguarda.foundation.postgres_programs import program

TOKEN = "a token of the journeys, for metrics"
#: What the supervisor gives a part before it kills it; a clean stop takes far less.
MOST_SECONDS = 30


@pytest.fixture
def app() -> Iterator[RunningHouse]:
    with running(RETAGUARDA_BOT_CHECK="none", RETAGUARDA_METRICS_TOKEN=TOKEN, RETAGUARDA_LOG="json") as started:
        yield started


class Seller(threading.Thread):
    """Creates charges, each on a connection of its own, until nobody answers any more."""

    def __init__(self, api: Api, address: str) -> None:
        super().__init__(daemon=True)
        self._headers = {"Authorization": f"Bearer {api.token}"}
        self._address = address
        self.told = list[str]()

    def run(self) -> None:
        while True:
            headers = self._headers | {"Idempotency-Key": str(uuid4())}
            try:
                said = httpx.post(
                    f"{self._address}/v1/payin/charges", json={"amount": {"amount": 777}}, headers=headers, timeout=30
                )
            # Refused, or connected and never taken on: the system drops what still queued at the closed door.
            except httpx.TransportError:
                return
            assert said.status_code == 201, said.text
            self.told.append(said.json()["id"])


def metrics(app: RunningHouse) -> str:
    request = urllib.request.Request(f"{app.address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=10) as said:
        return said.read().decode()


def test_a_stop_under_load_loses_nothing(app: RunningHouse) -> None:
    api = Api.sign_in(app.address, "ana@merchant.example")
    # The provider takes its time, so that the worker has calls in hand when it is told to stop.
    slow = {"faults": [{"effect": "delay", "delay_ms": 1_500, "route": "PUT /cob"}]}
    httpx.post(f"{app.sandbox}/sandbox/faults", json=slow).raise_for_status()
    sellers = [Seller(api, app.address) for _ in range(4)]
    for seller in sellers:
        seller.start()
    deadline = time.monotonic() + 60
    while 'retaguarda_job_seconds_count{job="payin.register_charge",outcome="done"}' not in metrics(app):
        assert time.monotonic() < deadline, "what the worker counts is not told by the API"
        time.sleep(0.2)
    api.client.close()
    app.process.terminate()
    assert app.process.wait(MOST_SECONDS) == 0
    for seller in sellers:
        seller.join(35)
        assert not seller.is_alive()
    told = {charge for seller in sellers for charge in seller.told}
    assert len(told) > 20

    folder = app.data / "postgres"
    control = subprocess.run([program("pg_controldata"), folder], capture_output=True, text=True, check=True).stdout
    assert "shut down\n" in control, "Postgres did not end clean"
    server = EmbeddedPostgres(folder)
    server.start()
    try:
        with psycopg.connect(server.url()) as connection:
            kept = connection.execute("select id::text from charge where amount = 777").fetchall()
            lost, unanswered = told - {row[0] for row in kept}, {row[0] for row in kept} - told
            assert not lost, "a charge that was acknowledged is gone"
            assert not unanswered, "a call that was taken on was not answered"
            doing = connection.execute("select count(*) from procrastinate_jobs where status <> 'todo'").fetchone()
            assert doing == (0,), "a job was neither done nor given back"
            workers = connection.execute("select count(*) from procrastinate_workers").fetchone()
            assert workers == (0,), "a worker did not say goodbye"
    finally:
        server.stop()
