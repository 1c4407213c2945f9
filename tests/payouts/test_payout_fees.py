"""The fee of a payment: fixed and by its amount, within bounds, promised when it is authorised, kept or given back."""

import json
from typing import Any

import pytest

from conftest import Sql
from people import Person
from support.batches import line, planned, settle, submit, table
from support.charges import Counter, offenders
from support.payments import PAYMENTS, pay, read
from support.settings import set_payouts
from support.withdrawals import settle as settle_one

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

SETTINGS = "/v1/payouts/settings/2"
BALANCE = (
    "select sum(e.amount)::bigint from ledger_entry e join ledger_account a on a.id = e.account_id"
    " where a.company_id = %s and a.code = %s"
)


@pytest.mark.parametrize(
    ("amount", "fee"),
    [(100, 80), (5_000, 80), (5_550, 81), (10_000, 125), (10_003, 125), (30_000, 300)],
)
async def test_a_fee_is_a_fixed_part_and_a_share_rounded_half_up_within_bounds(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, amount: int, fee: int
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, fee=25, fee_points=100, fee_least=80, fee_top=300)
    made = await pay(bruno, amount)
    assert made.json()["fee"]["amount"] == fee
    # A line of a batch costs the same, and later settings change nothing of what was authorised.
    whole, cents = divmod(amount, 100)
    batch = await planned(bruno, counter, table(line(0, f"{whole},{cents:02d}")))
    assert batch["fee"]["amount"] == fee
    set_payouts(sql, fee=1)
    assert (await read(bruno, made.json()["id"]))["fee"]["amount"] == fee
    assert (await submit(bruno, batch)).status_code == 200
    await settle(counter, sql)
    assert sql("select distinct fee from payout") == [(fee,)]


async def test_the_terms_name_a_fee_only_where_every_payment_costs_the_same(bruno: Person, sql: Sql) -> None:
    async def named() -> Any:
        fee = (await bruno.get("/v1/payouts/payment-terms")).json()["fee"]
        return fee and fee["amount"]

    set_payouts(sql, fee=150)
    assert await named() == 150
    set_payouts(sql, fee=150, fee_least=200)
    assert await named() == 200
    set_payouts(sql, fee=150, fee_points=50)
    assert await named() is None


async def test_a_fee_promised_back_goes_back_once_when_all_has_come_back(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, fee=90, fee_back=True)
    before = sql(BALANCE, 2, "available"), sql(BALANCE, 1, "pix_fees")
    made = (await pay(bruno, 5_000)).json()["id"]
    set_payouts(sql, fee=90)
    kept = (await pay(bruno, 4_000)).json()["id"]
    for each in (made, kept):
        await settle_one(counter, each)
    for number, (payment, value) in enumerate(((made, "20.00"), (kept, "40.00"), (made, "30.00"))):
        e2e = (await read(bruno, payment))["end_to_end_id"]
        said = await counter.bank.client.post("/sandbox/payouts/returns", json={"endToEndId": e2e, "valor": value})
        assert said.status_code == 201, said.text
        for _ in range(2):
            await counter.run_job("payouts.take_back", 2, payment)
        keys = sql("select key from ledger_journal where key like 'fee_back:%%'")
        assert keys == ([(f"fee_back:{made}",)] if number == 2 else [])
    [(available,)], [(fees,)] = before
    assert sql(BALANCE, 2, "available") == [(available - 90,)]
    assert sql(BALANCE, 1, "pix_fees") == [((fees or 0) + 90,)]
    returned = {each["payment_id"]: each["id"] for each in (await bruno.get("/v1/payouts/returns")).json()}
    shown = {each: (await bruno.get(f"/v1/payouts/returns/{returned[each]}")).json() for each in (made, kept)}
    assert [shown[each]["fee_kept"]["amount"] for each in (made, kept)] == [0, 90]
    kinds = {each["kind"] for each in (await ana.get("/v1/account/transactions")).json()}
    assert "payouts.fee_returned" in kinds
    # A fee that went back for nothing is found.
    sql("alter table payout disable trigger user")
    sql("update payout set fee_back = false where id = %s", made)
    assert offenders(counter.url) == {"fee_goes_back_once": 1}
    sql("update payout set fee_back = true where id = %s", made)


async def test_settings_of_fees_are_said_by_field_and_hold_at_once(diego: Person) -> None:
    body: dict[str, Any] = {"version": 0, "reason": "Contrato novo"}
    crossed = {"fee_least": {"amount": 200}, "fee_top": {"amount": 100}}
    said = await diego.put(SETTINGS, body | crossed)
    assert said.json()["message"] == {"fee_least": ["limits_crossed"]}
    assert (await diego.put(SETTINGS, body | {"fee_percent": "100.01"})).status_code == 400
    done = await diego.put(SETTINGS, body | {"fee_percent": "1.25", "fee_least": {"amount": 50}, "fee_back": True})
    now = done.json()["now"]
    assert (now["fee_percent"], now["fee_least"]["amount"], now["fee_top"], now["fee_back"]) == ("1.25", 50, None, True)


STEPS = json.dumps(
    [{"from_payment": 3, "fee": 60, "points": 0}, {"from_payment": 5, "fee": 20, "points": 100}], separators=(",", ":")
)


async def test_fees_fall_by_the_payments_of_the_month_exactly_at_each_step_for_payments_and_lines(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 190_000)
    set_payouts(sql, fee=100, fee_tiers=STEPS, fee_least=30)
    fees = [(await pay(bruno, 1_000 + number)).json()["fee"]["amount"] for number in range(3)]
    # The third payment of the month is the first of the second step.
    assert fees == [100, 100, 60]
    # Lines go on where the month is: the fourth payment, then the fifth with its share and the sixth at the least fee. One that cannot go
    # takes no place.
    text = table(line(0, "10,00"), line(1, "abc"), line(2, "40,00"), line(4, "5,00"))
    batch = await planned(bruno, counter, text)
    lines = sql(
        "select number, fee::int from payout_line where batch_id = %s and problems = '[]' order by number", batch["id"]
    )
    assert lines == [(2, 60), (4, 60), (5, 30)]
    good = await bruno.post(f"/v1/payouts/batches/{batch['id']}/choice", {"choice": "good"}, key=None)
    # What was promised in the plan is what the line costs, whatever the settings and the month say since.
    set_payouts(sql, fee=1)
    assert (await submit(bruno, good.json())).status_code == 200
    await settle(counter, sql)
    assert sql("select fee::int from payout where batch_id is not null order by batch_line") == [(60,), (60,), (30,)]
    # A payment that is given up frees its place.
    set_payouts(sql, fee=100, fee_tiers=json.dumps([{"from_payment": 8, "fee": 1, "points": 0}]))
    seventh = (await pay(bruno, 2_001)).json()
    assert seventh["fee"]["amount"] == 100
    assert (await bruno.post(f"{PAYMENTS}/{seventh['id']}/cancel")).status_code == 200
    again, eighth = [(await pay(bruno, 2_002 + number)).json()["fee"]["amount"] for number in range(2)]
    assert (again, eighth) == (100, 1)


async def test_payments_of_another_month_count_for_no_step(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, fee=100, fee_tiers=json.dumps([{"from_payment": 2, "fee": 5, "points": 0}]))
    sql(
        "insert into payout_limit_use (company_id, period, day, currency, payee, used)"
        " values (2, 'count', (now() at time zone 'America/Sao_Paulo')::date - 40, 'BRL', '\\x', 9)"
    )
    assert [(await pay(bruno, 1_000 + number)).json()["fee"]["amount"] for number in range(2)] == [100, 5]
    sql("delete from payout_limit_use where used = 9")


async def test_steps_of_fees_are_versions_of_the_settings(diego: Person, sql: Sql) -> None:
    body = {"version": 0, "fee": {"amount": 90}, "reason": "contrato novo"}
    step = {"from_payment": 1_001, "fee": {"amount": 70}, "fee_percent": "0.25"}
    wrong = await diego.put(SETTINGS, body | {"fee_tiers": [step, step]})
    assert (wrong.status_code, wrong.json()["message"]) == (400, {"fee_tiers": ["tier_twice"]})
    assert (await diego.put(SETTINGS, body | {"fee_tiers": [step | {"from_payment": 1}]})).status_code == 400
    done = await diego.put(SETTINGS, body | {"fee_tiers": [step | {"from_payment": 5_001}, step]})
    assert done.status_code == 200, done.text
    told = done.json()
    assert [
        (each["from_payment"], each["fee"]["amount"], each["fee_percent"]) for each in told["now"]["fee_tiers"]
    ] == [
        (1_001, 70, "0.25"),
        (5_001, 70, "0.25"),
    ]
    none = await diego.put(SETTINGS, body | {"version": told["version"]})
    assert none.json()["now"]["fee_tiers"] == []
    back = await diego.post(
        f"{SETTINGS}/revert", {"version": told["version"] + 1, "to": 1, "reason": "engano"}, key=None
    )
    assert (back.status_code, len(back.json()["now"]["fee_tiers"])) == (200, 2), back.text
