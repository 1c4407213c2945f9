"""What may leave in a day and in a night: the merchant's own limits, checked as it is asked for."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from days import ZONE, today
from people import Person
from retaguarda.payout_engine import limits
from support.charges import Counter
from support.withdrawals import TRANSFERS, usable, withdraw

Sql = Callable[..., list[tuple[Any, ...]]]
TERMS, COMPANY = "/v1/account/withdrawal-terms", "/v1/companies/2"


async def limited(diego: Person, kind: str, amount: int | None) -> None:
    body = {"kind": kind, "amount": amount and {"amount": amount}}
    for _ in range(2):
        said = await diego.put(f"{COMPANY}/limits", body)
        assert said.status_code == 200, said.text


async def left(bruno: Person, when: str) -> int | None:
    said = (await bruno.get(TERMS)).json()[f"{when}_left"]
    return said and said["amount"]


async def test_what_leaves_on_one_day_stays_within_the_limit_even_from_several_tabs(
    ana: Person, bruno: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    account = await usable(bruno, sql)
    assert await left(bruno, "day") is None
    await limited(diego, "withdrawal_day", 10_000)
    said = await asyncio.gather(*(withdraw(bruno, account, 4_000) for _ in range(4)))
    assert sorted(each.status_code for each in said) == [201, 201, 400, 400]
    refused = next(each.json() for each in said if each.status_code == 400)
    assert refused["message"] == {"amount": ["transfer_day_limit"]}
    assert "on one day at most 10000 minor units leave, and 2000 of them are left" in refused["error"]
    assert await left(bruno, "day") == 2_000
    # Another day has a limit of its own, and what was given up counts no more.
    tomorrow = today(1).isoformat()
    assert (await withdraw(bruno, account, 10_000, scheduled_for=tomorrow)).status_code == 201
    beyond = await withdraw(bruno, account, 1, scheduled_for=tomorrow)
    assert beyond.json()["message"] == {"amount": ["transfer_day_limit"]}
    made = next(each.json()["id"] for each in said if each.status_code == 201)
    await bruno.post(f"{TRANSFERS}/{made}/cancel", key=None)
    assert await left(bruno, "day") == 6_000
    await limited(diego, "withdrawal_day", None)
    assert (await withdraw(bruno, account, 20_000)).status_code == 201


async def test_by_night_less_may_leave_and_what_is_planned_for_after_it_is_no_matter_of_the_night(
    ana: Person, bruno: Person, diego: Person, counter: Counter, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    await counter.paid(ana, 100_000)
    account = await usable(bruno, sql)
    await limited(diego, "withdrawal_night", 3_000)
    monkeypatch.setattr(limits, "night_of", lambda now: None)
    assert (await withdraw(bruno, account, 5_000)).status_code == 201
    sql("alter table payout disable trigger user")
    sql("update payout set created_at = now() - interval '2 hours'")
    sql("alter table payout enable trigger user")
    dusk = datetime.now(ZONE) - timedelta(hours=1)
    monkeypatch.setattr(limits, "night_of", lambda now: dusk)
    assert await left(bruno, "night") == 3_000
    assert (await withdraw(bruno, account, 2_500)).status_code == 201
    beyond = await withdraw(bruno, account, 501)
    assert (beyond.status_code, beyond.json()["message"]) == (400, {"amount": ["transfer_night_limit"]})
    assert await left(bruno, "night") == 500
    # The day on which the night ends begins at midnight, in the night: to plan for it is no way around.
    dawn, after = [(dusk.date() + timedelta(days=days)).isoformat() for days in (1, 2)]
    around = await withdraw(bruno, account, 501, scheduled_for=dawn)
    assert (around.status_code, around.json()["message"]) == (400, {"amount": ["transfer_night_limit"]})
    assert (await withdraw(bruno, account, 300, scheduled_for=dawn)).status_code == 201
    assert await left(bruno, "night") == 200
    assert (await withdraw(bruno, account, 9_000, scheduled_for=after)).status_code == 201
    assert (await withdraw(bruno, account, 200)).status_code == 201


def test_the_night_goes_from_eight_to_six_where_the_merchant_is() -> None:
    def dusk(day: int, hour: int, minute: int = 0) -> datetime | None:
        return limits.night_of(datetime(2026, 11, day, hour, minute, tzinfo=ZONE))

    assert (dusk(21, 6), dusk(21, 19, 59)) == (None, None)
    assert dusk(21, 20) == dusk(22, 5, 59) == datetime(2026, 11, 21, 20, tzinfo=ZONE)


async def test_staff_set_what_a_withdrawal_costs_and_how_long_a_new_account_waits(
    ana: Person, bruno: Person, carla: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    terms = {"fee": {"amount": 250}, "cooling_off_hours": 48}
    plan = (await diego.put(f"{COMPANY}/payout/plan", terms)).json()
    assert {change["field"]: change["after"] for change in plan["changes"]} == {
        "withdrawal_fee": {"amount": 250, "currency": "BRL"},
        "cooling_off_hours": 48,
    }
    for _ in range(2):
        said = await diego.put(f"{COMPANY}/payout", terms)
        assert said.json()["own"] == ["fee", "cooling_off_hours"]
    assert (await withdraw(bruno, await usable(bruno, sql))).json()["fee"]["amount"] == 250
    assert (await bruno.get(TERMS)).json()["cooling_off_hours"] == 48
    back = (await diego.put(f"{COMPANY}/payout", {"fee": {"amount": 0}})).json()
    assert (back["fee"]["amount"], back["cooling_off_hours"], back["own"]) == (0, 24, ["fee"])
    for wrong, field in (
        ({"fee": {"amount": -1}}, "fee.amount"),
        ({"fee": {"amount": 100_001}}, "fee.amount"),
        ({"cooling_off_hours": 721}, "cooling_off_hours"),
        ({"cooling_off_hours": 1.5}, "cooling_off_hours"),
    ):
        refused = await diego.put(f"{COMPANY}/payout", wrong)
        assert (refused.status_code, list(refused.json()["message"])) == (400, [field]), wrong
    sql("update role set permissions = permissions || '{register::company:write}'")
    assert (await bruno.put(f"{COMPANY}/payout", terms)).status_code == 403
    assert (await carla.put(f"{COMPANY}/payout", terms)).status_code == 404
