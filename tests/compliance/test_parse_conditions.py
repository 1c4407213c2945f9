"""Conditions that Postgres asks of a history say of every movement what CEL says of it."""

import random
from datetime import UTC, datetime
from typing import Any

import pytest

from retaguarda.app import App
from retaguarda.compliance.pld_rules.check_conditions import Condition
from retaguarda.compliance.pld_rules.condition_facts import NAMES
from retaguarda.compliance.pld_rules.evaluate_movements import Evaluation, Target
from retaguarda.compliance.pld_rules.parse_conditions import sql_of
from retaguarda.foundation.conditions import Rule
from retaguarda.foundation.database import SYSTEM
from support.pld_oracle import book_all, random_facts

FOR_EVER = datetime(2030, 1, 1, tzinfo=UTC)
NUMBERS = (
    "amount",
    "in_sum_30d",
    "payers_30d",
    "quiet_days",
    "passed_on_30d",
    "in_max_30d",
    "out_count_24h",
    "in_growth_30d",
)
TEXTS = {
    "kind": ("payment", "payout", "100%", "größer"),
    "direction": ("in", "out", ""),
    "subject_kind": ("cpf", "CPF"),
}
FLAGS = ("night", "first_movement")
CONSTANTS = (0, 1, 2, 5, 5_000, 100_000, 800_000, -1, 2**63 - 1)
COMPARED = (">=", ">", "<=", "<", "==", "!=")


def _generated(chance: random.Random, depth: int) -> str:
    if depth and chance.random() < 0.75:
        inner = [_generated(chance, depth - 1) for _ in range(chance.randint(1, 3))]
        sign = chance.choice((" && ", " || "))
        return f"{chance.choice(('', '!'))}({sign.join(inner)})"
    match chance.randint(0, 4):
        case 0:
            name, sign = chance.choice(NUMBERS), chance.choice(COMPARED)
            return f"{name}{sign} {chance.choice((chance.choice(NUMBERS), *CONSTANTS))}"
        case 1:
            listed = ", ".join(str(each) for each in chance.sample(CONSTANTS, chance.randint(1, 4)))
            return f"{chance.choice(NUMBERS)} in [{listed}]"
        case 2:
            name = chance.choice(list(TEXTS))
            return f"{name} {chance.choice(COMPARED)} {_quoted(chance, chance.choice(TEXTS[name]))}"
        case 3:
            name = chance.choice(list(TEXTS))
            return f"{name} in [{', '.join(_quoted(chance, each) for each in TEXTS[name])}]"
        case _:
            name = chance.choice(FLAGS)
            return chance.choice(
                (name, f"!{name}", f"{name} == {chance.choice(('true', 'false'))}", f"{name} != night")
            )


def _quoted(chance: random.Random, text: str) -> str:
    return f"{(mark := chance.choice(chr(39) + chr(34)))}{text}{mark}"


@pytest.mark.parametrize("target", ["merchant", "end_user"])
async def test_postgres_and_cel_say_the_same_of_every_movement(app: App, peopled_url: str, target: Target) -> None:
    book_all(peopled_url, random_facts(3, 80))
    chance = random.Random(19)
    conditions = [_generated(chance, 3) for _ in range(150)]
    compiled = [(Rule(each, NAMES), sql_of([Condition(each)], "s")) for each in conditions]
    assert [each for each, (_, sql) in zip(conditions, compiled, strict=True) if sql is None] == []
    evaluation = Evaluation(target, "BRL", NAMES, FOR_EVER)
    said: dict[Any, list[bool | None]] = {}
    async with app.database.transaction(SYSTEM) as tx:
        asked = f"select subject, movement, array[{', '.join(sql or '' for _, sql in compiled)}] as said from ({evaluation.sql()}) s"
        for row in await tx.all(asked, evaluation.params):
            said[row["subject"], row["movement"]] = row["said"]
        answers = set[bool | None]()
        async for movement, facts in evaluation.run(tx):
            for place, (rule, _) in enumerate(compiled):
                known = all(facts[name] is not None for name in rule.uses)
                expected = rule.holds(facts) if known else None
                assert said[movement.subject, movement.movement][place] is expected, (conditions[place], facts)
                answers.add(expected)
    assert answers == {True, False, None}


@pytest.mark.parametrize(
    "condition",
    [
        "amount + 1 > 5",
        "-amount < 0",
        "amount -1 > 3",
        "amount / 2 == 3",
        "size(kind) > 2",
        "kind.startsWith('p')",
        "kind == 'it\\'s'",
        "kind == r'pay'",
        "amount > 9223372036854775807 - 1",
        "night ? amount > 1 : amount > 2",
        "[1, 2].exists(x, x == amount)",
        "amount > 1 // more",
        "amount >= 0x10",
        "(amount > 1) == (amount > 2) == true",
    ],
)
def test_what_may_fail_or_mean_something_else_is_left_to_cel(condition: str) -> None:
    assert sql_of([Condition(condition)], "s") is None
    # One such line leaves the whole version to CEL: an error of it must be counted on every movement.
    assert sql_of([Condition("amount > 1"), Condition(condition)], "s") is None
