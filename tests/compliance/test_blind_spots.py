"""How much moves without an alert, under rules of which arithmetic knows it; and that what a search says is so where rules really run."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from compliance.test_pld_engine import LINES
from conftest import Sql, Work
from people import Person
from retaguarda.app import App
from retaguarda.compliance.pld_alerts.watch_movements import watch
from retaguarda.compliance.pld_blind_spots.check_rules import RuleSet
from retaguarda.compliance.pld_blind_spots.evaluate_schedules import START, Schedule, first_alerts
from retaguarda.compliance.pld_blind_spots.find_blind_spots import Found, find_blind_spot
from retaguarda.compliance.pld_blind_spots.model import BlindSpot
from retaguarda.compliance.pld_blind_spots.plan_schedules import WAYS, Pattern
from retaguarda.compliance.pld_blind_spots.run_search import prove
from retaguarda.compliance.pld_blind_spots.simulate_features import Step, SubjectHistory, can_simulate
from retaguarda.compliance.pld_blind_spots.simulate_schedules import Filled
from retaguarda.compliance.pld_rules.compare_silence import AskedRule, Way
from retaguarda.compliance.pld_rules.condition_facts import DAY, NAMES
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation, Target
from retaguarda.compliance.pld_rules.rows import PlantedMovement
from retaguarda.foundation.database import SYSTEM
from support.pld_cases import in_force, written
from support.pld_oracle import Fact, Kind, Line, book_all, features_of, outcome
from support.silent_rules import SILENT_RULES, Silent

SEARCHES = "/v1/pld-engine/blind-spots"
SECONDS = (1, 60, 3_600, 5 * 3_600, DAY - 1, DAY, DAY + 1, 6 * DAY, 7 * DAY, 29 * DAY)
AMOUNTS = (1, 99_999, 100_000, 799_999, 800_000, 999_999, 1_000_000)


async def answered(app: App, silent: Silent) -> BlindSpot:
    found = find_blind_spot(RuleSet(silent.asked), silent.target, silent.way)
    async with app.database.transaction(SYSTEM) as tx:
        return await prove(tx, silent.asked, "BRL", silent.target, silent.way, found)


@pytest.mark.parametrize("silent", SILENT_RULES, ids=[each.name for each in SILENT_RULES])
async def test_the_silent_maximum_is_what_arithmetic_says(app: App, silent: Silent) -> None:
    said = await answered(app, silent)
    assert said.moved is not None
    assert silent.most * 98 // 100 <= said.moved.amount <= silent.most
    assert said.limit == "rule"
    assert said.stopped_by is not None
    assert all(line.held for line in said.stopped_by.why)


@pytest.mark.parametrize("seed", [3, 4])
async def test_memory_and_the_evaluator_of_the_rules_agree_on_every_feature(app: App, seed: int) -> None:
    chance, at, steps = random.Random(seed), -40 * DAY, list[Step]()
    for _ in range(150):
        at += chance.choice(SECONDS)
        kind = chance.choice(("payment", "payment", "payout", "payout", "refund", "return"))
        steps.append(Step(at, kind, chance.randrange(4), chance.choice(AMOUNTS)))
    assert all(can_simulate(name) for name in NAMES)
    history, memory = SubjectHistory(NAMES, "merchant"), list[dict[str, object]]()
    for step in steps:
        # What is asked of one that never comes leaves no trace.
        history.facts(step._replace(amount=step.amount + 7, other=3))
        memory.append(dict(history.facts(step)))
        history.add(step)
    planted = [
        PlantedMovement(
            f"{n:04d}",
            START + timedelta(seconds=step.at),
            9,
            "in" if step.direction == "in" else "out",
            step.kind,
            f"{step.other:011d}",
            step.amount,
            "BRL",
        )
        for n, step in enumerate(steps)
    ]
    evaluation = Evaluation("merchant", "BRL", NAMES, planted[-1].known_at, planted=planted)
    async with app.database.transaction(SYSTEM) as tx:
        told = [dict(facts) async for _, facts in evaluation.run(tx)]
    for place, (mine, theirs) in enumerate(zip(memory, told, strict=True)):
        assert mine == theirs, (
            place,
            {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]},
        )


@pytest.mark.parametrize("seed", range(6))
async def test_no_schedule_that_is_told_raises_an_alert_whatever_the_rules(app: App, seed: int) -> None:
    """A naive oracle, which shares no line with search or evaluator, looks at each schedule; every feature is used by some rule."""
    chance = random.Random(seed)
    sides: tuple[Target, ...] = ("merchant", "end_user")
    rules: list[tuple[Target, list[Line]]] = [
        (chance.choice(sides), chance.sample(LINES, chance.randint(1, 2))) for _ in range(3)
    ]
    asked = [
        AskedRule(n, 1, "any", target, [line.text for line in lines])
        for n, (target, lines) in enumerate(rules, start=1)
    ]
    for target in sides:
        for way in WAYS:
            found = find_blind_spot(RuleSet(asked), target, way)
            async with app.database.transaction(SYSTEM) as tx:
                said = await prove(tx, asked, "BRL", target, way, found)
            facts = _facts(said, START)
            for side in sides:
                told = features_of(facts, side, "BRL")
                assert not [
                    (key, [line.text for line in lines])
                    for looks_at, lines in rules
                    if looks_at == side
                    for key, values in told.items()
                    if outcome(lines, values) == "hit"
                ], (target, way, said.limit)
            assert said.limit != "unproved"


async def test_a_schedule_that_the_evaluator_sees_is_never_told(app: App) -> None:
    rules = [AskedRule(1, 1, "Sum", "merchant", ["in_sum_30d >= 1000"])]
    steps = (Step(0, "payment", 0, 600), Step(60, "payment", 0, 600))
    wrong = Filled(Pattern("receive", DAY, 10**9), steps, 1_200)
    async with app.database.transaction(SYSTEM) as tx:
        said = await prove(tx, rules, "BRL", "merchant", "receive", Found([wrong], 1))
        assert (said.limit, said.moved, said.steps) == ("unproved", None, [])
        # The same with a smaller one behind it tells the smaller one.
        right = Filled(Pattern("receive", DAY, 10**9), steps[:1], 600)
        said = await prove(tx, rules, "BRL", "merchant", "receive", Found([wrong, right], 2))
    assert said.moved is not None
    assert (said.moved.amount, len(said.steps)) == (600, 1)


async def test_an_error_of_a_condition_is_no_silence(app: App) -> None:
    rules = [AskedRule(1, 1, "Fails", "merchant", ["amount * 9000000000000000 > 1"])]
    async with app.database.transaction(SYSTEM) as tx:
        (alert,) = await first_alerts(tx, rules, "BRL", [Schedule("merchant", [Step(0, "payment", 0, 5_000)])])
    assert alert is not None
    assert alert.why[0].error


async def test_what_nothing_bounds_has_no_limit_and_what_nothing_lets_pass_moves_nothing(app: App) -> None:
    async def said(way: Way, condition: str) -> BlindSpot:
        return await answered(app, Silent("one", "merchant", way, (("merchant", (condition,)),), 0))

    free = await said("receive", "direction == 'out'")
    assert (free.limit, free.moved, len(free.steps), free.stopped_by) == ("none", None, 1, None)
    shut = await said("pass_on", "direction == 'out'")
    assert shut.moved is not None
    assert (shut.limit, shut.moved.amount) == ("rule", 0)
    # Many small payments: it is the search that ends, and it says so.
    endless = await said("receive", "amount >= 100")
    assert (endless.limit, endless.more_stopped_by) == ("search", None)
    assert endless.stopped_by is not None


def _facts(said: BlindSpot, begin: datetime) -> list[Fact]:
    kinds: dict[str, Kind] = {"payment": "payment", "payout": "payout", "refund": "refund"}
    merchant, found = said.target == "merchant", list[Fact]()
    for n, step in enumerate(said.steps):
        number = f"{n:011d}"
        name = f"payment:E12345678202611010000{number}" if step.kind == "payment" else f"{step.kind}:{_uuid(n)}"
        same = [
            each for each in found if each.kind == "payment" and each.document == _document(said, step.counterparty)
        ]
        found.append(
            Fact(
                name,
                begin + timedelta(seconds=step.second),
                2 if merchant else 1_000 + step.counterparty,
                kinds[step.kind],
                _document(said, step.counterparty),
                step.amount.amount,
                "BRL",
                same[0].movement if step.kind == "refund" else name,
            )
        )
    return found


def _document(said: BlindSpot, counterparty: int) -> str:
    return f"{52_998_224_725 + counterparty}" if said.target == "merchant" else "52998224725"


def _uuid(number: int) -> str:
    return f"00000000-0000-0000-0000-{number:012x}"


async def _alerts_of(app: App, sql: Sql, url: str, facts: Sequence[Fact]) -> int:
    """How many alerts the live watch raises on these movements, really booked."""
    book_all(url, facts)
    sql("delete from pld_reader")
    async with app.database.transaction(SYSTEM) as tx:
        await tx.execute("insert into pld_reader (read_until) values (%(at)s)", {"at": facts[0].at - timedelta(days=1)})
        await watch(tx, facts[-1].at)
    ((alerts,),) = sql("select count(*) from pld_alert")
    return alerts


async def test_replayed_where_rules_really_run_the_schedule_is_silent_and_a_cent_more_is_an_alert(
    diego: Person, eva: Person, work: Work, app: App, peopled_url: str, sql: Sql
) -> None:
    await in_force(diego, eva, work, conditions=["in_sum_24h >= 1000000"])
    await in_force(diego, eva, work, name="Payers", conditions=["in_sum_30d >= 300000"], target="end_user")
    asked = await diego.post(SEARCHES, {})
    assert asked.status_code == 201, asked.text
    await work()
    found = (await diego.get(f"{SEARCHES}/{asked.json()['id']}")).json()
    assert (found["status"], found["parts_done"], found["present"]) == ("done", 8, True)
    (told,) = [each for each in found["answers"] if (each["target"], each["way"]) == ("merchant", "receive")]
    # Every day a million less a cent, from four payers or more, none of whom reaches his own limit.
    assert told["moved"] == {"amount": 30 * 999_999, "currency": "BRL"}
    said = _from_json(told)
    begin = datetime.now(UTC) - timedelta(days=31)
    facts = _facts(said, begin)
    assert await _alerts_of(app, sql, peopled_url, facts) == 0
    # Beside it the same at another merchant, by other payers, and one cent more at the end.
    more = [
        Fact(
            each.movement.replace("E12345678202611010000", "E99999999202611010000"),
            each.at,
            3,
            each.kind,
            f"{int(each.document or 0) + 500_000}",
            each.amount + (place == len(facts) - 1),
            "BRL",
            each.movement.replace("E12345678202611010000", "E99999999202611010000"),
        )
        for place, each in enumerate(facts)
    ]
    assert await _alerts_of(app, sql, peopled_url, more) == 1
    assert sql("select subject from pld_alert") == [("3",)]


def _from_json(told: object) -> BlindSpot:
    return msgspec.convert(told, BlindSpot)


async def test_a_search_is_asked_for_once_by_each_key_and_its_answer_stays(
    diego: Person, eva: Person, work: Work, sql: Sql
) -> None:
    await in_force(diego, eva, work)
    first = await diego.post(SEARCHES, {}, key="one")
    again = await diego.post(SEARCHES, {}, key="one")
    assert (first.status_code, again.json()) == (201, first.json())
    other = await diego.post(SEARCHES, {}, key="two")
    assert [first.json()["number"], other.json()["number"]] == [1, 2]
    await work()
    rows = (await diego.get(SEARCHES)).json()
    assert [(row["number"], row["status"], row["rules"]) for row in rows] == [(2, "done", 1), (1, "done", 1)]
    one, two = [(await diego.get(f"{SEARCHES}/{each.json()['id']}")).json() for each in (first, other)]
    assert one["answers"] == two["answers"]
    assert one["planted"] == two["planted"]
    with pytest.raises(Exception, match="a search says what it said"):
        sql("update pld_blind_spot_search set answers = '[]' where number = 1")


async def test_a_version_is_searched_as_if_it_were_active_beside_the_rules_without_it(
    diego: Person, eva: Person, work: Work
) -> None:
    rule = await in_force(diego, eva, work, conditions=["in_sum_30d >= 4890001"])
    said = await diego.put(
        f"/v1/pld-engine/rules/{rule['id']}",
        {"name": "Larger", "conditions": ["in_sum_30d >= 31000001"], "target": "merchant"},
    )
    version = said.json()["version"]["id"]
    asked = await diego.post(SEARCHES, {"version": version})
    assert asked.status_code == 201, asked.text
    await work()
    found = (await diego.get(f"{SEARCHES}/{asked.json()['id']}")).json()
    silent = {(each["target"], each["way"]): each["moved"] for each in found["answers"]}
    before = {(each["target"], each["way"]): each["moved"] for each in found["before"]}
    assert before["merchant", "receive"]["amount"] == 4_890_000
    assert silent["merchant", "receive"]["amount"] == 31_000_000
    assert (found["proposed"]["version"], found["present"]) == (2, True)
    # It is a draft still: another word of it, and the search is of what it said before.
    await diego.put(
        f"/v1/pld-engine/rules/{rule['id']}",
        {"name": "Larger", "conditions": ["in_sum_30d >= 9"], "target": "merchant", "revision": 1},
    )
    assert (await diego.get(f"{SEARCHES}/{asked.json()['id']}")).json()["present"] is False


async def test_what_is_not_searched_is_named(diego: Person, eva: Person, work: Work) -> None:
    await in_force(diego, eva, work, conditions=["return_count_30d >= 2", "subject_kind == 'merchant'"])
    asked = await diego.post(SEARCHES, {})
    await work()
    found = (await diego.get(f"{SEARCHES}/{asked.json()['id']}")).json()
    assert found["not_searched"] == ["return_count_30d", "subject_kind"]


async def test_merchants_and_their_people_find_no_search(
    diego: Person, ana: Person, gil: Person, carla: Person
) -> None:
    rule = await written(diego)
    asked = (await diego.post(SEARCHES, {"version": rule["version"]["id"]})).json()
    for person in (ana, gil, carla):
        for path in (SEARCHES, f"{SEARCHES}/{asked['id']}", "/v1/pld-engine/coverage"):
            assert (await person.get(path)).status_code in (403, 404)
        assert (await person.post(SEARCHES, {})).status_code in (403, 404)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"version": "00000000-0000-0000-0000-000000000001"}, "version"),
        ({"version": "x"}, "version"),
        ({"currency": "XXX1"}, "currency"),
        ({"days": 30}, "days"),
    ],
)
async def test_a_search_of_what_is_not_there_is_refused(diego: Person, body: dict[str, object], field: str) -> None:
    said = await diego.post(SEARCHES, body)
    assert said.status_code == 400
    assert field in said.text
