"""The activity log and the trails: what was done stands there, for whoever may see it."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from people import AURORA, EMAILS, OUTRA, Person
from retaguarda.foundation.permissions import EARNED, Permission
from support.charges import Counter

Logged = Callable[[], Awaitable[int | None]]
SignIn = Callable[[str], Awaitable[Person]]


async def roles_of(sql: Any, *names: str) -> tuple[str, list[int]]:
    ((person,),) = sql("select id::text from person where email = %s", EMAILS["bruno"])
    rows = sql("select id from role where company_id = %s and name = any(%s) order by id", AURORA, list(names))
    return person, [row[0] for row in rows]


async def test_a_change_stands_in_the_log_with_before_and_after_who_and_from_where_and_its_proof(
    sign_in: SignIn, logged: Logged, sql: Any
) -> None:
    gil = await sign_in("gil")
    person, roles = await roles_of(sql, "operator")
    first = await gil.put(f"/rbac/users/{person}/roles", {"roles": roles}, key="once")
    again = await gil.put(f"/rbac/users/{person}/roles", {"roles": roles}, key="once")
    assert (first.status_code, again.status_code) == (200, 200), first.text
    assert await logged()
    assert await logged() is None
    (row,) = (await gil.get("/v1/audit/activity", name="access:user:set_roles")).json()
    entry = (await gil.get(f"/v1/audit/activity/{row['index']}")).json()
    assert (entry["actor"], entry["doer"], entry["company_id"]) == (EMAILS["gil"], "person", AURORA)
    assert (entry["subject_id"], entry["status"], entry["forgotten"]) == (person, "done", [])
    assert (entry["ip"], entry["device"]) == ("127.0.0.1", "Python")
    assert entry["request_id"] == first.headers["x-request-id"]
    assert entry["changes"] == [{"field": "roles", "before": "payer", "after": "operator"}]
    assert entry["proof"]["holds"] is True
    (told,) = (await gil.get(f"/v1/trail/users/{person}")).json()[:1]
    assert (told["name"], told["index"], told["changes"]) == (entry["name"], entry["index"], entry["changes"])


async def test_a_trail_shows_what_has_no_place_in_the_log_yet(ana: Person, counter: Counter, logged: Logged) -> None:
    charge = await counter.paid(ana)
    trail = (await ana.get(f"/v1/trail/charges/{charge['id']}")).json()
    assert [each["name"] for each in trail][-1] == "payin:charge:create"
    assert {each["index"] for each in trail} == {None}
    await logged()
    again = (await ana.get(f"/v1/trail/charges/{charge['id']}")).json()
    assert None not in {each["index"] for each in again}
    paid = next(each for each in again if each["name"] == "payin:charge:paid")
    assert paid["changes"] == [{"field": "status", "before": "pending", "after": "paid"}]


async def test_a_stranger_finds_nothing_of_others_and_somebody_without_the_permission_nothing_at_all(
    ana: Person, carla: Person, diego: Person, counter: Counter, logged: Logged, sql: Any
) -> None:
    charge = await counter.paid(ana)
    await logged()
    assert (await ana.get("/v1/audit/activity")).status_code == 403
    everything = [str(permission) for permission in Permission if permission not in EARNED]
    sql("update role set permissions = %s where company_id = %s", everything, OUTRA)
    (created,) = (await diego.get("/v1/audit/activity", name="payin:charge:create")).json()
    assert {row["company_id"] for row in (await carla.get("/v1/audit/activity", per_page=200)).json()} == {OUTRA}
    for path in (f"/v1/audit/activity/{created['index']}", f"/v1/trail/charges/{charge['id']}"):
        assert (await diego.get(path)).status_code == 200, path
        assert (await carla.get(path)).status_code == 404, path


async def test_what_is_no_place_in_the_log_is_not_there(diego: Person, subtests: pytest.Subtests) -> None:
    cases: list[str] = ["-1", "one", "9" * 19, "%31", "1.0"]
    for place in cases:
        with subtests.test(place=place):
            assert (await diego.get(f"/v1/audit/activity/{place}")).status_code == 404


async def test_a_failed_sign_in_and_a_view_of_a_merchant_are_in_the_log_too(
    ana: Person, diego: Person, logged: Logged
) -> None:
    refused = await ana.client.post("/auth/login", json={"email": EMAILS["ana"], "password": "Wrong-Password-1"})
    assert refused.status_code in (400, 401)
    entered = await diego.post("/rbac/views", {"company_id": AURORA, "reason": "ticket 7"})
    assert entered.status_code < 300, entered.text
    await logged()
    (wrong,) = (await diego.get("/v1/audit/activity", status="refused")).json()
    assert wrong["name"] == "identity:person:sign_in_refused"
    (view,) = (await diego.get("/v1/audit/activity", name="staff:merchant:enter")).json()
    assert (view["doer"], view["company_id"]) == ("staff", AURORA)
    assert (await diego.get(f"/v1/audit/activity/{view['index']}")).json()["reason"] == "ticket 7"
