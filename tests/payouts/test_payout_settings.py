"""Settings of payouts: versions, of which what is tighter holds at once and what is looser after a day."""

from collections.abc import Callable
from typing import Any

import pytest

from people import Person
from support.charges import Counter
from support.payments import pay

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

Sql = Callable[..., list[tuple[Any, ...]]]
SETTINGS = "/v1/payouts/settings"


def wanted(version: int, **more: Any) -> dict[str, Any]:
    return {"version": version, "reason": "Pedido do cliente", **more}


async def test_what_is_tighter_holds_at_once_and_what_is_looser_after_a_day(
    bruno: Person, diego: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    first = await diego.put(f"{SETTINGS}/2", wanted(0, most={"amount": 3_000}, queue=True))
    assert (first.status_code, first.json()["version"], first.json()["now"]["most"]["amount"]) == (200, 1, 3_000), (
        first.text
    )
    assert (await pay(bruno, 3_001)).json()["message"] == {"amount": ["payment_too_large"]}
    both = await pay(bruno, 3_001, scheduled_for="2099-01-01")
    assert both.json()["message"] == {"amount": ["payment_too_large"], "scheduled_for": ["day_too_far"]}
    looser = await diego.put(f"{SETTINGS}/2", wanted(1, most={"amount": 9_000}, queue=True, duplicates="refuse"))
    said = looser.json()
    assert [(each["version"], each["state"]) for each in said["versions"]] == [
        (3, "scheduled"),
        (2, "active"),
        (1, "past"),
    ]
    assert (said["now"]["most"]["amount"], said["now"]["duplicates"]) == (3_000, "refuse")
    assert (await pay(bruno, 3_001)).status_code == 400
    sql("alter table payout_setting_version disable trigger user")
    sql("update payout_setting_version set valid_from = valid_from - interval '25 hours'")
    assert (await pay(bruno, 3_001)).status_code == 201
    assert (await diego.get(f"{SETTINGS}/2")).json()["now"]["most"]["amount"] == 9_000
    again = await diego.put(f"{SETTINGS}/2", wanted(1, most={"amount": 9_000}))
    assert (again.status_code, again.json()["message"]) == (409, "changed_meanwhile")


async def test_an_earlier_version_is_taken_over_again(diego: Person) -> None:
    for version, most in enumerate((3_000, 2_000)):
        assert (await diego.put(f"{SETTINGS}/2", wanted(version, most={"amount": most}))).status_code == 200
    back = await diego.post(f"{SETTINGS}/2/revert", {"version": 2, "to": 1, "reason": "Engano"}, key=None)
    assert (back.status_code, back.json()["versions"][0]["reverts"], back.json()["versions"][0]["state"]) == (
        200,
        1,
        "scheduled",
    )
    missing = await diego.post(f"{SETTINGS}/2/revert", {"version": 4, "to": 9, "reason": "Engano"}, key=None)
    assert missing.status_code == 404
    same = await diego.post(f"{SETTINGS}/2/revert", {"version": 4, "to": 4, "reason": "Engano"}, key=None)
    assert same.json()["message"] == "settings_same"


async def test_settings_are_staffs_and_limit_every_way_out_together(
    bruno: Person, diego: Person, carla: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    limits = wanted(0, day_most={"amount": 5_000}, first_most={"amount": 2_000}, external_id_needed=True)
    assert (await diego.put(f"{SETTINGS}/2", limits)).status_code == 200
    assert (await pay(bruno, 1_000)).json()["message"] == {"external_id": ["field_required"]}
    assert (await pay(bruno, 2_001, external_id="a")).json()["message"] == {"amount": ["first_payment_limit"]}
    for name in "ab":
        await pay(bruno, 1_600 + ord(name), external_id=name)
    said = await pay(bruno, 1_600 + ord("c"), external_id="c")
    assert said.json()["message"] == {"amount": ["transfer_day_limit"]}, said.text
    sql(
        "update role set permissions = permissions || '{payout::settings:read,payout::settings:write}' where company_id = 2"
    )
    assert (await bruno.get(f"{SETTINGS}/2")).status_code == 404
    assert (await bruno.put(f"{SETTINGS}/2", wanted(1))).status_code == 403
    assert (await carla.get(f"{SETTINGS}/2")).status_code in (403, 404)
    assert next(row for row in (await diego.get(SETTINGS)).json() if row["company_id"] == 2)["own"] is True
