"""What another merchant paid is given back inside: in parts or whole, on both sides at once, and never more than was paid."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from people import AURORA, OUTRA, Person, set_up
from retaguarda.foundation.database import Scope
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders
from support.payments import OUTRA_OWNER, pay_outra, read
from support.withdrawals import settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

Sql = Callable[..., list[tuple[Any, ...]]]
DEPOSITS, STATEMENT, RETURNS = "/v1/account/deposits", "/v1/account/transactions", "/v1/payouts/returns"
NAME = "account:deposit:give_back"
CALL = (
    "select internal_give_back(%(company)s, %(deposit)s, gen_random_uuid(), %(amount)s, 'x', 'x', gen_random_uuid(),"
    " gen_random_uuid(), gen_random_uuid())"
)


@pytest.fixture
async def carlo(carla: Person, sql: Sql) -> Person:
    """Carla of merchant 3, who may decide on its deposits."""
    sql("update role set permissions = permissions || '{payout::deposit:read,payout::deposit:write}'")
    await set_up(carla)
    carla.account = str(OUTRA)
    return carla


@pytest.fixture
async def deposit(bruno: Person, ana: Person, carlo: Person, counter: Counter, sql: Sql) -> dict[str, Any]:
    """R$ 50,00 that merchant 2 paid to merchant 3 inside, for R$ 1,50; ``payment`` is its payment."""
    sql("insert into payout_setting (company_id, fee, currency) values (1, 150, 'BRL')")
    await counter.paid(ana, 20_000)
    payment = await pay_outra(bruno, sql, 5_000)
    await settle(counter, payment)
    (row,) = (await carlo.get(DEPOSITS)).json()
    return row | {"payment": payment}


def body(amount: int | None = None, reason: str = "Pedido cancelado") -> dict[str, Any]:
    return {"amount": None if amount is None else {"amount": amount}, "reason": reason}


async def give(person: Person, deposit: dict[str, Any], amount: int | None = None, once: str = "") -> Any:
    return await person.post(f"{DEPOSITS}/{deposit['id']}/give-back", body(amount), key=once or str(uuid4()))


async def test_a_part_and_then_the_rest_go_back_on_both_sides_at_once(
    bruno: Person, carlo: Person, counter: Counter, sql: Sql, deposit: dict[str, Any]
) -> None:
    before = (await counter.balances(bruno))["available"]
    plan = (await carlo.post(f"{DEPOSITS}/{deposit['id']}/give-back/plan", body(2_000))).json()
    assert {fact["field"] for fact in plan["facts"]} >= {"amount", "reason", "payer_name", "received"}
    assert [(b["account"], b["posted_after"]["amount"]) for b in plan["balances"]] == [("available", 3_000)]
    said = [await give(carlo, deposit, 2_000, "part") for _ in range(2)]
    assert [each.status_code for each in said] == [200, 200], said[0].text
    assert said[0].content == said[1].content
    assert (said[0].json()["status"], said[0].json()["given_back"]["amount"]) == ("credited", 2_000)
    assert (await counter.balances(bruno))["available"] == before + 2_000
    paid = await read(bruno, deposit["payment"])
    assert (paid["status"], paid["returned"]["amount"], [each["reason"] for each in paid["returns"]]) == (
        "partly_returned", 2_000, ["Pedido cancelado"],
    )  # fmt: skip
    rest = await give(carlo, deposit)
    assert (rest.status_code, rest.json()["status"]) == (200, "returned"), rest.text
    paid = await read(bruno, deposit["payment"])
    assert (paid["status"], [each["amount"]["amount"] for each in paid["returns"]]) == ("returned", [2_000, 3_000])
    assert [(each["kind"], each["actor"]) for each in paid["timeline"][-2:]] == [
        ("payouts:payment:partly_returned", "receiver"),
        ("payouts:payment:returned", "receiver"),
    ]
    assert (await counter.balances(bruno))["available"] == before + 5_000
    record = (await carlo.get(f"{DEPOSITS}/{deposit['id']}")).json()
    assert (record["left"]["amount"], [each["amount"]["amount"] for each in record["give_backs"]]) == (
        0,
        [2_000, 3_000],
    )
    assert [m["kind"].rpartition(":")[2] for m in record["timeline"]] == ["credited", "give_back", "give_back"]
    again = await give(carlo, deposit)
    assert (again.status_code, again.json()["message"]) == (409, "nothing_to_give_back")
    mine = [row for row in (await bruno.get(STATEMENT)).json() if row["kind"] == "payouts.returned"]
    theirs = [row for row in (await carlo.get(STATEMENT)).json() if row["kind"] == "deposit.given_back"]
    assert {row["counterparty"] for row in mine} == {OUTRA_OWNER["holder_name"]}
    assert {(row["counterparty"], row["description"], row["origin"]) for row in theirs} == {
        ("Loja Aurora", "Pedido cancelado", "deposit")
    }
    told = (await bruno.get(RETURNS)).json()
    assert {(row["source"], row["reason"]) for row in told} == {("receiver", "Pedido cancelado")}
    one = (await bruno.get(f"{RETURNS}/{told[0]['id']}")).json()
    assert (one["source"], one["end_to_end_id"], one["reason"], one["fee_kept"]["amount"]) == (
        "receiver", None, "Pedido cancelado", 150,
    )  # fmt: skip


async def test_more_than_is_left_is_refused_and_other_deposits_are(
    carlo: Person, counter: Counter, deposit: dict[str, Any], sql: Sql
) -> None:
    said = await give(carlo, deposit, 5_001)
    assert (said.status_code, said.json()["message"]) == (400, {"amount": ["give_back_exceeds_left"]})
    assert (await give(carlo, deposit, 4_999)).status_code == 200
    said = await give(carlo, deposit, 2)
    assert said.json()["message"] == {"amount": ["give_back_exceeds_left"]}
    blank = await carlo.post(f"{DEPOSITS}/{deposit['id']}/give-back", body(1, "  "))
    assert blank.json()["message"] == {"reason": ["field_required"]}


async def test_what_a_bank_brought_goes_back_by_that_bank(
    bruno: Person, counter: Counter, ana: Person, sql: Sql
) -> None:
    code = (await ana.get(f"{DEPOSITS}/code")).json()
    await counter.bank.pay(code["code"], amount="12.50")
    await counter.carry(2)
    await counter.run_job("payin.reconcile")
    (row,) = (await bruno.get(DEPOSITS)).json()
    said = await give(bruno, row)
    assert (said.status_code, said.json()["message"]) == (409, "deposit_not_internal")


async def test_nobody_else_gives_it_back(
    bruno: Person, ana: Person, carlo: Person, deposit: dict[str, Any], sql: Sql
) -> None:
    assert (await give(bruno, deposit)).status_code == 404
    sql("update role set permissions = array_remove(permissions, 'payout::deposit:write')")
    assert (await give(carlo, deposit)).status_code == 403
    assert sql("select count(*) from deposit_give_back") == [(0,)]


async def test_the_fee_goes_back_with_the_whole_where_it_was_promised(
    bruno: Person, ana: Person, carlo: Person, counter: Counter, sql: Sql
) -> None:
    sql("insert into payout_setting (company_id, fee, currency) values (1, 150, 'BRL')")
    sql("alter table payout disable trigger user")
    await counter.paid(ana, 20_000)
    before = (await counter.balances(bruno))["available"]
    payment = await pay_outra(bruno, sql, 5_000)
    sql("update payout set fee_back = true")
    sql("alter table payout enable trigger user")
    await settle(counter, payment)
    (row,) = (await carlo.get(DEPOSITS)).json()
    assert (await give(carlo, row, 4_000)).status_code == 200
    assert (await counter.balances(bruno))["available"] == before - 1_150
    assert (await give(carlo, row)).status_code == 200
    assert (await counter.balances(bruno))["available"] == before
    assert sql("select data -> 'fee_back' from event where name = 'payouts:payment:returned'") == [(150,)]


async def test_a_policy_asks_a_second_person_and_what_waits_is_not_asked_for_again(
    bruno: Person, carlo: Person, eva: Person, counter: Counter, sql: Sql, deposit: dict[str, Any]
) -> None:
    standing_policy(sql, NAME)
    held = await give(carlo, deposit, 3_000)
    assert held.status_code == 202, held.text
    record = (await carlo.get(f"{DEPOSITS}/{deposit['id']}")).json()
    assert (record["left"]["amount"], record["awaiting_approval"]["amount"]) == (2_000, 3_000)
    said = await give(carlo, deposit, 2_500)
    assert (said.status_code, said.json()["message"]) == (409, "give_back_awaiting_approval")
    assert sql("select count(*) from deposit_give_back") == [(0,)]
    desk = Desk(sql)
    said = [await desk.approve(eva, held.json()["request"]["id"]) for _ in range(2)]
    assert {each.status_code for each in said} <= {200, 409}
    assert sql("select amount, given_by from deposit_give_back") == [(3_000, carlo.email)]
    assert (await read(bruno, deposit["payment"]))["returned"]["amount"] == 3_000


@pytest.mark.parametrize(
    ("shut", "key"),
    [
        ("update company set status = 'blocked', blocked_in = true, status_reason = 'x' where id = 2", "payer_takes_nothing"),
        ("update ledger_account set blocked_in = true, block_reason = 'x' where company_id = 2 and code = 'available'", "payer_takes_nothing"),
        ("update company set status = 'blocked', blocked_out = true, status_reason = 'x' where id = 3", "company_blocked"),
        ("update ledger_account set blocked_out = true, block_reason = 'x' where company_id = 3 and code = 'available'", None),
    ],
)  # fmt: skip
async def test_what_is_blocked_on_either_side_stays(
    bruno: Person, carlo: Person, counter: Counter, sql: Sql, deposit: dict[str, Any], shut: str, key: str | None
) -> None:
    sql("alter table company disable trigger user")
    sql(shut)
    said = await give(carlo, deposit)
    assert said.status_code in (409, 422), said.text
    assert key is None or said.json()["message"] == key
    assert sql("select count(*) from deposit_give_back") == [(0,)]


async def test_what_is_spent_is_not_given_back(
    carlo: Person, counter: Counter, sql: Sql, deposit: dict[str, Any]
) -> None:
    sql("select set_config('retaguarda.companies', '*', false)")
    sql("select ledger_hold_place(3, gen_random_uuid(), 'available', 'BRL', 4000, 'test', 'x')")
    said = await give(carlo, deposit)
    assert (said.status_code, said.json()["message"]) == (422, "insufficient_balance")
    assert (await give(carlo, deposit, 1_000)).status_code == 200


async def test_many_at_once_give_back_no_more_than_was_paid(
    bruno: Person, carlo: Person, counter: Counter, sql: Sql, deposit: dict[str, Any]
) -> None:
    said = await asyncio.gather(*(give(carlo, deposit, 2_000) for _ in range(6)))
    assert sorted(each.status_code for each in said) == [200, 200, 400, 400, 400, 400]
    assert sql("select given_back from deposit where internal_id is not null") == [(4_000,)]
    assert (await read(bruno, deposit["payment"]))["returned"]["amount"] == 4_000


async def test_the_function_that_gives_back_asks_everything_itself(
    bruno: Person, carlo: Person, counter: Counter, sql: Sql, deposit: dict[str, Any]
) -> None:
    async def call(amount: int, company: int = OUTRA, scope: int = OUTRA) -> str:
        try:
            async with counter.app.database.transaction(Scope((scope,))) as tx:
                await tx.value(CALL, {"company": company, "deposit": deposit["id"], "amount": amount})
        except psycopg.DatabaseError as error:
            return error.sqlstate or ""
        return "given"

    assert await call(1_000, scope=AURORA) == "RL009"
    assert await call(1_000, company=AURORA, scope=AURORA) == "RP003"
    assert await call(5_001) == "RP003"
    assert await call(0) == "RP003"
    sql("alter table company disable trigger user")
    sql("update company set status = 'blocked', blocked_out = true, status_reason = 'x' where id = 3")
    assert await call(1_000) == "RP003"
    sql("update company set status = 'active', blocked_out = false, status_reason = null where id = 3")
    assert await call(1_000) == "given"


@pytest.mark.parametrize(
    "lie",
    [
        "update deposit set given_back = 1_000 where internal_id is not null",
        "update deposit set status = 'returned' where internal_id is not null",
        "update deposit_give_back set amount = amount + 1",
        "delete from deposit_give_back",
        "update deposit set given_back = 6_000 where internal_id is not null",
    ],
)
async def test_a_deposit_says_what_was_given_back_whoever_writes(
    carlo: Person, counter: Counter, sql: Sql, deposit: dict[str, Any], lie: str
) -> None:
    assert (await give(carlo, deposit, 500)).status_code == 200
    with pytest.raises(psycopg.DatabaseError):
        sql(lie)


async def test_what_was_given_back_is_on_both_sides_or_is_found(
    carlo: Person, counter: Counter, sql: Sql, deposit: dict[str, Any]
) -> None:
    assert (await give(carlo, deposit, 700)).status_code == 200
    assert offenders(counter.url) == {}
    sql("alter table deposit disable trigger user")
    sql("alter table deposit_give_back disable trigger user")
    sql("update deposit set given_back = 600 where internal_id is not null")
    assert offenders(counter.url) == {"deposit_says_what_was_given_back": 1}
    sql("update deposit set given_back = 700 where internal_id is not null")
    sql("alter table ledger_entry disable trigger user")
    moved = (
        "update ledger_entry e set account_id = (select id from ledger_account where company_id = 1 and code = %s)"
        " from ledger_account a where a.id = e.account_id and a.company_id = 1 and a.code = %s and e.amount = -700"
    )
    sql(moved, "pix_fees", "internal_clearing")
    assert "give_back_is_on_both_sides" in offenders(counter.url)
    sql(moved, "internal_clearing", "pix_fees")
    assert offenders(counter.url) == {}
    sql("update deposit_give_back set amount = 701")
    assert "give_back_is_on_both_sides" in offenders(counter.url)
    sql("update deposit_give_back set amount = 700")
