"""Accounts of the ledger as staff administer them: Postgres refuses what would move a blocked one."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest

from people import AURORA, OUTRA, Person
from support.charges import Counter


async def available(diego: Person) -> dict[str, Any]:
    (found,) = (await diego.get("/v1/accounts", company_id=AURORA, code="available")).json()
    return found


async def block(diego: Person, direction: str) -> str:
    account = (await available(diego))["id"]
    key = str(uuid4())
    for _ in range(2):
        said = await diego.post(
            f"/v1/accounts/{account}/block", {"direction": direction, "reason": "ordem judicial 123"}, key=key
        )
        assert said.status_code == 200, said.text
    return f"/v1/accounts/{account}"


async def refund(ana: Person, charge: dict[str, Any]) -> Any:
    return await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 1_000}})


async def test_nothing_leaves_an_account_whose_way_out_is_blocked_but_what_was_promised_before(
    ana: Person, diego: Person, counter: Counter
) -> None:
    charge = await counter.paid(ana, 10_000)
    assert (await refund(ana, charge)).status_code == 201  # set aside before the block
    path = await block(diego, "out")
    refused = await refund(ana, charge)
    assert (refused.status_code, refused.json()["message"]) == (409, "ledger_account_blocked")
    assert refused.json()["error"] == "ordem judicial 123"
    await counter.work()
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, charge["id"]))["refunded"]["amount"] == 1_000
    await counter.carry()  # the bank's notice of the refund
    assert (await counter.paid(ana, 5_000))["status"] == "paid"  # the way in is open
    assert (await diego.post(f"{path}/unblock", {"reason": "caso encerrado"})).json()["block_reason"] is None
    assert (await diego.post(f"{path}/unblock", {"reason": "caso encerrado"})).json()[
        "message"
    ] == "account_not_blocked"
    assert (await refund(ana, charge)).status_code == 201


async def test_what_comes_in_for_a_blocked_account_waits_for_a_decision(
    ana: Person, diego: Person, counter: Counter
) -> None:
    charge = await counter.charge(ana, 3_700)
    path = await block(diego, "in")
    end_to_end_id = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["status"] == "under_review"
    review = (await ana.get("/v1/payin/reviews")).json()[0]
    assert (review["end_to_end_id"], review["review_reason"]) == (end_to_end_id, "account_blocked")
    accept = f"/v1/payin/reviews/{end_to_end_id}/accept"
    assert (await ana.post(accept)).json()["message"] == "ledger_account_blocked"
    await diego.post(f"{path}/unblock", {"reason": "caso encerrado"})
    assert (await ana.post(accept)).status_code == 200
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"


async def test_an_account_tells_what_it_holds_what_moved_it_and_who_blocked_it(
    ana: Person, diego: Person, counter: Counter
) -> None:
    charge = await counter.paid(ana, 10_000)
    await refund(ana, charge)
    path = await block(diego, "both")
    found = (await diego.get(path)).json()
    assert (found["available"]["amount"], found["on_hold"]["amount"]) == (8_901, 1_000)
    assert [(entry["kind"], entry["amount"]["amount"]) for entry in found["entries"]] == [("payin.payment", 9_901)]
    assert [hold["amount"]["amount"] for hold in found["holds"]] == [1_000]
    (told,) = (await diego.get(f"/v1/trail/accounts/{found['id']}")).json()
    assert (told["name"], told["reason"]) == ("accounts:account:block", "ordem judicial 123")
    plan = (await diego.post(f"{path}/unblock/plan", {"reason": "caso encerrado"})).json()
    assert {"blocked_in", "blocked_out"} <= {change["field"] for change in plan["changes"]}
    houses = (await diego.get("/v1/accounts", kind="entries", code="pix_fees")).json()
    assert houses[0]["available"]["amount"] == 99
    everybodys = f"/v1/accounts/{houses[0]['id']}"
    said = await diego.post(f"{everybodys}/block", {"direction": "in", "reason": "engano"})
    assert said.json()["message"] == "account_everybodys"
    assert (await diego.get(everybodys)).json()["entries"][0]["amount"]["amount"] == 99


async def test_merchants_administer_no_accounts_not_even_by_a_right_given_by_mistake(
    ana: Person, carla: Person, diego: Person, sql: Any
) -> None:
    path = f"/v1/accounts/{(await available(diego))['id']}"
    assert (await ana.get("/v1/accounts")).status_code == 403
    sql(
        "update role set permissions = permissions || '{rbac::auths:read,register::company:write}'::text[]"
        " where name = 'operator'"
    )
    body = {"direction": "both", "reason": "porque sim"}
    assert (await carla.get(path)).status_code == 404
    assert (await carla.post(f"{path}/block", body)).status_code == 404
    assert (await ana.post(f"{path}/block", body)).status_code == 403
    seen = {account["company_id"] for account in (await carla.get("/v1/accounts")).json()}
    assert seen == {OUTRA}


@pytest.mark.parametrize("reason", ["", "ab", "   ", "x" * 501])
async def test_a_block_names_its_reason(diego: Person, reason: str) -> None:
    account = (await available(diego))["id"]
    said = await diego.post(f"/v1/accounts/{account}/block", {"direction": "in", "reason": reason})
    assert (said.status_code, said.json()["message"]) == (400, {"reason": ["field_invalid"]})


async def test_the_ledger_refuses_a_blocked_account_whoever_posts(diego: Person, counter: Counter) -> None:
    await block(diego, "both")
    post = (
        "select ledger_post(2, gen_random_uuid(), 'k', 'test', 'r', null, '{2,1}', '{available,pix_clearing}',"
        " '{BRL,BRL}', array[%s, %s]::bigint[]) from set_config('retaguarda.companies', '*', true)"
    )
    for amount in (500, -500):
        with psycopg.connect(counter.url) as connection, pytest.raises(psycopg.Error) as refused:
            connection.execute(post, (amount, -amount))
        assert refused.value.sqlstate == "RL012"


async def test_accounts_stand_by_their_numbers_also_page_after_page(diego: Person) -> None:
    for number in range(10):
        await diego.post(f"/v1/companies/{AURORA}/sub-accounts", {"alias": f"Filial {number}"})
    found, more = list[tuple[int, int]](), dict[str, str]()
    while True:
        said = await diego.get("/v1/accounts", order_by="company_id", sort="asc", per_page=10, **more)
        found += [(row["company_id"], row["id"]) for row in said.json()]
        if (cursor := said.headers.get("X-Next-Cursor")) is None:
            break
        more = {"cursor": cursor}
    assert found == sorted(found)
    assert len({len(str(account)) for company, account in found if company == AURORA}) > 1
