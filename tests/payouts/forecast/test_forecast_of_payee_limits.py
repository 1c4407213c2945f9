"""A forecast of a batch says which limit of a payee, or of a count, live submission meets."""

from typing import Any

import pytest

from conftest import Sql
from people import Person
from support.batches import line, planned, submit, table
from support.charges import Counter
from support.payments import pay
from support.settings import set_payouts

IARA: dict[str, Any] = {
    "key": {"kind": "email", "value": "iara@example.com"},
    "holder_name": "Iara Pontes",
    "holder_document": "529.982.247-25",
}


async def refused(person: Person, batch: dict[str, Any]) -> str | None:
    said = await person.get("/v1/payouts/forecast", batch=batch["id"])
    assert said.status_code == 200, said.text
    return said.json()["refused"]


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"payee_day_most": 3_000}, "payee_day_limit"),
        ({"payee_count_most": 2}, "payee_count_limit"),
        ({"day_count_most": 3}, "transfer_count_limit"),
    ],
)
async def test_what_a_payee_got_since_the_plan_refuses_the_batch_in_the_forecast_as_live(
    ana: Person, bruno: Person, counter: Counter, sql: Sql, limits: dict[str, int], why: str
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, **limits)
    # Lines 0 and 3 name Iara, line 1 somebody else.
    batch = await planned(bruno, counter, table(line(0, "10,00"), line(3, "12,00"), line(1, "30,00")))
    assert (batch["bad"], await refused(bruno, batch)) == (0, None)
    paid = await pay(bruno, 900, **IARA)
    assert paid.status_code == 201, paid.text
    assert await refused(bruno, batch) == why
    live = await submit(bruno, batch)
    assert (live.status_code, live.json()["message"]) == (400, {"amount": [why]})


async def test_what_other_payees_got_refuses_nothing_and_a_batch_takes_from_the_next(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 90_000)
    set_payouts(sql, payee_day_most=3_000)
    first = await planned(bruno, counter, table(line(0, "20,00")), "one")
    second = await planned(bruno, counter, table(line(3, "20,00")), "two")
    third = await planned(bruno, counter, table(line(1, "20,00")), "three")
    assert [await refused(bruno, each) for each in (first, second, third)] == [None, None, None]
    assert (await submit(bruno, first)).status_code == 200
    assert [await refused(bruno, each) for each in (second, third)] == ["payee_day_limit", None]
    assert (await submit(bruno, second)).status_code == 400
    assert (await submit(bruno, third)).status_code == 200
