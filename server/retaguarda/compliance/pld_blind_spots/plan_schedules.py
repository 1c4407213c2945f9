"""Says at which moments a pattern of movements could move money, and with whom; how much, the rules decide."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from retaguarda.compliance.pld_blind_spots.simulate_features import NIGHT_ENDS, Step
from retaguarda.compliance.pld_rules.compare_silence import Way
from retaguarda.compliance.pld_rules.condition_facts import DAY

Past = Literal["none", "kept", "steady"]

WAYS: tuple[Way, ...] = get_args(Way)
PERIOD = 30 * DAY
#: Movements of one leg in a period: one each three quarters of an hour, unless a rule counts more.
MOST = 960
NOON = DAY // 2
#: Counterparties of the second leg, of a past and of a movement more are others than those of the first.
BACK, OLD, NEW = 5_000, 9_000, 9_001


class Slot(NamedTuple):
    """A moment at which the subject may move money. ``back``: what came goes on. ``counts``: within the period."""

    at: int
    kind: str
    other: int
    back: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """
    Args:
        spacing: seconds between two movements of a leg.
        others: so many counterparties in turn; 0: a new one each time. ``others_back``: of the second leg.
        delay: seconds until what came goes on. ``block``: where not 0, all comes within so many seconds, and goes on after.
        by_day: nothing moves between midnight and six.
        cap: the most of one movement, in minor units.
        least: percent of the largest movement so far, below which a movement is left out.
        past: what the subject did before the period: nothing, one real each nine days, or the same.
    """

    way: Way
    spacing: int
    cap: int
    others: int = 0
    others_back: int = 0
    delay: int = 60
    block: int = 0
    by_day: bool = False
    least: int = 0
    past: Past = "none"


def slots_of(pattern: Pattern) -> list[Slot]:
    """In the order of time, no two at one second; what goes on stands before what comes at the same moment."""
    wanted = [*_old(pattern), *_legs(pattern, 0)]
    if pattern.past == "steady":
        wanted += _legs(pattern, -PERIOD)
    wanted.sort(key=lambda slot: (slot.at, not slot.back))
    found, last = list[Slot](), wanted[0].at - 1 if wanted else 0
    for slot in wanted:
        last = max(slot.at, last + 1)
        if last < PERIOD:
            found.append(slot._replace(at=last))
    return found


def _old(pattern: Pattern) -> Iterator[Slot]:
    if pattern.past == "kept":
        for day in range(-90, 0, 9):
            yield Slot(day * DAY + NOON, "payment", OLD, back=False, counts=False)


def _legs(pattern: Pattern, begin: int) -> list[Slot]:
    times = list(_times(pattern, begin))
    back = {"pass_on": "payout", "refund": "refund"}.get(pattern.way)
    kind = "payout" if pattern.way == "pay_out" else "payment"
    counts = begin == 0
    if back is None:
        return [Slot(at, kind, _turn(n, pattern.others), back=False, counts=counts) for n, at in enumerate(times)]
    ends = times[0] + (pattern.block or PERIOD)
    first = [at for at in times if at < ends]
    later = [at + pattern.delay for at in first]
    if pattern.block:
        later = [at for at in times if at >= ends + pattern.delay]
    found = [Slot(at, kind, _turn(n, pattern.others), back=False, counts=counts) for n, at in enumerate(first)]
    for n, at in enumerate(each for each in later if each < begin + PERIOD):
        # A refund goes to whoever paid; what is passed on goes to somebody else.
        other = _turn(n % len(first), pattern.others) if back == "refund" else BACK + _turn(n, pattern.others_back)
        found.append(Slot(at, back, other, back=True, counts=counts))
    return found


def _times(pattern: Pattern, begin: int) -> Iterator[int]:
    first = NOON if pattern.spacing >= DAY else NIGHT_ENDS if pattern.by_day else 0
    for at in range(first, PERIOD, pattern.spacing):
        if not pattern.by_day or at % DAY >= NIGHT_ENDS:
            yield begin + at


def _turn(n: int, others: int) -> int:
    return n % others if others else n


def counted(way: Way, step: Step) -> int:
    """What of a movement counts as moved that way: where it goes on, only what went on."""
    kind = {"receive": "payment", "pay_out": "payout", "pass_on": "payout", "refund": "refund"}[way]
    return step.amount if step.kind == kind and step.at >= 0 else 0
