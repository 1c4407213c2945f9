"""The administration of payouts tells what its lists tell."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from people import Person
from support.charges import Counter
from support.payments import PAYMENTS, pay
from support.withdrawals import settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

Sql = Callable[..., list[tuple[Any, ...]]]
ADMINISTRATION = "/v1/payouts/administration"


async def test_every_tile_is_the_count_of_the_list_behind_it(
    bruno: Person, diego: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 50_000)
    # João is paid at another place the first time, and not before: that would cool off.
    refused = {
        "key": None,
        "account": {"ispb": "18236120", "account_type": "TRAN", "branch": "9903", "number": "1", "digit": "9"},
    }
    for more in (refused, {}, {"amount": 2}, {"amount": 3}):
        amount = more.pop("amount", 1) * 1_000
        await settle(counter, (await pay(bruno, amount, **cast("dict[str, Any]", more))).json()["id"])
    (two,) = [row for row in (await bruno.get(PAYMENTS)).json() if row["amount"]["amount"] == 2_000]
    back = {"endToEndId": two["end_to_end_id"]}
    assert (await counter.bank.client.post("/sandbox/payouts/returns", json=back)).status_code == 201
    await counter.run_job("payouts.take_back", 2, two["id"])
    held, waiting, asked = [(await pay(bruno, amount)).json()["id"] for amount in (4_000, 4_100, 4_200)]
    diego.account = "2"
    hold = {"hold_reason": "risk", "minutes": 30, "reason": "Olhar"}
    assert (await diego.post(f"{PAYMENTS}/{held}/hold", hold, key=None)).status_code == 200
    said = (await bruno.get(ADMINISTRATION)).json()
    counts = {tile["key"]: tile["count"] for tile in said["tiles"]}
    assert (counts["pending"], counts["on_hold"], counts["done"]) == (2, 1, 2)
    assert (counts["failed"], counts["returned"]) == (1, 1)
    for tile in said["tiles"]:
        listed = await bruno.get(PAYMENTS, **tile["filter"])
        assert int(listed.headers["X-Total"]) == tile["count"], tile
        assert sum(row["amount"]["amount"] for row in listed.json()) == tile["amount"]["amount"], tile
    assert (said["ended"], said["success"]) == (4, "75.0")
    assert [(each["code"], each["count"]) for each in said["failures"]] == [("AC03", 1)]
    assert said["set_aside"]["amount"] == 12_300
    assert {waiting, asked} <= {row["id"] for row in (await bruno.get(PAYMENTS, status="pending")).json()}


async def test_carla_sees_her_own_figures_and_ana_none_without_a_second_factor(
    bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    assert (await pay(bruno)).status_code == 201
    sql("update role set permissions = permissions || '{payout::payment:read}'")
    assert (await ana.get(ADMINISTRATION)).json()["message"] == "two_factor_required"


async def test_staff_see_how_each_processor_does_and_a_merchant_sees_none(
    bruno: Person, diego: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    sql("update payout_processor set cost = 20, currency = 'BRL'")
    for amount in (1_000, 2_000):
        await settle(counter, (await pay(bruno, amount)).json()["id"])
    await counter.run_job("payouts.read_floats")
    waiting = (await pay(bruno, 3_000)).json()["id"]
    sql("update payout_processor set cut_off = '23:59'")
    diego.account = "2"
    mine, theirs = [(await each.get(ADMINISTRATION)).json() for each in (bruno, diego)]
    assert (mine["by_processor"], mine["processors"]) == ([], [])
    [part] = theirs["by_processor"]
    assert (part["method"], part["processor"], part["count"], part["success"]) == ("pix", "Sandbox", 2, "100.0")
    assert (part["amount"]["amount"], part["cost"]["amount"]) == (3_000, 40)
    assert part["p95_seconds"] >= part["median_seconds"] >= 0
    [pix] = mine["methods"]
    assert (pix["median_seconds"], pix["p95_seconds"]) == (part["median_seconds"], part["p95_seconds"])
    # How processors are is the provider's: it is told beside all merchants.
    diego.account = "all"
    [sandbox] = (await diego.get(ADMINISTRATION)).json()["processors"]
    assert (sandbox["name"], sandbox["open_orders"]) == ("Sandbox", 0)
    assert sandbox["float_left"]["amount"] > 0
    works = sql("select extract(isodow from now() at time zone 'America/Sao_Paulo') < 6")[0][0]
    for said in (mine, theirs):
        # On a day on which banks do not work nothing shuts; which days those are tests of forecasts say.
        assert works or said["cut_offs"] == []
        for cut_off in said["cut_offs"]:
            assert (cut_off["method"], cut_off["count"], cut_off["amount"]["amount"]) == ("pix", 1, 3_000)
    assert waiting
    sql("update payout_processor set cut_off = null")
    assert (await bruno.get(ADMINISTRATION)).json()["cut_offs"] == []
