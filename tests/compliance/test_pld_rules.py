"""PLD rules: written by one person, approved by another, tested on the whole history, and asked of every movement."""

from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from conftest import Work
from people import Person
from support.charges import Counter
from support.movements import Mover
from support.pld_cases import (
    ALERTS,
    BACKTESTS,
    PASS_THROUGH,
    RULES,
    backtested,
    broken,
    days_ago,
    decided,
    raised,
    written,
)


@pytest.fixture
def mover(counter: Counter) -> Mover:
    return Mover(counter.url)


async def test_a_rule_is_written_approved_by_another_tested_and_put_into_force(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    for number in range(4):
        mover.book(days_ago(5 - number), 120_000, document=f"{52998224725 + number}")
    rule = await written(diego)
    own = await diego.post(f"/v1/pld-engine/versions/{rule['version']['id']}/decide", {"choice": "approve"})
    assert (own.status_code, own.json()["message"]) == (409, "own_rules")
    await decided(eva, rule, "approve")
    again = await eva.post(f"/v1/pld-engine/versions/{rule['version']['id']}/decide", {"choice": "approve"})
    assert again.json()["message"] == "rules_not_in_state"
    untested = await diego.post(f"/v1/pld-engine/versions/{rule['version']['id']}/decide", {"choice": "activate"})
    assert untested.json()["message"] == "backtest_missing"
    backtest = await backtested(diego, work, rule)
    assert (backtest["movements"], backtest["hits"], backtest["episodes"], backtest["only_new"]) == (4, 2, 1, 1)
    (episode,) = backtest["first"]
    assert [(why["value"], why["threshold"], why["margin"]) for why in episode["why"]] == [
        (3, 3, 0),
        (360_000, 300_000, 60_000),
    ]
    assert (await decided(diego, rule, "activate"))["version"]["status"] == "active"
    (row,) = (await diego.get(RULES)).json()
    assert (row["status"], row["version"], row["name"]) == ("active", 1, PASS_THROUGH["name"])
    assert broken(counter.url) == {}


async def test_what_was_approved_is_never_edited_and_a_draft_is_not_overwritten(
    diego: Person, eva: Person, sql: Any
) -> None:
    rule = await written(diego)
    path = f"{RULES}/{rule['id']}"
    changed = await diego.put(path, PASS_THROUGH | {"name": "Other", "revision": 1})
    assert (changed.status_code, changed.json()["version"]["version"]) == (200, 1)
    late = await diego.put(path, PASS_THROUGH | {"revision": 1})
    assert late.json()["message"] == "changed_meanwhile"
    await decided(eva, changed.json(), "approve")
    second = await diego.put(RULES, PASS_THROUGH | {"id": rule["id"]})
    assert (second.json()["version"]["version"], second.json()["version"]["status"]) == (2, "draft")
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update pld_rule_version set conditions = array['amount > 1'] where version = 1")
    with pytest.raises(psycopg.DatabaseError, match="pld_rule_version_two_people"):
        sql("update pld_rule_version set status = 'approved', approver = writers[1] where version = 2")


async def test_what_is_retired_says_why_keeps_its_alerts_and_comes_back_as_a_new_draft(
    diego: Person, eva: Person, carla: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    (row,) = (await diego.get(RULES)).json()
    path = f"{RULES}/{row['id']}"
    first = (await diego.get(path)).json()["current"]
    dropped = await diego.put(path, PASS_THROUGH | {"name": "Second"})
    await decided(diego, dropped.json(), "discard")
    # What was discarded is no answer to what the rule is.
    assert [(row["status"], row["version"]) for row in (await diego.get(RULES)).json()] == [("active", 1)]
    decide = f"/v1/pld-engine/versions/{first['id']}/decide"
    mute = await diego.post(decide, {"choice": "retire"})
    assert (mute.status_code, mute.json()["message"]) == (400, {"reason": ["field_required"]})
    assert (await carla.post(decide, {"choice": "retire", "reason": "não quero"})).status_code in (403, 404)
    retired = await diego.post(decide, {"choice": "retire", "reason": "Outra regra procura o mesmo"})
    assert (retired.status_code, retired.json()["version"]["status"]) == (200, "retired"), retired.text
    twice = await diego.post(decide, {"choice": "retire", "reason": "Outra regra procura o mesmo"})
    assert (twice.status_code, twice.json()["message"]) == (409, "rules_not_in_state")
    found = (await diego.get(path)).json()
    assert (found["current"]["id"], found["current"]["status"], found["open_alerts"]) == (first["id"], "retired", 1)
    assert [(row["status"], row["version"]) for row in (await diego.get(RULES)).json()] == [("retired", 1)]
    assert "Outra regra procura o mesmo" in str(found["timeline"])
    # Its alert is still worked on, and nothing new is raised.
    mover.book(days_ago(0), 900_000, document="39053344705")
    await work()
    assert [row["id"] for row in (await diego.get(ALERTS)).json()] == [alert["id"]]
    assert (await diego.post(f"{ALERTS}/{alert['id']}/assign", {})).status_code == 200
    back = await diego.put(path, PASS_THROUGH)
    assert (back.json()["version"]["version"], back.json()["version"]["status"]) == (3, "draft")
    assert broken(counter.url) == {}


async def test_what_a_shadow_version_finds_is_not_counted_twice_beside_the_active_one(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter
) -> None:
    await raised(diego, eva, work, mover, counter)
    (before,) = (await diego.get(RULES)).json()
    path = f"{RULES}/{before['id']}"
    challenger = (await diego.put(path, PASS_THROUGH | {"name": "Challenger"})).json()
    await decided(eva, challenger, "approve")
    await decided(diego, challenger, "shadow")
    await counter.run_job("pld.watch")
    found = (await diego.get(path)).json()
    assert [(each["status"], each["hits"]) for each in found["versions"]] == [("shadow", 1), ("active", 1)]
    (row,) = (await diego.get(RULES)).json()
    assert [(each["hits_7d"], each["hits_30d"]) for each in (before, row, found)] == [(1, 1)] * 3


async def test_a_line_that_is_no_condition_is_named(diego: Person, subtests: pytest.Subtests) -> None:
    cases: list[str] = [
        "payers_30d >=",
        "nobody > 1",
        "amount + 1",
        "kind > 3",
        "amount > 'x'",
        "1 == 1.5",
        "amount > 1.0",
        # What would take long to compile or to ask: too deep, and a loop in a loop.
        f"{'(' * 120}amount{')' * 120} > 1",
        "[1, 2].all(x, [1, 2].all(y, x + y > 0))",
    ]
    for condition in cases:
        with subtests.test(condition=condition):
            said = await diego.post(RULES, PASS_THROUGH | {"conditions": ["amount > 1", condition]})
            assert said.status_code == 400
            assert list(said.json()["message"]) == ["conditions[1]"]
            tried = (await diego.post(f"{RULES}/try", {"conditions": ["amount > 1", condition]}, key=None)).json()
            assert [each["place"] for each in tried["problems"]] == [1]


async def test_what_is_wrong_with_a_line_is_said_by_a_code_a_place_and_a_word(
    diego: Person, subtests: pytest.Subtests
) -> None:
    cases: dict[str, tuple[str, int | None, str | None]] = {
        "payers_30d =>  5": ("unexpected", 12, "=>"),
        "payers_30d > 5 and amount > 3": ("unexpected", 16, "and"),
        "payers_30d >=": ("ends_early", 14, None),
        "(amount > 3": ("ends_early", 12, None),
        "kind == 'payment": ("open_text", 9, None),
        # A name within another one is not the place.
        "amount > 1 && mount > 2": ("unknown_name", 15, "mount"),
        # No sample reaches the second part: it would only fail on some later movement.
        "kind == 'nothing' && foo(amount)": ("unknown_function", 22, "foo"),
        "kind == 'foo' && foo(amount)": ("unknown_function", 18, "foo"),
        "foo(amount) > 1": ("unknown_function", 1, "foo"),
        "amount * 9223372036854775807 > 0": ("failed", None, None),
        "amount > 99999999999999999999": ("too_large", 10, None),
        "kind > 3": ("kinds", None, None),
        "amount": ("no_answer", None, None),
        "amount > 1000.5": ("fraction", None, None),
        "amount / 0 > 1": ("failed", None, None),
        f"{'(' * 30}amount{')' * 30} > 1": ("too_deep", 21, None),
    }
    for condition, (code, column, word) in cases.items():
        with subtests.test(condition=condition):
            tried = (await diego.post(f"{RULES}/try", {"conditions": [condition]}, key=None)).json()
            (problem,) = tried["problems"]
            assert (problem["code"], problem["column"], problem["word"]) == (code, column, word)
            assert (await diego.post(RULES, PASS_THROUGH | {"conditions": [condition]})).status_code == 400


async def test_a_rule_is_in_a_currency_that_exists(diego: Person) -> None:
    refused = await diego.post(RULES, PASS_THROUGH | {"currency": "ZZZ"})
    assert (refused.status_code, refused.json()["message"]) == (400, {"currency": ["currency_unknown"]})
    assert (await diego.get(RULES)).json() == []
    assert (await diego.post(RULES, PASS_THROUGH | {"currency": "JPY"})).status_code == 201


async def test_a_sum_split_over_merchants_is_one_sum_of_whoever_paid_it(diego: Person, mover: Mover) -> None:
    for company in (2, 3, 2):
        mover.book(days_ago(1), 40_000, company=company)
    mover.book(days_ago(1), 90_000, company=2, document="39053344705")
    asked = {"conditions": ["in_sum_30d >= 100000", "amount < 50000"]}
    payer = asked | {"target": "end_user", "subject": "52998224725"}
    assert (await diego.post(f"{RULES}/try", payer, key=None)).json()["hits"] == 1
    pasted = payer | {"subject": " 529.982.247-25 "}
    assert (await diego.post(f"{RULES}/try", pasted, key=None)).json()["hits"] == 1
    other = payer | {"subject": "39053344705"}
    assert (await diego.post(f"{RULES}/try", other, key=None)).json()["hits"] == 0
    # Of the second merchant alone there is nothing to see.
    merchant = asked | {"subject": "3"}
    assert (await diego.post(f"{RULES}/try", merchant, key=None)).json()["hits"] == 0


async def test_a_line_that_fails_on_a_movement_is_an_error_and_never_a_no(diego: Person, mover: Mover) -> None:
    mover.book(days_ago(1), 5_000)
    lines = ["amount > 1000000", "amount * 9000000000000000 > 1"]
    tried = (await diego.post(f"{RULES}/try", {"conditions": lines, "subject": "2"}, key=None)).json()
    assert [each["outcome"] for each in tried["last"]] == ["error"]
    assert tried["last"][0]["why"][1]["error"]


async def test_a_window_without_anything_to_compare_with_is_not_enough_data(diego: Person, mover: Mover) -> None:
    mover.book(days_ago(1), 5_000)
    tried = (
        await diego.post(f"{RULES}/try", {"conditions": ["in_growth_30d >= 30000"], "subject": "2"}, key=None)
    ).json()
    assert [each["outcome"] for each in tried["last"]] == ["not_enough_data"]


async def test_the_same_question_gives_the_same_bytes(diego: Person, eva: Person, work: Work, mover: Mover) -> None:
    for number in range(6):
        mover.book(days_ago(20 - number), 150_000, document=f"{52998224725 + number}")
    rule = await written(diego)
    until = datetime.now(UTC).isoformat()
    asked = {"version": rule["version"]["id"], "from_at": "2020-01-01T00:00:00Z", "until_at": until}
    ids = [(await diego.post(BACKTESTS, asked)).json()["id"] for _ in range(2)]
    await work()
    one, other = [(await diego.get(f"{BACKTESTS}/{each}")).json() for each in ids]
    assert one["sealed"] == other["sealed"]
    assert one["report"] == other["report"]


async def test_merchants_and_their_people_find_no_rule(diego: Person, ana: Person, gil: Person, carla: Person) -> None:
    rule = await written(diego)
    for person in (ana, gil, carla):
        for path in (RULES, f"{RULES}/{rule['id']}", BACKTESTS, "/v1/pld-engine/features"):
            assert (await person.get(path)).status_code in (403, 404)
        assert (await person.post(RULES, PASS_THROUGH)).status_code in (403, 404)
