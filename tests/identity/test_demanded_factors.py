"""A second factor may be demanded of a role, of staff, and of all."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from uuid import uuid4

import httpx
import pytest

from conftest import Sql
from people import AURORA, EMAILS, Person, asgi, set_up
from retaguarda.app import App, web
from retaguarda.settings import SecondFactor, SettingsError, load

SignIn = Callable[[str], Awaitable[Person]]
DEMANDED = (403, "second_factor_demanded")
WORK = "/v1/payin/charges"
#: What stays open to who has yet to set one up.
OPEN = ("/rbac/me", "/rbac/profile", "/auth/sessions", "/auth/passkeys", "/auth/recovery-codes")


def refusal(said: httpx.Response) -> tuple[int, str]:
    return said.status_code, said.json()["message"]


@pytest.fixture
def without_factor(sql: Sql) -> Callable[[str], None]:
    """``without_factor("diego")``: their authenticator app is gone, as an administrator takes away a lost one."""

    def forget(name: str) -> None:
        sql("update person set totp_secret = null where email = %s", EMAILS[name])

    return forget


def in_house(app: App, demanded: SecondFactor) -> SignIn:
    """Signs in where a second factor is demanded of ``demanded``."""
    transport = asgi(web(replace(app, settings=replace(app.settings, second_factor=demanded))))

    async def by_name(name: str) -> Person:
        return await Person(httpx.AsyncClient(transport=transport, base_url="http://x"), EMAILS[name]).sign_in()

    return by_name


async def role_demands(gil: Person, sql: Sql, name: str, demanded: bool = True) -> None:
    ((number, held),) = sql("select id, permissions from role where company_id = %s and name = %s", AURORA, name)
    body = {"permissions": held, "second_factor": demanded}
    for _ in range(2):
        said = await gil.put(f"/rbac/roles/{number}", body)
        assert (said.status_code, said.json()["second_factor"]) == (200, demanded), said.text


async def test_of_staff_it_is_demanded_unless_a_setting_says_otherwise(
    app: App, sign_in: SignIn, without_factor: Callable[[str], None]
) -> None:
    without_factor("diego")
    diego = await sign_in("diego")
    assert refusal(await diego.get(WORK)) == DEMANDED
    assert (await diego.get("/rbac/me")).json()["sensitive"] is True
    assert (await (await sign_in("ana")).get(WORK)).status_code == 200
    assert (await (await in_house(app, "roles")("diego")).get(WORK)).status_code == 200


async def test_whoever_lacks_it_sees_who_they_are_sets_it_up_and_signs_out_and_nothing_else(
    sign_in: SignIn, without_factor: Callable[[str], None], sql: Sql
) -> None:
    without_factor("diego")
    diego = await sign_in("diego")
    for path in OPEN:
        assert (await diego.get(path)).status_code == 200, path
    before = sql("select count(*) from role")
    key = str(uuid4())
    for _ in range(2):
        assert refusal(await diego.post("/rbac/roles", {"name": "x", "permissions": []}, key=key)) == DEMANDED
    assert sql("select count(*) from role") == before
    for said in (
        await diego.get("/rbac/companies"),
        await diego.get("/v1/notifications"),
        await diego.get("/v1/dashboard/notifications/topics"),
        await diego.get("/v1/views", list="payin.payments"),
        await diego.patch("/rbac/profile", {"name": "Somebody"}),
        await diego.post("/auth/password", {"oldPassword": "x", "newPassword": "y"}),
        await diego.post("/rbac/profile/email", {"email": "x@y.example", "password": "x"}),
    ):
        assert refusal(said) == DEMANDED, said.request.url
    await set_up(diego)
    assert (await diego.get(WORK)).status_code == 200
    assert (await diego.get("/rbac/me")).json()["sensitive"] is False
    headers = {"Authorization": f"Bearer {diego.refresh_token}"}
    assert (await diego.client.post("/auth/logout", headers=headers)).status_code == 200
    assert (await diego.get("/rbac/me")).status_code == 401


async def test_a_role_demands_it_of_whoever_holds_it_from_their_next_call(
    gil: Person, ana: Person, carla: Person, sql: Sql
) -> None:
    assert (await ana.get(WORK)).status_code == 200
    await role_demands(gil, sql, "operator")
    assert refusal(await ana.get(WORK)) == DEMANDED
    assert (await ana.get("/rbac/me")).json()["sensitive"] is True
    # The role of the same name is another merchant's own, and whoever may not see it does not change it.
    assert (await carla.get(WORK)).status_code == 200
    ((number,),) = sql("select id from role where company_id = %s and name = 'operator'", AURORA)
    sql("update role set permissions = permissions || '{rbac::roles:write}' where company_id = 3")
    assert (await carla.put(f"/rbac/roles/{number}", {"permissions": [], "second_factor": False})).status_code == 404
    await role_demands(gil, sql, "operator", False)
    assert (await ana.get(WORK)).status_code == 200


async def test_a_role_that_is_changed_without_a_word_about_it_goes_on_demanding(gil: Person, sql: Sql) -> None:
    made = await gil.post(
        "/rbac/roles", {"name": "Caixa", "permissions": ["payin::payment:read"], "second_factor": True}
    )
    assert (made.status_code, made.json()["second_factor"]) == (201, True)
    path = f"/rbac/roles/{made.json()['id']}"
    assert (await gil.put(path, {"permissions": []})).json()["second_factor"] is True
    assert (await gil.put(path, {"permissions": [], "second_factor": False})).json()["second_factor"] is False
    record = (await gil.get(path)).json()
    assert record["second_factor"] is False
    fields = [{change["field"] for change in moment["data"].get("changes", [])} for moment in record["trail"]]
    assert {"second_factor"} in fields
    (listed,) = [row for row in (await gil.get("/rbac/roles", name="Caixa")).json() if row["name"] == "Caixa"]
    assert listed["second_factor"] is False


async def test_of_all_it_is_demanded_of_merchants_people_too(app: App) -> None:
    sign_in = in_house(app, "all")
    ana, bruno = await sign_in("ana"), await sign_in("bruno")
    assert refusal(await ana.get(WORK)) == DEMANDED
    assert (await bruno.get(WORK)).status_code == 200
    await set_up(ana)
    assert (await ana.get(WORK)).status_code == 200


async def test_a_session_from_before_the_factor_does_nothing_any_more(
    sign_in: SignIn, without_factor: Callable[[str], None]
) -> None:
    """Whoever knows the password alone may have signed in first: they would be let in once the person sets one up."""
    without_factor("diego")
    earlier, diego = await sign_in("diego"), await sign_in("diego")
    await set_up(diego)
    assert (await diego.get(WORK)).status_code == 200
    for path in (WORK, *OPEN):
        assert (await earlier.get(path)).status_code == 401, path


async def test_a_program_has_none_and_works_by_its_key(app: App, gil: Person, client: httpx.AsyncClient) -> None:
    role = (await gil.post("/rbac/roles", {"name": "Loja", "permissions": ["payin::payment:read"]})).json()["id"]
    secret = (await gil.post("/rbac/keys", {"name": "Loja", "role_id": role})).json()["secret"]
    assert (
        await gil.put(f"/rbac/roles/{role}", {"permissions": ["payin::payment:read"], "second_factor": True})
    ).status_code == 200
    transport = asgi(web(replace(app, settings=replace(app.settings, second_factor="all"))))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as program:
        said = await program.get(WORK, headers={"Authorization": f"Bearer {secret}"})
    assert said.status_code == 200, said.text


def test_the_setting_is_one_of_three() -> None:
    assert load({}).second_factor == "staff"
    assert load({"RETAGUARDA_SECOND_FACTOR": "all"}).second_factor == "all"
    with pytest.raises(SettingsError, match="RETAGUARDA_SECOND_FACTOR must be one of roles, staff, all"):
        load({"RETAGUARDA_SECOND_FACTOR": "none"})
