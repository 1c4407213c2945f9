"""Erases by the clock what has reached its term and what nothing keeps longer."""

from collections import Counter
from dataclasses import dataclass
from uuid import UUID

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER

#: Most that one run erases; the next night goes on.
MOST = 5_000
_DUE = """
    select i.kind, i.subject from retention_item i
     where i.due_on <= (now() at time zone 'America/Sao_Paulo')::date and retention_ground(i.document) is null
     order by i.due_on, i.kind, i.subject limit %(most)s
"""


class _Due(msgspec.Struct):
    kind: str
    subject: UUID


@dataclass(frozen=True, slots=True)
class Retention:
    database: Database

    async def run(self) -> None:
        """Erase one by one, each in its own transaction; the log says how many of which kind, and of whom nothing."""
        erased = Counter[str]()
        # With what went, the term of what hung on it is over too: the party of a check, and then the file.
        while (room := MOST - erased.total()) and await self._erase(room, erased):
            pass
        if erased:
            async with self.database.transaction(SYSTEM) as tx:
                await record(
                    tx,
                    "compliance:retention:erased",
                    company=PROVIDER,
                    subject="1",
                    actor="retaguarda",
                    data=dict(sorted(erased.items())),
                )

    async def _erase(self, most: int, erased: Counter[str]) -> bool:
        """Whether anything was erased."""
        async with self.database.transaction(SYSTEM) as tx:
            due = msgspec.convert(await tx.all(_DUE, {"most": most}), list[_Due])
        before = erased.total()
        for each in due:
            async with self.database.transaction(SYSTEM) as tx:
                # It asks again: a case may have been opened since.
                if await tx.value("select retention_erase(%(kind)s, %(subject)s)", msgspec.structs.asdict(each)):
                    erased[each.kind] += 1
        return erased.total() > before
