"""What administrators do to people, and what they cannot."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest

from people import AURORA, EMAILS, OUTRA, Person
from support.identity import alive, log_in

SignIn = Callable[[str], Awaitable[Person]]
Number = Callable[[str], str]
Role = Callable[[str, int], int]
Sql = Callable[..., list[tuple[Any, ...]]]


def refusal(said: Any) -> tuple[int, Any]:
    return said.status_code, said.json()["message"]


async def test_a_suspended_person_is_out_at_once_and_comes_back_without_old_sessions(
    gil: Person, ana: Person, number: Number
) -> None:
    path = f"/rbac/users/{number('ana')}"
    for _ in range(2):
        said = await gil.post(f"{path}/suspend", {"reason": "left the company"}, key=None)
        assert (said.status_code, said.json()["status"]) == (200, "suspended")
    assert not await alive(ana)
    assert (await log_in(ana.client, "ana")).status_code == 401
    trail = (await gil.get(path)).json()["trail"]
    (event,) = [moment for moment in trail if moment["data"].get("before") == "active"]
    assert (event["name"], event["actor"]) == ("access:user:suspend", EMAILS["gil"])
    assert event["data"] == {"reason": "left the company", "before": "active", "after": "suspended"}
    for _ in range(2):
        assert (await gil.post(f"{path}/restore", key=None)).json()["status"] == "active"
    assert not await alive(ana)
    assert (await log_in(ana.client, "ana")).status_code == 200


async def test_sessions_of_a_person_are_ended(gil: Person, ana: Person, number: Number) -> None:
    key = str(uuid4())
    for _ in range(2):
        assert (await gil.post(f"/rbac/users/{number('ana')}/end-sessions", key=key)).status_code == 200
    assert not await alive(ana)
    record = (await gil.get(f"/rbac/users/{number('ana')}")).json()
    assert record["sessions"] == []
    assert [m["data"] for m in record["trail"] if m["name"] == "access:user:end_sessions"] == [{"count": 1}]


async def test_roles_bite_on_the_next_call(gil: Person, ana: Person, number: Number, role: Role) -> None:
    path = f"/rbac/users/{number('ana')}/roles"
    assert (await ana.get("/rbac/users")).status_code == 403
    for _ in range(2):
        said = await gil.put(path, {"roles": [role("operator", AURORA), role("administrator", AURORA)]})
        assert (said.status_code, said.json()["roles"]) == (200, ["administrator", "operator"])
    assert (await ana.get("/rbac/users")).status_code == 200
    assert (await gil.put(path, {"roles": []})).json()["roles"] == []
    assert (await ana.get("/rbac/users")).status_code == 403
    trail = (await gil.get(f"/rbac/users/{number('ana')}")).json()["trail"]
    assert trail[0]["data"] == {
        "before": ["administrator", "operator"],
        "after": [],
        "changes": [{"field": "roles", "before": "administrator, operator", "after": ""}],
    }


async def test_nobody_grants_what_they_do_not_hold(
    gil: Person, diego: Person, number: Number, role: Role, sql: Sql
) -> None:
    payer, path = role("payer", AURORA), f"/rbac/users/{number('ana')}/roles"
    before = sql("select * from person_role order by 1, 2")
    said = await gil.put(path, {"roles": [payer]})
    assert refusal(said) == (403, "cannot_grant")
    assert "payout::payment:read" in said.json()["error"]
    assert sql("select * from person_role order by 1, 2") == before
    # Who has it already keeps it, whoever sets their other roles.
    bruno = f"/rbac/users/{number('bruno')}/roles"
    said = await gil.put(bruno, {"roles": [payer, role("operator", AURORA)]})
    assert said.json()["roles"] == ["operator", "payer"]
    # And staff, who hold everything, may.
    assert (await diego.put(path, {"roles": [payer]})).status_code == 200


async def test_a_role_of_another_company_is_not_given_not_even_by_the_database(
    diego: Person, number: Number, role: Role, sql: Sql
) -> None:
    said = await diego.put(f"/rbac/users/{number('ana')}/roles", {"roles": [role("staff", 1)]})
    assert (said.status_code, list(said.json()["message"])) == (400, ["roles"])
    with pytest.raises(Exception, match="person_role_role"):
        sql("insert into person_role values (%s, %s, %s)", number("ana"), role("operator", OUTRA), AURORA)


async def test_nobody_administers_themselves(gil: Person, number: Number, role: Role) -> None:
    path = f"/rbac/users/{number('gil')}"
    for said in (
        await gil.post(f"{path}/suspend", {"reason": "away"}),
        await gil.put(f"{path}/roles", {"roles": [role("administrator", AURORA), role("payer", AURORA)]}),
        await gil.put(f"{path}/companies", {"companies": []}),
        await gil.post(f"{path}/reset-two-factor", {"digits": "123456"}),
    ):
        assert refusal(said) == (409, "not_on_yourself")


async def test_the_last_administrator_stays(gil: Person, diego: Person, number: Number, role: Role) -> None:
    """Staff could; but then nobody there could take anybody back."""
    path = f"/rbac/users/{number('gil')}"
    admin = role("administrator", AURORA)
    reading = {"permissions": ["rbac::users:read"]}
    for said in (
        await diego.post(f"{path}/suspend", {"reason": "fraud"}),
        await diego.put(f"{path}/roles", {"roles": []}),
        await diego.put(f"/rbac/roles/{admin}", reading),
    ):
        assert refusal(said) == (409, "last_administrator")
    assert await alive(gil)
    assert (await gil.put(f"/rbac/users/{number('ana')}/roles", {"roles": [admin]})).status_code == 200
    assert (await diego.post(f"{path}/suspend", {"reason": "fraud"})).status_code == 200
    assert not await alive(gil)


async def test_an_invited_person_is_no_administrator_yet(
    gil: Person, diego: Person, number: Number, role: Role
) -> None:
    body = {"emails": ["nova@merchant.example"], "roles": [role("administrator", AURORA)]}
    assert (await gil.post("/rbac/users/invitations", body)).status_code == 201
    said = await diego.post(f"/rbac/users/{number('gil')}/suspend", {"reason": "fraud"})
    assert refusal(said) == (409, "last_administrator")


async def test_of_two_administrators_who_remove_each_other_at_once_one_stays(
    gil: Person, sign_in: SignIn, number: Number, role: Role, sql: Sql
) -> None:
    admin = role("administrator", AURORA)
    for turn in range(3):
        sql("update person set disabled_at = null")
        sql("delete from person_role where person_id in (%s, %s)", number("ana"), number("gil"))
        for name in ("ana", "gil"):
            sql("insert into person_role values (%s, %s, %s)", number(name), admin, AURORA)
        ana, other = await sign_in("ana"), await sign_in("gil")
        said = await asyncio.gather(
            ana.post(f"/rbac/users/{number('gil')}/suspend", {"reason": f"turn {turn}"}),
            other.put(f"/rbac/users/{number('ana')}/roles", {"roles": []}),
        )
        assert sorted(each.status_code for each in said) in ([200, 409], [200, 401], [200, 403]), [s.text for s in said]
        assert sql("select count(*) from holders_of(%s, 'rbac::users:write')", AURORA) == [(1,)]


async def test_companies_beside_the_own(gil: Person, diego: Person, ana: Person, number: Number) -> None:
    path = f"/rbac/users/{number('ana')}/companies"
    refused = await gil.put(path, {"companies": [OUTRA]})
    assert (refused.status_code, list(refused.json()["message"])) == (400, ["companies"])
    for _ in range(2):
        assert (await diego.put(path, {"companies": [OUTRA]})).json()["companies"] == [AURORA, OUTRA]
    assert (await ana.get("/rbac/me")).json()["companies"] == [AURORA, OUTRA]
    # Whoever does not see a company does not take it away either.
    assert (await gil.put(path, {"companies": []})).json()["companies"] == [AURORA]
    assert (await ana.get("/rbac/me")).json()["companies"] == [AURORA, OUTRA]
    diego.account = str(AURORA)
    (row,) = (await diego.get("/rbac/users", search=EMAILS["ana"])).json()
    assert row["companies"] == [AURORA, OUTRA]
    assert (await diego.put(path, {"companies": [AURORA]})).json()["companies"] == [AURORA]
    for given in ([1], [99_999]):
        assert (await diego.put(path, {"companies": given})).status_code == 400
    diego.account = ""
    staff = await diego.put(f"/rbac/users/{number('eva')}/companies", {"companies": [OUTRA]})
    assert (staff.status_code, list(staff.json()["message"])) == (400, ["companies"])


async def test_a_person_of_two_companies_is_administered_at_home_only(
    diego: Person, sign_in: SignIn, number: Number, role: Role, sql: Sql
) -> None:
    """carla administers Outra Praça; ana, of Loja Aurora, may see it, and is none of carla's people."""
    await diego.put(f"/rbac/users/{number('ana')}/companies", {"companies": [OUTRA]})
    sql("update role set permissions = array['rbac::users:read', 'rbac::users:write'] where company_id = %s", OUTRA)
    carla = await sign_in("carla")
    assert {row["email"] for row in (await carla.get("/rbac/users")).json()} == {EMAILS["carla"]}
    assert (await carla.post(f"/rbac/users/{number('ana')}/suspend", {"reason": "not hers"})).status_code == 404


async def test_a_wrong_body_is_refused(gil: Person, number: Number, subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, Any]] = [
        ("suspend", {}),
        ("suspend", {"reason": ""}),
        ("suspend", {"reason": "x" * 201}),
        ("suspend", {"reason": "a\x00b"}),
        ("suspend", {"reason": 7}),
        ("restore", {"what": 1}),
        ("restore", []),
    ]
    for path, body in cases:
        with subtests.test(path=path, body=body):
            assert (await gil.post(f"/rbac/users/{number('ana')}/{path}", body)).status_code == 400


async def test_nobody_gives_more_where_they_do_not_look(gil: Person, diego: Person, number: Number, role: Role) -> None:
    """ana may also see Outra Praça: what she may do counts there too, and gil has no say in that house."""
    operator, admin = role("operator", AURORA), role("administrator", AURORA)
    assert (await diego.put(f"/rbac/users/{number('ana')}/companies", {"companies": [OUTRA]})).status_code == 200
    path = f"/rbac/users/{number('ana')}/roles"
    assert refusal(await gil.put(path, {"roles": [operator, admin]})) == (403, "cannot_grant")
    more = {"permissions": ["payin::charge:write", "payin::sdk:view"]}
    assert refusal(await gil.put(f"/rbac/roles/{operator}", more)) == (403, "cannot_grant")
    less = {"permissions": ["payin::charge:write"]}
    assert (await gil.put(f"/rbac/roles/{operator}", less)).status_code == 200
    assert (await gil.put(path, {"roles": []})).status_code == 200
    assert refusal(await gil.put(path, {"roles": [operator]})) == (403, "cannot_grant")
    assert (await diego.put(path, {"roles": [operator, admin]})).status_code == 200


async def test_who_may_more_is_not_let_into_another_company_by_who_may_less(
    gil: Person, diego: Person, number: Number
) -> None:
    """gil sees Outra Praça too, and bruno may do what gil may not."""
    assert (await diego.put(f"/rbac/users/{number('gil')}/companies", {"companies": [OUTRA]})).status_code == 200
    said = await gil.put(f"/rbac/users/{number('bruno')}/companies", {"companies": [OUTRA]})
    assert refusal(said) == (403, "cannot_grant")
    assert (await gil.put(f"/rbac/users/{number('ana')}/companies", {"companies": [OUTRA]})).status_code == 200
