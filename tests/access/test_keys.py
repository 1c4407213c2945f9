"""Keys of programs: what they open, and when they stop."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from people import AURORA, EMAILS, OUTRA, Person

Role = Callable[[str, int], int]
Sql = Callable[..., list[tuple[Any, ...]]]
PATH = "/rbac/keys"
LIST = "/v1/payin/charges"


def refusal(said: httpx.Response) -> tuple[int, Any]:
    return said.status_code, said.json()["message"]


@dataclass
class Program:
    """Somebody's server: it has a key, and no cookie."""

    client: httpx.AsyncClient
    secret: str

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers={"Authorization": f"Bearer {self.secret}"} | headers)

    async def post(self, path: str, body: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.secret}", "Idempotency-Key": str(uuid4())}
        return await self.client.post(path, json=body, headers=headers)


async def make(gil: Person, role: Role, name: str = "operator", **more: Any) -> tuple[dict[str, Any], Program]:
    said = await gil.post(PATH, {"name": "Loja", "role_id": role(name, AURORA), **more})
    assert said.status_code == 201, said.text
    return said.json(), Program(gil.client, said.json()["secret"])


async def test_a_key_acts_for_its_company_with_its_role(gil: Person, carla: Person, role: Role, sql: Sql) -> None:
    key, program = await make(gil, role)
    made = await program.post("/v1/payin/charges", {"amount": {"amount": 100}})
    assert (made.status_code, made.json()["company_id"]) == (201, AURORA)
    await carla.post("/v1/payin/charges", {"amount": {"amount": 200}})
    rows = (await program.get(LIST)).json()
    assert [row["id"] for row in rows] == [made.json()["id"]]
    assert (await program.get("/rbac/users")).status_code == 403
    for account, status in ((str(AURORA), 200), (str(OUTRA), 404), ("1", 404), ("all", 404), ("x", 400)):
        assert (await program.get(LIST, **{"X-Account": account})).status_code == status, account
    assert sql("select actor, person_id::text from event where subject_id = %s and name = 'payin:charge:create'",
               made.json()["id"]) == [("API key Loja", key["id"])]  # fmt: skip
    (row,) = (await gil.get(PATH)).json()
    assert (row["status"], row["last_used_ip"]) == ("active", "127.0.0.1")
    assert row["last_used_at"] is not None


async def test_a_key_is_no_person(gil: Person, role: Role, sql: Sql) -> None:
    _, program = await make(gil, role)
    for path in ("/rbac/me", "/rbac/profile", "/auth/sessions", "/auth/passkeys", "/v1/dashboard/notifications/topics"):
        assert refusal(await program.get(path)) == (403, "people_only"), path
    sql("update role set permissions = array['rbac::users:read', 'rbac::users:write', 'rbac::roles:write', 'rbac::companies:read']"
        " where company_id = %s", AURORA)  # fmt: skip
    assert [row["id"] for row in (await program.get("/rbac/companies")).json()] == [AURORA]
    bruno = sql("select id from person where email = %s", EMAILS["bruno"])[0][0]
    said = await program.post(f"/rbac/users/{bruno}/reset-two-factor", {"digits": "123456"})
    assert refusal(said) == (403, "two_factor_required")
    more = {"name": "x", "permissions": ["payin::payment:read"]}
    assert refusal(await program.post("/rbac/roles", more)) == (403, "cannot_grant")
    assert refusal(await program.post("/auth/refresh", {})) == (401, "unauthorized")


async def test_the_secret_is_shown_once_and_stored_nowhere(gil: Person, role: Role, sql: Sql) -> None:
    body, name = {"name": "Loja", "role_id": role("operator", AURORA)}, str(uuid4())
    first, again = await gil.post(PATH, body, key=name), await gil.post(PATH, body, key=name)
    key = first.json()
    assert again.json() == key | {"secret": None}
    assert key["secret"].startswith(f"rtg_{key['id'].replace('-', '')}_")
    assert len(key["secret"].rpartition("_")[2]) <= 43 <= len(key["secret"])
    assert key["secret"].startswith(key["prefix"])
    rotated = (await gil.post(f"{PATH}/{key['id']}/rotate", {"grace_minutes": 1})).json()["secret"]
    for table in ("api_key", "event", "idempotency", "procrastinate_jobs"):
        rows = str(sql(f"select t::text, convert_from(%s::bytea, 'UTF8') from {table} t", b""))
        if table == "idempotency":
            rows += str(sql("select convert_from(body, 'UTF8') from idempotency"))
        for secret in (key["secret"], rotated):
            assert secret[37:] not in rows, table
    for path in (PATH, f"{PATH}?search={key['id']}"):
        assert "secret" not in (await gil.get(path)).text


async def test_a_rotated_key_works_with_both_secrets_until_the_grace_is_over(gil: Person, role: Role, sql: Sql) -> None:
    key, old = await make(gil, role)
    path = f"{PATH}/{key['id']}/rotate"
    rotated = (await gil.post(path, {"grace_minutes": 60})).json()
    new = Program(gil.client, rotated["secret"])
    assert (rotated["status"], rotated["grace_until"] is not None) == ("rotating", True)
    assert [(await each.get(LIST)).status_code for each in (old, new)] == [200, 200]
    sql("update api_key set grace_until = now() - interval '1 second'")
    assert [(await each.get(LIST)).status_code for each in (old, new)] == [401, 200]
    last = Program(gil.client, (await gil.post(path, {"grace_minutes": 0})).json()["secret"])
    assert [(await each.get(LIST)).status_code for each in (old, new, last)] == [401, 401, 200]
    for grace in (-1, 10_081, "x", 1.5):
        assert (await gil.post(path, {"grace_minutes": grace})).status_code == 400


async def test_a_revoked_key_is_over_and_does_not_come_back(gil: Person, role: Role) -> None:
    key, program = await make(gil, role)
    await gil.post(f"{PATH}/{key['id']}/rotate", {"grace_minutes": 60})
    for _ in range(2):
        said = await gil.post(f"{PATH}/{key['id']}/revoke", key=None)
        assert (said.status_code, said.json()["status"]) == (200, "revoked")
    assert refusal(await program.get(LIST)) == (401, "unauthorized")
    assert refusal(await gil.post(f"{PATH}/{key['id']}/rotate", {"grace_minutes": 0})) == (409, "key_revoked")
    assert refusal(await gil.patch(f"{PATH}/{key['id']}", {"name": "x"})) == (409, "key_revoked")


async def test_an_expired_key_is_over(gil: Person, role: Role, sql: Sql) -> None:
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    key, program = await make(gil, role, expires_at=soon)
    assert (await program.get(LIST)).status_code == 200
    sql("update api_key set expires_at = now() - interval '1 second'")
    assert (await program.get(LIST)).status_code == 401
    (row,) = (await gil.get(PATH, status="expired")).json()
    assert row["id"] == key["id"]


async def test_a_key_comes_from_its_addresses_only(gil: Person, role: Role) -> None:
    key, program = await make(gil, role, addresses=["203.0.113.7", "2001:db8::/32"])
    assert key["addresses"] == ["203.0.113.7/32", "2001:db8::/32"]
    assert refusal(await program.get(LIST)) == (403, "address_not_allowed")
    path = f"{PATH}/{key['id']}"
    for _ in range(2):
        changed = await gil.patch(path, {"addresses": ["127.0.0.9/8"], "name": "Servidor"})
        assert (changed.json()["addresses"], changed.json()["name"]) == (["127.0.0.0/8"], "Servidor")
    assert (await program.get(LIST)).status_code == 200
    assert (await gil.patch(path, {"addresses": []})).json()["addresses"] == []
    assert (await gil.get(PATH, addresses="10.0.0.0/8")).json() == []


async def test_nobody_makes_or_widens_a_key_that_may_more_than_they(gil: Person, diego: Person, role: Role) -> None:
    payer = role("payer", AURORA)
    assert refusal(await gil.post(PATH, {"name": "x", "role_id": payer})) == (403, "cannot_grant")
    foreign = await gil.post(PATH, {"name": "x", "role_id": role("operator", OUTRA)})
    assert (foreign.status_code, list(foreign.json()["message"])) == (400, ["role_id"])
    diego.account = str(AURORA)
    key = (await diego.post(PATH, {"name": "x", "role_id": payer})).json()
    path = f"{PATH}/{key['id']}"
    assert refusal(await gil.post(f"{path}/rotate", {"grace_minutes": 0})) == (403, "cannot_grant")
    assert refusal(await gil.patch(path, {"addresses": []})) == (403, "cannot_grant")
    assert (await gil.patch(path, {"name": "seen"})).status_code == 200
    assert (await gil.post(f"{path}/revoke")).status_code == 200


async def test_a_role_that_changes_changes_its_keys_at_once(gil: Person, role: Role) -> None:
    _, program = await make(gil, role)
    await gil.put(f"/rbac/roles/{role('operator', AURORA)}", {"permissions": []})
    assert (await program.get(LIST)).status_code == 403


async def test_wrong_secrets_are_counted_by_address_and_a_right_one_goes_on(
    gil: Person, role: Role, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, program = await make(gil, role)
    guess = f"rtg_{key['id'].replace('-', '')}_{'x' * 43}"
    said = [await Program(gil.client, guess).get(LIST) for _ in range(31)]
    assert [each.status_code for each in said] == [401] * 30 + [429]
    assert int(said[-1].headers["Retry-After"]) > 0
    assert sql("select count(*) from refused_try where bucket = 'key:ip:127.0.0.1'") == [(30,)]
    assert (await program.get(LIST)).status_code == 200


async def test_what_is_no_key_is_nobody(gil: Person, subtests: pytest.Subtests) -> None:
    cases: list[str] = [
        "rtg_",
        "rtg_x_y",
        "rtg_" + "0" * 32 + "_" + "a" * 42,
        "rtg_" + "0" * 32 + "_" + "a" * 43,
        "rtg_" + "é" * 5000,
    ]
    for secret in cases:
        with subtests.test(secret=secret):
            headers = [(b"Authorization", f"Bearer {secret}".encode())]
            assert (await gil.client.get(LIST, headers=headers)).status_code == 401


async def test_another_company_s_key_is_not_there(gil: Person, sign_in: Any, role: Role, sql: Sql) -> None:
    key, _ = await make(gil, role)
    sql("update role set permissions = array['rbac::keys:read', 'rbac::keys:write'] where company_id = %s", OUTRA)
    carla = await sign_in("carla")
    assert (await carla.get(PATH)).json() == []
    for said in (
        await carla.patch(f"{PATH}/{key['id']}", {"name": "hers"}),
        await carla.post(f"{PATH}/{key['id']}/rotate", {"grace_minutes": 0}),
        await carla.post(f"{PATH}/{key['id']}/revoke"),
    ):
        assert said.status_code == 404


async def test_a_wrong_key_names_its_field(gil: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[Any, str]] = [
        ({"role_id": 1}, "name"),
        ({"name": "", "role_id": 1}, "name"),
        ({"name": "x" * 61, "role_id": 1}, "name"),
        ({"name": "a\x00", "role_id": 1}, "name"),
        ({"name": "x"}, "role_id"),
        ({"name": "x", "role_id": 0}, "role_id"),
        ({"name": "x", "role_id": 2**40}, "role_id"),
        ({"name": "x", "role_id": 1, "addresses": ["10.0.0.0/33"]}, "addresses"),
        ({"name": "x", "role_id": 1, "addresses": ["example.com"]}, "addresses"),
        ({"name": "x", "role_id": 1, "addresses": ["10.0.0.1"] * 21}, "addresses"),
        ({"name": "x", "role_id": 1, "addresses": ["1\x00"]}, "addresses"),
        ({"name": "x", "role_id": 1, "expires_at": "2001-01-01T00:00:00Z"}, "expires_at"),
        ({"name": "x", "role_id": 1, "expires_at": "2999-01-01T00:00:00Z"}, "expires_at"),
        ({"name": "x", "role_id": 1, "expires_at": "2030-01-01T00:00:00"}, "expires_at"),
        ({"name": "x", "role_id": 1, "expires_at": "tomorrow"}, "expires_at"),
    ]
    for body, field in cases:
        with subtests.test(body=body, field=field):
            said = await gil.post(PATH, body)
            assert (said.status_code, list(said.json()["message"])) == (400, [field]), said.text
