"""What a merchant has set up is read from what is there."""

from conftest import Sql
from people import AURORA, Person


async def _done(person: Person) -> list[str]:
    answer = await person.get("/v1/overview/setup")
    assert answer.status_code == 200
    return [step["key"] for step in answer.json()["steps"] if step["done"]]


async def test_a_step_is_done_once_its_thing_is_there(ana: Person, sql: Sql) -> None:
    answer = (await ana.get("/v1/overview/setup")).json()["steps"]
    assert [step["key"] for step in answer] == ["second_factor", "bank_account", "charge", "webhook", "team"]
    before = await _done(ana)
    assert "bank_account" not in before
    sql(
        "insert into bank_account (company_id, id, nickname, kind, ownership, pix_key, pix_key_kind, holder_name,"
        " holder_document, status, usable_from) values (%s, gen_random_uuid(), 'Main', 'key', 'own', 'a@b.example',"
        " 'email', 'Loja', '52998224725', 'verified', now())",
        AURORA,
    )
    assert await _done(ana) == [
        key
        for key in ("second_factor", "bank_account", "charge", "webhook", "team")
        if key in (*before, "bank_account")
    ]


async def test_of_all_merchants_at_once_nothing_is_set_up(diego: Person) -> None:
    diego.account = "all"
    assert (await diego.get("/v1/overview/setup")).json() == {"steps": []}


async def test_a_stranger_sees_nothing_of_another_merchant(carla: Person) -> None:
    carla.account = str(AURORA)
    assert (await carla.get("/v1/overview/setup")).status_code == 404
