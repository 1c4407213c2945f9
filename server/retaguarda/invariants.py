"""Every invariant, in the order of the rooms, and the work that must not get stuck."""

from collections.abc import Mapping

from retaguarda.foundation.invariants import Invariant, SealedInvariant
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


def _sealed_groups() -> Mapping[str, tuple[SealedInvariant, ...]]:
    groups = dict[str, tuple[SealedInvariant, ...]]()
    for room in ROOMS:
        if room.sealed_invariants:
            name = room.group or room.name
            groups[name] = (*groups.get(name, ()), *room.sealed_invariants)
    return groups


#: Group → its invariants.
GROUPS = _groups()
INVARIANTS: tuple[Invariant, ...] = tuple(each for group in GROUPS.values() for each in group)
#: As GROUPS and INVARIANTS, of what only the server's keys open.
SEALED_GROUPS = _sealed_groups()
SEALED_INVARIANTS: tuple[SealedInvariant, ...] = tuple(each for group in SEALED_GROUPS.values() for each in group)
#: Invariant → a statement that shows up to ten of its offenders, if there is one.
EXAMPLES: Mapping[str, str] = {
    **{name: statement for room in ROOMS for name, statement in room.examples.items()},
    _WORK.name: example(UNFINISHED),
}
