"""A provider that answers with half a sentence, or with another's: nothing of it is believed, and what was asked is asked again."""

from typing import Any

import pytest

from people import Person
from support.charges import Counter


@pytest.mark.parametrize("effect", ["half", "other"])
async def test_a_charge_never_gets_the_code_of_another(ana: Person, counter: Counter, effect: str) -> None:
    await counter.bank.fault(effect="delay")  # as long as it has faults to make, it remembers what it said
    other = await counter.charge(ana, 999)
    await counter.bank.fault(effect=effect, route="PUT /cob", times=1)
    charge = await counter.charge(ana)
    assert (charge["status"], charge["br_code"]) == ("created", None)
    assert charge["last_error"]
    await counter.run_job("payin.register_charge", 2, charge["id"])
    charge = await counter.read(ana, charge["id"])
    assert (charge["status"], charge["last_error"]) == ("pending", None)
    assert charge["br_code"] not in (None, other["br_code"])


@pytest.mark.parametrize("effect", ["half", "other"])
async def test_a_payment_told_in_another_s_words_is_asked_for_again(
    ana: Person, counter: Counter, sql: Any, effect: str
) -> None:
    await counter.bank.fault(effect="delay")
    charges = [await counter.charge(ana, 1_000 + number) for number in range(2)]
    for number, charge in enumerate(charges):
        await counter.bank.pay(charge["br_code"])
        if number:
            await counter.bank.fault(effect=effect, route="GET /pix/", times=1)
        await counter.carry()
    assert sql("select amount from pix_payment") == [(1_000,)]
    sql("update procrastinate_jobs set scheduled_at = null")
    await counter.work()
    assert sql("select amount from pix_payment order by 1") == [(1_000,), (1_001,)]


@pytest.mark.parametrize("effect", ["half", "other"])
async def test_a_refund_told_in_another_s_words_is_given_once(
    ana: Person, counter: Counter, sql: Any, effect: str
) -> None:
    await counter.bank.fault(effect="delay")
    charges = [await counter.paid(ana, 2_000 + number) for number in range(2)]
    for number, charge in enumerate(charges):
        if number:
            await counter.bank.fault(effect=effect, route="PUT /pix/", times=1)
        asked = await ana.post(f"/v1/payin/charges/{charge['id']}/refunds", {"amount": {"amount": 500 + number}})
        assert asked.status_code == 201, asked.text
        await counter.work()
    (refund,) = (await counter.read(ana, charges[1]["id"]))["refunds"]
    assert refund["error"]
    for _ in range(3):
        sql("update procrastinate_jobs set scheduled_at = null")
        await counter.work()
    charge = await counter.read(ana, charges[1]["id"])
    assert [(each["status"], each["error"]) for each in charge["refunds"]] == [("settled", None)]
    assert sql("select sum(valor) from sandbox.refund") == sql("select sum(refunded) from pix_payment") == [(1_001,)]
