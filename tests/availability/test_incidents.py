"""Incidents: found by themselves in minutes and heartbeats, decided by people, counted in the month's index."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from conftest import Work
from people import Person
from retaguarda.app import App
from retaguarda.availability import jobs
from retaguarda.availability.jobs import Watch
from retaguarda.foundation.local_day import BRASILIA
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders

INCIDENTS, MONTH = "/v1/audit/incidents", "/v1/audit/availability"
WORDS = "A conexão com o banco caiu depois de uma troca de certificado."
#: When the test's outages begin: long enough ago for everything to be over, and never near the end of a day or a month.
BEGAN = (datetime.now(UTC) - timedelta(hours=3)).replace(minute=10, second=0, microsecond=0)
OF_MONTH = f"{BEGAN.astimezone(BRASILIA):%Y-%m}"
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert offenders(counter.url) == {}


def at(moment: datetime) -> dict[str, str]:
    """A moment as people type it."""
    local = moment.astimezone(BRASILIA)
    return {"day": f"{local:%Y-%m-%d}", "began": f"{local:%H:%M}"}


def alive(sql: Any, role: str, but: range = range(0)) -> None:
    """Heartbeats of a process of this role, each minute from an hour before BEGAN until now, but for some."""
    sql(
        "insert into process_minute (role, at, process)"
        " select %s, %s::timestamptz + n * interval '1 minute', '00000000-0000-7000-8000-000000000001'"
        " from generate_series(-60, 250) n where not n = any(%s)",
        role,
        BEGAN,
        list(but),
    )


def calls(sql: Any, service: str, minutes: range, answered: int, failed: int) -> None:
    sql(
        "insert into service_minute (service, at, answered, refused, failed, buckets)"
        " select %s, %s::timestamptz + n * interval '1 minute', %s, 0, %s, array[%s] from unnest(%s::int[]) n",
        service,
        BEGAN,
        answered,
        failed,
        answered + failed,
        list(minutes),
    )


async def found(app: App, diego: Person) -> list[dict[str, Any]]:
    await Watch(app.database).run()
    said = await diego.get(INCIDENTS, order_by="began_at", sort="asc")
    assert said.status_code == 200, said.text
    return said.json()


async def act(person: Person, incident: dict[str, Any], name: str, body: Any = None) -> dict[str, Any]:
    said = await person.post(f"{INCIDENTS}/{incident['id']}/{name}", body)
    assert said.status_code == 200, said.text
    return said.json()


async def test_failing_calls_become_an_incident_that_people_confirm_explain_and_close(
    app: App, diego: Person, ana: Person, work: Work, sql: Any
) -> None:
    alive(sql, "api")
    alive(sql, "worker")
    calls(sql, "payin", range(-30, 0), 20, 0)
    calls(sql, "payin", range(7), 2, 18)
    calls(sql, "payin", range(7, 60), 20, 0)
    (incident,) = await found(app, diego)
    assert (incident["service"], incident["state"], incident["minutes"]) == ("payin", "detected", 7)
    assert (incident["found_by"], incident["failed"], incident["planned"]) == ("traffic", 126, False)
    assert datetime.fromisoformat(incident["began_at"]) == BEGAN
    assert datetime.fromisoformat(incident["ended_at"]) == BEGAN + 7 * MINUTE
    # Looked at again, it is the same one.
    assert [each["id"] for each in await found(app, diego)] == [incident["id"]]
    early = await diego.post(f"{INCIDENTS}/{incident['id']}/close")
    assert (early.status_code, early.json()["message"]) == (409, "incident_not_so")
    await act(diego, incident, "decide", {"decision": "confirmed", "reason": "Visto no painel do banco"})
    again = await diego.post(f"{INCIDENTS}/{incident['id']}/decide", {"decision": "confirmed", "reason": "De novo"})
    assert again.status_code == 409
    told = await act(diego, incident, "tell", {"message": "Cobranças Pix falharam por sete minutos; já voltaram."})
    assert told["told_companies"] == 6
    await work()
    notices = (await ana.get("/v1/notifications")).json()["notifications"]
    assert [each["message"] for each in notices] == ["Cobranças Pix falharam por sete minutos; já voltaram."]
    await act(diego, incident, "explain", {"cause": "provider", "root_cause": WORDS, "action": WORDS})
    await act(diego, incident, "report", {"protocol": "BCB-2026-001"})
    twice = await diego.post(f"{INCIDENTS}/{incident['id']}/report", {"protocol": "BCB-2026-002"})
    assert (twice.status_code, twice.json()["message"]) == (409, "incident_reported_already")
    closed = await act(diego, incident, "close")
    assert (closed["state"], closed["cause"], closed["report_protocol"]) == ("closed", "provider", "BCB-2026-001")
    record = (await diego.get(f"{INCIDENTS}/{incident['id']}")).json()
    assert sum(minute["bad"] == "failed" for minute in record["chart"]) == 7
    assert [moment["kind"].rpartition(":")[2] for moment in record["timeline"]] == [
        "detected",
        "ended",
        "decide",
        "tell",
        "explain",
        "report",
        "close",
    ]
    with pytest.raises(psycopg.DatabaseError, match="closed incident"):
        sql("update incident set minutes = 1 where id = %s", incident["id"])
    with pytest.raises(psycopg.DatabaseError):
        sql("delete from incident where id = %s", incident["id"])


async def test_a_dead_server_is_found_by_its_missing_heartbeat(app: App, diego: Person, sql: Any) -> None:
    alive(sql, "api", range(4))
    alive(sql, "worker")
    (incident,) = await found(app, diego)
    assert (incident["service"], incident["found_by"], incident["minutes"]) == ("api", "heartbeat", 4)
    # Nothing that the API answers worked then.
    month = (await diego.get(MONTH, month=OF_MONTH)).json()
    lost = {each["service"]: each["unavailable"] for each in month["services"]}
    assert (lost["api"], lost["payin"], lost["worker"]) == (4, 4, 0)


async def test_an_incident_goes_on_until_calls_do_well_again(
    app: App, diego: Person, sql: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive(sql, "api")
    alive(sql, "worker")
    now = round((datetime.now(UTC) - BEGAN) / MINUTE)
    calls(sql, "payouts", range(now - 40, now - 15), 0, 9)
    monkeypatch.setattr(jobs, "SETTLED", timedelta(minutes=25))
    (incident,) = await found(app, diego)
    assert (incident["going_on"], incident["ended_at"]) == (True, None)
    refused = await diego.post(
        f"{INCIDENTS}/{incident['id']}/bounds",
        at(BEGAN) | {"minutes": 1, "reason": "Antes disso"},
    )
    assert (refused.status_code, refused.json()["message"]) == (409, "incident_goes_on")
    monkeypatch.undo()
    (same,) = await found(app, diego)
    assert (same["id"], same["minutes"], same["going_on"]) == (incident["id"], 25, False)
    assert datetime.fromisoformat(same["ended_at"]) == BEGAN + (now - 15) * MINUTE


async def test_a_dismissed_incident_does_not_count_and_an_undecided_one_is_shown_both_ways(
    app: App, diego: Person, sql: Any
) -> None:
    alive(sql, "api")
    alive(sql, "worker")
    calls(sql, "checkout", range(10), 0, 9)
    (incident,) = await found(app, diego)

    async def of() -> dict[str, Any]:
        month = (await diego.get(MONTH, month=OF_MONTH)).json()
        return next(each for each in month["services"] if each["service"] == "checkout")

    before = await of()
    assert (before["unavailable"], before["undecided"]) == (10, 10)
    assert before["index"] < before["index_decided"] == 10_000
    await act(diego, incident, "decide", {"decision": "dismissed", "reason": "Teste de carga combinado"})
    after = await of()
    assert (after["unavailable"], after["index"]) == (0, 10_000)


async def test_announced_maintenance_does_not_count_and_cannot_be_announced_afterwards(
    app: App, diego: Person, sql: Any
) -> None:
    soon = datetime.now(UTC) + timedelta(hours=2)
    body = {"service": "api", "minutes": 60, "reason": "Troca de disco"}
    planned = await diego.post("/v1/audit/maintenance", body | at(soon))
    assert planned.status_code == 201, planned.text
    said = await diego.post("/v1/audit/maintenance", body | at(BEGAN))
    assert (said.status_code, said.json()["message"]["day"]) == (400, ["maintenance_too_late"])
    # As if it had been announced the day before.
    sql(
        "insert into maintenance (id, service, began_at, ended_at, reason, announced_by, announced_at) values"
        " (gen_random_uuid(), 'api', %s, %s, 'Troca de disco', 'diego', %s)",
        BEGAN - MINUTE,
        BEGAN + 9 * MINUTE,
        BEGAN - timedelta(days=1),
    )
    alive(sql, "api")
    alive(sql, "worker")
    calls(sql, "payin", range(5), 0, 9)
    (incident,) = await found(app, diego)
    assert incident["planned"] is True
    month = (await diego.get(MONTH, month=OF_MONTH)).json()
    payin = next(each for each in month["services"] if each["service"] == "payin")
    assert (payin["unavailable"], payin["planned"], payin["index"]) == (0, 5, 10_000)


async def test_moved_bounds_count_and_may_need_a_second_person(app: App, diego: Person, eva: Person, sql: Any) -> None:
    alive(sql, "api")
    alive(sql, "worker")
    calls(sql, "sign_in", range(4), 0, 9)
    (incident,) = await found(app, diego)
    standing_policy(sql, "audit:incident:bounds")
    body = at(BEGAN - 2 * MINUTE) | {"minutes": 10, "reason": "O banco confirma dez minutos"}
    held = await diego.post(f"{INCIDENTS}/{incident['id']}/bounds", body)
    assert held.status_code == 202, held.text
    assert (await diego.get(f"{INCIDENTS}/{incident['id']}")).json()["minutes"] == 4
    approved = await Desk(sql).approve(eva, held.json()["request"]["id"])
    assert approved.status_code == 200, approved.text
    assert (await diego.get(f"{INCIDENTS}/{incident['id']}")).json()["minutes"] == 10


async def test_a_person_writes_down_what_the_rule_cannot_see(diego: Person, carla: Person) -> None:
    body = at(BEGAN) | {"minutes": 12, "reason": "Só o QR Code de um banco não abria"}
    opened = await diego.post(INCIDENTS, body | {"service": "payin"})
    assert opened.status_code == 201, opened.text
    assert (opened.json()["state"], opened.json()["minutes"], opened.json()["found_by"]) == ("confirmed", 12, "person")
    moved = await act(diego, opened.json(), "bounds", body | {"minutes": 5})
    assert (moved["minutes"], moved["bounds_by"]) == (5, diego.email)
    said = await diego.post(INCIDENTS, body | {"service": "payin", "minutes": 600})
    assert (said.status_code, said.json()["message"]["minutes"]) == (400, ["moment_invalid"])
    number = opened.json()["id"]
    for method, path in (
        (carla.get, INCIDENTS),
        (carla.get, f"{INCIDENTS}/{number}"),
        (carla.get, MONTH),
        (carla.post, INCIDENTS),
        (carla.post, f"{INCIDENTS}/{number}/tell"),
        (carla.post, "/v1/audit/maintenance"),
    ):
        assert (await method(path)).status_code in (403, 404)


async def test_calls_of_this_process_are_counted_by_service_with_their_times(
    app: App, diego: Person, work: Work, sql: Any
) -> None:
    assert (await diego.get("/v1/payin/charges")).status_code == 200
    assert (await diego.get("/v1/payin/charges", order_by="nonsense")).status_code == 400
    await diego.get("/health")
    await work()
    rows = sql("select sum(answered), sum(refused), sum(failed) from service_minute where service = 'payin'")
    assert rows == [(1, 1, 0)]
    assert sql("select distinct service from service_minute order by 1") == [("payin",), ("sign_in",)]
    await app.calls.beat("api")
    await app.calls.beat("api")
    assert sql("select role, count(*) from process_minute group by 1") == [("api", 1)]


async def test_two_incidents_that_were_one_are_merged_and_one_that_was_two_is_split(
    app: App, diego: Person, carla: Person, sql: Any
) -> None:
    alive(sql, "api")
    alive(sql, "worker")
    for service, first in (("payin", 0), ("payin", 20), ("payouts", 0)):
        calls(sql, service, range(first, first + 5), 1, 19)
    one, other, payouts = sorted(await found(app, diego), key=lambda each: (each["service"], each["began_at"]))
    lost = await lost_minutes(diego, "payin")
    wrong = await diego.post(f"{INCIDENTS}/{one['id']}/merge", {"into": payouts["number"], "reason": "Outro serviço"})
    assert wrong.json()["message"] == {"into": ["not_found"]}
    merged = await act(diego, other, "merge", {"into": one["number"], "reason": "A mesma queda"})
    assert (merged["state"], merged["replaced_by"]) == ("dismissed", [one["id"]])
    whole = (await diego.get(f"{INCIDENTS}/{one['id']}")).json()
    assert (whole["minutes"], whole["failed"]) == (10, 190)
    assert datetime.fromisoformat(whole["ended_at"]) == BEGAN + 25 * MINUTE
    again = await diego.post(f"{INCIDENTS}/{other['id']}/merge", {"into": one["number"], "reason": "De novo"})
    assert (again.status_code, again.json()["message"]) == (409, "incident_not_so")
    back = await diego.post(f"{INCIDENTS}/{other['id']}/decide", {"decision": "confirmed", "reason": "Foi mesmo"})
    assert (back.status_code, back.json()["message"]) == (409, "incident_replaced")
    cut = at(BEGAN + 10 * MINUTE)
    nothing = await diego.post(
        f"{INCIDENTS}/{one['id']}/split", {"day": cut["day"], "at": at(BEGAN)["began"], "reason": "Antes de tudo"}
    )
    assert nothing.json()["message"] == {"at": ["moment_invalid"]}
    split = await act(diego, one, "split", {"day": cut["day"], "at": cut["began"], "reason": "Duas causas"})
    parts = [(await diego.get(f"{INCIDENTS}/{part}")).json() for part in split["replaced_by"]]
    assert [(part["minutes"], part["state"], part["found_by"]) for part in parts] == [(5, "detected", "traffic")] * 2
    # However it is told apart, the same minutes are lost.
    assert await lost_minutes(diego, "payin") == lost == 10
    assert (await carla.post(f"{INCIDENTS}/{one['id']}/split", {})).status_code in (403, 404)


async def lost_minutes(diego: Person, service: str) -> int:
    month = (await diego.get(MONTH, month=OF_MONTH)).json()
    return next(each["unavailable"] for each in month["services"] if each["service"] == service)


async def test_minutes_that_are_not_an_incidents_own_and_calls_outside_of_buckets_are_found(
    app: App, diego: Person, counter: Counter, sql: Any
) -> None:
    alive(sql, "api")
    alive(sql, "worker")
    calls(sql, "payin", range(5), 1, 19)
    (incident,) = await found(app, diego)
    for broken, mended in (
        ("minutes = minutes + 1", "minutes = minutes - 1"),
        ("began_at = began_at - interval '1 minute'", "began_at = began_at + interval '1 minute'"),
    ):
        sql(f"update incident set {broken} where id = %s", incident["id"])
        assert set(offenders(counter.url)) == {"incident_minutes_are_its_own"}
        sql(f"update incident set {mended} where id = %s", incident["id"])
    sql("update service_minute set answered = answered + 1")
    assert set(offenders(counter.url)) == {"calls_of_a_minute_are_in_its_buckets"}
    sql("update service_minute set answered = answered - 1")
