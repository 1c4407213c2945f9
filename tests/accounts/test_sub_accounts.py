"""Sub-accounts: opened under a name, filled and emptied by the company itself, closed when nothing is left on them."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from people import AURORA, OUTRA, Person
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.withdrawals import usable, withdraw

PATH = f"/v1/companies/{AURORA}"


async def opened(diego: Person, alias: str = "Impostos", company: int = AURORA) -> int:
    said = await diego.post(f"/v1/companies/{company}/sub-accounts", {"alias": alias})
    assert said.status_code == 201, said.text
    return said.json()["id"]


async def own(person: Person) -> dict[str, dict[str, Any]]:
    """Each of Loja Aurora's accounts by its name or code."""
    return {each["alias"] or each["code"]: each for each in (await person.get(PATH)).json()["accounts"]}


async def free(person: Person) -> dict[str, int]:
    return {name: each["available"]["amount"] for name, each in (await own(person)).items()}


async def move(person: Person, source: int, destination: int, amount: int, *, key: str = "") -> httpx.Response:
    body = {"source": source, "destination": destination, "amount": {"amount": amount}}
    return await person.post(f"{PATH}/moves", body, key=key or str(uuid4()))


async def test_a_company_sets_a_part_of_its_money_aside_and_takes_it_back(
    ana: Person, bruno: Person, diego: Person, counter: Counter, sql: Any
) -> None:
    await counter.paid(ana, 10_000)
    ((opened_at,),) = sql("select clock_timestamp()::text")
    key = str(uuid4())
    first, again = [await diego.post(f"{PATH}/sub-accounts", {"alias": "Impostos"}, key=key) for _ in range(2)]
    assert (first.status_code, first.json()) == (201, again.json()), first.text
    assert (first.json()["code"], first.json()["parent"]) == ("sub.1", "available")
    taxes, main = first.json()["id"], (await own(bruno))["available"]["id"]
    planned = await bruno.post(
        f"{PATH}/moves/plan", {"source": main, "destination": taxes, "amount": {"amount": 4_000}}
    )
    assert planned.json()["about"] == "available → Impostos"
    assert {b["account"]: b["posted_after"]["amount"] for b in planned.json()["balances"]} == {
        "available": 5_901, "sub.1": 4_000,
    }  # fmt: skip
    key = str(uuid4())
    first, again = [await move(bruno, main, taxes, 4_000, key=key) for _ in range(2)]
    assert (first.status_code, first.json()) == (201, again.json()), first.text
    assert await free(bruno) == {"available": 5_901, "in_review": 0, "Impostos": 4_000}
    # What was set aside is not there to be withdrawn, and each side stands in the statement.
    account = await usable(bruno, sql)
    assert (await withdraw(bruno, account, 6_000)).json()["message"] == "insufficient_balance"
    bruno.account = str(AURORA)
    said = (await bruno.get("/v1/account/transactions", kind="accounts.move")).json()
    assert {(row["account"], row["movement"]["amount"]) for row in said} == {("available", -4_000), ("sub.1", 4_000)}
    assert {row["description"] for row in said} == {"available → Impostos"}
    assert (await bruno.get("/v1/account/transactions", origin="move")).json() == said
    sides = (await bruno.get(f"/v1/account/transactions/{said[0]['transaction_id']}")).json()["legs"]
    assert [(leg["account"], leg["alias"]) for leg in sides] == [("available", None), ("sub.1", "Impostos")]
    # Beside what is free, now and at any moment since; not before it was there.
    then = (await bruno.get("/v1/account/balances")).json()
    before = (await bruno.get("/v1/account/balances", at=opened_at)).json()
    assert [(part["alias"], part["available"]["amount"]) for part in then["sub_accounts"]] == [("Impostos", 4_000)]
    assert (then["available"]["amount"], before["sub_accounts"], before["available"]["amount"]) == (5_901, [], 9_901)
    assert (await move(bruno, taxes, main, 4_001)).json()["message"] == "insufficient_balance"
    assert (await move(bruno, taxes, main, 4_000)).status_code == 201
    between = (await bruno.get("/v1/account/balances", at=then["at"])).json()
    assert between["sub_accounts"] == then["sub_accounts"]
    assert await free(bruno) == {"available": 9_901, "in_review": 0, "Impostos": 0}


async def test_of_two_moves_of_the_same_money_one_is_made(
    ana: Person, bruno: Person, diego: Person, counter: Counter
) -> None:
    await counter.paid(ana, 10_000)
    taxes, main = await opened(diego), (await own(bruno))["available"]["id"]
    said = await asyncio.gather(*(move(bruno, main, taxes, 6_000) for _ in range(2)))
    assert sorted(each.status_code for each in said) == [201, 422]
    assert await free(bruno) == {"available": 3_901, "in_review": 0, "Impostos": 6_000}


async def test_it_is_renamed_and_closed_when_nothing_is_left_and_then_nothing_moves_on_it(
    ana: Person, bruno: Person, diego: Person, counter: Counter
) -> None:
    await counter.paid(ana, 10_000)
    taxes, main = await opened(diego), (await own(bruno))["available"]["id"]
    assert (await diego.post(f"{PATH}/sub-accounts", {"alias": " impostos "})).json()["message"] == {
        "alias": ["alias_taken"]
    }
    assert (await diego.put(f"/v1/accounts/{taxes}/alias", {"alias": "Férias"})).json()["alias"] == "Férias"
    await move(bruno, main, taxes, 100)
    close = {"reason": "não se usa mais"}
    assert (await diego.post(f"/v1/accounts/{taxes}/close", close)).json()["message"] == "sub_account_not_empty"
    await move(bruno, taxes, main, 100)
    said = await diego.post(f"/v1/accounts/{taxes}/close", close)
    assert (said.status_code, said.json()["blocked_in"], bool(said.json()["closed_at"])) == (200, True, True)
    assert (await move(bruno, main, taxes, 100)).json()["message"] == {"destination": ["account_unknown"]}
    for path in (f"/v1/accounts/{taxes}/unblock", f"/v1/accounts/{taxes}/close"):
        assert (await diego.post(path, close)).json()["message"] == "sub_account_closed"
    assert "Férias" not in await own(bruno)
    assert (await diego.get("/v1/accounts", alias="Férias")).json()[0]["id"] == taxes
    assert (await diego.get(f"/v1/accounts/{await opened(diego, 'Férias')}")).json()["code"] == "sub.2"


async def test_what_leaves_it_stays_within_its_own_limits_even_from_two_tabs(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Any
) -> None:
    await counter.paid(ana, 20_000)
    taxes, main = await opened(diego), (await own(bruno))["available"]["id"]
    limits, given = f"/v1/accounts/{taxes}/limits", {"most_once": {"amount": 3_000}, "most_day": {"amount": 5_000}}
    for _ in range(2):
        said = await diego.put(limits, given)
        assert (said.status_code, said.json()["most_day"]["amount"]) == (200, 5_000), said.text
    assert (await bruno.put(limits, given)).status_code == 403
    assert (await diego.put(f"/v1/accounts/{main}/limits", given)).json()["message"] == "not_a_sub_account"
    above = {"most_once": {"amount": 5_001}, "most_day": {"amount": 5_000}}
    assert (await diego.put(limits, above)).json()["message"] == {"most_once": ["above_day_limit"]}
    # What comes in has no limit, and what leaves the company leaves by its own.
    assert (await move(bruno, main, taxes, 15_000)).status_code == 201
    assert (await move(bruno, taxes, main, 3_001)).json()["message"] == {"amount": ["move_too_large"]}
    said = await asyncio.gather(*(move(bruno, taxes, main, 2_600) for _ in range(2)))
    assert sorted(each.status_code for each in said) == [201, 400]
    refused = next(each.json() for each in said if each.status_code == 400)
    assert refused["message"] == {"amount": ["move_day_limit"]}
    assert "2400 of them are left" in refused["error"]
    assert (await diego.get(f"/v1/accounts/{taxes}")).json()["day_left"]["amount"] == 2_400
    # A new day begins at the midnight of the company; and a limit that is taken away needs whom a policy wants.
    sql("alter table ledger_entry disable trigger user")
    sql("update ledger_entry set posted_at = posted_at - interval '1 day' where amount < 0")
    assert (await diego.get(f"/v1/accounts/{taxes}")).json()["day_left"]["amount"] == 5_000
    sql("update ledger_entry set posted_at = posted_at + interval '1 day' where amount < 0")
    sql("alter table ledger_entry enable trigger user")
    standing_policy(sql, "accounts:sub_account:limit")
    held = await diego.put(limits, {})
    assert held.status_code == 202
    assert (await Desk(sql).approve(eva, held.json()["request"]["id"])).json()["status"] == "executed"
    assert (await move(bruno, taxes, main, 10_000)).status_code == 201


async def test_only_its_company_moves_its_money_and_only_staff_open_an_account(
    ana: Person, bruno: Person, carla: Person, diego: Person, counter: Counter, sql: Any
) -> None:
    await counter.paid(ana, 10_000)
    taxes, main = await opened(diego), (await own(bruno))["available"]["id"]
    theirs = await opened(diego, "Dos outros", OUTRA)
    assert (await move(bruno, main, theirs, 100)).json()["message"] == {"destination": ["account_unknown"]}
    assert (await move(bruno, main, main, 100)).json()["message"] == {"destination": ["same_account"]}
    assert (await move(bruno, main, (await own(bruno))["in_review"]["id"], 100)).status_code == 400
    assert (await move(ana, main, taxes, 100)).status_code == 403
    assert (await bruno.post(f"{PATH}/sub-accounts", {"alias": "Minha"})).status_code == 403
    sql(
        "update role set permissions = permissions ||"
        " '{rbac::auths:read,register::company:write,payin::withdrawals:write}'::text[] where name = 'operator'"
    )
    assert (await carla.get(f"/v1/accounts/{taxes}")).status_code == 404
    assert (await move(carla, main, taxes, 100)).status_code == 404
    assert (await move(ana, main, taxes, 100)).status_code == 403  # her session was opened without a second factor
    assert (await ana.post(f"{PATH}/sub-accounts", {"alias": "Minha"})).status_code == 403
    assert (await ana.put(f"/v1/accounts/{taxes}/alias", {"alias": "Minha"})).status_code == 403
    await diego.post(f"{PATH}/block", {"direction": "out", "reason": "ordem judicial 123"})
    refused = await move(bruno, main, taxes, 100)
    assert (refused.status_code, refused.json()["error"]) == (409, "ordem judicial 123")


async def test_a_move_waits_for_a_second_person_who_reads_from_where_to_where(
    ana: Person, bruno: Person, diego: Person, eva: Person, counter: Counter, sql: Any
) -> None:
    await counter.paid(ana, 10_000)
    taxes, main = await opened(diego), (await own(bruno))["available"]["id"]
    standing_policy(sql, "accounts:money:move", condition="amount > 1000")
    held = await move(bruno, main, taxes, 4_000)
    assert held.status_code == 202
    request = held.json()["request"]["id"]
    shown = (await diego.get(f"/v1/approvals/{request}")).json()["plan"]
    assert {fact["field"]: fact["value"] for fact in shown["facts"]} == {
        "source": None, "destination": None, "from_account": "available", "to_account": "Impostos", "amount": {"amount": 4_000, "currency": "BRL"},
    }  # fmt: skip
    assert (await Desk(sql).approve(diego, request)).json()["status"] == "executed"
    assert (await free(bruno))["Impostos"] == 4_000
    assert (await move(bruno, taxes, main, 900)).status_code == 201
    # Closing one waits too, and its plan is still the same when it is agreed to.
    standing_policy(sql, "accounts:sub_account:close")
    holidays = await opened(diego, "Férias")
    close = (await diego.post(f"/v1/accounts/{holidays}/close", {"reason": "não se usa"})).json()["request"]["id"]
    assert (await Desk(sql).approve(eva, close)).json()["status"] == "executed"


@pytest.mark.parametrize(
    "statement",
    [
        "update sub_account set number = 7",
        "delete from sub_account",
        "update sub_account set closed_at = null, closed_by = null where closed_at is not null",
    ],
)
async def test_the_database_keeps_a_sub_account_as_it_is(diego: Person, sql: Any, statement: str) -> None:
    await diego.post(f"/v1/accounts/{await opened(diego)}/close", {"reason": "engano meu"})
    with pytest.raises(psycopg.Error):
        sql(statement)
