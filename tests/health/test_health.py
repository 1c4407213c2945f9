"""What the one on call asks of the program, and what it answers."""

import re
import subprocess
import sys
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import cast
from uuid import uuid4

import httpx
import pytest
from procrastinate.jobs import Job as StoredJob

from conftest import Sql
from people import AURORA, Person, asgi
from retaguarda.app import App, web
from retaguarda.background import jobs
from retaguarda.cron_tasks.clock import Clock
from retaguarda.foundation import clock_offset
from retaguarda.foundation.database import SYSTEM
from retaguarda.foundation.jobs import TryAgain, _Backoff
from retaguarda.foundation.migrate import newest_number
from retaguarda.worker import watch_clock
from support.charges import Counter

#: As it is, and not as it is held back while other tests run.
PUT_OFF = _Backoff.get_retry_decision
TOKEN = "a token of the tests, for metrics"


def value(text: str, name: str, **labels: str) -> float:
    """Of the one line with this name and these labels, among others; 0 without it."""
    for line in text.splitlines():
        found = re.fullmatch(rf"{name}(?:\{{(.*)\}})? (\S+)", line)
        if found and labels.items() <= dict(re.findall(r'(\w+)="([^"]*)"', found[1] or "")).items():
            return float(found[2])
    return 0.0


async def scraped(app: App, token: str = TOKEN) -> httpx.Response:
    asgi_app = web(replace(app, settings=replace(app.settings, metrics_token=TOKEN)))
    async with httpx.AsyncClient(transport=asgi(asgi_app), base_url="http://localhost:8000") as client:
        return await client.get("/metrics", headers={"Authorization": f"Bearer {token}"})


async def test_ready_tells_the_schema_and_whether_a_worker_was_heard_of(client: httpx.AsyncClient, sql: Sql) -> None:
    newest = newest_number()
    assert (await client.get("/health")).json() == {"status": "ok"}
    assert (await client.get("/ready")).json() == {"status": "ok", "schema": newest, "worker": False}
    sql("insert into procrastinate_workers (last_heartbeat) values (now())")
    assert (await client.get("/ready")).json()["worker"] is True


async def test_a_process_that_is_newer_than_its_schema_is_not_ready_and_one_that_is_older_is(
    client: httpx.AsyncClient, sql: Sql
) -> None:
    sql("update schema_migration set number = '0000' where number = (select max(number) from schema_migration)")
    ((older,),) = sql("select max(number) from schema_migration")
    said = await client.get("/ready")
    assert (said.status_code, said.json()["status"], said.json()["schema"]) == (503, "schema_behind", older)
    # A release is under way, and this process is of the one before it.
    sql("update schema_migration set number = '9999' where number = '0000'")
    assert (await client.get("/ready")).status_code == 200


@pytest.mark.parametrize("seconds", [600, -600])
async def test_a_machine_whose_clock_is_ten_minutes_off_gets_no_calls_and_says_so(
    app: App, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, seconds: int
) -> None:
    right = time.time
    assert abs(value((await scraped(app)).text, "retaguarda_clock_offset_seconds")) < 5
    monkeypatch.setattr(clock_offset, "time", SimpleNamespace(time=lambda: right() + seconds))
    said = await client.get("/ready")
    assert (said.status_code, said.json()["status"]) == (503, "clock_off")
    assert abs(value((await scraped(app)).text, "retaguarda_clock_offset_seconds") - seconds) < 5
    await watch_clock(app)
    told = [record.getMessage() for record in caplog.records if "clock of this machine" in record.getMessage()]
    assert len(told) == 2, told
    assert all(f"{seconds:+.0f} s" in line or f"{seconds - 1:+.0f} s" in line for line in told), told
    # Seconds are nothing to be sent away for.
    monkeypatch.setattr(clock_offset, "time", SimpleNamespace(time=lambda: right() + 20))
    assert (await client.get("/ready")).status_code == 200


@pytest.mark.parametrize("seconds", [600, -600])
async def test_what_a_machine_whose_clock_is_off_puts_off_is_due_by_the_database_s_clock(
    app: App, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, sql: Sql, seconds: int
) -> None:
    right = time.time
    monkeypatch.setattr(clock_offset, "time", SimpleNamespace(time=lambda: right() + seconds))
    assert (await client.get("/ready")).json()["status"] == "clock_off"
    async with app.database.transaction(SYSTEM) as tx:
        await app.queue.defer(tx, "test.later", [{}], after=60)
    ((wait,),) = sql(
        "select extract(epoch from scheduled_at - clock_timestamp())::float from procrastinate_jobs where task_name = 'test.later'"
    )
    again = PUT_OFF(
        _Backoff(), exception=TryAgain("away", 60), job=cast(StoredJob, SimpleNamespace(attempts=1))
    ).retry_at
    assert again is not None
    assert 0 < wait <= 65
    assert 0 < again.timestamp() - right() <= 65
    monkeypatch.setattr(clock_offset, "time", SimpleNamespace(time=right))
    assert (await client.get("/ready")).status_code == 200


async def test_metrics_are_nobody_s_without_their_token(app: App, client: httpx.AsyncClient, diego: Person) -> None:
    for said in (await client.get("/metrics"), await diego.get("/metrics"), await scraped(app, "another token")):
        assert (said.status_code, said.json()["message"]) == (404, "not_found")
    bare = await client.get("/metrics", headers={"Authorization": "Bearer "})
    assert bare.status_code == 404, "an unset token must not be met by an empty one"


async def test_metrics_tell_calls_by_route_jobs_providers_and_what_waits(
    app: App, counter: Counter, ana: Person
) -> None:
    before = (await scraped(app)).text
    charge = await counter.charge(ana)
    await ana.get(f"/v1/payin/charges/{uuid4()}")
    await ana.get("/no/such/path-of-ana@merchant.example")
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    await counter.stranger.post(path, json=body)
    await counter.work()
    said = await scraped(app)
    assert said.headers["content-type"].startswith("text/plain; version=")
    after = said.text

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    read = {"method": "GET", "route": "/v1/payin/charges/{id:str}"}
    assert more("retaguarda_call_seconds_count", **read, status="404") == 1
    assert more("retaguarda_call_seconds_count", method="POST", route="/v1/payin/charges", status="201") == 1
    assert more("retaguarda_call_seconds_count", method="-", route="-", status="404") == 1
    assert more("retaguarda_job_seconds_count", job="payin.register_charge", outcome="done") == 1
    assert more("retaguarda_provider_call_seconds_count", provider="psp", outcome="ok") >= 2
    assert more("retaguarda_ledger_posts_total", kind="payin.payment") >= 1
    assert more("retaguarda_connection_wait_seconds_count") > 5
    assert value(after, "retaguarda_unread_events", reader="payin.roll_up") == 0
    assert value(after, "retaguarda_database_bytes") > 1_000_000
    for typed in ("ana@merchant.example", charge["id"], str(AURORA) + "/", path.split("/")[4]):
        assert typed not in after, typed


async def test_work_that_waits_for_a_provider_and_a_task_that_fails_are_figures(
    app: App, counter: Counter, ana: Person, sql: Sql
) -> None:
    job = {"job": "payin.register_charge"}
    await counter.work()
    await counter.bank.fault(effect="status", status=503, route="PUT /cob")
    await ana.post("/v1/payin/charges", {"amount": {"amount": 1234}})
    unread = (await scraped(app)).text
    assert value(unread, "retaguarda_unread_events", reader="payin.provider_calls") > 0
    assert value(unread, "retaguarda_oldest_unread_event_seconds", reader="payin.provider_calls") > 0
    await counter.work()
    sql("update procrastinate_jobs set scheduled_at = now() + interval '1 minute'")
    assert value((await scraped(app)).text, "retaguarda_jobs", **job, state="again") == 1
    sql("update procrastinate_jobs set scheduled_at = now() - interval '1 minute'")
    await Clock(app.database, app.queue, jobs(app)[1]).tick()
    sql("update cron_task set failures = 3 where name = 'ledger.verify'")
    text = (await scraped(app)).text
    assert value(text, "retaguarda_jobs", **job, state="due") == 1
    assert 60 <= value(text, "retaguarda_oldest_due_job_seconds", **job) < 70
    assert value(text, "retaguarda_provider_call_seconds_count", provider="psp", outcome="broken") > 0
    assert value(text, "retaguarda_task_failures", task="ledger.verify") == 3


def test_the_folder_of_counters_is_chosen_before_the_first_meter_exists() -> None:
    """The Prometheus client reads its folder once; a meter made before would count for its process alone."""
    code = "import sys, retaguarda.cli.shared_metrics; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
