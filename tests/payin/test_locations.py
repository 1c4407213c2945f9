"""Payload locations: addresses asked for ahead, at which a charge stands and is taken away again."""

from typing import Any

import pytest

from people import Person
from support.charges import Counter

PATH = "/v1/payin/locations"


async def made(ana: Person, counter: Counter, kind: str = "immediate") -> dict[str, Any]:
    """A location that the bank has made."""
    body = {"name": "Table 4", "kind": kind}
    first, again = [await ana.post(PATH, body, key=f"once {kind}") for _ in range(2)]
    assert (first.status_code, again.json()) == (201, first.json()), first.text
    await counter.work()
    return await read(ana, first.json()["id"])


async def read(ana: Person, location: str) -> dict[str, Any]:
    said = await ana.get(f"{PATH}/{location}")
    assert said.status_code == 200, said.text
    return said.json()


async def test_a_charge_that_is_put_at_a_location_is_paid_with_its_code(ana: Person, counter: Counter) -> None:
    place, charge = await made(ana, counter), await counter.charge(ana)
    assert (place["status"], place["charge"]) == ("free", None)
    assert place["location"] in place["br_code"]
    for _ in range(2):
        linked = await ana.post(f"{PATH}/{place['id']}/link", {"charge": charge["id"]}, key="link")
        assert (linked.status_code, linked.json()["status"]) == (200, "linking"), linked.text
    await counter.work()
    place, moved = await read(ana, place["id"]), await counter.read(ana, charge["id"])
    assert (place["status"], place["txid"]) == ("linked", charge["txid"])
    assert (moved["location"], moved["br_code"] == charge["br_code"]) == (place["location"], False)
    await counter.bank.pay(place["br_code"])
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    # What was paid leaves the place to the next.
    await ana.post(f"{PATH}/{place['id']}/unlink", key=None)
    await counter.work()
    assert (await read(ana, place["id"]))["status"] == "free"


async def test_a_charge_that_is_taken_away_keeps_its_state_and_has_no_code(ana: Person, counter: Counter) -> None:
    place, charge = await made(ana, counter), await counter.charge(ana)
    await ana.post(f"{PATH}/{place['id']}/link", {"charge": charge["id"]})
    await counter.work()
    for _ in range(2):
        said = await ana.post(f"{PATH}/{place['id']}/unlink", key=None)
        assert (said.status_code, said.json()["status"]) == (200, "unlinking")
    await counter.work()
    left = await counter.read(ana, charge["id"])
    assert (left["status"], left["br_code"], left["location"]) == ("pending", None, None)
    assert (await read(ana, place["id"]))["charge"] is None
    (row,) = (await ana.get(PATH, status="free")).json()
    assert (row["name"], row["charge_id"]) == ("Table 4", None)
    # It gets a code again where it is put again.
    await ana.post(f"{PATH}/{place['id']}/link", {"charge": charge["id"]}, key="again")
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["br_code"]


async def test_what_the_bank_refuses_leaves_the_location_as_it_was(ana: Person, counter: Counter) -> None:
    place, charge = await made(ana, counter), await counter.charge(ana)
    await ana.post(f"{PATH}/{place['id']}/link", {"charge": charge["id"]})
    await counter.bank.fault(effect="status", status=400, route="PATCH /cob", times=1)
    await counter.work()
    place = await read(ana, place["id"])
    assert (place["status"], place["charge"], bool(place["last_error"])) == ("free", None, True)
    assert (await counter.read(ana, charge["id"]))["br_code"] == charge["br_code"]


async def test_what_does_not_fit_is_refused_with_its_reason(ana: Person, counter: Counter) -> None:
    of_day, place, charge = await made(ana, counter, "due"), await made(ana, counter), await counter.charge(ana)

    async def put(where: dict[str, Any], what: str) -> tuple[int, Any]:
        said = await ana.post(f"{PATH}/{where['id']}/link", {"charge": what})
        return said.status_code, said.json().get("message")

    assert await put(of_day, charge["id"]) == (400, {"charge": ["charge_of_another_kind"]})
    assert await put(place, charge["id"]) == (200, None)
    assert await put(place, charge["id"]) == (409, "location_not_free")
    unlinked = await ana.post(f"{PATH}/{of_day['id']}/unlink", key=None)
    assert (unlinked.status_code, unlinked.json()["message"]) == (409, "location_not_linked")
    paid = await counter.paid(ana)
    assert await put(await made_again(ana, counter), paid["id"]) == (409, "charge_not_pending")
    assert (await ana.post(PATH, {"name": " "})).json()["message"] == {"name": ["field_required"]}


async def made_again(ana: Person, counter: Counter) -> dict[str, Any]:
    said = await ana.post(PATH, {"name": "Table 5"})
    await counter.work()
    return await read(ana, said.json()["id"])


async def test_carla_neither_sees_nor_uses_it(ana: Person, carla: Person, counter: Counter) -> None:
    place = await made(ana, counter)
    assert (await carla.get(f"{PATH}/{place['id']}")).status_code == 404
    assert (await carla.get(PATH)).json() == []
    for act, body in (("link", {"charge": place["id"]}), ("unlink", None)):
        assert (await carla.post(f"{PATH}/{place['id']}/{act}", body)).status_code == 404


@pytest.mark.parametrize("kind", ["immediate", "due"])
async def test_a_location_that_the_bank_does_not_make_says_why(ana: Person, counter: Counter, kind: str) -> None:
    await counter.bank.fault(effect="status", status=403, route="POST /loc", times=1)
    place = await made(ana, counter, kind)
    assert (place["status"], place["number"], bool(place["last_error"])) == ("failed", None, True)
