"""A day of calls, and what of people is found in the log afterwards: nothing."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from conftest import Sql
from people import EMAILS, Person, asgi
from retaguarda.app import App, routes, web
from retaguarda.foundation import logs, metrics
from retaguarda.settings import SettingsError, load
from retaguarda_demo.people import PASSWORD
from support.charges import Counter

PAYER, DOCUMENT = "Maria Aparecida Souza", "52998224725"


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Everything that any part says, as operation would see it."""
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    for name in ("_srcfile", "logThreads", "logProcesses", "logMultiprocessing"):
        monkeypatch.setattr(logging, name, getattr(logging, name))
    root = logging.getLogger()
    handlers = root.handlers[:]
    levels = {each: each.level for each in (root, *map(logging.getLogger, (*logs.NOISY, logs.REQUEST_LOGGER)))}
    # What stands there is pytest's, and would be closed.
    root.handlers.clear()
    logs.configure("json", logging.INFO)
    yield written
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    for logger, level in levels.items():
        logger.setLevel(level)


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


async def test_a_day_of_calls_leaves_no_personal_datum_in_the_log(
    log: io.StringIO, counter: Counter, ana: Person, diego: Person, sql: Sql
) -> None:
    charge = await counter.charge(ana, payer={"name": PAYER, "document": DOCUMENT})
    await counter.bank.pay(charge["br_code"])
    path, body = await counter.bank.next_notice()
    await counter.stranger.post(path, json=body)
    await counter.work()
    await ana.get("/v1/payin/charges", payer_document=DOCUMENT)
    await ana.post("/v1/payin/charges", {"amount": {"amount": 1}, "payer": {"name": PAYER, "document": "52998224724"}})
    await ana.post("/v1/access/users", {"name": PAYER, "email": "maria.souza@merchant.example"})
    await ana.get(f"/v1/payin/charges/{EMAILS['carla']}")
    await ana.client.post("/auth/login", json={"email": EMAILS["ana"], "password": "wrong " + PASSWORD})
    await ana.client.post("/auth/forgot", json={"email": EMAILS["ana"]})
    # Postgres repeats in its errors what it was given; a provider repeats it in its refusals.
    sql("alter table charge add constraint no_souza check (payer_name not like '%Souza%') not valid")
    broken = await ana.post(
        "/v1/payin/charges", {"amount": {"amount": 5}, "payer": {"name": PAYER, "document": DOCUMENT}}
    )
    assert broken.status_code == 500
    await counter.bank.fault(effect="status", status=400, route="PUT /cob")
    await ana.post("/v1/payin/charges", {"amount": {"amount": 5}})
    await counter.work()
    text = log.getvalue()
    assert len(lines(log)) > 15
    end_to_end = body["pix"][0]["endToEndId"] if "pix" in body else ""
    tokens = [part for person in (ana, diego) for part in (person.token, person.refresh_token)]
    for secret in (
        PAYER,
        "Souza",
        DOCUMENT,
        "52998224724",
        "529.982.247-25",
        *EMAILS.values(),
        "maria.souza",
        PASSWORD,
    ):
        assert secret not in text, secret
    for secret in (*tokens, path.split("/")[4], charge["br_code"], end_to_end or "no such"):
        assert secret not in text, secret


async def test_no_line_and_no_metric_holds_what_was_asked_in_an_address(
    log: io.StringIO, app: App, ana: Person, diego: Person, sql: Sql
) -> None:
    said = "jacarandá-of-nobody"
    asked = {"search": said, "payer_name": said, "payer_document": "52998224725", said: "1"}
    lists = [route.path for route in routes(app) if route.method == "GET" and "{" not in route.path]
    assert len(lists) > 50
    for path in lists:
        await diego.get(path, search=said)
    assert (await ana.get("/v1/payin/charges", search=said)).status_code == 200
    assert (await ana.get("/v1/payin/charges", **asked)).status_code == 400
    assert (await ana.get(f"/no/such/{said}", **asked)).status_code == 404
    assert (await ana.get("/v1/payin/charges", **{f"p{number}": said for number in range(250)})).status_code == 400
    # And where it goes wrong in a way that nobody foresaw.
    sql("alter table charge rename column payer_name to hidden")
    assert (await ana.get("/v1/payin/charges", search=said)).status_code == 500
    assert len(lines(log)) > len(lists)
    for text in (log.getvalue(), metrics.exposition([]).decode()):
        assert "jacarand" not in text
        assert "52998224725" not in text
        assert "search=" not in text


async def test_a_line_of_a_call_names_its_request_its_route_and_the_person_by_their_id(
    log: io.StringIO, ana: Person, sql: Sql
) -> None:
    missing = uuid4()
    said = await ana.get(f"/v1/payin/charges/{missing}")
    line = next(line for line in lines(log) if line.get("request_id") == said.json()["request_id"])
    (person,) = sql("select id::text from person where email = %s", EMAILS["ana"])[0]
    assert line.pop("at").endswith("Z")
    assert line.pop("ms") > 0
    assert line == {
        "level": "info",
        "logger": "retaguarda.calls",
        "message": "GET /v1/payin/charges/{id:str}",
        "request_id": said.json()["request_id"],
        "person": person,
        "company": 2,
        "status": 404,
    }
    assert str(missing) not in log.getvalue()


async def test_an_unexpected_error_is_one_line_with_its_place_and_without_its_words(
    log: io.StringIO, ana: Person, sql: Sql
) -> None:
    sql("alter table charge rename column amount to hidden")
    said = await ana.get("/v1/payin/charges")
    line = next(line for line in lines(log) if line["level"] == "error")
    assert line["request_id"] == said.json()["request_id"]
    assert line["error"] == "psycopg.errors.UndefinedColumn 42703"
    assert "retaguarda/foundation/database.py" in line["stack"][-2] + line["stack"][-3]
    assert "hidden" not in log.getvalue()


async def test_a_job_that_fails_says_so_under_its_name_and_number(
    log: io.StringIO, counter: Counter, ana: Person
) -> None:
    await counter.bank.fault(effect="status", status=503, route="PUT /cob")
    await ana.post("/v1/payin/charges", {"amount": {"amount": 5}})
    await counter.work()
    line = next(line for line in lines(log) if line.get("job") == "payin.register_charge")
    assert (line["level"], line["message"]) == ("info", "job tried again: retaguarda.foundation.jobs.TryAgain")
    assert line["job_id"] > 0


@pytest.mark.parametrize("proxies", [0, 1])
async def test_a_request_id_is_taken_from_a_trusted_proxy_and_of_nobody_else(proxies: int, app: App, sql: Sql) -> None:
    asgi_app = web(replace(app, settings=replace(app.settings, trusted_proxies=proxies)))
    async with httpx.AsyncClient(transport=asgi(asgi_app), base_url="http://localhost:8000") as client:
        person = await Person(client, EMAILS["ana"]).sign_in()
        person.headers = {"X-Request-Id": "of-the-proxy-0123456789"}
        made = await person.post("/v1/payin/charges", {"amount": {"amount": 100}})
        person.headers = {"X-Request-Id": "not one\tof ours <script>"}
        odd = await person.get("/v1/payin/charges")
    given = made.headers["x-request-id"]
    assert (given == "of-the-proxy-0123456789") is bool(proxies)
    assert sql("select request_id from event where name = 'payin:charge:create'") == [(given,)]
    assert len(odd.headers["x-request-id"]) == 36


def test_what_is_struck_out_of_a_line() -> None:
    for personal in (
        "ana@merchant.example",
        "529.982.247-25",
        "52998224725",
        "12.ABC.345/01DE-35",
        "12345678000195",
        "+55 11 91234-5678",
        "Bearer abc.def",
        "rtg_0123456789abcdef0123456789abcdef_secret",
    ):
        assert logs.redact(f"of {personal}, said") == "of […], said", personal
    for harmless in (
        str(uuid4()),
        "E1234567820261121153012345678901",
        "job 12345678 of 2026-11-21",
        "00000000-0000-7000",
    ):
        assert logs.redact(harmless) == harmless
    assert logs.describe_error(psycopg.errors.UniqueViolation("Key (email)=(ana@merchant.example)")).endswith("23505")


def test_words_for_people_are_refused_in_production() -> None:
    production = {
        "RETAGUARDA_ENV": "production",
        "RETAGUARDA_SECRET": "x" * 32,
        "RETAGUARDA_PUBLIC_URL": "https://pay.example",
    }
    assert load(production).log_form == "json"
    with pytest.raises(SettingsError, match="RETAGUARDA_LOG=text"):
        load(production | {"RETAGUARDA_LOG": "text"})
    with pytest.raises(SettingsError, match="RETAGUARDA_METRICS_TOKEN"):
        load(production | {"RETAGUARDA_METRICS_TOKEN": "short"})
