"""How much somebody may call: refused calls, and calls at all, whatever they show."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import httpx
import pytest

from conftest import as_app
from people import EMAILS, Person, asgi
from retaguarda.app import App, build, web
from retaguarda.settings import Limits
from support.identity import refresh

NOWHERE = "/v1/payin/charges/0190b6f0-0000-7000-8000-000000000000"
LIST = "/v1/payin/charges"
FEW = Limits(calls_person=((5, 60), (50, 3_600)), calls_key=((3, 60),))


def limited(said: httpx.Response) -> str | None:
    """What is said about it; None where it was let through."""
    if said.status_code != 429:
        return None
    assert 0 < int(said.headers["Retry-After"]) <= 61
    return said.json()["message"]


@pytest.fixture
async def strict(app: App, peopled_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """A process of the same house where few calls are let through."""
    async with AsyncExitStack() as stack:
        other = build(replace(app.settings, limits=FEW), as_app(peopled_url))
        await stack.enter_async_context(other.opened())
        yield await stack.enter_async_context(
            httpx.AsyncClient(transport=asgi(web(other)), base_url="http://localhost:8000")
        )


async def test_refused_calls_are_a_persons_and_not_a_tokens(ana: Person, bruno: Person) -> None:
    for _ in range(100):
        assert (await ana.get(NOWHERE)).status_code == 404
    assert limited(await ana.get(NOWHERE)) == "too_many_tries"
    ana.token = (await refresh(ana.client, ana.refresh_token)).json()["token"]
    assert limited(await ana.get(NOWHERE)) == "too_many_tries"
    assert (await bruno.get(LIST)).headers["X-RateLimit-Remaining"] == "100"


async def test_calls_refused_before_the_door_opens_are_a_persons_too(ana: Person) -> None:
    for _ in range(100):
        assert (await ana.post("/v1/payin/charges", {"amount": "many"})).status_code == 400
    assert limited(await ana.get(LIST)) == "too_many_tries"


async def test_bearers_that_are_not_ours_count_for_their_address_and_stop_nobody_with_a_token(
    ana: Person, bruno: Person, client: httpx.AsyncClient
) -> None:
    await ana.get(LIST)
    for number in range(100):
        said = await client.get(LIST, headers={"Authorization": f"Bearer made.up.{number}"})
        assert said.status_code == 401
    over = await client.get(LIST, headers={"Authorization": "Bearer made.up"})
    assert limited(over) == "too_many_tries"
    assert limited(await client.get(LIST)) == "too_many_tries"
    # Known to this process, and not yet.
    assert (await ana.get(LIST)).status_code == 200
    assert (await bruno.get(LIST)).status_code == 200


async def test_whose_token_is_over_signs_in_again_and_is_no_guesser(ana: Person, app: App) -> None:
    app.tokens._lifetime = 0
    await ana.sign_in()
    for _ in range(101):
        assert (await ana.get(LIST)).status_code == 401
    assert (await refresh(ana.client, ana.refresh_token)).status_code == 200


async def test_a_persons_calls_are_limited_with_every_token_and_nobody_elses(strict: httpx.AsyncClient) -> None:
    ana, carla = [await Person(strict, EMAILS[name]).sign_in() for name in ("ana", "carla")]
    for _ in range(5):
        assert (await ana.get(LIST)).status_code == 200
    assert limited(await ana.get(LIST)) == "too_many_calls"
    await ana.sign_in()
    for _ in range(2):
        assert limited(await ana.get(LIST)) == "too_many_calls"
        assert limited(await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})) == "too_many_calls"
    assert (await carla.get(LIST)).status_code == 200


async def test_a_programs_key_has_a_limit_of_its_own(strict: httpx.AsyncClient, gil: Person, sql: Any) -> None:
    role = (await gil.post("/rbac/roles", {"name": "Caixa", "permissions": ["payin::payment:read"]})).json()["id"]
    made = [(await gil.post("/rbac/keys", {"name": f"Loja {n}", "role_id": role})).json() for n in range(2)]
    one, other = [{"Authorization": f"Bearer {key['secret']}"} for key in made]
    for _ in range(3):
        assert (await strict.get(LIST, headers=one)).status_code == 200
    assert limited(await strict.get(LIST, headers=one)) == "too_many_calls"
    assert (await strict.get(LIST, headers=other)).status_code == 200


def test_the_limits_are_generous() -> None:
    assert (Limits().calls_person, Limits().calls_key) == (((600, 60),), ((6_000, 60),))
