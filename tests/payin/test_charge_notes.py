"""Notes and files of a charge: written once, read by its merchant and by staff, never by a stranger."""

from typing import Any

import httpx
import pytest

from people import Person
from retaguarda.payin.notes import commands

PDF = b"%PDF-1.7\n" + bytes(range(256))


@pytest.fixture
async def charge(ana: Person) -> str:
    return (await ana.post("/v1/payin/charges", {"amount": {"amount": 3700}})).json()["id"]


def path_of(charge: str, what: str = "notes") -> str:
    return f"/v1/payin/charges/{charge}/{what}"


async def upload(person: Person, charge: str) -> httpx.Response:
    headers = person._headers({"Content-Type": "application/octet-stream"})
    return await person.client.post(
        path_of(charge, "files"), content=PDF, params={"name": "pedido.pdf"}, headers=headers
    )


async def test_a_note_is_written_once_and_staff_stay_unnamed_to_the_merchant(
    ana: Person, carla: Person, gil: Person, charge: str, sql: Any
) -> None:
    said = {"text": " Cliente ligou: 3º andar \n"}
    first, again = [await ana.post(path_of(charge), said, key="note-once") for _ in range(2)]
    assert (first.status_code, first.json()) == (201, again.json()), first.text
    assert (first.json()["text"], first.json()["author"]) == ("Cliente ligou: 3º andar", ana.email)
    sql(
        "insert into charge_note (company_id, id, charge_id, text, author, by_staff)"
        " select company_id, gen_random_uuid(), id, 'visto', 'eva@house.example', true from charge where id = %s",
        charge,
    )
    notes = (await ana.get(path_of(charge))).json()["notes"]
    assert [(each["text"], each["author"], each["by_staff"]) for each in notes] == [
        ("visto", None, True),
        ("Cliente ligou: 3º andar", ana.email, False),
    ]
    assert (await carla.get(path_of(charge))).status_code == 404
    assert (await carla.post(path_of(charge), said)).status_code in (403, 404)
    for refused in ({"text": ""}, {"text": " \n "}, {"text": "a\x00b"}, {"text": "a\u202eb"}, {"text": "x" * 2001}):
        assert (await ana.post(path_of(charge), refused)).status_code == 400, refused
    # The event names no word of it.
    assert sql("select count(*) from event where name = 'payin:charge:note' and data::text like '%%andar%%'") == [(0,)]


async def test_a_charge_has_at_most_so_many_notes(ana: Person, charge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST", 1)
    answers = [await ana.post(path_of(charge), {"text": "nota"}) for _ in range(2)]
    assert [each.status_code for each in answers] == [201, 409]
    assert answers[1].json()["message"] == "notes_full"


async def test_a_file_of_a_charge_comes_back_whole_and_can_be_taken_away(
    ana: Person, carla: Person, charge: str
) -> None:
    first, again = [await upload(ana, charge) for _ in range(2)]
    assert (first.status_code, again.status_code, first.json()) == (201, 200, again.json())
    file = f"{path_of(charge, 'files')}/{first.json()['id']}"
    assert (await ana.get(file)).content == PDF
    assert [each["name"] for each in (await ana.get(path_of(charge))).json()["files"]] == ["pedido.pdf"]
    assert (await upload(carla, charge)).status_code in (403, 404)
    assert (await carla.get(file)).status_code == 404
    assert [(await ana.delete(file)).status_code for _ in range(2)][1] == 404
    assert (await ana.get(path_of(charge))).json()["files"] == []
