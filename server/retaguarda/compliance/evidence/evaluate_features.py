"""Computes the features of a movement from a subject's history alone, without a database: what ``evaluate_movements`` asks Postgres.

A test holds the two together for every feature that is declared.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from retaguarda.compliance.evidence.model import PackMovement
from retaguarda.compliance.pld_rules.check_conditions import Fact
from retaguarda.compliance.pld_rules.condition_facts import DAY, MICRO, Feature, with_parts
from retaguarda.compliance.pld_rules.evaluate_movements import Target
from retaguarda.foundation.local_day import BRASILIA

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(us: int) -> datetime:
    return _EPOCH + timedelta(microseconds=us)


def _night(one: PackMovement) -> bool:
    return moment(one.us).astimezone(BRASILIA).hour < 6


#: SQL of a declaration → the same in Python.
_COUNTS: Mapping[str, Callable[[PackMovement], bool]] = {
    "true": lambda _: True,
    "m.direction = 'in' and m.kind = 'payment'": lambda m: m.direction == "in" and m.kind == "payment",
    "m.direction = 'out' and m.kind = 'payout'": lambda m: m.direction == "out" and m.kind == "payout",
    "mod(m.amount, 100000) = 0": lambda m: m.amount % 100_000 == 0,
    "m.amount >= 800000 and m.amount < 1000000": lambda m: 800_000 <= m.amount < 1_000_000,
    "extract(hour from m.known_at at time zone 'America/Sao_Paulo') < 6": _night,
    "m.kind = 'refund'": lambda m: m.kind == "refund",
    "m.kind = 'return'": lambda m: m.kind == "return",
}


def reach_of(names: frozenset[str]) -> int:
    """Microseconds that the windows of these features reach back."""
    return max((each.window + each.offset for each in with_parts(names)), default=0) * MICRO


def order_of(one: PackMovement) -> tuple[int, str]:
    """The place of a movement among those of its subject."""
    return one.us, one.movement


def features_at(history: Sequence[PackMovement], place: int, names: frozenset[str]) -> Mapping[str, Fact]:
    """The features of the movement at a place of its subject's history, which is in order and begins with its first movement."""
    one = history[place]
    points: Mapping[str, Fact] = {
        "amount": one.amount,
        "direction": one.direction,
        "kind": one.kind,
        "subject_kind": _subject_kind(one.target, one.subject),
        "night": _night(one),
        "first_movement": place == 0,
        "known_days": (one.us - history[0].us) // (DAY * MICRO),
        "quiet_days": None if place == 0 else (one.us - history[place - 1].us) // (DAY * MICRO),
    }
    found = dict[str, Fact]()
    for feature in with_parts(names):
        if feature.of:
            top, bottom = (found[each] for each in feature.of)
            assert isinstance(top, int)
            assert isinstance(bottom, int)
            found[feature.name] = None if bottom == 0 else top * 10_000 // bottom
        else:
            point = feature.measure == "point"
            found[feature.name] = points[feature.name] if point else _windowed(history, place, feature)
    return found


def _windowed(history: Sequence[PackMovement], place: int, feature: Feature) -> int | None:
    us, counts = history[place].us, _COUNTS[feature.where]
    last = us - feature.offset * MICRO
    first = bisect_right(history, last - feature.window * MICRO, key=lambda each: each.us)
    end = place + 1 if feature.offset == 0 else bisect_right(history, last, key=lambda each: each.us)
    inside = [each for each in history[first:end] if counts(each)]
    match feature.measure:
        case "sum":
            return sum(each.amount for each in inside)
        case "count":
            return len(inside)
        case "max":
            return max((each.amount for each in inside), default=None)
        case _:
            return len({each.other for each in inside} - {None})


def _subject_kind(target: Target, subject: str) -> str:
    if target == "merchant":
        return "merchant"
    return "cpf" if len(subject) == 11 else "cnpj"
