"""The examples of the contract are what is asked and answered, but for what nobody can know before."""

from datetime import timedelta
from typing import Any

import msgspec

from days import today
from people import Person
from recurrences.conftest import Desk
from retaguarda.foundation.request import Example
from retaguarda.payin.charges import examples as payin
from retaguarda.recurrences import examples as pix

UNKNOWN = {"id", "recurrence_id", "created_at", "expires_at", "txid", "end_to_end_id", "processor", "next_due"}


async def test_each_example_of_the_contract_is_taken_and_answered_like_that(desk: Desk, ana: Person) -> None:
    async def ask(path: str, example: Example, **days: str) -> dict[str, Any]:
        body = msgspec.to_builtins(example.body) | days
        first, again = [await ana.post(path, body, key=f"{path}:1") for _ in range(2)]
        assert first.status_code == again.status_code == 201, first.text
        assert first.json() == again.json()
        shown = msgspec.to_builtins(example.response) | days
        assert first.json().keys() == shown.keys()
        assert {
            name: (value, first.json()[name]) for name, value in shown.items() if first.json()[name] != value
        }.keys() <= UNKNOWN
        return first.json()

    charge = await ask("/v1/payin/charges", payin.CHARGE)
    await ask("/v1/payin/due-charges", payin.DUE_CHARGE, due_date=(today() + timedelta(days=20)).isoformat())
    await desk.counter.work()
    await desk.counter.bank.pay((await desk.counter.read(ana, charge["id"]))["br_code"])
    await desk.told()
    await ask(f"/v1/payin/charges/{charge['id']}/refunds", payin.REFUND)
    await desk.counter.work()
    await desk.told()
    day = (today() + timedelta(days=3)).isoformat()
    recurrence = await ask("/v1/payin/recurrences", pix.RECURRENCE, starts_on=day)
    await desk.counter.work()
    await desk.payer(f"rec/{(await desk.read(ana, recurrence['id']))['id_rec']}/approve")
    await desk.told()
    cycle = await ask(f"/v1/payin/recurrences/{recurrence['id']}/charges", pix.RECURRING_CHARGE, due_on=day)
    await desk.counter.work()
    await desk.payer(f"cobr/{cycle['txid']}/settle")
    await desk.told()
    await ask(f"/v1/pix/charges/{cycle['id']}/refunds", pix.RECURRING_REFUND)
