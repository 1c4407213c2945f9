"""Every invariant of the house, in the order of its rooms, and what may not stand still."""

from collections.abc import Mapping

from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.stuck_work import StuckWork, example, invariant
from retaguarda.rooms import ROOMS

#: States that jobs end.
UNFINISHED: tuple[StuckWork, ...] = tuple(work for room in ROOMS for work in room.stuck_work)
_WORK = invariant(UNFINISHED)


def _groups() -> Mapping[str, tuple[Invariant, ...]]:
    groups = dict[str, tuple[Invariant, ...]]()
    for room in ROOMS:
        if room.invariants:
            name = room.group or room.name
            groups[name] = (*groups.get(name, ()), *room.invariants)
    return {**groups, "work": (_WORK,)}


#: What invariants are about → those.
GROUPS = _groups()
INVARIANTS: tuple[Invariant, ...] = tuple(each for group in GROUPS.values() for each in group)
#: Name of an invariant → a statement that shows up to ten of its offenders, where there is one.
EXAMPLES: Mapping[str, str] = {
    **{name: statement for room in ROOMS for name, statement in room.examples.items()},
    _WORK.name: example(UNFINISHED),
}
