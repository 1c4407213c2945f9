"""The rule engine against a naive oracle: features, hits while it runs, and a backtest of all that was, value by value."""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from conftest import Sql, Work
from people import Person
from retaguarda.app import App
from retaguarda.cases.clock import days_left, local_day
from retaguarda.compliance.pld_alerts.clock import Term, communication_due, due_of
from retaguarda.compliance.pld_alerts.watch_movements import watch
from retaguarda.compliance.pld_rules.check_conditions import Conditions
from retaguarda.compliance.pld_rules.condition_facts import NAMES
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation
from retaguarda.foundation.database import SYSTEM, Tx
from support.charges import Counter
from support.invariants import offenders
from support.movements import Mover
from support.pld_cases import BACKTESTS, decided, written
from support.pld_oracle import (
    Episode,
    Fact,
    Facts,
    Line,
    Target,
    book_all,
    episodes_of,
    features_of,
    outcome,
    random_facts,
)

TARGETS: tuple[Target, ...] = ("merchant", "end_user")
FOR_EVER = datetime(2030, 1, 1, tzinfo=UTC)
#: Features whose windows are short, and those that have none but look at what was before.
SHORT_REACH = (
    frozenset({"in_sum_24h", "payers_24h"}),
    frozenset({"payees_30d", "out_max_30d"}),
    frozenset({"quiet_days", "known_days", "first_movement"}),
)
LINES = (
    Line("in_sum_30d >= 1600000", ("in_sum_30d",), lambda f: f["in_sum_30d"] >= 1_600_000),
    Line("in_count_30d > 2", ("in_count_30d",), lambda f: f["in_count_30d"] > 2),
    Line("payers_24h >= 2", ("payers_24h",), lambda f: f["payers_24h"] >= 2),
    Line("passed_on_30d >= 5000", ("passed_on_30d",), lambda f: f["passed_on_30d"] >= 5_000),
    Line("quiet_days <= 5", ("quiet_days",), lambda f: f["quiet_days"] <= 5),
    Line("round_count_30d >= 2", ("round_count_30d",), lambda f: f["round_count_30d"] >= 2),
    Line("amount != 100000", ("amount",), lambda f: f["amount"] != 100_000),
    Line("in_max_30d > out_max_30d", ("in_max_30d", "out_max_30d"), lambda f: f["in_max_30d"] > f["out_max_30d"]),
    Line("night || kind == 'payout'", ("night", "kind"), lambda f: bool(f["night"]) or f["kind"] == "payout"),
    Line(
        "in_sum_24h + out_sum_24h > 1000000",
        ("in_sum_24h", "out_sum_24h"),
        lambda f: f["in_sum_24h"] + f["out_sum_24h"] > 1_000_000,
    ),
)


async def engine(
    app: App, target: Target, after: datetime | None = None, names: frozenset[str] = NAMES
) -> dict[tuple[str, str], Facts]:
    found = dict[tuple[str, str], Facts]()
    async with app.database.transaction(SYSTEM) as tx:
        async for movement, facts in Evaluation(target, "BRL", names, FOR_EVER, after).run(tx):
            found[movement.subject, movement.movement] = dict(facts)
    return found


@pytest.mark.parametrize("seed", [1, 2])
async def test_every_feature_of_every_movement_is_what_a_naive_oracle_says(
    app: App, peopled_url: str, seed: int
) -> None:
    facts = random_facts(seed, 90)
    book_all(peopled_url, facts)
    for target in TARGETS:
        told, naive = await engine(app, target), features_of(facts, target, "BRL")
        assert told.keys() == naive.keys()
        assert naive[next(iter(naive))].keys() == NAMES
        for key, said in naive.items():
            assert told[key] == said, (key, {n: (told[key][n], v) for n, v in said.items() if told[key][n] != v})
        # Live reading asks for what is new alone and reads no further back than it must: it finds the same, wherever it begins.
        at = {each.movement: each.at for each in facts}
        for after in (facts[0].at, *(each.at for each in facts[7::11])):
            late = {key for key in naive if at[key[1]] > after}
            assert await engine(app, target, after) == {key: naive[key] for key in late}
            for names in SHORT_REACH:
                told = await engine(app, target, after, names)
                assert told.keys() == late
                assert all(told[key][name] == naive[key][name] for key in late for name in names)


async def test_a_rule_finds_while_it_runs_and_in_a_backtest_exactly_what_the_oracle_finds(
    diego: Person, eva: Person, work: Work, app: App, peopled_url: str, sql: Sql
) -> None:
    facts = random_facts(7, 110)
    book_all(peopled_url, facts)
    chance = random.Random(11)
    rules = [(target, chance.sample(LINES, chance.randint(1, 3))) for target in TARGETS for _ in range(5)]
    made = list[dict[str, Any]]()
    for number, (target, lines) in enumerate(rules):
        body = {"name": f"Rule {number}", "target": target, "conditions": [each.text for each in lines]}
        rule = await written(diego, **body, period_days=3)
        await decided(eva, rule, "approve")
        made.append(await decided(diego, rule, "shadow"))
        said = await diego.post(BACKTESTS, {"version": rule["version"]["id"]})
        assert said.status_code == 201, said.text
    await work()
    # Live: the clock comes again and again, also at moments that stand between two movements of the same microsecond.
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute("insert into pld_reader (read_until) values (%(at)s)", {"at": facts[0].at - timedelta(days=1)})
        for each in (*facts[::18], facts[-1]):
            await watch(tx, each.at)
    by_name = {each.movement: each for each in facts}
    naive = {target: features_of(facts, target, "BRL") for target in TARGETS}
    told_at_all = 0
    for (target, lines), rule in zip(rules, made, strict=True):
        expected = {key for key, said in naive[target].items() if outcome(lines, said) == "hit"}
        told_at_all += len(expected)
        stored = sql("select subject, movement, why from pld_hit where version_id = %s", rule["version"]["id"])
        assert {(subject, movement) for subject, movement, _ in stored} == expected, [each.text for each in lines]
        for subject, movement, why in stored:
            for line in why:
                if line["feature"]:
                    assert line["value"] == naive[target][subject, movement][line["feature"]]
        episodes = episodes_of([(subject, by_name[movement]) for subject, movement in expected], 3)
        assert _backtest(sql, rule["version"]["id"]) == (len(naive[target]), len(expected), episodes)
        _curve_is_exact(sql, rule["version"]["id"], lines, naive[target], by_name)
    assert told_at_all > 50
    # What verify computes anew, another way, comes to the same for every feature.
    assert "pld_evaluations_recompute" not in offenders(peopled_url)


def _backtest(sql: Sql, version: str) -> tuple[int, int, list[Episode]]:
    ((backtest, movements, hits),) = sql("select id, movements, hits from pld_backtest where version_id = %s", version)
    rows = sql(
        "select subject, first_at, last_at, hits, amount, movement from pld_backtest_episode where backtest_id = %s order by n",
        backtest,
    )
    return movements, hits, [Episode(*row) for row in rows]


def _curve_is_exact(
    sql: Sql, version: str, lines: Sequence[Line], naive: Mapping[tuple[str, str], Facts], facts: Mapping[str, Fact]
) -> None:
    """Each point of the curve is what a rule with that threshold would find."""
    ((curve,),) = sql("select report -> 'curve' from pld_backtest where version_id = %s", version)
    if curve is None:
        return
    rest = [each for each in lines if each.text != curve["condition"]]
    (line,) = Conditions([curve["condition"]]).lines
    for point in curve["points"]:
        moved = line.with_threshold(point["threshold"])
        held = [
            (subject, facts[movement])
            for (subject, movement), said in naive.items()
            if outcome(rest, said) == "hit" and moved.holds(said)[0]
        ]
        assert point["episodes"] == len(episodes_of(held, 3)), (curve["condition"], point)


async def test_a_backtest_names_the_communicated_cases_that_a_version_would_lose(
    diego: Person, eva: Person, work: Work, peopled_url: str, sql: Sql
) -> None:
    start = datetime(2026, 3, 1, 2, 50, tzinfo=UTC)

    def paid(number: int, document: str, amount: int) -> Fact:
        name = f"payment:E12345678202611010000{number:011d}"
        return Fact(name, start + timedelta(hours=number), 2, "payment", document, amount, "BRL", name)

    one, two, three = "52998224725", "11144477735", "39053344705"
    book_all(peopled_url, [paid(1, one, 500_000), paid(2, two, 900_000), paid(3, three, 600_000)])
    rule = await written(diego, target="end_user", conditions=["amount >= 400000"])
    await decided(eva, rule, "approve")
    await diego.post(BACKTESTS, {"version": rule["version"]["id"]})
    await work()
    await decided(diego, rule, "activate")
    # An ended relationship is suspicion confirmed, as what COAF was told.
    lost = _decided_past(sql, rule, one, start, communicated=True, decision="end_relationship")
    kept = _decided_past(sql, rule, two, start, communicated=True)
    _decided_past(sql, rule, three, start, communicated=False)
    said = await diego.put(f"/v1/pld-engine/rules/{rule['id']}", _body(rule) | {"conditions": ["amount >= 700000"]})
    asked = await diego.post(BACKTESTS, {"version": said.json()["version"]["id"]})
    await work()
    found = (await diego.get(f"{BACKTESTS}/{asked.json()['id']}")).json()
    assert [each["case_id"] for each in found["report"]["lost"]] == [str(lost)]
    assert str(kept) not in str(found["report"]["lost"])
    assert [(why["value"], why["margin"]) for why in found["report"]["lost"][0]["why"]] == [(500_000, -200_000)]
    assert {each["decision"]: (each["old"], each["both"], each["new"]) for each in found["report"]["decided"]} == {
        "communicated": (1, 1, 0),
        "archived": (1, 0, 0),
        "undecided": (0, 0, 0),
    }
    by_threshold = {each["threshold"]: (each["episodes"], each["lost"]) for each in found["report"]["curve"]["points"]}
    assert (by_threshold[400_000], by_threshold[700_000]) == ((3, 0), (1, 1))


async def test_episodes_of_a_merchant_bear_its_name_and_not_that_of_who_paid_it(
    diego: Person, work: Work, counter: Counter
) -> None:
    Mover(counter.url).book(datetime.now(UTC) - timedelta(days=1), 500_000, document="52998224725")
    rule = await written(diego, target="merchant", conditions=["amount >= 400000"])
    asked = await diego.post(BACKTESTS, {"version": rule["version"]["id"]})
    await work()
    found = (await diego.get(f"{BACKTESTS}/{asked.json()['id']}")).json()
    assert [(each["subject"], each["name"]) for each in found["first"]] == [("2", "Loja Aurora")]


async def test_a_backtest_reads_its_movements_without_holding_up_whoever_reads_events(
    diego: Person, work: Work, sql: Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events are read up to the oldest transaction that writes: one that reads for minutes must not be that."""
    writing = list[bool]()
    copied = Tx.copy_out

    async def copy_out(tx: Tx, *given: Any) -> None:
        await copied(tx, *given)
        writing.append(await tx.value("select pg_current_xact_id_if_assigned() is not null"))

    monkeypatch.setattr(Tx, "copy_out", copy_out)
    rule = await written(diego, target="end_user", conditions=["amount >= 400000"])
    await diego.post(BACKTESTS, {"version": rule["version"]["id"]})
    await work()
    assert writing == [False]
    assert sql("select status from pld_backtest") == [("done",)]


def _body(rule: dict[str, Any]) -> dict[str, Any]:
    version = rule["version"]
    return {name: version[name] for name in ("name", "target", "severity", "typologies", "period_days")}


def _decided_past(
    sql: Sql, rule: dict[str, Any], subject: str, start: datetime, *, communicated: bool, decision: str = "communicate"
) -> UUID:
    """An alert of the past that people decided: its case communicated, or the alert dismissed."""
    case = uuid4()
    values = (uuid4(), rule["id"], rule["version"]["id"], subject, start, start + timedelta(days=1), start.date())
    sql("set session_replication_role = replica")
    ending = "'escalated', %s, null, null, null" if communicated else "'dismissed', null, 'seasonal', 'eva', now()"
    sql(
        "insert into pld_alert (id, lane, rule_id, version_id, target, subject, severity, triggers, amount, currency, first_at,"
        " last_at, selection_due, status, case_id, reason, decided_by, decided_at)"
        f" values (%s, 'pld', %s, %s, 'end_user', %s, 'high', 1, 1, 'BRL', %s, %s, %s, {ending})",
        *values,
        *([case] if communicated else []),
    )
    if communicated:
        sql(
            "insert into pld_case (case_id, lane, target, subject, decision, decider, decided_at, communicate_due)"
            " values (%s, 'pld', 'end_user', %s, %s, gen_random_uuid(), now(), case %s when 'communicate' then date '2026-03-02' end)",
            case,
            subject,
            decision,
            decision,
        )
    sql("set session_replication_role = origin")
    return case


def test_the_clocks_of_pld_agree_with_a_naive_calendar_from_2024_to_2032() -> None:
    closed = _naive_holidays()
    selection = Term("selection", "calendar", 45, "", certain=True)
    communication = Term("communication", "business", 1, "", certain=True)
    day = date(2024, 1, 1)
    while day <= date(2032, 12, 20):
        due, following = day, day + timedelta(days=1)
        for _ in range(45):
            due += timedelta(days=1)
        while following.weekday() > 4 or following in closed:
            following += timedelta(days=1)
        # At both ends of the day in Brasília, which is three hours behind.
        for hour in (time(0, 0), time(23, 59, 59)):
            at = datetime.combine(day, hour, UTC) + timedelta(hours=3)
            assert local_day(at) == day
            assert due_of(selection, at) == due
            assert due_of(communication, at) == following
            assert communication_due(at, communication) == min(following, day + timedelta(days=1))
        if due <= date(2032, 12, 31):
            assert days_left(day, due, "calendar") == 45
            assert days_left(day, following, "business") == 1
        assert days_left(following, day, "business") < 0
        day += timedelta(days=1)


def _naive_holidays() -> set[date]:
    """National banking holidays, with Easter by the tables of the church (Gauss), which is not how ours were made."""
    found = set[date]()
    for year in range(2024, 2034):
        a, b, c, d = year % 19, year % 4, year % 7, 0
        d = (19 * a + 24) % 30
        e = (2 * b + 4 * c + 6 * d + 5) % 7
        easter = date(year, 3, 22) + timedelta(days=d + e)
        if (d == 29 and e == 6) or (d == 28 and e == 6 and a > 10):
            easter -= timedelta(days=7)
        found |= {easter + timedelta(days=step) for step in (-48, -47, -2, 60)}
        fixed = ((1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (11, 20), (12, 25))
        found |= {date(year, month, day) for month, day in fixed}
    return found
