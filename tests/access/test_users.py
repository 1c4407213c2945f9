"""The list of people, and one of them."""

from collections.abc import Callable

import pytest

from people import AURORA, EMAILS, Person

FIELDS = {
    "id", "name", "email", "status", "roles", "role_ids", "company_id", "company_name", "companies", "two_factor", "sensitive",
    "last_sign_in_at", "created_at", "invited_by",
}  # fmt: skip


async def emails(person: Person, **asked: str) -> set[str]:
    said = await person.get("/rbac/users", per_page="200", **asked)
    assert said.status_code == 200, said.text
    return {row["email"] for row in said.json()}


async def test_an_administrator_sees_the_people_of_the_own_company_only(gil: Person) -> None:
    said = await gil.get("/rbac/users")
    assert said.headers["X-Total"] == "4"
    assert {row["email"] for row in said.json()} == {EMAILS[name] for name in ("ana", "bruno", "gil", "fabio")}
    (bruno,) = [row for row in said.json() if row["email"] == EMAILS["bruno"]]
    assert set(bruno) == FIELDS
    assert (bruno["status"], bruno["roles"], bruno["companies"]) == ("active", ["payer"], [AURORA])
    assert (bruno["two_factor"], bruno["sensitive"], bruno["invited_by"]) == (True, False, None)
    (own,) = [row for row in said.json() if row["email"] == EMAILS["gil"]]
    assert (own["two_factor"], own["sensitive"]) == (False, True)
    assert own["last_sign_in_at"] is not None


async def test_staff_see_everybody_or_one_merchant_and_who_is_staff(diego: Person) -> None:
    everybody = (await diego.get("/rbac/users")).json()
    assert {row["email"] for row in everybody} == set(EMAILS.values())
    assert {row["internal"] for row in everybody} == {True, False}
    diego.account = str(AURORA)
    assert await emails(diego) == {EMAILS[name] for name in ("ana", "bruno", "gil", "fabio")}
    diego.account = "all"
    assert len(await emails(diego)) == len(EMAILS)


async def test_every_column_is_a_filter(gil: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, str], set[str]]] = [
        ({"two_factor": "true"}, {"bruno"}),
        ({"sensitive": "true"}, {"gil"}),
        ({"status": "invited,suspended"}, set()),
        ({"roles": "payer"}, {"bruno"}),
        ({"companies": "2"}, {"ana", "bruno", "gil", "fabio"}),
        ({"companies": "3"}, set()),
        ({"search": "ana@merchant.example"}, {"ana"}),
        ({"search": "Ana@Merchant.example"}, {"ana"}),
        ({"search": "ana"}, {"ana"}),
        ({"search": "souza, Fábio"}, {"ana", "fabio"}),
        ({"search": "carla@outra.example"}, set()),
        ({"company_id": "3"}, set()),
    ]
    for asked, found in cases:
        with subtests.test(asked=asked, found=found):
            assert await emails(gil, **asked) == {EMAILS[name] for name in found}


@pytest.mark.parametrize("asked", [{"two_factor": "yes"}, {"roles_from": "a"}, {"internal": "true"}, {"role_ids": "x"}])
async def test_what_a_column_cannot_hold_is_refused(gil: Person, asked: dict[str, str]) -> None:
    assert (await gil.get("/rbac/users", **asked)).status_code == 400


async def test_one_person_with_permissions_sessions_and_trail(
    gil: Person, ana: Person, number: Callable[[str], str]
) -> None:
    said = await gil.get(f"/rbac/users/{number('ana')}")
    assert said.status_code == 200, said.text
    record = said.json()
    assert set(record) == FIELDS | {"permissions", "sessions", "trail"}
    assert "payin::charge:write" in record["permissions"]
    (session,) = record["sessions"]
    assert (session["device"], session["ip"], session["two_factor"]) == ("Python", "127.0.0.1", False)
    assert record["trail"][0]["name"] == "identity:session:opened"


async def test_a_stranger_is_not_there_and_who_lacks_the_permission_is_refused(
    gil: Person, ana: Person, diego: Person, number: Callable[[str], str]
) -> None:
    for unseen in (number("carla"), number("diego"), "x", "0" * 5000):
        assert (await gil.get(f"/rbac/users/{unseen}")).status_code == 404
    assert (await ana.get("/rbac/users")).status_code == 403
    assert (await ana.get(f"/rbac/users/{number('ana')}")).status_code == 403
    assert (await diego.get(f"/rbac/users/{number('carla')}")).status_code == 200
    diego.account = str(AURORA)
    assert (await diego.get(f"/rbac/users/{number('carla')}")).status_code == 404
