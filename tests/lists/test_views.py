"""Saved views: of a person, shared in a company, and never of a stranger."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import as_app
from people import AURORA, OUTRA, Person

SignIn = Callable[[str], Awaitable[Person]]
VIEWS = "/v1/views"
LIST = "payin.payments"
DEFINITION: dict[str, Any] = {
    "version": 1,
    "search": {"status": "paid", "period": "last_7d", "order_by": "amount"},
    "columns": ["created_at", "amount"],
    "density": "compact",
    "mode": "continuous",
}


def body(name: str = "Paid this week", **more: Any) -> dict[str, Any]:
    return {"list": LIST, "name": name, "definition": DEFINITION} | more


async def made(person: Person, name: str = "Paid this week", **more: Any) -> dict[str, Any]:
    said = await person.post(VIEWS, body(name, **more))
    assert said.status_code == 201, said.text
    return said.json()


async def seen(person: Person, name: str = LIST) -> list[dict[str, Any]]:
    said = await person.get(VIEWS, list=name)
    assert said.status_code == 200, said.text
    return said.json()


async def names(person: Person) -> list[str]:
    return [view["name"] for view in await seen(person)]


async def test_a_view_is_kept_once_however_often_it_is_sent_and_comes_back_whole(ana: Person) -> None:
    key = str(uuid4())
    first, again = await ana.post(VIEWS, body(), key=key), await ana.post(VIEWS, body(), key=key)
    assert first.status_code == 201
    assert first.content == again.content
    (view,) = await seen(ana)
    assert view == first.json()
    assert view["definition"] == DEFINITION
    assert (view["shared"], view["is_default"]) == (False, False)
    assert (await ana.post(VIEWS, body(), key=None)).json()["message"] == "idempotency_key_required"


async def test_each_list_has_its_own_views_in_the_order_of_their_names(ana: Person) -> None:
    await made(ana, "b")
    await made(ana, "A")
    await made(ana, "c", list="payin.reviews")
    assert await names(ana) == ["A", "b"]
    assert [view["name"] for view in await seen(ana, "payin.reviews")] == ["c"]


async def test_a_view_is_renamed_replaced_and_deleted(ana: Person) -> None:
    view = await made(ana)
    path = f"{VIEWS}/{view['id']}"
    renamed = await ana.patch(path, {"name": "  Paid,   by week "})
    assert (renamed.json()["name"], renamed.json()["definition"]) == ("Paid, by week", DEFINITION)
    other = {"version": 1, "search": {}, "columns": None, "density": None, "mode": None}
    replaced = await ana.patch(path, {"definition": other})
    assert (replaced.json()["name"], replaced.json()["definition"]) == ("Paid, by week", other)
    assert (await ana.delete(path)).json()["message"] == "view_deleted"
    assert (await ana.delete(path)).status_code == 404
    assert await seen(ana) == []


async def test_a_name_is_taken_once_among_ones_own(ana: Person, bruno: Person) -> None:
    await made(ana, "Mine")
    again = await ana.post(VIEWS, body("mine"))
    assert (again.status_code, again.json()["message"]) == (409, {"name": ["name_taken"]})
    second = await made(ana, "Second")
    refused = await ana.patch(f"{VIEWS}/{second['id']}", {"name": "MINE"})
    assert (refused.status_code, refused.json()["message"]) == (409, {"name": ["name_taken"]})
    await made(bruno, "Mine")


async def test_what_is_shared_a_colleague_sees_and_only_who_may_share_changes_it(
    ana: Person, bruno: Person, gil: Person
) -> None:
    refused = await ana.post(VIEWS, body(shared=True))
    assert (refused.status_code, refused.json()["message"]) == (403, "forbidden")
    own = await made(ana)
    assert (await ana.patch(f"{VIEWS}/{own['id']}", {"shared": True})).status_code == 403
    shared = await made(gil, "For all of us", shared=True)
    assert await names(bruno) == ["For all of us"]
    assert await names(ana) == ["For all of us", "Paid this week"]
    for change in (
        bruno.patch(f"{VIEWS}/{shared['id']}", {"name": "Mine now"}),
        bruno.delete(f"{VIEWS}/{shared['id']}"),
    ):
        assert (await change).status_code == 403
    taken_back = await gil.patch(f"{VIEWS}/{shared['id']}", {"shared": False})
    assert taken_back.json()["shared"] is False
    assert await names(bruno) == []
    assert await names(gil) == ["For all of us"]


async def test_a_colleague_and_a_stranger_never_meet_what_is_mine(
    ana: Person, bruno: Person, carla: Person, gil: Person
) -> None:
    own, shared = await made(ana), await made(gil, "Shared", shared=True)
    for person, view in ((bruno, own), (gil, own), (carla, own), (carla, shared)):
        path = f"{VIEWS}/{view['id']}"
        for said in (
            await person.patch(path, {"name": "x"}),
            await person.delete(path),
            await person.post(f"{path}/default"),
            await person.delete(f"{path}/default"),
        ):
            assert said.status_code == 404
    assert await names(carla) == []
    carla.account = str(AURORA)
    assert await names(carla) == []
    assert len(await names(ana)) == 2


async def test_each_person_opens_the_list_with_a_view_of_their_choice(ana: Person, bruno: Person, gil: Person) -> None:
    shared, own = await made(gil, "Shared", shared=True), await made(ana)

    async def default(person: Person) -> list[str]:
        return [view["name"] for view in await seen(person) if view["is_default"]]

    for _ in range(2):
        assert (await ana.post(f"{VIEWS}/{shared['id']}/default")).json()["is_default"] is True
    assert (await default(ana), await default(bruno)) == (["Shared"], [])
    await ana.post(f"{VIEWS}/{own['id']}/default")
    assert await default(ana) == ["Paid this week"]
    for _ in range(2):
        assert (await ana.delete(f"{VIEWS}/{own['id']}/default")).json()["is_default"] is False
    assert await default(ana) == []
    await bruno.post(f"{VIEWS}/{shared['id']}/default")
    await gil.delete(f"{VIEWS}/{shared['id']}")
    assert await seen(bruno) == []


async def test_staff_share_with_staff_whichever_merchant_they_look_at(
    diego: Person, ana: Person, sign_in: SignIn
) -> None:
    for account in ("", "all", str(OUTRA), str(AURORA)):
        diego.account = account
        await made(diego, f"Staff {account}", shared=True)
    assert len(await names(diego)) == 4
    assert len(await names(await sign_in("eva"))) == 4
    assert await names(ana) == []


async def test_a_person_has_a_hundred_views_of_a_list_and_no_more(ana: Person) -> None:
    for number in range(99):
        await made(ana, f"View {number}")
    said = await asyncio.gather(*(ana.post(VIEWS, body(f"Last {number}")) for number in range(3)))
    assert sorted(each.status_code for each in said) == [201, 409, 409]
    assert {each.json()["message"] for each in said if each.status_code == 409} == {"too_many_views"}
    await made(ana, "Elsewhere", list="payin.reviews")


async def test_what_is_no_view_is_refused_by_its_field(ana: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], Any]] = [
        ({"name": " "}, {"name": ["field_required"]}),
        ({"name": "x" * 61}, {"name": ["too_long"]}),
        ({"name": "a\x00b"}, {"name": ["invalid"]}),
        ({"list": "payin.nothing"}, {"list": ["not_allowed"]}),
        ({"definition": {"version": 2, "search": {}}}, {"definition.version": ["field_invalid"]}),
        ({"definition": {"version": 1, "search": {"a": 1}}}, {"definition.search[...]": ["field_invalid"]}),
        ({"definition": {"version": 1, "search": {}, "colour": "red"}}, {"definition.colour": ["field_unknown"]}),
        ({"definition": {"version": 1, "search": {"a": "x\x00"}}}, {"definition": ["invalid"]}),
        (
            {"definition": {"version": 1, "search": {f"f{n}": "x" * 2_000 for n in range(5)}}},
            {"definition": ["too_long"]},
        ),
    ]
    for wrong, key in cases:
        with subtests.test(wrong=wrong, key=key):
            said = await ana.post(VIEWS, body() | wrong)
            assert (said.status_code, said.json()["message"]) == (400, key)
            assert await seen(ana) == []


async def test_a_list_must_be_named_and_known(ana: Person) -> None:
    assert (await ana.get(VIEWS)).json()["message"] == {"list": ["not_allowed"]}
    assert (await ana.get(VIEWS, list=LIST, page=2)).json()["message"] == "unknown_column"


async def test_every_change_is_an_event_of_its_person(ana: Person, peopled_url: str) -> None:
    view = await made(ana)
    path = f"{VIEWS}/{view['id']}"
    await ana.patch(path, {"name": "Other"})
    await ana.post(f"{path}/default")
    await ana.delete(f"{path}/default")
    await ana.delete(path)
    with psycopg.connect(peopled_url) as connection:
        rows = connection.execute(
            "select name, actor, company_id from event where subject_id = %s order by id", (f"view:{view['id']}",)
        ).fetchall()
    actions = ["create", "change", "make_default", "no_default", "delete"]
    assert rows == [(f"lists:view:{action}", "ana@merchant.example", AURORA) for action in actions]


async def test_the_database_itself_keeps_a_view_from_colleagues_and_strangers(
    ana: Person, gil: Person, peopled_url: str
) -> None:
    await made(ana)
    shared = await made(gil, "Shared", shared=True)
    await gil.post(f"{VIEWS}/{shared['id']}/default")
    with psycopg.connect(peopled_url) as owner:
        ids = dict(owner.execute("select email, id::text from person").fetchall())
    with psycopg.connect(as_app(peopled_url)) as connection:

        def count(person: str, company: int, table: str) -> int:
            connection.execute(
                "select set_config('retaguarda.companies', %s, true), set_config('retaguarda.person', %s, true)",
                (f"{{{company}}}", ids[person]),
            )
            row = connection.execute(f"select count(*) from {table}".encode()).fetchone()
            assert row is not None
            return row[0]

        assert count("ana@merchant.example", AURORA, "saved_view") == 2
        assert count("bruno@merchant.example", AURORA, "saved_view") == 1
        assert count("carla@outra.example", OUTRA, "saved_view") == 0
        assert count("gil@merchant.example", AURORA, "saved_view_default") == 1
        assert count("ana@merchant.example", AURORA, "saved_view_default") == 0
