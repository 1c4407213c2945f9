"""What a policy would have asked for last month, and how few people could move an amount together."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from people import AURORA, EMAILS, Person
from retaguarda.approvals import simulate_policy
from support.approvals import REFUND, Desk, held, refund
from support.charges import Counter

Sql = Callable[..., list[tuple[Any, ...]]]
SIMULATE = "/v1/approval-policies/simulate"
SMALLEST = "/v1/approval-policies/smallest-group"


def asked(**more: Any) -> dict[str, Any]:
    now = datetime.now(UTC)
    return {
        "command": REFUND,
        "since": (now - timedelta(days=30)).isoformat(),
        "until": (now + timedelta(minutes=1)).isoformat(),
    } | more


async def smallest(person: Person, amount: int = 50_000) -> dict[str, Any]:
    said = await person.get(SMALLEST, amount=amount)
    assert said.status_code == 200, said.text
    return next(group for group in said.json() if group["command"] == REFUND)


async def test_a_policy_is_tried_on_what_people_did(
    counter: Counter, ana: Person, bruno: Person, gil: Person, sql: Sql
) -> None:
    charge = await counter.paid(ana, 20_000)
    for person, amount in ((ana, 1_000), (ana, 5_000), (bruno, 6_000)):
        assert (await refund(person, charge["id"], amount)).status_code == 201
    before = sql("select count(*) from approval_policy, event")
    said = [(await gil.post(SIMULATE, asked(condition="amount > 4000"), key=None)).json() for _ in range(2)]
    assert said[0] == said[1]
    assert (said[0]["looked_at"], said[0]["needing"], said[0]["unknown"]) == (3, 2, 0)
    assert said[0]["amount"]["amount"] == 11_000
    assert {each["maker"]: each["count"] for each in said[0]["makers"]} == {EMAILS["ana"]: 1, EMAILS["bruno"]: 1}
    (group,) = said[0]["groups"]
    # gil may decide, and diego and eva of the staff, whom gil does not see.
    assert (group["people"], group["others"], group["enough"], group["count"]) == ([EMAILS["gil"]], 2, True, 2)
    assert [each["amount"]["amount"] for each in said[0]["examples"]] == [6_000, 5_000]
    # Of ana the second is over it, and bruno's only with hers.
    in_a_day = (await gil.post(SIMULATE, asked(condition="today > 6000"), key=None)).json()
    assert (in_a_day["needing"], in_a_day["makers"][0]["maker"]) == (1, EMAILS["bruno"])
    of_one = (
        await gil.post(SIMULATE, asked(condition=f"maker.email == '{EMAILS['ana']}' && hour >= 0"), key=None)
    ).json()
    assert of_one["needing"] == 2
    nobody = (await gil.post(SIMULATE, asked(needed=4), key=None)).json()
    assert [group["enough"] for group in nobody["groups"]] == [False]
    # What somebody wrote into a refund that nobody had to approve is not kept.
    unknown = (await gil.post(SIMULATE, asked(condition="input.reason == 'x'"), key=None)).json()
    assert (unknown["needing"], unknown["unknown"]) == (0, 3)
    assert sql("select count(*) from approval_policy, event") == before


async def test_a_condition_that_takes_long_is_asked_about_the_newest_commands_only_and_the_answer_says_so(
    counter: Counter, ana: Person, gil: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    charge = await counter.paid(ana, 20_000)
    for amount in (1_000, 5_000):
        assert (await refund(ana, charge["id"], amount)).status_code == 201
    monkeypatch.setattr(simulate_policy, "LONGEST_SECONDS", 0)
    said = (await gil.post(SIMULATE, asked(condition="amount > 0"), key=None)).json()
    assert (said["looked_at"], said["needing"], said["cut"], said["amount"]["amount"]) == (1, 1, True, 5_000)


async def test_what_waits_is_counted_and_what_is_another_merchants_is_not(
    counter: Counter,
    ana: Person,
    gil: Person,
    eva: Person,
    carla: Person,
    policy: Callable[..., str],
    sql: Sql,
    desk: Desk,
) -> None:
    policy(REFUND)
    await held(ana, (await counter.paid(ana, 9_000))["id"])
    done = await held(ana, (await counter.paid(ana, 9_000))["id"], 4_100)
    assert (await desk.approve(eva, done)).json()["status"] == "executed"
    theirs = (await gil.post(SIMULATE, asked(condition="input.amount.amount > 4050"), key=None)).json()
    assert (theirs["looked_at"], theirs["needing"], theirs["unknown"]) == (2, 1, 0)
    everybodys = (await eva.post(SIMULATE, asked(), key=None)).json()
    assert everybodys["needing"] == 2
    sql("update role set permissions = permissions || '{approvals::policies:read}' where company_id = 3")
    assert (await carla.post(SIMULATE, asked(), key=None)).json()["looked_at"] == 0
    assert (await ana.post(SIMULATE, asked(), key=None)).status_code == 403


async def test_a_simulation_that_makes_no_sense_is_refused_by_its_field(gil: Person, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"command": "payin:charge:create"}, "command"),
        ({"condition": "amount >"}, "condition"),
        ({"since": "2026-01-01T00:00:00Z", "until": "2026-04-04T00:00:00Z"}, "until"),
        ({"since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"}, "until"),
        ({"since": "yesterday"}, "since"),
    ]
    for change, field in cases:
        with subtests.test(change=change, field=field):
            said = await gil.post(SIMULATE, asked(**change), key=None)
            assert (said.status_code, list(said.json()["message"])) == (400, [field])


async def test_the_smallest_group_grows_with_what_the_policies_want(
    eva: Person, policy: Callable[..., str], sql: Sql
) -> None:
    eva.account = str(AURORA)
    alone = await smallest(eva)
    assert (alone["size"], alone["approvers"], alone["policies"]) == (1, [], [])
    big = policy(REFUND, condition="amount > 40000", needed=1)
    cut = await smallest(eva)
    assert (cut["size"], cut["pieces"]) == (1, 10)
    # What is summed up over the day is not got around by cutting it.
    sql("update approval_policy set condition = 'today > 40000' where id = %s", big)
    two = await smallest(eva)
    assert two["pieces"] == 1
    assert two["size"] == 2
    assert two["approvers"][0] != two["maker"]
    assert (await smallest(eva, 40_000))["size"] == 1
    sql("update approval_policy set needed = 2, condition = 'today > 40000 && hour >= 20' where id = %s", big)
    quiet = await smallest(eva)
    assert (quiet["size"], quiet["hour"]) == (1, 0)
    sql("update approval_policy set condition = '', distinct_teams = true where id = %s", big)
    # diego and eva, who have a second factor, have no role in common; gil has none and decides nothing.
    group = await smallest(eva)
    assert (group["size"], set(group["approvers"])) == (3, {EMAILS["diego"], EMAILS["eva"]})
    sql("update approval_policy set needed = 3, distinct_teams = false where id = %s", big)
    assert (await smallest(eva))["size"] is None
    sql("update approval_policy set condition = 'input.reason != \"x\"' where id = %s", big)
    avoided = await smallest(eva)
    assert (avoided["size"], len(avoided["avoided"])) == (1, 1)


async def test_an_emergency_path_makes_a_group_smaller_and_staff_stay_unnamed_to_merchants(
    gil: Person, ana: Person, policy: Callable[..., str]
) -> None:
    policy(REFUND, needed=2)
    policy(REFUND, emergency="approvals::requests:decide", needed=2)
    # The first of the two has no such path.
    assert (await smallest(gil))["size"] == 3
    group = await smallest(gil)
    assert None in [*group["approvers"], group["maker"]]
    for amount in ("0", "-1", "x", "1.5", "10000000000000"):
        assert (await gil.get(SMALLEST, amount=amount)).status_code == 400
    assert (await ana.get(SMALLEST, amount=1)).status_code == 403
