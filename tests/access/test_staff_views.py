"""Staff look at a merchant's data: who, whom and why stands in that merchant's trail."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest

from people import AURORA, EMAILS, OUTRA, Person

SignIn = Callable[[str], Awaitable[Person]]
Sql = Callable[..., list[tuple[Any, ...]]]
TRAIL = "select name, actor, data->>'reason' from event where name like 'staff:%%' and company_id = %s order by id"


async def test_entering_and_leaving_is_written_with_who_whom_and_why(diego: Person, sql: Sql) -> None:
    body, key = {"company_id": AURORA, "reason": "ticket 4711"}, str(uuid4())
    # Whatever the tab has chosen before.
    diego.account = str(OUTRA)
    first, again = await diego.post("/rbac/views", body, key=key), await diego.post("/rbac/views", body, key=key)
    assert (first.status_code, first.json()) == (201, {"company_id": AURORA})
    assert first.content == again.content
    assert (await diego.post("/rbac/views/leave", {"company_id": AURORA}, key=None)).status_code == 200
    assert sql(TRAIL, AURORA) == [
        ("staff:merchant:enter", EMAILS["diego"], "ticket 4711"),
        ("staff:merchant:leave", EMAILS["diego"], None),
    ]
    assert sql("select distinct subject_id, host(ip) from event where name like 'staff:%%'") == [
        (f"company:{AURORA}", "127.0.0.1")
    ]


async def test_no_view_goes_unlogged_and_each_is_logged_once_an_hour(diego: Person, sign_in: SignIn, sql: Sql) -> None:
    diego.account = str(AURORA)
    for path in ("/v1/payin/charges", "/rbac/users", "/v1/overview"):
        assert (await diego.get(path)).status_code == 200
    assert sql(TRAIL, AURORA) == [("staff:merchant:view", EMAILS["diego"], None)]
    diego.account = ""
    await diego.post("/rbac/views", {"company_id": AURORA, "reason": "ticket 4711"})
    diego.account = str(AURORA)
    sql("update staff_view set logged_at = logged_at - interval '61 minutes'")
    for _ in range(2):
        await diego.get("/v1/payin/charges")
    assert sql(TRAIL, AURORA)[1:] == [
        ("staff:merchant:enter", EMAILS["diego"], "ticket 4711"),
        ("staff:merchant:view", EMAILS["diego"], "ticket 4711"),
    ]
    eva = await sign_in("eva")
    eva.account = str(AURORA)
    await eva.get("/v1/payin/charges")
    assert sql(TRAIL, AURORA)[-1] == ("staff:merchant:view", EMAILS["eva"], None)


async def test_twenty_calls_at_once_leave_one_line(diego: Person, sql: Sql) -> None:
    diego.account = str(AURORA)
    said = await asyncio.gather(*(diego.get("/v1/payin/charges") for _ in range(20)))
    assert {each.status_code for each in said} == {200}
    assert len(sql(TRAIL, AURORA)) == 1


async def test_the_own_house_and_merchants_looking_at_themselves_are_no_view(
    diego: Person, ana: Person, sql: Sql
) -> None:
    diego.account = "1"
    await diego.get("/v1/payin/charges")
    diego.account = "all"
    await diego.get("/v1/payin/charges")
    ana.account = str(AURORA)
    await ana.get("/v1/payin/charges")
    assert sql("select 1 from event where name like 'staff:%%'") == []


async def test_a_wrong_view_is_refused(diego: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, int]] = [
        ({"company_id": 1, "reason": "own"}, 400),
        ({"company_id": 99_999, "reason": "nobody"}, 404),
        ({"company_id": 2**40, "reason": "nobody"}, 400),
        ({"company_id": AURORA, "reason": "no"}, 400),
        ({"company_id": AURORA, "reason": "x" * 201}, 400),
        ({"company_id": AURORA, "reason": "a\x00bc"}, 400),
        ({"company_id": AURORA}, 400),
        ({"reason": "why"}, 400),
        ([], 400),
    ]
    for body, status in cases:
        with subtests.test(body=body, status=status):
            assert (await diego.post("/rbac/views", body)).status_code == status


async def test_only_staff_look_at_others(gil: Person, sql: Sql) -> None:
    body = {"company_id": OUTRA, "reason": "curious"}
    assert (await gil.post("/rbac/views", body)).status_code == 403
    sql("update role set permissions = permissions || '{rbac::merchants:view}'")
    assert (await gil.post("/rbac/views", body)).status_code == 404


async def test_with_a_merchants_eyes_staff_see_what_its_people_see_and_every_command_is_refused(
    diego: Person, ana: Person, carla: Person, sql: Sql
) -> None:
    diego.account = str(AURORA)
    seen = (await diego.get("/rbac/views/eyes")).json()
    assert seen["company_id"] == AURORA
    assert "payin::payment:read" in seen["permissions"]
    assert all(name.endswith((":read", ":view")) for name in seen["permissions"] if name != "auth::twoFactor")
    charge = (await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})).json()
    diego.client.headers["X-View-As"] = str(AURORA)
    assert [each["id"] for each in (await diego.get("/v1/payin/charges")).json()] == [charge["id"]]
    # What the merchant has not, nobody sees with its eyes.
    assert (await diego.get("/v1/audit/incidents")).status_code == 403
    for path, body in (
        ("/v1/payin/charges", {"amount": {"amount": 100}}),
        (f"/v1/payin/charges/{charge['id']}/cancel", {}),
        ("/rbac/roles", {"name": "Caixa", "permissions": ["payin::payment:read"]}),
    ):
        for _ in range(2):
            said = await diego.post(path, body)
            assert (said.status_code, said.json()["message"]) == (403, "view_as_reads_only"), path
    assert sql("select count(*) from charge") == [(1,)]
    # One merchant is no other, and whoever is no staff has their own eyes.
    for account in (str(OUTRA), "1", "all"):
        diego.account = account
        assert (await diego.get("/v1/payin/charges")).json()["message"] == "view_as_not_yours"
    ana.client.headers["X-View-As"] = str(AURORA)
    assert (await ana.get("/v1/payin/charges")).status_code == 403
    assert (await carla.get("/rbac/views/eyes")).status_code in (403, 404)
    diego.client.headers["X-View-As"] = "99999"
    assert (await diego.get("/v1/payin/charges")).status_code == 404
