"""Rule sets simple enough to compute by hand how much one subject can move in 30 days without an alert."""

from typing import NamedTuple

from retaguarda.compliance.pld_rules.compare_silence import AskedRule, Way
from retaguarda.compliance.pld_rules.evaluate_movements import Target


class Silent(NamedTuple):
    """``most``: what the closed form comes to, in minor units; ``rules``: what each looks at, and its conditions."""

    name: str
    target: Target
    way: Way
    rules: tuple[tuple[Target, tuple[str, ...]], ...]
    most: int

    @property
    def asked(self) -> list[AskedRule]:
        return [
            AskedRule(number, 1, self.name, target, list(conditions))
            for number, (target, conditions) in enumerate(self.rules, start=1)
        ]


def of_merchant(*rules: str) -> tuple[tuple[Target, tuple[str, ...]], ...]:
    """Rules that look at merchants; the conditions of one stand apart by a semicolon."""
    return tuple(("merchant", tuple(each.strip() for each in rule.split(";"))) for rule in rules)


def of_end_user(*rules: str) -> tuple[tuple[Target, tuple[str, ...]], ...]:
    return tuple(("end_user", conditions) for _, conditions in of_merchant(*rules))


SILENT_RULES = (
    # Ten payments, each just below.
    Silent(
        "a count and an amount",
        "merchant",
        "receive",
        of_merchant("amount >= 500000", "in_count_30d >= 11"),
        10 * 499_999,
    ),
    Silent("one sum over the period", "merchant", "receive", of_merchant("in_sum_30d > 4890000"), 4_890_000),
    # A window is half-open: exactly a day later the day before is gone.
    Silent("a sum of each day", "merchant", "receive", of_merchant("in_sum_24h >= 1000000"), 30 * 999_999),
    Silent("a sum of each week", "merchant", "pay_out", of_merchant("out_sum_7d >= 1000000"), 5 * 999_999),
    # Four weeks, each full within its first days, and two days of the fifth.
    Silent(
        "a sum of each day and of each week",
        "merchant",
        "receive",
        of_merchant("in_sum_24h >= 1000000", "in_sum_7d >= 3000000"),
        4 * 2_999_999 + 2 * 999_999,
    ),
    # Nine payers, each as far as the rule about payers goes.
    Silent(
        "a sum of the payer and a number of payers",
        "merchant",
        "receive",
        (*of_end_user("in_sum_30d >= 1000000"), *of_merchant("payers_30d >= 10")),
        9 * 999_999,
    ),
    # Four payers with ten large payments each are less than a hundred small ones.
    Silent(
        "many payers or large payments, not both",
        "merchant",
        "receive",
        (
            *of_merchant("payers_30d >= 5; in_max_30d >= 200000", "amount >= 300000", "in_count_30d >= 101"),
            *of_end_user("in_count_30d >= 11"),
        ),
        100 * 199_999,
    ),
    # Two of five payments a day may be just below the limit, the others have to be below what counts as that.
    Silent(
        "few payments just below a limit",
        "merchant",
        "receive",
        of_merchant("below_limit_count_24h >= 3", "amount >= 1000000", "in_count_24h >= 6"),
        30 * (2 * 999_999 + 3 * 799_999),
    ),
    # Below half of what came; whole basis points are rounded down.
    Silent(
        "a share that is passed on",
        "merchant",
        "pass_on",
        of_merchant("passed_on_30d >= 5000", "in_sum_30d >= 2000000"),
        999_999,
    ),
    Silent(
        "sums of each day on both sides and a share",
        "merchant",
        "pass_on",
        of_merchant("passed_on_24h >= 8000", "in_sum_24h >= 1000000", "out_sum_24h >= 500000"),
        30 * 499_999,
    ),
    # All of it may go on at once, and much at once is no sign that nothing bounds it.
    Silent(
        "a sum of each day that is passed on",
        "merchant",
        "pass_on",
        of_merchant("in_sum_24h > 40000000"),
        30 * 40_000_000,
    ),
    # What comes on one day goes on the next: half of the days for each.
    Silent(
        "one sum of what comes and goes in a day",
        "merchant",
        "pass_on",
        of_merchant("in_sum_24h + out_sum_24h > 1000000"),
        15 * 1_000_000,
    ),
    Silent(
        "four payments in 24 hours, hardly any at night",
        "merchant",
        "receive",
        of_merchant("night_count_30d >= 1", "in_count_24h >= 5", "amount >= 100000"),
        120 * 99_999,
    ),
    # Whoever was known for a month may move more.
    Silent(
        "little from whoever is new",
        "end_user",
        "receive",
        of_end_user("known_days < 30; in_sum_30d >= 1000000", "in_sum_30d >= 5000000"),
        4_999_999,
    ),
    # Three payments close enough to each other.
    Silent(
        "an account that wakes",
        "end_user",
        "receive",
        of_end_user("quiet_days >= 10; amount >= 50000", "in_count_30d >= 4", "amount >= 900000"),
        3 * 899_999,
    ),
    Silent(
        "a share that is refunded",
        "merchant",
        "refund",
        of_merchant("refunded_30d >= 2000", "in_sum_30d >= 1000001"),
        199_999,
    ),
    # The tightest of ten decides, and the others only stand beside it.
    Silent(
        "ten rules",
        "merchant",
        "receive",
        (
            *of_merchant(
                "in_sum_24h >= 2000000",
                "in_sum_7d >= 9000000",
                "in_sum_30d >= 20000000",
                "in_count_24h >= 12; payers_24h >= 12",
                "payers_30d >= 60; in_max_30d >= 500000",
                "passed_on_24h >= 9000; amount >= 100000",
                "out_count_30d >= 200",
            ),
            *of_end_user("in_sum_30d >= 1000000", "amount >= 900000", "refund_sum_30d >= 300000"),
        ),
        19_999_999,
    ),
)
