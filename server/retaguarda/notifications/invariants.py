"""Invariants of notifications."""

from collections.abc import Mapping

from retaguarda.foundation.invariants import Invariant

_TOLD = "from notification n join event e on e.id = n.event_id where e.actor = ''"

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "notifications_forget",
        "no notification tells an event of somebody who was forgotten",
        f"select count(*) {_TOLD}",
    ),
)
EXAMPLES: Mapping[str, str] = {"notifications_forget": f"select n.id as notification, e.id as event {_TOLD} limit 10"}
