"""A payment link: made by who sees the charge, opened by whoever has it, guessed by nobody."""

import httpx

from people import Person
from support.charges import Counter


async def link_of(person: Person, charge: str) -> str:
    said = await person.get(f"/v1/payin/charges/{charge}/link")
    assert said.status_code == 200, said.text
    return said.json()["url"]


async def test_whoever_has_the_link_pays_the_charge_and_sees_nothing_of_the_payer(
    ana: Person, carla: Person, counter: Counter, client: httpx.AsyncClient
) -> None:
    charge = await counter.charge(ana, 4200, payer={"name": "Zilda", "document": "52998224725"}, description="oculto")
    url = await link_of(ana, charge["id"])
    assert url == await link_of(ana, charge["id"])
    assert (await carla.get(f"/v1/payin/charges/{charge['id']}/link")).status_code == 404
    token = url.rpartition("/pay/")[2]
    said = await client.get(f"/v1/checkout/links/{token}")
    assert said.status_code == 200, said.text
    found = said.json()
    assert (found["status"], found["merchant"], found["br_code"]) == ("pending", "Loja Aurora", charge["br_code"])
    assert found["amount"] == {"amount": 4200, "currency": "BRL"}
    assert said.headers["cache-control"] == "no-store"
    for of_a_person in ("Zilda", "52998224725", "oculto"):
        assert of_a_person not in said.text
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    paid = (await client.get(f"/v1/checkout/links/{token}")).json()
    assert (paid["status"], paid["final"], paid["br_code"]) == ("paid", True, None)


async def test_a_link_that_was_altered_opens_nothing(ana: Person, client: httpx.AsyncClient) -> None:
    made = [(await ana.post("/v1/payin/charges", {"amount": {"amount": 100}})).json()["id"] for _ in range(2)]
    one, other = [(await link_of(ana, charge)).rpartition("/")[2] for charge in made]
    # The charge of one under the signature of the other; a byte changed; another way to write it; what is no link.
    wrong = (
        other[:27] + one[27:],
        one[:-1] + ("A" if one[-1] != "A" else "B"),
        f"{one}=",
        one[:-4],
        made[0],
        "é",
        "%00",
    )
    for token in wrong:
        assert (await client.get(f"/v1/checkout/links/{token}")).status_code == 404, token


async def test_the_code_is_a_picture_to_hand_on(ana: Person, carla: Person, counter: Counter) -> None:
    charge = await counter.charge(ana)
    picture = await ana.get(f"/v1/payin/charges/{charge['id']}/qr.png")
    assert (picture.headers["content-type"], picture.content[:4]) == ("image/png", b"\x89PNG")
    assert (await carla.get(f"/v1/payin/charges/{charge['id']}/qr.png")).status_code == 404
