"""The features that conditions of PLD rules are written over: whole numbers, texts and yes-or-no, never a fraction.

Windows are half-open, (t - d, t], with the evaluated movement inside. Movements stand in one total order, the moment they
became known and then their name, so that two at the same microsecond are still one after the other. A feature without a value
(nothing to compare with) is ``None``: no condition over it holds, and the outcome says so.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

import msgspec

Measure = Literal["sum", "count", "max", "distinct", "ratio", "point"]
Unit = Literal["money", "count", "basis_points", "days", "text", "flag"]

DAY = 86_400
MICRO = 1_000_000


@dataclass(frozen=True, slots=True)
class Feature:
    """
    Args:
        where: SQL over a movement ``m``: which ones count.
        window: seconds back from the evaluated movement; ``offset``: how many before it the window ends.
        of: the features that a ratio divides, in basis points.
        sql: of a point: its value at the evaluated movement, over ``m`` and the window ``before``.
    """

    name: str
    measure: Measure
    unit: Unit
    where: str = "true"
    window: int = 0
    offset: int = 0
    of: tuple[str, str] | None = None
    sql: str = ""

    @property
    def numeric(self) -> bool:
        return self.unit not in ("text", "flag")


_IN, _OUT = "m.direction = 'in' and m.kind = 'payment'", "m.direction = 'out' and m.kind = 'payout'"
_HOUR = "extract(hour from m.known_at at time zone 'America/Sao_Paulo')"
#: What features ask of one amount or moment. Buckets keep what answers differently apart, so that a feature asks a bucket as it asks a movement.
ROUND = "mod(m.amount, 100000) = 0"
NEAR_LIMIT = "m.amount >= 800000 and m.amount < 1000000"
NIGHT = f"{_HOUR} < 6"


def _by_window(name: str, measure: Measure, unit: Unit, where: str, *days: int) -> tuple[Feature, ...]:
    return tuple(
        Feature(f"{name}_{'24h' if each == 1 else f'{each}d'}", measure, unit, where, each * DAY) for each in days
    )


FEATURES: tuple[Feature, ...] = (
    Feature("amount", "point", "money", sql="m.amount"),
    Feature("direction", "point", "text"),
    Feature("kind", "point", "text"),
    Feature("subject_kind", "point", "text"),
    Feature("night", "point", "flag", sql=f"({NIGHT})::int"),
    Feature("first_movement", "point", "flag", sql="(lag(m.us) over before is null)::int"),
    Feature("known_days", "point", "days", sql=f"(m.us - first_value(m.us) over before) / {DAY * MICRO}"),
    Feature("quiet_days", "point", "days", sql=f"(m.us - lag(m.us) over before) / {DAY * MICRO}"),
    *_by_window("in_sum", "sum", "money", _IN, 1, 7, 30),
    *_by_window("out_sum", "sum", "money", _OUT, 1, 7, 30),
    *_by_window("in_count", "count", "count", _IN, 1, 30),
    *_by_window("out_count", "count", "count", _OUT, 1, 30),
    *_by_window("in_max", "max", "money", _IN, 30),
    *_by_window("out_max", "max", "money", _OUT, 30),
    *_by_window("payers", "distinct", "count", _IN, 1, 30),
    *_by_window("payees", "distinct", "count", _OUT, 1, 30),
    *_by_window("round_count", "count", "count", ROUND, 30),
    *_by_window("below_limit_count", "count", "count", NEAR_LIMIT, 1),
    *_by_window("night_count", "count", "count", NIGHT, 30),
    *_by_window("refund_sum", "sum", "money", "m.kind = 'refund'", 30),
    *_by_window("return_count", "count", "count", "m.kind = 'return'", 30),
    Feature("in_sum_before_30d", "sum", "money", _IN, 30 * DAY, 30 * DAY),
    Feature("out_sum_before_30d", "sum", "money", _OUT, 30 * DAY, 30 * DAY),
    Feature("passed_on_24h", "ratio", "basis_points", of=("out_sum_24h", "in_sum_24h")),
    Feature("passed_on_30d", "ratio", "basis_points", of=("out_sum_30d", "in_sum_30d")),
    Feature("in_growth_30d", "ratio", "basis_points", of=("in_sum_30d", "in_sum_before_30d")),
    Feature("out_growth_30d", "ratio", "basis_points", of=("out_sum_30d", "out_sum_before_30d")),
    Feature("refunded_30d", "ratio", "basis_points", of=("refund_sum_30d", "in_sum_30d")),
)
BY_NAME: Mapping[str, Feature] = {each.name: each for each in FEATURES}
NAMES = frozenset(BY_NAME)
#: Texts that a movement has by itself.
TEXTS = ("direction", "kind", "subject_kind")
#: Points that look at the movement before, or at the first of all, however long ago it was.
LOOKS_BACK = frozenset({"first_movement", "known_days", "quiet_days"})
#: Of all declarations: a backtest says which it was made with.
FEATURE_HASH = hashlib.sha256(msgspec.json.encode([asdict(each) for each in FEATURES])).digest()


def with_parts(names: frozenset[str]) -> tuple[Feature, ...]:
    """The features of these names and those that their ratios divide, in the order of declaration."""
    parts = {part for name in names for part in BY_NAME[name].of or ()}
    return tuple(each for each in FEATURES if each.name in names | parts)


def reach_of(names: frozenset[str]) -> int:
    """The seconds that the longest window of these features goes back."""
    return max((each.offset + each.window for each in with_parts(names)), default=0)
