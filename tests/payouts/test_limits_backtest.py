"""Settings are tried over the payments of 90 days before they are saved: whom they would catch, and whom they would disturb."""

from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import uuid4

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from people import Person
from retaguarda.payout_engine.resolve_rules import PayoutRules
from retaguarda.payouts.settings.evaluate_limits import PastPayout, Trial
from support.approvals import Desk, standing_policy
from support.batches import lines, planned, submit
from support.batches import settle as settle_all
from support.charges import Counter
from support.payments import pay
from support.withdrawals import settle

Sql = Callable[..., list[tuple[Any, ...]]]
SETTINGS = "/v1/payouts/settings"


async def trial(diego: Person, company: int = 2, **values: Any) -> dict[str, Any]:
    said = await diego.post(f"{SETTINGS}/{company}/backtest", values, key=None)
    assert said.status_code in (200, 201), said.text
    return said.json()


def sums(part: dict[str, Any]) -> tuple[int, int, int, int, int, int]:
    return (
        part["count"], part["amount"]["amount"], part["caught"], part["caught_amount"]["amount"], part["disturbed"],
        part["disturbed_amount"]["amount"],
    )  # fmt: skip


async def paid(bruno: Person, counter: Counter, *amounts: int) -> list[str]:
    made = list[str]()
    for number, amount in enumerate(amounts):
        said = await pay(bruno, amount, external_id=f"nf-{number}" if number else None)
        assert said.status_code == 201, said.text
        made.append(said.json()["id"])
        await settle(counter, made[-1])
    return made


async def test_a_limit_says_what_it_would_have_refused_and_what_of_it_came_back(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    _, second, _ = await paid(bruno, counter, 5_000, 3_000, 1_000)
    ((e2e,),) = sql("select end_to_end_id from payout where id = %s", second)
    back = await counter.bank.client.post("/sandbox/payouts/returns", json={"endToEndId": e2e, "valor": "30.00"})
    assert back.status_code == 201, back.text
    await counter.run_job("payouts.take_back", 2, second)
    nothing = await trial(diego)
    assert (nothing["payments"], nothing["before"], sums(nothing["refused"])) == (3, 0, (0, 0, 0, 0, 0, 0))
    single = await trial(diego, most={"amount": 2_000})
    assert sums(single["refused"]) == (2, 8_000, 1, 3_000, 1, 5_000)
    assert [(each["limit"], each["count"]) for each in single["reasons"]] == [("most", 2)]
    assert [(each["company_name"], each["count"]) for each in single["merchants"]] == [("Loja Aurora", 2)]
    assert sum(each["count"] for each in single["hours"]) == 2
    # What does not fit is refused, and takes nothing from what comes later.
    day = await trial(diego, day_most={"amount": 6_500})
    assert [(each["limit"], each["amount"]["amount"]) for each in day["reasons"]] == [("day", 3_000)]
    counted = await trial(diego, day_count_most=1, payee_count_most=1)
    assert [(each["limit"], each["count"]) for each in counted["reasons"]] == [("count", 2)]
    payee = await trial(diego, payee_day_most={"amount": 8_000})
    assert [(each["limit"], each["amount"]["amount"]) for each in payee["reasons"]] == [("payee", 1_000)]
    others = await trial(diego, first_most={"amount": 1_000}, external_id_needed=True, pix=True)
    assert [(each["limit"], each["count"]) for each in others["reasons"]] == [("external_id", 1)]
    first = await trial(diego, first_most={"amount": 1_000})
    assert [(each["limit"], each["amount"]["amount"]) for each in first["reasons"]] == [("first", 5_000)]
    off = await trial(diego, pix=False)
    assert [(each["limit"], each["count"]) for each in off["reasons"]] == [("method", 3)]
    held = await trial(diego, allow_list="trusted")
    assert (held["refused"]["count"], held["held"]["count"]) == (0, 3)
    assert sql("select count(*) from payout_setting_version") == [(0,)]


async def test_a_batch_counts_as_a_whole(bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql) -> None:
    await counter.paid(ana, 50_000)
    await paid(bruno, counter, 1_000)
    batch = await planned(bruno, counter, lines(3))
    assert (await submit(bruno, batch)).status_code == 200
    await settle_all(counter, sql)
    ((total,),) = sql("select sum(amount)::bigint from payout where batch_id is not null")
    fits = await trial(diego, day_most={"amount": 1_000 + total})
    assert fits["refused"]["count"] == 0
    none = await trial(diego, day_most={"amount": 999 + total})
    assert [(each["limit"], each["count"], each["amount"]["amount"]) for each in none["reasons"]] == [("day", 3, total)]


async def test_it_is_kept_with_the_version_and_never_makes_an_approval_stale(
    bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    await paid(bruno, counter, 5_000)
    standing_policy(sql, "payouts:settings:change")
    body = {"version": 0, "reason": "Pedido", "most": {"amount": 2_000}}
    asked = await diego.put(f"{SETTINGS}/2", body)
    assert asked.status_code == 202, asked.text
    # Another payment between asking and deciding changes what the past says, and nothing of what is decided on.
    await settle(counter, (await pay(bruno, 4_000)).json()["id"])
    decided = await Desk(sql).approve(eva, asked.json()["request"]["id"])
    assert (decided.status_code, decided.json()["stale"]) == (200, False), decided.text
    (version,) = (await diego.get(f"{SETTINGS}/2")).json()["versions"]
    assert sums(version["backtest"]["refused"])[:2] == (2, 9_000)
    again = await trial(diego, most={"amount": 2_000})
    assert (again["before"], again["refused"]["count"]) == (2, 2)


async def test_settings_of_all_merchants_are_asked_of_all_but_those_with_their_own(
    bruno: Person, ana: Person, diego: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 50_000)
    await paid(bruno, counter, 5_000)
    assert (await trial(diego, 1, most={"amount": 2_000}))["refused"]["count"] == 1
    own = await diego.put(f"{SETTINGS}/2", {"version": 0, "reason": "Próprio", "most": {"amount": 6_000}})
    assert own.status_code == 200, own.text
    assert (await trial(diego, 1, most={"amount": 2_000}))["refused"]["count"] == 0


async def test_it_is_for_staff(bruno: Person, carla: Person, diego: Person, counter: Counter) -> None:
    for person in (bruno, carla):
        said = await person.post(f"{SETTINGS}/2/backtest", {}, key=None)
        assert said.status_code in (403, 404), said.text
    wrong = await diego.post(f"{SETTINGS}/2/backtest", {"most": {"amount": 1}, "first_most": {"amount": 2}}, key=None)
    assert (wrong.status_code, wrong.json()["message"]) == (400, {"first_most": ["limits_crossed"]})


RULES = PayoutRules(
    1, 0, 10**9, None, None, None, ["pix"], 24, False, 30, True, "refuse", "warn", False, "off", None, None, None, 0,
    None, None, False,
)  # fmt: skip


def payment(amount: int, payee: bytes, **more: Any) -> PastPayout:
    values: dict[str, Any] = {
        "company_id": 2, "hour": 12, "amount": amount, "origin": "payout", "method": "pix", "named": True, "batch_id": None,
        "lines": 1, "total": amount, "day": date(2026, 11, 23), "night": None, "payee": payee, "first": False, "again": False,
        "trusted": True, "bad": False, "settled": True, "counted": True,
    }  # fmt: skip
    return PastPayout(**values | more)


@given(
    st.lists(st.tuples(st.integers(1, 50), st.sampled_from([b"a", b"b"])), max_size=30),
    st.integers(1, 200),
    st.integers(1, 100),
    st.integers(1, 12),
)
def test_what_passes_adds_up_to_no_more_than_the_limits_and_nothing_else_is_refused(
    asked: list[tuple[int, bytes]], day_most: int, payee_most: int, count_most: int
) -> None:
    rules = msgspec.structs.replace(RULES, day_most=day_most, payee_day_most=payee_most, day_count_most=count_most)
    judge = Trial({2: rules})
    used, count, of_payee = 0, 0, {b"a": 0, b"b": 0}
    for amount, payee in asked:
        fits = used + amount <= day_most and count + 1 <= count_most and of_payee[payee] + amount <= payee_most
        assert (judge.judge(payment(amount, payee)) is None) == fits
        if fits:
            used, count = used + amount, count + 1
            of_payee[payee] += amount


def test_lines_of_a_batch_pass_or_fall_together_and_each_payee_by_itself() -> None:
    rules = msgspec.structs.replace(RULES, day_most=100, payee_day_most=45)
    whole = {"batch_id": uuid4(), "lines": 3, "total": 90}
    judge = Trial({2: rules})
    assert [judge.judge(payment(30, payee, **whole)) for payee in (b"a", b"a", b"b")] == [None, "payee", None]
    assert judge.judge(payment(11, b"c")) == "day"
    too_much = {"batch_id": uuid4(), "lines": 2, "total": 11}
    assert {judge.judge(payment(5, b"c", **too_much)) for _ in range(2)} == {"day"}
    assert judge.judge(payment(10, b"c")) is None
