"""A forecast of payments that an allow-list keeps back says what live sending does."""

from conftest import Sql
from people import Person
from support.charges import Counter
from support.payments import pay, read
from support.settings import set_payouts

FORECAST = "/v1/payouts/forecast"


async def test_what_an_allow_list_keeps_back_is_forecast_as_blocked(
    ana: Person, bruno: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    payment = (await pay(bruno)).json()["id"]
    assert (await bruno.get(FORECAST)).json()["sums"]["leaves"]["count"] == 1
    set_payouts(sql, allow_list="trusted")
    said = (await bruno.get(FORECAST)).json()
    assert said["sums"]["leaves"]["count"] == 0
    assert [(each["state"], each["reason"]) for each in said["late"]] == [("blocked", "destination_untrusted")]
    await counter.work()
    live = await read(bruno, payment)
    assert (live["status"], live["blocked_reason"]) == ("blocked", "destination_untrusted")
