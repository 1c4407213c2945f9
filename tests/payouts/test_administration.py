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
