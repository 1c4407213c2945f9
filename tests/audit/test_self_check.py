"""The page that says whether the books and the log hold."""

from collections.abc import Awaitable, Callable
from typing import Any

from people import OUTRA, Person
from retaguarda.foundation.permissions import EARNED, Permission
from support.charges import Counter

Logged = Callable[[], Awaitable[int | None]]


async def test_everything_holds_until_something_does_not_and_then_it_is_named(
    ana: Person, carla: Person, diego: Person, counter: Counter, logged: Logged, sql: Any, monkeypatch: Any
) -> None:
    charge = await counter.paid(ana)
    size = await logged()
    monkeypatch.setattr("retaguarda.audit.self_check.KEPT_SECONDS", 0)
    found = (await diego.get("/v1/audit/self-check")).json()
    assert [
        (each["name"], each["state"], each["examples"]) for each in found["checks"] if each["state"] != "holds"
    ] == []
    assert {each["group"] for each in found["checks"]} > {"ledger", "payin", "log"}
    assert (found["log"]["size"], found["log"]["waiting"], found["log"]["late"]) == (size, 0, False)
    assert found["log"]["keys"][0].startswith("retaguarda/audit/")

    sql("update charge set fee = fee + 1 where id = %s", charge["id"])
    sql("alter table event disable trigger user")
    sql("update event set data = '{}' where name = 'payin:charge:create'")
    sql(
        "insert into event (company_id, name, subject_id, actor, at) values (2, 'a:b:c', 'x', 'y', now() - interval '2 min')"
    )
    sql("update event_reader set updated_at = now() - interval '2 min' where name = 'audit.sequence'")
    again = (await diego.get("/v1/audit/self-check")).json()
    broken = {each["name"]: each for each in again["checks"] if each["state"] == "broken"}
    assert set(broken) == {"charge_sums", "log_tells_its_events"}
    assert broken["charge_sums"]["examples"][0]["id"] == charge["id"]
    assert broken["log_tells_its_events"]["examples"][0]["name"] == "payin:charge:create"
    assert (again["log"]["waiting"], again["log"]["late"]) == (1, True)

    everything = [str(permission) for permission in Permission if permission not in EARNED]
    sql("update role set permissions = %s where company_id = %s", everything, OUTRA)
    assert (await carla.get("/v1/audit/self-check")).status_code == 403


async def test_what_was_found_is_told_again_for_a_minute_and_what_takes_too_long_is_unknown(
    diego: Person, monkeypatch: Any
) -> None:
    monkeypatch.setattr("retaguarda.audit.self_check.ALL_SECONDS", 0)
    first = (await diego.get("/v1/audit/self-check")).json()
    assert {each["state"] for each in first["checks"] if each["group"] == "ledger"} == {"unknown"}
    assert (await diego.get("/v1/audit/self-check")).json() == first
