"""Plants patterns of money laundering, each as it is in the book and as somebody changes it who knows what is looked for."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from retaguarda.compliance.pld_blind_spots.evaluate_schedules import Schedule
from retaguarda.compliance.pld_blind_spots.plan_schedules import BACK, NOON, OLD
from retaguarda.compliance.pld_blind_spots.simulate_features import Step
from retaguarda.compliance.pld_rules.condition_facts import DAY

PlantedPattern = Literal["structuring", "pass_through", "fan_in", "fan_out", "dormancy", "cycle"]
Mutation = Literal["plain", "half", "slow", "many", "kept"]
PATTERNS: tuple[PlantedPattern, ...] = get_args(PlantedPattern)
MUTATIONS: tuple[Mutation, ...] = get_args(Mutation)
HOUR = 3_600
#: Situations of Carta Circular 4.001 that each pattern plays.
CODES: Mapping[PlantedPattern, tuple[str, ...]] = {
    "structuring": ("1046", "1056"),
    "pass_through": ("1055", "1074"),
    "fan_in": ("1058",),
    "fan_out": ("1059",),
    "dormancy": ("1049",),
    "cycle": ("1056",),
}
_SLOWER = 8


class _Plan(NamedTuple):
    """Amounts in minor units, times in seconds.

    Args:
        payments: how many, of ``amount``, ``spacing`` apart, by ``payers`` in turn.
        payouts: for each payment ``payouts`` payouts, which together pass on ``passed`` percent of it, ``delay`` after it.
        payees: in turn; 0: whoever paid.
    """

    payments: int
    amount: int
    spacing: int
    payers: int
    payouts: int = 0
    passed: int = 0
    delay: int = HOUR // 2
    payees: int = 1


_PLANS: Mapping[PlantedPattern, _Plan] = {
    "structuring": _Plan(20, 990_000, 2 * HOUR, 1),
    "pass_through": _Plan(6, 3_000_000, 4 * HOUR, 3, 1, 95),
    "fan_in": _Plan(40, 200_000, HOUR // 2, 40),
    "fan_out": _Plan(1, 8_000_000, HOUR, 1, 40, 95, payees=40),
    "dormancy": _Plan(3, 1_500_000, 6 * HOUR, 2, 1, 90),
    "cycle": _Plan(5, 2_000_000, 6 * HOUR, 1, 1, 100, HOUR, 0),
}


def planted(pattern: PlantedPattern, mutation: Mutation) -> Schedule:
    """A merchant that does it: as it is in the book; with half of the amounts; eight times slower; through three times the
    counterparties; or with small payments over the ninety days before, so that it is known and was never quiet."""
    plan = _PLANS[pattern]
    if mutation == "half":
        plan = plan._replace(amount=plan.amount // 2)
    elif mutation == "slow":
        plan = plan._replace(spacing=plan.spacing * _SLOWER, delay=plan.delay * _SLOWER)
    elif mutation == "many":
        plan = _through_many(plan)
    steps = [*_past(pattern, mutation), *_movements(plan)]
    steps.sort()
    return Schedule("merchant", steps)


def _through_many(plan: _Plan) -> _Plan:
    payers, payees = plan.payers * 3, plan.payees * 3
    # One more counterparty each time has no fewer movements than counterparties; the sum stays.
    payments, payouts = max(plan.payments, payers), max(plan.payouts, payees if plan.payouts > 1 else plan.payouts)
    amount = plan.amount * plan.payments // payments
    return plan._replace(payments=payments, amount=amount, payers=payers, payouts=payouts, payees=payees)


def _past(pattern: PlantedPattern, mutation: Mutation) -> Iterator[Step]:
    if pattern == "dormancy":
        yield Step(-120 * DAY + NOON, "payment", OLD, 10_000)
    if mutation == "kept":
        for day in range(-90, 0, 9):
            yield Step(day * DAY + NOON, "payment", OLD, 5_000)


def _movements(plan: _Plan) -> Iterator[Step]:
    begin, paid_out = 9 * HOUR, 0
    for n in range(plan.payments):
        at, payer = begin + n * plan.spacing, n % plan.payers
        yield Step(at, "payment", payer, plan.amount)
        for m in range(plan.payouts):
            payee = BACK + paid_out % plan.payees if plan.payees else payer
            amount = plan.amount * plan.passed // 100 // plan.payouts
            # Beside each other, not at one second.
            yield Step(at + plan.delay + 1 + m * (plan.delay if plan.payouts > 1 else 0), "payout", payee, amount)
            paid_out += 1
