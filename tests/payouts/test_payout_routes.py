"""Routes of payouts: in versions of two people, simulated first; the same payment always draws the same, and no order goes twice."""

import hashlib
from collections import Counter as Tally
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Sql
from people import Person
from retaguarda.payout_engine.decide_route import Asked, ProcessorState, Routes
from retaguarda.payout_engine.decide_sending import PayingProcessor, Tariff
from retaguarda.payout_engine.draw_route import RouteChoice, RouteGroup, rank
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.payments import pay
from support.payout_routes import PROCESSORS, ROUTES, group, in_force, simulated, two_processors, written
from support.withdrawals import read, settle, usable, withdraw

live = pytest.mark.usefixtures("every_invariant_holds_afterwards")

A, B, C = (UUID(int=number) for number in (1, 2, 3))
NOON = datetime(2026, 11, 25, 15, tzinfo=UTC)


def processor(number: UUID, **said: Any) -> PayingProcessor:
    return msgspec.structs.replace(
        PayingProcessor(
            id=number,
            name=f"Bank {number.int}",
            ispb="12345678",
            by_file=False,
            methods=["pix"],
            priority=number.int,
            created_at=NOON,
            enabled=True,
            certificate_expires_at=None,
            cut_off=None,
            cost=0,
        ),
        **said,
    )


def asked(number: int = 1, **said: Any) -> Asked:
    plain = Asked(id=UUID(int=number), method="pix", amount=1_000, merchant=2, currency="BRL", origin="payout")
    return msgspec.structs.replace(plain, **said)


def routes(*choices: RouteChoice, condition: str = "") -> Routes:
    return Routes([RouteGroup(name="All", condition=condition, choices=list(choices))], UUID(int=9), 1)


def test_ten_thousand_payments_split_exactly_as_their_ids_say() -> None:
    """Counted here anew from the hash alone; and near the weights, as a hash is."""
    choices = [RouteChoice(processor=each, weight=weight) for each, weight in ((A, 70), (B, 25), (C, 5))]
    payments = [UUID(bytes=hashlib.md5(b"%d" % number).digest()) for number in range(10_000)]
    got = Tally(rank(RouteGroup(name="All", choices=choices), each)[0] for each in payments)
    expected = Tally[UUID]()
    for each in payments:
        ticket = int(hashlib.sha256(each.bytes + b"\0\0").hexdigest()[:16], 16) % 100
        expected[A if ticket < 70 else B if ticket < 95 else C] += 1
    assert got == expected
    # Fixed for all time: another number would send a retry elsewhere than the first try.
    assert [got[each] for each in (A, B, C)] == [7_009, 2_514, 477]
    assert all(abs(got[each] - share) < 150 for each, share in ((A, 7_000), (B, 2_500), (C, 500)))


@given(st.uuids(), st.lists(st.tuples(st.integers(1, 3), st.integers(1, 50)), min_size=1, max_size=6))
def test_every_choice_comes_once_the_lower_priority_first_and_a_repetition_is_the_same(
    payment: UUID, terms: list[tuple[int, int]]
) -> None:
    choices = [
        RouteChoice(processor=UUID(int=place), priority=priority, weight=weight)
        for place, (priority, weight) in enumerate(terms)
    ]
    given_group = RouteGroup(name="All", choices=choices)
    found = rank(given_group, payment)
    assert sorted(found) == sorted(each.processor for each in choices)
    priorities = [choices[each.int].priority for each in found]
    assert priorities == sorted(priorities)
    assert found == rank(given_group, payment)


@pytest.mark.parametrize(
    ("said", "state", "why"),
    [
        ({"enabled": False}, {}, "drained"),
        ({"methods": ["ted"]}, {}, "method"),
        ({"certificate_expires_at": NOON}, {}, "certificate"),
        ({"cut_off": time(9)}, {}, "hours"),
        ({"payment_most": 999}, {}, "payment_limit"),
        ({"day_most": 1_500}, {"amount": 600}, "day_limit"),
        ({"day_count_most": 3}, {"orders": 3}, "day_limit"),
        ({}, {"unhealthy": True}, "unhealthy"),
        ({}, {"float_left": 999}, "float_short"),
    ],
)
def test_the_next_one_gets_what_the_first_cannot_take(said: dict[str, Any], state: dict[str, Any], why: str) -> None:
    by = routes(RouteChoice(processor=A), RouteChoice(processor=B, priority=2))
    found = by.choose(asked(), [processor(A, **said), processor(B)], {A: ProcessorState(**state)}, NOON)
    assert found.processor is not None
    assert (found.processor.id, found.route.reason) == (B, "fallback")
    assert [(each.processor, each.why) for each in found.route.passed] == [(A, why)]
    # Where nobody else is, what is only believed does not keep a payment back; what is known does.
    alone = routes(RouteChoice(processor=A)).choose(
        asked(), [processor(A, **said), processor(B)], {A: ProcessorState(**state)}, NOON
    )
    assert (alone.processor is not None) == (why in ("unhealthy", "float_short"))


def test_what_refused_a_payment_is_asked_again_only_after_all_others() -> None:
    by = routes(RouteChoice(processor=A), RouteChoice(processor=B, priority=2))
    both = [processor(A), processor(B)]
    assert by.choose(asked(refused=frozenset({A})), both, {}, NOON).processor == both[1]
    assert by.choose(asked(refused=frozenset({A, B})), both, {}, NOON).processor == both[0]


def test_without_a_group_processors_come_in_their_own_order_and_a_named_one_first() -> None:
    both = [processor(B), processor(A)]
    found = routes(RouteChoice(processor=B), condition="amount > 5000").choose(asked(), both, {}, NOON)
    assert (found.processor, found.route.reason, found.route.group) == (both[1], "order", None)
    named = routes(RouteChoice(processor=A)).choose(asked(wanted=B), both, {}, NOON)
    assert (named.processor, named.route.reason) == (both[0], "named")


def test_facts_are_of_the_payment_and_of_brasilias_clock() -> None:
    facts = asked(bank="60701190").facts(NOON)
    assert facts == {
        "amount": 1_000,
        "method": "pix",
        "merchant": 2,
        "bank": "60701190",
        "hour": 12,
        "weekday": 3,
        "currency": "BRL",
        "origin": "payout",
    }
    late = routes(RouteChoice(processor=B), condition='bank == "60701190" && hour >= 12 && weekday == 3')
    both = [processor(A), processor(B)]
    assert late.choose(asked(bank="60701190"), both, {}, NOON).processor == both[1]
    assert late.choose(asked(bank="60701190"), both, {}, NOON - timedelta(hours=1)).processor == both[0]
    assert late.by_clock


def test_a_tariff_rounds_half_up_as_the_database_does(sql: Sql) -> None:
    tariff = Tariff(fixed=35, points=125)
    for amount in (1, 39, 40, 41, 119, 120, 1_000, 99_999_999):
        told = sql("select 35 + (%s::bigint * 125 + 5000) / 10000", amount)
        assert told == [(tariff.of(amount),)]


@live
async def test_a_version_goes_from_its_writer_over_a_simulation_through_another_person_into_force(
    diego: Person, eva: Person, bruno: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    first, second = await two_processors(diego, counter)
    drafts = [
        await diego.post(ROUTES, {"name": "Rotas", "groups": [group((first, 1, 1))]}, key="one intent")
        for _ in range(2)
    ]
    assert [said.status_code for said in drafts] == [201, 201]
    assert drafts[0].content == drafts[1].content
    version = drafts[0].json()["id"]
    assert (await eva.post(f"{ROUTES}/{version}/approve", key=None)).json()["message"] == "simulation_missing"
    await simulated(diego, counter, version)
    assert (await diego.post(f"{ROUTES}/{version}/approve", key=None)).json()["message"] == "own_rules"
    # A simulation is of one revision: a word more, and it has to be asked again.
    changed = {"name": "Rotas", "groups": [group((second, 1, 1))], "revision": 1}
    assert (await diego.post(f"{ROUTES}/{version}/change", changed, key=None)).json()["revision"] == 2
    assert (await diego.post(f"{ROUTES}/{version}/change", changed, key=None)).json()["message"] == "changed_meanwhile"
    assert (await eva.post(f"{ROUTES}/{version}/approve", key=None)).json()["message"] == "simulation_missing"
    await simulated(diego, counter, version)
    assert (await eva.post(f"{ROUTES}/{version}/approve", key=None)).json()["status"] == "approved"
    assert (await eva.post(f"{ROUTES}/{version}/approve", key=None)).json()["message"] == "rules_not_in_state"
    assert (await diego.post(f"{ROUTES}/{version}/activate", key=None)).json()["status"] == "active"
    assert (await diego.post(f"{ROUTES}/{version}/activate", key=None)).json()["message"] == "rules_not_in_state"
    with pytest.raises(psycopg.Error, match="it stays as it is"):
        sql("update payout_route_version set groups = '[]'")
    sql("update role set permissions = permissions || '{payout::processors:read,payout::rule:write}'")
    for stranger in (bruno, carla):
        assert (await stranger.get(ROUTES)).status_code == 404
        assert (await stranger.get(f"{ROUTES}/{version}")).status_code == 404
        assert (await stranger.post(f"{ROUTES}/{version}/simulate", key=None)).status_code == 404
        assert (await stranger.post(ROUTES, {"name": "x", "groups": []})).status_code == 404


@live
async def test_what_is_wrong_with_a_group_is_said_at_its_place(diego: Person, counter: Counter) -> None:
    first, _ = await two_processors(diego, counter)
    wrong = [
        group(name="Sem banco"),
        group((first, 1, 1), (first, 2, 1), name="Duas vezes"),
        group((str(UUID(int=7)), 1, 1), name="De outro"),
        group((first, 1, 1), name="Errado", condition="amout > 1"),
    ]
    said = await diego.post(ROUTES, {"name": "Rotas", "groups": wrong})
    assert (said.status_code, said.json()["message"]) == (
        400,
        {
            "groups[0].choices": ["field_required"],
            "groups[1].choices": ["route_twice"],
            "groups[2].choices": ["not_found"],
            "groups[3].condition": ["condition_invalid"],
        },
    )
    good = [group((first, 1, 1), name="Altos", condition="amount > 100000"), group((first, 1, 1))]
    tried = await diego.post(f"{ROUTES}/try", {"groups": good, "facts": {"amount": 200_000}})
    assert tried.json() == {"problems": [], "met": 0}
    assert (await diego.post(f"{ROUTES}/try", {"groups": good})).json()["met"] == 1
    assert (await diego.post(f"{ROUTES}/try", {"groups": wrong})).json()["met"] is None


@live
async def test_an_order_says_why_it_went_where_it_did_and_never_goes_elsewhere(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    first, second = await two_processors(diego, counter)
    await in_force(diego, eva, counter, group((second, 1, 1), (first, 2, 1), name="B primeiro"))
    await counter.paid(ana, 20_000)
    account = await usable(bruno, sql)
    made = (await withdraw(bruno, account, 1_000)).json()["id"]
    await settle(counter, made)
    assert (await read(bruno, made))["status"] == "done"
    [(went, route)] = sql("select processor_id::text, route from payout_order where payout_id is not null")
    assert (went, route["reason"], route["group"], route["number"]) == (second, "route", "B primeiro", 1)
    assert (route["facts"]["amount"], route["passed"]) == (1_000, [])
    for change in ("processor_id = %s", "route = null where %s::uuid is not null"):
        with pytest.raises(psycopg.Error, match="only goes on to its end"):
            sql(f"update payout_order set {change}", first)
    # Drained, the next in its route gets the next order, and says of whom.
    assert (await diego.post(f"{PROCESSORS}/{second}/disable")).status_code == 200
    later = (await withdraw(bruno, account, 1_000)).json()["id"]
    await settle(counter, later)
    [(went, route)] = sql("select processor_id::text, route from payout_order where payout_id = %s", later)
    assert (went, route["reason"]) == (first, "fallback")
    assert [(each["name"], each["why"]) for each in route["passed"]] == [("Banco B", "drained")]


@live
async def test_a_payment_waits_where_its_group_names_nobody_who_takes_it(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    _, second = await two_processors(diego, counter)
    await in_force(diego, eva, counter, group((second, 1, 1)))
    assert (await diego.post(f"{PROCESSORS}/{second}/disable")).status_code == 200
    await counter.paid(ana, 20_000)
    made = (await withdraw(bruno, await usable(bruno, sql), 1_000)).json()["id"]
    await settle(counter, made)
    assert (await read(bruno, made))["status"] == "pending"
    assert sql("select count(*) from payout_order where payout_id is not null") == [(0,)]
    assert (await diego.post(f"{PROCESSORS}/{second}/enable")).status_code == 200
    await settle(counter, made)
    assert (await read(bruno, made))["status"] == "done"


@live
async def test_a_limit_of_a_day_counts_what_the_day_had_and_sends_the_rest_to_the_next(
    diego: Person, eva: Person, bruno: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    first, second = await two_processors(diego, counter)
    await counter.paid(ana, 50_000)
    account = await usable(bruno, sql)

    async def sent() -> str:
        made = (await withdraw(bruno, account, 1_000)).json()["id"]
        await settle(counter, made)
        return str(sql("select processor_id from payout_order where payout_id = %s", made)[0][0])

    assert await sent() == first
    path = f"{PROCESSORS}/{first}"
    limits = {"payment_most": None, "day_most": {"amount": 2_500}, "day_count_most": None}
    version = (await diego.get(path)).json()["version"]
    assert (await carla.post(f"{path}/limit", limits | {"version": version}, key=None)).status_code in (403, 404)
    standing_policy(sql, "payouts:processor:limit")
    waits = await diego.post(f"{path}/limit", limits | {"version": version}, key=None)
    assert waits.status_code == 202, waits.text
    assert (await Desk(sql).approve(eva, waits.json()["request"]["id"])).status_code == 200
    told = (await diego.get(path)).json()
    assert (told["day_most"]["amount"], told["today_orders"], told["today_amount"]["amount"]) == (2_500, 1, 1_000)
    stale = await diego.post(f"{path}/limit", limits | {"version": version}, key=None)
    assert stale.json()["message"] == "changed_meanwhile"
    # Without rules in force too: the second still fits, the third does not.
    assert [await sent(), await sent()] == [first, second]
    [(route,)] = sql("select route from payout_order where processor_id = %s and payout_id is not null", second)
    assert [(each["name"], each["why"]) for each in route["passed"]] == [("Sandbox", "day_limit")]


@live
async def test_no_order_is_written_above_a_limit_whoever_inserts_it(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    found = next(row for row in (await diego.get(PROCESSORS)).json() if row["name"] == "Sandbox")["id"]
    await counter.paid(ana, 20_000)
    made = (await withdraw(bruno, await usable(bruno, sql), 1_000)).json()["id"]
    sql("update payout_processor set payment_most = 999, limits_currency = 'BRL'")
    order = (
        "insert into payout_order (company_id, id, payout_id, attempt, provider_id, amount, currency, processor_id)"
        " select company_id, gen_random_uuid(), id, 1, 'x1', amount, currency, %s from payout where id = %s"
    )
    with pytest.raises(psycopg.Error, match="takes no payment of this amount"):
        sql(order, found, made)
    sql("update payout_processor set payment_most = null, day_count_most = 1, limits_currency = 'BRL'")
    sql("update payout_processor_use set orders = 1")
    with pytest.raises(psycopg.Error, match="takes no more orders today"):
        sql(order, found, made)
    sql("update payout_processor set day_count_most = null, limits_currency = null")
    assert sql("select count(*) from payout_processor_use") == [(0,)]
    await settle(counter, made)
    assert (await read(bruno, made))["status"] == "done"


@live
async def test_a_simulation_tells_shares_costs_and_times_beside_what_was(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    first, second = await two_processors(diego, counter)
    await counter.paid(ana, 50_000)
    account = await usable(bruno, sql)
    for amount in (1_000, 2_000, 3_000):
        made = (await withdraw(bruno, account, amount)).json()["id"]
        await settle(counter, made)
    for each, fixed in ((first, 40), (second, 10)):
        version = (await diego.get(f"{PROCESSORS}/{each}")).json()["version"]
        day = sql("select payout_processor_day(now())::text")[0][0]
        tariff = {"method": "pix", "fixed": {"amount": fixed}, "percent": "1", "valid_from": day, "version": version}
        assert (await diego.post(f"{PROCESSORS}/{each}/charge", tariff, key=None)).status_code == 200
    draft = await written(
        diego,
        group((second, 1, 1), name="Altos", condition="amount >= 2000"),
        group((first, 1, 1), name="Resto", condition="amount < 1500"),
    )
    report = (await simulated(diego, counter, draft["id"]))["report"]
    shares = {each["name"]: (each["count"], each["percent"], each["cost"]["amount"]) for each in report["shares"]}
    assert shares == {"Banco B": (2, "66.7", 20 + 20 + 30), "Sandbox": (1, "33.3", 40 + 10)}
    assert [(each["name"], each["count"], each["cost"]["amount"]) for each in report["before"]] == [
        ("Sandbox", 3, 120 + 10 + 20 + 30)
    ]
    assert (report["moved"], report["waiting"], report["unmet"], report["fallback"]) == (2, 0, 0, 0)
    assert {each["name"]: each["count"] for each in report["groups"]} == {"Altos": 2, "Resto": 1}
    seconds = {each["name"]: each["seconds"] for each in report["shares"]}
    assert seconds["Banco B"] is None
    assert seconds["Sandbox"] is not None


@live
async def test_the_float_is_what_the_bank_says_and_falls_with_each_order(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    found = next(row for row in (await diego.get(PROCESSORS)).json() if row["name"] == "Sandbox")["id"]
    assert (await diego.get(f"{PROCESSORS}/{found}")).json()["float_at"] is None
    await counter.run_job("payouts.read_floats")
    told = (await diego.get(f"{PROCESSORS}/{found}")).json()
    assert told["float_at"] is not None
    before = told["float_amount"]["amount"]
    await counter.paid(ana, 20_000)
    made = (await withdraw(bruno, await usable(bruno, sql), 1_000)).json()["id"]
    await settle(counter, made)
    states = "select float_left from payout_processor_states() where id = %s"
    # The centavo that verified the account is an order like any other.
    spent = sql("select sum(amount)::bigint from payout_order where processor_id = %s", found)[0][0]
    assert spent >= 1_000
    assert sql(states, found) == [(before - spent,)]
    await counter.run_job("payouts.read_floats")
    assert (await diego.get(f"{PROCESSORS}/{found}")).json()["float_amount"]["amount"] <= before - 1_000
    # What was said an hour ago says nothing.
    sql("update payout_processor set float_at = now() - interval '61 minutes'")
    assert sql(states, found) == [(None,)]


@live
async def test_only_what_was_finally_refused_goes_to_another_each_time_under_a_new_number(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    """The receiving bank refuses for the moment (AB09), whoever asks."""
    first, second = await two_processors(diego, counter)
    await in_force(diego, eva, counter, group((first, 1, 1), (second, 2, 1)))
    await counter.paid(ana, 50_000)
    away = {"ispb": "18236120", "account_type": "TRAN", "branch": "9909", "number": "1", "digit": "9"}
    made = (await pay(bruno, 1_000, key=None, account=away)).json()["id"]
    orders = (
        "select processor_id::text, end_to_end_id, state, route from payout_order where payout_id = %s order by attempt"
    )
    # While the first is under way, no other is given, however often the worker comes by.
    await settle(counter, made, rounds=1)
    for _ in range(8):
        told = sql(orders, made)
        assert [state for _, _, state, _ in told[:-1]] == ["refused"] * (len(told) - 1)
        await settle(counter, made, rounds=1)
    told = sql(orders, made)
    assert [processor for processor, _, _, _ in told] == [first, second, first]
    assert len({number for _, number, _, _ in told}) == 3
    assert [[each["why"] for each in route["passed"]] for _, _, _, route in told] == [
        [],
        ["refused_before"],
        ["refused_before", "refused_before"],
    ]
    assert (await diego.get(f"/v1/payouts/payments/{made}")).json()["status"] == "failed"
