"""By the clock: those who work on it are warned of a term of PLD that runs out, and nobody else learns that there is one."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal
from uuid import UUID

import msgspec

from retaguarda.compliance.pld_alerts.watch_movements import ACTOR
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record_many
from retaguarda.foundation.request import PROVIDER

Clock = Literal["selection", "analysis", "communication"]
#: Per cent of a term's time after which people are warned.
MARKS = (50, 80, 100)
_EVENTS: Mapping[Clock, str] = {
    "selection": "pld:alert:selection_term",
    "analysis": "pld:case:analysis_term",
    "communication": "pld:case:communication_term",
}


class _Warned(msgspec.Struct):
    """A term that has reached a mark of which nobody was warned."""

    clock: Clock
    subject: UUID
    mark: int
    due_on: date
    thing: str
    assignee: UUID | None


@dataclass(frozen=True, slots=True)
class TermWarnings:
    database: Database

    async def run(self) -> None:
        """Warn once of each mark. Where several passed since the last run, only of the furthest."""
        async with self.database.transaction(SYSTEM) as tx:
            told = defaultdict[Clock, list[tuple[str, dict[str, Any]]]](list)
            for each in msgspec.convert(await tx.all(_WARN, {"marks": list(MARKS)}), list[_Warned]):
                # No name of a subject: what is told goes by mail too, and the page has it.
                data = {"name": each.thing, "mark": each.mark, "due_on": each.due_on, "assignee": each.assignee}
                told[each.clock].append((str(each.subject), data))
            for clock, events in told.items():
                await record_many(tx, _EVENTS[clock], company=PROVIDER, actor=ACTOR, events=events)


_WARN = """
    with reached as (
      select t.*, (select max(m) from unnest(%(marks)s::int[]) m where m <= t.used) as mark from pld_term t where not t.ended
    ), warned as (
      insert into pld_term_warning (clock, subject, mark, due_on)
      select r.clock, r.id, r.mark, r.due_on from reached r
       where r.mark is not null on conflict do nothing returning clock, subject, mark, due_on
    )
    select w.clock, w.subject, w.mark, w.due_on, r.thing, r.assignee from warned w
      join reached r on r.clock = w.clock and r.id = w.subject order by w.due_on, w.clock, w.subject
"""
