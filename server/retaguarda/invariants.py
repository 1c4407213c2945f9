"""Every invariant, in the order of the rooms, and the work that must not get stuck."""

from collections.abc import Mapping

from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.stuck_work import StuckWork, example, invariant
from retaguarda.rooms import ROOMS

#: States that jobs must bring to an end.
UNFINISHED: tuple[StuckWork, ...] = tuple(work for room in ROOMS for work in room.stuck_work)
_WORK = invariant(UNFINISHED)


def _groups() -> Mapping[str, tuple[Invariant, ...]]:
    groups = dict[str, tuple[Invariant, ...]]()
    for room in ROOMS:
        if room.invariants:
            name = room.group or room.name
            groups[name] = (*groups.get(name, ()), *room.invariants)
    return {**groups, "work": (_WORK,)}


#: Group → its invariants.
GROUPS = _groups()
INVARIANTS: tuple[Invariant, ...] = tuple(each for group in GROUPS.values() for each in group)
#: Invariant → a statement that shows up to ten of its offenders, if there is one.
EXAMPLES: Mapping[str, str] = {
    **{name: statement for room in ROOMS for name, statement in room.examples.items()},
    _WORK.name: example(UNFINISHED),
}
