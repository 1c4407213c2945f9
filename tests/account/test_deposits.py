"""Money that comes without a charge: whose it is, and what becomes of it when nobody knows."""

from typing import Any

import pytest

from conftest import Sql
from people import AURORA, OUTRA, Person
from retaguarda.providers.pix import brcode
from retaguarda.settings import SANDBOX_KEY
from support.approvals import Desk, standing_policy
from support.charges import Counter

PATH = "/v1/account/deposits"


async def pay(counter: Counter, txid: str = "", **more: Any) -> str:
    """R$ 1.250,00 to the provider's key, with a reference or to the key alone."""
    code = brcode.static(SANDBOX_KEY, "Aurora", "Recife", txid=txid) if txid else SANDBOX_KEY
    end_to_end_id = await counter.bank.pay(code, amount="1250.00", **more)
    # A provider tells by itself only of a Pix with a txid (API Pix); the others are found when it is asked.
    for _ in range(2):
        await counter.run_job("payin.reconcile")
    await counter.work()
    return end_to_end_id


async def only(person: Person) -> dict[str, Any]:
    rows = (await person.get(PATH)).json()
    assert len(rows) == 1, rows
    return rows[0]


@pytest.fixture
async def unknown(counter: Counter, diego: Person) -> dict[str, Any]:
    """A deposit that is nobody's yet, as staff see it."""
    await pay(counter)
    diego.account = "all"
    return await only(diego)


async def test_a_pix_to_the_merchant_s_code_is_its_own_at_once(ana: Person, carla: Person, counter: Counter) -> None:
    code = (await ana.get(f"{PATH}/code")).json()
    asked = brcode.parse(code["code"])
    assert (asked.key, asked.txid, asked.amount) == (SANDBOX_KEY, code["reference"], None)
    end_to_end_id = await counter.bank.pay(code["code"], amount="1250.00")
    await counter.carry(2)
    await counter.run_job("payin.reconcile")
    row = await only(ana)
    assert (row["end_to_end_id"], row["status"], row["matched_by"]) == (end_to_end_id, "credited", "code")
    assert await counter.balances(ana) == {"available": 125_000, "on_hold": 0, "in_review": 0}
    record = (await ana.get(f"{PATH}/{row['id']}")).json()
    assert [entry["account"] for entry in record["entries"]] == ["available", "pix_clearing"]
    assert (await ana.get("/v1/payin/reviews")).json() == []
    assert (await carla.get(PATH)).json() == []
    assert (await carla.get(f"{PATH}/{row['id']}")).status_code == 404
    assert (await carla.post(f"{PATH}/{row['id']}/return", {"reason": "mine"})).status_code in (403, 404)


async def test_a_reference_that_names_nobody_was_meant_for_a_charge(diego: Person, counter: Counter) -> None:
    await pay(counter, "DEP000009999")
    diego.account = "all"
    assert (await diego.get(PATH)).json() == []
    assert [row["review_reason"] for row in (await diego.get("/v1/payin/reviews")).json()] == ["unknown_charge"]


async def test_what_is_nobody_s_waits_with_the_provider_until_staff_say_whose_it_is(
    ana: Person, bruno: Person, diego: Person, counter: Counter, unknown: dict[str, Any]
) -> None:
    assert (unknown["status"], unknown["company_id"]) == ("unidentified", 1)
    address, body = f"{PATH}/{unknown['id']}/identify", {"merchant": AURORA, "reason": "Comprovante do cliente"}
    for merchant in (1, 9_999):
        said = await diego.post(address, body | {"merchant": merchant})
        assert (said.status_code, said.json()["message"]) == (400, {"merchant": ["not_found"]})
    assert (await diego.post(address, body | {"reason": "  "})).json()["message"] == {"reason": ["field_required"]}
    # A merchant neither sees it nor takes it.
    assert (await bruno.get(PATH)).json() == []
    assert (await bruno.post(address, body)).status_code == 404
    plan = (await diego.post(f"{address}/plan", body)).json()
    assert [(b["account"], b["posted_before"]["amount"], b["posted_after"]["amount"]) for b in plan["balances"]] == [
        ("unidentified", 125_000, 0)
    ]
    for _ in range(2):
        said = await diego.post(address, body, key="whose")
        assert said.status_code == 200, said.text
        assert (said.json()["status"], said.json()["company_id"]) == ("claimed", AURORA)
    again = await diego.post(address, body | {"merchant": OUTRA})
    assert (again.status_code, again.json()["message"]) == (409, "deposit_decided")
    assert (await counter.balances(ana))["available"] == 125_000
    seen = (await ana.get(f"{PATH}/{unknown['id']}")).json()
    assert [moment["kind"] for moment in seen["timeline"]] == ["account:deposit:credited"]
    whole = (await diego.get(f"{PATH}/{unknown['id']}")).json()
    assert [(moment["kind"], moment["reason"]) for moment in whole["timeline"]] == [
        ("account:deposit:unidentified", None),
        ("account:deposit:credited", None),
        ("account:deposit:identify", "Comprovante do cliente"),
    ]


async def test_a_deposit_goes_back_to_its_payer_once(diego: Person, counter: Counter, unknown: dict[str, Any]) -> None:
    address = f"{PATH}/{unknown['id']}/return"
    for _ in range(2):
        said = await diego.post(address, {"reason": "Ninguém reconhece"}, key="back")
        assert (said.status_code, said.json()["status"]) == (200, "returning")
    again = await diego.post(address, {"reason": "Ninguém reconhece"})
    assert (again.status_code, again.json()["message"]) == (409, "deposit_decided")
    identify = await diego.post(f"{PATH}/{unknown['id']}/identify", {"merchant": AURORA, "reason": "x"})
    assert identify.json()["message"] == "deposit_decided"
    await counter.work()
    await counter.run_job("payin.reconcile")
    record = (await diego.get(f"{PATH}/{unknown['id']}")).json()
    assert (record["status"], [each["status"] for each in record["returns"]]) == ("returned", ["settled"])
    assert record["returnable"] is False


async def test_a_return_that_the_provider_does_not_carry_out_leaves_the_money_where_it_was(
    ana: Person, bruno: Person, diego: Person, counter: Counter, unknown: dict[str, Any]
) -> None:
    await diego.post(f"{PATH}/{unknown['id']}/identify", {"merchant": AURORA, "reason": "Comprovante"})
    await counter.bank.fault(effect="refund", outcome="NAO_REALIZADO")
    said = await bruno.post(f"{PATH}/{unknown['id']}/return", {"reason": "Não é nosso"})
    assert (said.status_code, said.json()["status"]) == (200, "returning")
    assert await counter.balances(ana) == {"available": 0, "on_hold": 125_000, "in_review": 0}
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert (await only(ana))["status"] == "claimed"
    await counter.bank.well_again()
    assert await counter.balances(ana) == {"available": 125_000, "on_hold": 0, "in_review": 0}
    await bruno.post(f"{PATH}/{unknown['id']}/return", {"reason": "Não é nosso"})
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert (await only(ana))["status"] == "returned"
    assert await counter.balances(ana) == {"available": 0, "on_hold": 0, "in_review": 0}


async def test_the_payer_s_document_hints_at_a_merchant_and_decides_nothing(diego: Person, counter: Counter) -> None:
    await pay(counter, payer={"name": "Outra Praça Livros", "document": "12ABC34501DE35"})
    diego.account = "1"
    record = (await diego.get(f"{PATH}/{(await only(diego))['id']}")).json()
    assert (record["status"], record["candidate"]["id"]) == ("unidentified", OUTRA)


async def test_what_comes_to_a_blocked_account_waits_with_the_provider(
    ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    block = "update ledger_account set blocked_in = %s, block_reason = %s where company_id = 2 and code = 'available'"
    sql(block, True, "Ordem judicial")
    await pay(counter, "DEP000000002")
    assert (await ana.get(PATH)).json() == []
    diego.account = "all"
    row = await only(diego)
    assert row["status"] == "unidentified"
    address, body = f"{PATH}/{row['id']}/identify", {"merchant": AURORA, "reason": "Código de depósito"}
    said = await diego.post(address, body)
    assert (said.status_code, said.json()["error"]) == (409, "Ordem judicial")
    sql(block, False, None)
    assert (await diego.post(address, body)).status_code == 200
    assert (await only(ana))["status"] == "claimed"


async def test_two_people_say_whose_a_deposit_is_where_a_policy_asks_for_it(
    ana: Person, diego: Person, eva: Person, counter: Counter, unknown: dict[str, Any], sql: Sql
) -> None:
    standing_policy(sql, "account:deposit:identify")
    body = {"merchant": AURORA, "reason": "Comprovante"}
    said = await diego.post(f"{PATH}/{unknown['id']}/identify", body)
    assert said.status_code == 202, said.text
    assert (await only(diego))["status"] == "unidentified"
    request = said.json()["request"]["id"]
    decided = await Desk(sql).approve(eva, request)
    assert (decided.status_code, decided.json()["status"]) == (200, "executed"), decided.text
    assert (await counter.balances(ana))["available"] == 125_000
