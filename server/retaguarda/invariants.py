"""Every invariant of the house, in the order in which they are told, and what may not stand still."""

from collections.abc import Mapping

from retaguarda.approvals.invariants import INVARIANTS as APPROVALS
from retaguarda.audit.invariants import EXAMPLES as LOG_EXAMPLES
from retaguarda.audit.invariants import INVARIANTS as LOG
from retaguarda.bank_files.invariants import INVARIANTS as RETURNS
from retaguarda.bank_files.jobs import UNFINISHED as FILES
from retaguarda.foundation.invariants import Invariant
from retaguarda.foundation.stuck_work import StuckWork, example, invariant
from retaguarda.ledger.invariants import EXAMPLES as LEDGER_EXAMPLES
from retaguarda.ledger.invariants import INVARIANTS as LEDGER
from retaguarda.lists.deferred_work import UNFINISHED as LISTS
from retaguarda.payin.charges.invariants import INVARIANTS as PAYIN
from retaguarda.payin.charges.stuck_work import UNFINISHED as AT_THE_PROVIDER
from retaguarda.payin.locations.invariants import INVARIANTS as LOCATIONS
from retaguarda.payin.locations.jobs import UNFINISHED as LOCATION
from retaguarda.recipients.invariants import INVARIANTS as RECIPIENTS
from retaguarda.recurrences.consumers import UNFINISHED as RECURRING
from retaguarda.recurrences.invariants import INVARIANTS as PIX
from retaguarda.rooms import ROOMS
from retaguarda.webhooks.invariants import INVARIANTS as HOOKS

#: States that jobs end.
UNFINISHED: tuple[StuckWork, ...] = (
    *AT_THE_PROVIDER,
    LOCATION,
    *(work for room in ROOMS for work in room.stuck_work),
    *RECURRING,
    *FILES,
    *LISTS,
)

_WORK = invariant(UNFINISHED)


def _of(group: str) -> tuple[Invariant, ...]:
    return tuple(each for room in ROOMS if (room.group or room.name) == group for each in room.invariants)


#: What they are about → those.
GROUPS: Mapping[str, tuple[Invariant, ...]] = {
    "ledger": LEDGER,
    "payin": (*PAYIN, *_of("payin"), *LOCATIONS),
    "med": _of("med"),
    "pix": PIX,
    "companies": _of("companies"),
    "accounts": _of("accounts"),
    "notes": _of("notes"),
    "deposits": _of("deposits"),
    "returns": RETURNS,
    "recipients": RECIPIENTS,
    "transfers": _of("transfers"),
    "scheduling": _of("scheduling"),
    "payout_batches": _of("payout_batches"),
    "webhooks": HOOKS,
    "approvals": APPROVALS,
    "work": (_WORK,),
    "log": LOG,
}
INVARIANTS: tuple[Invariant, ...] = tuple(invariant for group in GROUPS.values() for invariant in group)

#: Name of an invariant → a statement that shows up to ten of its offenders, where there is one.
EXAMPLES: Mapping[str, str] = {**LEDGER_EXAMPLES, **LOG_EXAMPLES, _WORK.name: example(UNFINISHED)}
