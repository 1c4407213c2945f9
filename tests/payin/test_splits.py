"""A charge is split among recipients: agreed to with it, divided when it is paid, given back when it is refunded."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from days import today
from people import AURORA, Person
from recurrences.conftest import Desk as Subscriptions
from retaguarda.payin.splits.divide_amount import divide, divide_refund
from retaguarda.payin.splits.model import Split, SplitPart
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.withdrawals import OWN, settle

RECIPIENTS, RULES = "/v1/payin/recipients", "/v1/payin/split-rules"
LUZ, SOL = "52998224725", "11144477735"
Sql = Callable[..., list[tuple[Any, ...]]]


def part(kind: str, value: int = 0, recipient: str | None = None) -> dict[str, Any]:
    return {"kind": kind, "value": value, "recipient": recipient}


async def added(bruno: Person, document: str = LUZ) -> dict[str, Any]:
    """A recipient that is paid by its CPF; asked for twice, made once."""
    body = {"name": f"Ateliê {document[:3]}", "document": document, "key": {"kind": "cpf", "value": document}}
    key = str(uuid4())
    first, second = [await bruno.post(RECIPIENTS, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    return first.json()


async def usable(bruno: Person, counter: Counter, sql: Sql, document: str = LUZ) -> str:
    """The id of a recipient whose account is verified and past its cooling-off."""
    sql("insert into payout_setting values (1, 150, 1500000, 0, 'BRL') on conflict do nothing")
    made = await added(bruno, document)
    await settle(counter, made["bank_account_id"], "bank_accounts.verify")
    return made["id"]


async def read(person: Person, recipient: str) -> dict[str, Any]:
    said = await person.get(f"{RECIPIENTS}/{recipient}")
    assert said.status_code == 200, said.text
    return said.json()


async def balance(person: Person, recipient: str) -> int:
    return (await read(person, recipient))["balance"]["amount"]


async def back(ana: Person, charge: str, amount: int, *, plan: bool = False) -> dict[str, Any]:
    said = await ana.post(
        f"/v1/payin/charges/{charge}/refunds{'/plan' if plan else ''}", {"amount": {"amount": amount}}
    )
    assert said.status_code == (200 if plan else 201), said.text
    return said.json()


def amounts(charge: dict[str, Any], field: str = "amount") -> dict[str | None, int]:
    return {share["name"]: share[field]["amount"] for share in charge["shares"]}


async def test_a_paid_charge_is_split_in_one_journal(bruno: Person, ana: Person, counter: Counter) -> None:
    light, sun = (await added(bruno))["id"], (await added(bruno, SOL))["id"]
    split = {"parts": [part("percent", 3333, light), part("fixed", 1_250, sun), part("remainder")], "rounding": light}
    body, key = {"amount": {"amount": 9_999}, "split": split}, str(uuid4())
    made = [await ana.post("/v1/payin/charges", body, key=key) for _ in range(2)]
    assert made[0].content == made[1].content
    await counter.work()
    asked = await counter.read(ana, made[0].json()["id"])
    expected = {"Ateliê 529": 3_333, "Ateliê 111": 1_250, None: 5_416}
    assert {each["name"]: each["amount"]["amount"] for each in asked["split"]} == expected
    await counter.bank.pay(asked["br_code"])
    await counter.carry(times=2)
    paid = await counter.read(ana, asked["id"])
    assert (amounts(paid), amounts(paid, "fee")[None]) == (expected, 99)
    (journal,) = {entry["journal_id"] for entry in paid["entries"]}
    sums = {entry["account"]: (entry["credit"] or entry["debit"])["amount"] for entry in paid["entries"]}
    assert sums == {
        "available": 5_416 - 99, f"recipient.{light}": 3_333, f"recipient.{sun}": 1_250,
        "pix_clearing": 9_999, "pix_fees": 99,
    }  # fmt: skip
    owners = {entry["account"]: entry["owner"] for entry in paid["entries"] if entry["owner"]}
    assert owners == {f"recipient.{light}": "Ateliê 529", f"recipient.{sun}": "Ateliê 111"}
    record = await read(ana, light)
    assert (record["received"]["amount"], record["shares"][0]["charge"]) == (3_333, asked["id"])
    (share,) = record["shares"]
    assert (share["payer_name"], record["share_count"]) == (paid["payer_name"], 1)
    assert [entry["journal_id"] for entry in record["entries"]] == [journal]
    assert (await counter.balances(ana))["available"] == 5_416 - 99


async def test_each_part_that_cannot_be_is_refused_by_its_place(
    bruno: Person, ana: Person, carla: Person, counter: Counter
) -> None:
    light, sun = (await added(bruno))["id"], (await added(bruno, SOL))["id"]
    for parts, rounding, field, why in (
        ([part("fixed", 600, light), part("fixed", 401, sun)], None, "parts.1.value", "split_exceeds_amount"),
        ([part("fixed", 1, light), part("percent", 10_000, sun)], None, "parts.1.value", "split_exceeds_amount"),
        ([part("percent", 6_000, light), part("percent", 4_001, sun)], None, "parts.1.value", "split_above_whole"),
        ([part("remainder", 0, light), part("remainder")], None, "parts.1.kind", "split_remainder_twice"),
        ([part("fixed", 0, light)], None, "parts.0.value", "split_part_value"),
        ([part("fixed", 1, light), part("percent", 1, light)], None, "parts.1.recipient", "split_recipient_twice"),
        ([part("fixed", 1, str(uuid4()))], None, "parts.0.recipient", "split_recipient_unknown"),
        ([part("fixed", 1, light)], sun, "rounding", "split_rounding_unknown"),
    ):
        body = {"amount": {"amount": 1_000}, "split": {"parts": parts, "rounding": rounding}}
        said = await ana.post("/v1/payin/charges", body)
        assert (said.status_code, said.json()["message"]) == (400, {f"split.{field}": [why]}), parts
    of_hers = {"amount": {"amount": 1_000}, "split": {"parts": [part("fixed", 1, light)]}}
    said = await carla.post("/v1/payin/charges", of_hers)
    assert said.json()["message"] == {"split.parts.0.recipient": ["split_recipient_unknown"]}
    assert (await carla.get(f"{RECIPIENTS}/{light}")).status_code == 404
    assert (await carla.get(RECIPIENTS)).json() == []
    due = {
        "amount": {"amount": 1_000}, "due_date": today(1).isoformat(),
        "payer": {"name": "Maria Exemplo", "document": LUZ}, "split": {"parts": [part("fixed", 900, light)]},
    }  # fmt: skip
    made = await ana.post("/v1/payin/due-charges", due)
    assert made.status_code == 201, made.text
    await counter.work()
    less = await ana.post(f"/v1/payin/charges/{made.json()['id']}/revise", {"amount": {"amount": 899}})
    assert less.json()["message"] == {"split.parts.0.value": ["split_exceeds_amount"]}


async def test_too_little_is_shared_in_proportion_and_a_suspended_recipient_keeps_what_was_agreed(
    bruno: Person, ana: Person, counter: Counter
) -> None:
    light, sun = (await added(bruno))["id"], (await added(bruno, SOL))["id"]
    split = {"parts": [part("fixed", 3_000, light), part("percent", 4_000, sun)]}
    charge = await counter.charge(ana, 10_000, split=split)
    for _ in range(2):
        said = await bruno.post(f"{RECIPIENTS}/{light}/suspend", {"reason": "Contrato vencido"}, key="once")
        assert (said.status_code, said.json()["status"]) == (200, "suspended"), said.text
    refused = await ana.post("/v1/payin/charges", {"amount": {"amount": 10_000}, "split": split})
    assert refused.json()["message"] == {"split.parts.0.recipient": ["split_recipient_suspended"]}
    await counter.bank.fault(effect="paid_amount", delta=-6_000)
    paid = await counter.bank.pay(charge["br_code"])
    await counter.carry()
    assert (await counter.read(ana, charge["id"]))["shares"] == []
    for _ in range(2):
        assert (await ana.post(f"/v1/payin/reviews/{paid}/accept", key="accept")).status_code == 200
    shares = (await counter.read(ana, charge["id"]))["shares"]
    # 3,000 of 4,000 are fixed; 40 % of 4,000 would be 1,600 of the 1,000 left. What it costs they bear in proportion.
    assert [(each["amount"]["amount"], each["reduced"]) for each in shares] == [
        (0, False),
        (3_000, False),
        (1_000, True),
    ]
    assert [each["fee"]["amount"] for each in shares] == [0, 30, 10]
    assert (await balance(ana, light), await balance(ana, sun)) == (2_970, 990)
    again = await bruno.post(f"{RECIPIENTS}/{light}/reactivate", {"reason": "Contrato renovado"})
    assert (again.status_code, again.json()["reason"]) == (200, None)


async def test_refunds_in_parts_take_from_each_share_and_one_that_fails_gives_it_again(
    bruno: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 50_000)
    light = (await added(bruno))["id"]
    charge = await counter.paid(ana, 1_000, split={"parts": [part("percent", 3_333, light)]})
    assert await balance(ana, light) == 333
    await counter.bank.fault(effect="refund", outcome="NAO_REALIZADO")
    await back(ana, charge["id"], 1_000)
    assert await balance(ana, light) == 0
    # The provider may still be at work on it when it is asked first.
    for _ in range(10):
        await counter.work()
        await counter.run_job("payin.reconcile")
        if await balance(ana, light):
            break
    read_again = await counter.read(ana, charge["id"])
    assert (await balance(ana, light), amounts(read_again, "refunded")) == (333, {"Ateliê 529": 0, None: 0})
    assert {entry["kind"] for entry in (await read(ana, light))["entries"]} == {
        "payin.payment", "payin.share_returned", "payin.share_given_again",
    }  # fmt: skip
    await counter.bank.well_again()
    for amount in (1, 2, 331, 333, 333):
        await back(ana, charge["id"], amount)
        await counter.work()
    await counter.run_job("payin.reconcile")
    whole = await counter.read(ana, charge["id"])
    assert (whole["status"], amounts(whole, "refunded")) == ("refunded", {"Ateliê 529": 333, None: 667})
    assert await balance(ana, light) == 0


async def test_what_a_recipient_has_no_more_the_merchant_carries_and_the_plan_says_so(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    light = await usable(bruno, counter, sql)
    charge = await counter.paid(ana, 10_000, split={"parts": [part("percent", 6_000, light)]})
    path, body = f"{RECIPIENTS}/{light}/payouts", {"amount": {"amount": 4_000}}
    plan = (await bruno.post(f"{path}/plan", body)).json()
    assert [(each["account"], each["held_after"]["amount"]) for each in plan["balances"]] == [
        (f"recipient.{light}", 4_150)
    ]
    key = str(uuid4())
    first, second = [await bruno.post(path, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    await settle(counter, first.json()["id"])
    record = await read(bruno, light)
    assert (record["balance"]["amount"], record["paid_out"]["amount"]) == (6_000 - 4_150, 4_000)
    assert [(each["status"], each["origin"]) for each in record["payouts"]] == [("done", "recipient")]
    beyond = await bruno.post(path, {"amount": {"amount": 1_851}})
    assert (beyond.status_code, beyond.json()["message"]) == (422, "insufficient_balance")
    told = await back(ana, charge["id"], 10_000, plan=True)
    assert ("carried", {"amount": 4_150, "currency": "BRL"}) in [
        (fact["field"], fact["value"]) for fact in told["facts"]
    ]
    refund = await back(ana, charge["id"], 10_000)
    assert refund["carried"]["amount"] == 4_150
    assert await balance(ana, light) == 0
    shares = amounts(await counter.read(ana, charge["id"]), "carried")
    assert shares == {"Ateliê 529": 4_150, None: 0}
    # What the receiver's bank gives back of a payout is the recipient's again.
    flaw = {"reason": "operational_flaw", "details": "Paid to a wrong key"}
    claim = (await bruno.post(f"/v1/account/withdrawals/{first.json()['id']}/disputes", flaw)).json()
    await counter.work()
    asked = (await bruno.get(f"/v1/account/disputes/{claim['id']}")).json()
    await counter.bank.client.post(f"/sandbox/med/{asked['request_id']}/answer", json={"agreed": True})
    await counter.run_job("claims.poll")
    assert await balance(ana, light) == 4_000


async def test_of_a_refund_and_a_payout_at_once_nobody_takes_the_same_money(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    light = await usable(bruno, counter, sql)
    charge = await counter.paid(ana, 10_000, split={"parts": [part("percent", 5_000, light)]})
    refunds = f"/v1/payin/charges/{charge['id']}/refunds"
    payouts = f"{RECIPIENTS}/{light}/payouts"
    said = await asyncio.gather(
        *(ana.post(refunds, {"amount": {"amount": 6_000}}) for _ in range(2)),
        *(bruno.post(payouts, {"amount": {"amount": 3_000}}) for _ in range(2)),
    )
    assert sorted(each.status_code for each in said[:2]) == [201, 400]
    assert {each.status_code for each in said} <= {201, 400, 422}
    await counter.work()
    assert (await read(ana, light))["balance"]["amount"] >= 0


async def test_a_payout_asks_for_the_second_factor_and_where_a_policy_stands_for_a_second_person(
    bruno: Person, ana: Person, gil: Person, counter: Counter, sql: Sql
) -> None:
    light = await usable(bruno, counter, sql)
    await counter.paid(ana, 10_000, split={"parts": [part("percent", 5_000, light)]})
    path, body = f"{RECIPIENTS}/{light}/payouts", {"amount": {"amount": 1_000}}
    assert (await ana.post(path, body)).status_code == 403
    sql(
        "update role set permissions = permissions || array['payin::withdrawals:write', 'payin::recipients:write'] where name = 'operator'"
    )
    for denied in (await ana.post(path, body), await ana.post(RECIPIENTS, {"name": "A", "document": SOL})):
        assert (denied.status_code, "auth::twoFactor" in denied.json()["error"]) == (403, True)
    standing_policy(sql, "payin:recipient:pay_out")
    held = await bruno.post(path, body)
    assert held.status_code == 202, held.text
    assert await balance(ana, light) == 5_000
    agreed = await Desk(sql).approve(gil, held.json()["request"]["id"])
    assert agreed.status_code == 200, agreed.text
    assert (await read(ana, light))["on_hold"]["amount"] == 1_150


async def test_a_recipient_is_one_for_a_document_and_its_account_is_its_own(
    bruno: Person, counter: Counter, sql: Sql
) -> None:
    assert (await bruno.post("/v1/account/bank-accounts", OWN)).status_code == 201
    for body, status, said in (
        ({"name": "Luz", "document": "52998224724", "key": {"kind": "cpf", "value": LUZ}}, 400, {"document": ["document_invalid"]}),
        ({"name": "Luz", "document": LUZ}, 400, {"account": ["account_or_key"]}),
        ({"name": "Luz", "document": LUZ, "account": OWN["account"]}, 409, "bank_account_known"),
        ({"name": "Luz", "document": LUZ, "account": OWN["account"] | {"digit": "7"}}, 400, {"account.digit": ["account_digit_wrong"]}),
        ({"name": " ", "document": LUZ, "key": {"kind": "cpf", "value": LUZ}}, 400, {"name": ["invalid"]}),
    ):  # fmt: skip
        refused = await bruno.post(RECIPIENTS, body)
        assert (refused.status_code, refused.json()["message"]) == (status, said), body
    light = await usable(bruno, counter, sql)
    account = (await read(bruno, light))["account"]
    assert (account["status"], account["usable"], account["pix_key"]) == ("verified", True, LUZ)
    twin = await bruno.post(RECIPIENTS, {"name": "X", "document": LUZ, "key": {"kind": "cpf", "value": LUZ}})
    assert (twin.status_code, twin.json()["message"]) == (409, "recipient_known")
    path = f"{RECIPIENTS}/{light}/change"
    plan = (await bruno.post(f"{path}/plan", {"key": {"kind": "email", "value": "luz@atelie.example"}})).json()
    assert ("pix_key", "l***@atelie.example") in [(fact["field"], fact["value"]) for fact in plan["facts"]]
    same = await bruno.post(path, {"name": "Ateliê 529", "key": {"kind": "cpf", "value": LUZ}})
    assert (same.status_code, same.json()["message"]) == (400, "recipient_same")
    body = {"name": "Ateliê Luz", "key": {"kind": "email", "value": "luz@atelie.example"}}
    moved = [await bruno.post(path, body, key="moved") for _ in range(2)]
    assert (moved[0].status_code, moved[0].json()["name"], moved[1].content) == (200, "Ateliê Luz", moved[0].content)
    assert (await read(bruno, light))["account"]["status"] == "pending_verification"
    assert sql("select count(*) from bank_account where company_id = %s", AURORA) == [(3,)]


async def test_a_split_is_saved_under_a_name_and_charges_keep_theirs(
    bruno: Person, ana: Person, carla: Person, counter: Counter
) -> None:
    light = (await added(bruno))["id"]
    body = {"name": "Feira", "split": {"parts": [part("percent", 1_000, light)]}}
    made = [await bruno.post(RULES, body, key="one rule") for _ in range(2)]
    assert (made[0].status_code, made[1].content) == (201, made[0].content), made[0].text
    rule = made[0].json()["id"]
    assert [(each["name"], each["parts"]) for each in (await ana.get(RULES)).json()] == [("Feira", 1)]
    shown = (await ana.get(f"{RULES}/{rule}")).json()
    assert [each["amount"]["amount"] for each in shown["agreed"]] == [9_000, 1_000]
    assert (await bruno.post(RULES, body)).json()["message"] == "split_rule_known"
    assert (await carla.get(f"{RULES}/{rule}")).status_code == 404
    charge = await counter.charge(ana, 5_000, split=shown["split"])
    for _ in range(2):
        assert (await bruno.post(f"{RULES}/{rule}/remove", key="gone")).status_code == 200
    assert (await ana.get(RULES)).json() == []
    assert [each["value"] for each in (await counter.read(ana, charge["id"]))["split"]] == [0, 1_000]


async def test_the_database_refuses_shares_that_are_not_all_of_it(ana: Person, counter: Counter, sql: Sql) -> None:
    paid = await counter.paid(ana, 1_000)
    with pytest.raises(psycopg.DatabaseError, match="not all of it"):
        sql(
            "insert into payment_share values (2, %s, 0, null, %s, 'remainder', 0, 999, 'BRL', 9, true, false, now())",
            paid["end_to_end_id"],
            paid["id"],
        )


@some.composite
def splits(draw: Any) -> Split:
    receivers = draw(some.lists(some.integers(0, 9), min_size=1, max_size=8, unique=True))
    ids = [None if each == 0 else UUID(int=each) for each in receivers]
    kinds = draw(some.lists(some.sampled_from(["fixed", "percent"]), min_size=len(ids), max_size=len(ids)))
    if draw(some.booleans()):
        kinds[0] = "remainder"
    values = draw(some.lists(some.integers(1, 10_000), min_size=len(ids), max_size=len(ids)))
    parts = [
        SplitPart(kind, 0 if kind == "remainder" else value, each)
        for kind, value, each in zip(kinds, values, ids, strict=True)
    ]
    return Split(parts, draw(some.sampled_from(ids)))


@settings(max_examples=200, deadline=None)
@given(splits(), some.integers(1, 50_000), some.integers(0, 100), some.lists(some.integers(1, 50_000), max_size=8))
def test_never_a_cent_is_lost_or_made(split: Split, amount: int, fee: int, refunds: list[int]) -> None:
    """Any parts, any amount, refunds of any size one after the other."""
    shares = divide(split, amount, min(fee, amount))
    assert sum(each.amount for each in shares) == amount
    assert sum(each.fee for each in shares) == min(fee, amount)
    assert all(0 <= each.fee <= each.amount for each in shares)
    left = {each.place: each.amount for each in shares}
    (rounding,) = [each.place for each in shares if each.rounding]
    for refund in [*refunds, amount]:
        given_back = min(refund, sum(left.values()))
        taken = divide_refund(given_back, left, rounding)
        assert sum(taken.values()) == given_back
        assert all(0 <= taken[place] <= left[place] for place in left)
        left = {place: left[place] - taken[place] for place in left}
    assert not any(left.values())


async def test_what_is_agreed_for_many_payments_is_split_at_each(
    bruno: Person, ana: Person, carla: Person, counter: Counter
) -> None:
    """Of a batch, a static code and a recurrence: the same journal, the same shares, the same refund."""
    light = (await added(bruno))["id"]
    split = {"parts": [part("percent", 2_500, light), part("remainder")]}
    day = f"{today(20):%d/%m/%Y}"
    text = f"Nome;Documento;Valor;Vencimento\nMaria;{SOL};40,00;{day}"
    too_much = {"parts": [part("fixed", 4_001, light)]}
    wrong = await ana.post("/v1/payin/batches/check", {"text": text, "split": too_much})
    assert wrong.json()["lines"][0]["problems"] == [{"column": "amount", "key": "split_exceeds_amount"}]
    batch = await ana.post("/v1/payin/batches", {"description": "Turma", "text": text, "split": split})
    await counter.work()
    await counter.run_job("payin.send_batch", 2, batch.json()["id"])
    charge = (await ana.get("/v1/payin/charges", kind="due")).json()[0]["id"]
    await counter.bank.pay((await counter.read(ana, charge))["br_code"])
    await counter.carry()
    assert amounts(await counter.read(ana, charge)) == {"Ateliê 529": 1_000, None: 3_000}

    asked = {"name": "Caixa", "split": split}
    assert (await carla.post("/v1/payin/codes", asked)).status_code == 400
    code = (await ana.get(f"/v1/payin/codes/{(await ana.post('/v1/payin/codes', asked)).json()['id']}")).json()
    await counter.bank.pay(code["br_code"], amount="10.00")
    await counter.carry(times=2)
    (paid,) = (await ana.get(f"/v1/payin/codes/{code['id']}")).json()["charges"]
    assert amounts(await counter.read(ana, paid["id"])) == {"Ateliê 529": 250, None: 750}

    desk = Subscriptions(counter)
    recurrence = await desk.agreed(ana, split=split)
    assert [each["amount"]["amount"] for each in recurrence["split"]] == [875, 2_625]
    cycle = await desk.charged(ana, recurrence)
    await desk.payer(f"cobr/{cycle['txid']}/settle")
    await desk.told()
    cycle = await desk.read_charge(ana, cycle["id"])
    assert amounts(cycle) == {"Ateliê 529": 875, None: 2_625}
    assert (await read(bruno, light))["shares"][0]["schedule"] == cycle["id"]
    said = await ana.post(f"/v1/pix/charges/{cycle['id']}/refunds", {"amount": {"amount": 1_000}})
    assert said.status_code == 201, said.text
    cycle = await desk.read_charge(ana, cycle["id"])
    assert amounts(cycle, "refunded") == {"Ateliê 529": 250, None: 750}
    assert await balance(bruno, light) == 1_000 + 250 + 625
