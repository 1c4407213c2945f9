"""The page of a shop shows a charge: with the merchant's key, from the pages that the merchant named, and nothing more."""

import httpx
import pytest

from people import Person
from support.charges import Counter

PATH = "/v1/payin/checkout-key"
SHOP = "https://loja.example"


@pytest.fixture
async def key(gil: Person) -> str:
    made = await gil.post(PATH)
    assert made.status_code == 201, made.text
    said = [await gil.put(PATH, {"origins": [f"{SHOP}/", "https://LOJA.example:443"]}) for _ in range(2)]
    assert [each.json()["origins"] for each in said] == [[SHOP]] * 2
    return made.json()["key"]


async def asked(client: httpx.AsyncClient, charge: str, key: str, **headers: str) -> httpx.Response:
    return await client.get(f"/v1/checkout/charges/{charge}", params={"key": key}, headers=headers)


async def test_a_payers_page_reads_one_charge_and_sees_it_paid(
    ana: Person, carla: Person, counter: Counter, client: httpx.AsyncClient, key: str
) -> None:
    charge = await counter.charge(ana, 4200, payer={"name": "Zilda", "document": "52998224725"}, description="oculto")
    said = await asked(client, charge["id"], key, Origin=SHOP)
    assert said.status_code == 200, said.text
    found = said.json()
    assert (found["status"], found["final"], found["merchant"]) == ("pending", False, "Loja Aurora")
    assert (found["amount"]["amount"], found["br_code"]) == (4200, charge["br_code"])
    assert found["code"]["size"] > 30
    assert found["code"]["path"].startswith("M4 4h7v1")
    assert (said.headers["access-control-allow-origin"], said.headers["vary"]) == (SHOP, "Origin")
    assert "set-cookie" not in said.headers
    for of_a_person in ("Zilda", "52998224725", "oculto"):
        assert of_a_person not in said.text
    hers = await counter.charge(carla)
    assert (await asked(client, hers["id"], key, Origin=SHOP)).status_code == 404
    assert (await asked(client, "not-an-id", key, Origin=SHOP)).status_code == 404
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    paid = (await asked(client, charge["id"], key, Origin=SHOP)).json()
    assert (paid["status"], paid["final"], paid["br_code"], paid["code"]) == ("paid", True, None, None)


async def test_other_pages_and_other_keys_are_told_nothing(
    ana: Person, gil: Person, counter: Counter, client: httpx.AsyncClient, key: str
) -> None:
    charge = (await counter.charge(ana))["id"]
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://loja.example"}, {}):
        said = await asked(client, charge, key, **headers)
        assert (said.status_code, said.json()["message"]) == (403, "origin_not_allowed"), headers
        assert not [name for name in said.headers if name.startswith("access-control-")]
    ours: list[dict[str, str]] = [{"Origin": "http://localhost:8000"}, {"Sec-Fetch-Site": "same-origin"}]
    for headers in ours:
        assert (await asked(client, charge, key, **headers)).status_code == 200
    for wrong in ("", "pk_" + "x" * 32, "\x00", "x" * 5_000):
        said = await asked(client, charge, wrong, Origin=SHOP)
        assert (said.status_code, said.json()["message"]) == (403, "checkout_key_unknown")
    again = [(await gil.post(PATH, key="another")).json()["key"] for _ in range(2)]
    assert again[0] == again[1] != key
    assert (await asked(client, charge, key, Origin=SHOP)).status_code == 403
    assert (await asked(client, charge, again[0], Origin=SHOP)).status_code == 200


async def test_who_does_not_manage_the_sdk_changes_no_key_and_wrong_pages_are_refused(
    ana: Person, carla: Person, gil: Person, key: str
) -> None:
    for stranger in (ana, carla):
        answers = [await stranger.get(PATH), await stranger.post(PATH), await stranger.put(PATH, {"origins": []})]
        assert {each.status_code for each in answers} == {403}
    for wrong in (
        "loja.example",
        "https://loja.example/page",
        "https://u@loja.example",
        "ftp://loja.example",
        "*",
        "null",
    ):
        said = await gil.put(PATH, {"origins": [wrong]})
        assert (said.status_code, said.json()["message"]) == (400, {"origins": ["origin_invalid"]}), wrong
    assert (await gil.get(PATH)).json()["origins"] == [SHOP]


async def test_the_script_is_small_kept_for_a_while_and_anybodys(client: httpx.AsyncClient) -> None:
    said = await client.get("/checkout.js", headers={"Accept-Encoding": "gzip"})
    assert said.headers["content-type"] == "text/javascript; charset=utf-8"
    assert said.headers["access-control-allow-origin"] == "*"
    assert said.headers["cross-origin-resource-policy"] == "cross-origin"
    assert int(said.headers["content-length"]) < 6_000
    assert "customElements.define('retaguarda-checkout'" in said.text
    assert "style=" not in said.text
