"""Roles: the matrix, the plan before saving, who can do a thing, and the warnings."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from people import AURORA, EMAILS, OUTRA, Person
from retaguarda.access.permission_modules import MODULES, TOXIC, toxic_pairs_in
from retaguarda.access.roles import GRANTABLE
from retaguarda.foundation.permissions import Permission

Number = Callable[[str], str]
Role = Callable[[str, int], int]
Sql = Callable[..., list[tuple[Any, ...]]]
PATH = "/rbac/roles"
READ = ["payin::payment:read", "rbac::companies:read"]


def refusal(said: Any) -> tuple[int, Any]:
    return said.status_code, said.json()["message"]


def test_every_permission_of_a_role_stands_in_one_module() -> None:
    shown = [permission for module in MODULES for permission in (*module.view, *module.edit)]
    assert sorted(shown) == sorted(GRANTABLE)
    for module in MODULES:
        assert not [name for name in module.view if name.endswith((":write", ":approve", ":manage"))]


def test_every_toxic_pair_is_found_and_neither_half_alone() -> None:
    for pair in TOXIC:
        assert pair in toxic_pairs_in([pair.first, pair.second])
        assert toxic_pairs_in([pair.first]) == toxic_pairs_in([pair.second]) == []
    assert len({pair.name for pair in TOXIC}) == len(TOXIC)


async def test_the_matrix_is_in_the_order_of_the_menu(gil: Person) -> None:
    rows = (await gil.get("/rbac/permissions")).json()
    assert [row["module"] for row in rows] == [module.name for module in MODULES]
    (own,) = [row for row in rows if row["module"] == "access_control"]
    assert own["edit"] == ["rbac::users:write", "rbac::roles:write", "rbac::keys:write"]


async def test_a_role_is_made_changed_and_deleted(gil: Person, role: Role) -> None:
    key, body = str(uuid4()), {"name": " Leitura ", "permissions": READ[::-1] + READ}
    first, again = await gil.post(PATH, body, key=key), await gil.post(PATH, body, key=key)
    assert first.status_code == 201, first.text
    assert first.content == again.content
    made = first.json()
    assert (made["name"], made["permissions"], made["company_id"]) == ("Leitura", READ, AURORA)
    assert (made["people"], made["keys"], made["toxic"]) == (0, 0, [])
    assert refusal(await gil.post(PATH, body)) == (409, "name_taken")
    path = f"{PATH}/{made['id']}"
    for _ in range(2):
        changed = await gil.put(path, {"permissions": READ[:1], "name": "Só leitura"})
        assert (changed.json()["name"], changed.json()["permissions"]) == ("Só leitura", READ[:1])
    assert refusal(await gil.put(path, {"permissions": [], "name": "operator"})) == (409, "name_taken")
    record = (await gil.get(path)).json()
    assert record["holders"] == []
    told = record["trail"][1]["data"]
    changes = {each["field"]: (each["before"], each["after"]) for each in told.pop("changes")}
    assert told == {"name": "Só leitura", "before": READ, "after": READ[:1]}
    assert (set(changes), changes["name"]) == ({"name", "permissions"}, ("Leitura", "Só leitura"))
    deleted = await gil.delete(path)
    assert (deleted.status_code, deleted.json()["message"]) == (200, "role_deleted")
    assert (await gil.delete(path)).status_code == 404


async def test_a_role_that_is_held_stays(gil: Person, role: Role) -> None:
    number = role("payer", AURORA)
    assert refusal(await gil.delete(f"{PATH}/{number}")) == (409, "role_in_use")
    record = (await gil.get(f"{PATH}/{number}")).json()
    assert [holder["email"] for holder in record["holders"]] == [EMAILS["bruno"]]


async def test_a_role_that_a_key_works_with_stays_until_the_key_is_revoked(gil: Person) -> None:
    number = (await gil.post(PATH, {"name": "Loja", "permissions": READ})).json()["id"]
    key = (await gil.post("/rbac/keys", {"name": "Loja", "role_id": number})).json()
    assert (await gil.get(f"{PATH}/{number}")).json()["keys"] == 1
    assert refusal(await gil.delete(f"{PATH}/{number}")) == (409, "role_in_use")
    await gil.post(f"/rbac/keys/{key['id']}/revoke")
    assert (await gil.delete(f"{PATH}/{number}")).status_code == 200
    (row,) = (await gil.get("/rbac/keys")).json()
    assert (row["status"], row["role_id"], row["role_name"]) == ("revoked", None, None)


async def test_a_change_counts_from_the_next_call(gil: Person, ana: Person, role: Role) -> None:
    assert (await ana.get("/v1/payin/charges")).status_code == 200
    assert (await gil.put(f"{PATH}/{role('operator', AURORA)}", {"permissions": []})).status_code == 200
    assert (await ana.get("/v1/payin/charges")).status_code == 403


async def test_nobody_puts_into_a_role_what_they_do_not_hold(gil: Person, role: Role, sql: Sql) -> None:
    payer = role("payer", AURORA)
    before = sql("select permissions from role where id = %s", payer)[0][0]
    for said in (
        await gil.post(PATH, {"name": "mehr", "permissions": ["payout::payment:approve"]}),
        await gil.put(f"{PATH}/{role('operator', AURORA)}", {"permissions": ["payout::payment:approve"]}),
    ):
        assert refusal(said) == (403, "cannot_grant")
        assert "payout::payment:approve" in said.json()["error"]
    # What is in a role already may stay there, and may be taken out.
    assert (await gil.put(f"{PATH}/{payer}", {"permissions": [*before, "payin::sdk:view"]})).status_code == 200
    assert (await gil.put(f"{PATH}/{payer}", {"permissions": READ})).status_code == 200
    assert refusal(await gil.put(f"{PATH}/{payer}", {"permissions": before})) == (403, "cannot_grant")


async def test_the_second_factor_and_what_is_no_permission_are_in_no_role(diego: Person) -> None:
    for name in ("auth::twoFactor", "rbac::everything", "", "*", "a\x00b"):
        said = await diego.post(PATH, {"name": "x", "permissions": [name]})
        assert (said.status_code, list(said.json()["message"])) == (400, ["permissions"]), name


async def test_nobody_takes_the_administration_from_themselves(
    gil: Person, diego: Person, role: Role, number: Number
) -> None:
    admin = role("administrator", AURORA)
    assert (
        await gil.put(f"/rbac/users/{number('ana')}/roles", {"roles": [role("operator", AURORA)]})
    ).status_code == 200
    other = (await diego.post(PATH, {"name": "x", "permissions": []}, key=str(uuid4()))).json()
    assert other["company_id"] == 1
    rest = ["rbac::users:read", "rbac::users:write", "rbac::roles:read"]
    assert refusal(await gil.put(f"{PATH}/{admin}", {"permissions": rest})) == (409, "not_on_yourself")


async def test_the_plan_says_what_a_change_would_do_and_changes_nothing(gil: Person, role: Role, sql: Sql) -> None:
    before = sql("select r::text from role r")
    body = {"id": role("operator", AURORA), "permissions": [*READ, "payout::payment:write", "payout::payment:approve"]}
    said, again = await gil.post(f"{PATH}/plan", body), await gil.post(f"{PATH}/plan", body)
    assert said.content == again.content
    plan = said.json()
    assert said.status_code == 200
    assert plan["added"] == plan["not_yours"] == ["payout::payment:approve", "payout::payment:write"]
    assert "payin::charge:write" in plan["removed"]
    assert [person["email"] for person in plan["people"]] == [EMAILS["ana"]]
    assert plan["keys"] == []
    assert plan["toxic"] == [
        {"name": "payouts_created_and_approved", "permissions": ["payout::payment:write", "payout::payment:approve"]}
    ]
    new = (await gil.post(f"{PATH}/plan", {"permissions": READ})).json()
    assert (new["added"], new["removed"], new["people"], new["not_yours"]) == (READ, [], [], [])
    assert (await gil.post(f"{PATH}/plan", {"id": role("operator", OUTRA), "permissions": []})).status_code == 404
    assert sql("select r::text from role r") == before


async def test_who_can_do_this(gil: Person, diego: Person, number: Number) -> None:
    path = "/rbac/permissions/payin::refund:write/holders"

    async def names(person: Person) -> set[str]:
        said = await person.get(path)
        assert said.status_code == 200, said.text
        return {row["email"] for row in said.json()["people"]}

    everybody = {EMAILS[name] for name in ("ana", "bruno", "gil", "carla", "diego", "eva")}
    assert await names(diego) == everybody
    assert await names(gil) == {EMAILS[name] for name in ("ana", "bruno", "gil")}
    (row,) = [row for row in (await gil.get(path)).json()["people"] if row["email"] == EMAILS["bruno"]]
    assert (row["roles"], row["company_id"]) == (["payer"], AURORA)
    await gil.post(f"/rbac/users/{number('ana')}/suspend", {"reason": "away"})
    assert EMAILS["ana"] not in await names(gil)
    for unknown in ("nothing", "auth::twoFactor", "%00", "a" * 3000):
        assert (await gil.get(f"/rbac/permissions/{unknown}/holders")).status_code == 404


async def test_a_toxic_role_is_marked_in_the_list(diego: Person) -> None:
    rows = (await diego.get(PATH, per_page="200")).json()
    marked = {row["name"]: row["toxic"] for row in rows if row["toxic"]}
    assert set(marked) == {"staff", "approver"}
    assert marked["approver"] == ["refunds_and_ledger_fixes", "judicial_orders_and_payouts"]
    assert len(marked["staff"]) == len(TOXIC)
    assert (await diego.get(PATH, toxic="people_and_payouts")).headers["X-Total"] == "1"
    assert (await diego.get(PATH, permissions=Permission.USERS_WRITE)).headers["X-Total"] == "2"


async def test_a_role_of_another_company_is_not_there(gil: Person, role: Role) -> None:
    for unseen in (role("operator", OUTRA), role("staff", 1), 0, 10**9, "x", "1.5", "٣"):
        path = f"{PATH}/{unseen}"
        for said in (await gil.get(path), await gil.put(path, {"permissions": []}), await gil.delete(path)):
            assert said.status_code == 404, unseen


async def test_a_wrong_role_is_refused(gil: Person, subtests: pytest.Subtests) -> None:
    cases: list[Any] = [
        {},
        {"name": "x"},
        {"name": "", "permissions": []},
        {"name": "x" * 61, "permissions": []},
        {"name": "a\x00", "permissions": []},
        {"name": "x", "permissions": ["y" * 101]},
        {"name": "x", "permissions": ["rbac::users:read"] * 501},
        {"name": "x", "permissions": {}},
        {"name": "x", "permissions": [], "company_id": 3},
    ]
    for body in cases:
        with subtests.test(body=body):
            assert (await gil.post(PATH, body)).status_code == 400
