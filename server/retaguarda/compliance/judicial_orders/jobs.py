"""Ends the repetition of courts' orders whose time is over: what is held stays held until the court says more."""

from dataclasses import dataclass

import msgspec

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.events import record_many
from retaguarda.foundation.request import PROVIDER

EXPIRED = "compliance:judicial_order:expired"


class _Expired(msgspec.Struct):
    id: str
    protocol: str
    held: int


@dataclass(frozen=True, slots=True)
class Repetition:
    database: Database

    async def run(self) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            rows = await tx.all(
                "update judicial_order set status = 'expired' where status = 'answered' and repeat_until <= statement_timestamp()"
                " returning id::text, protocol, held"
            )
            if rows:
                await record_many(
                    tx,
                    EXPIRED,
                    company=PROVIDER,
                    actor="retaguarda",
                    events=[
                        (each.id, {"protocol": each.protocol, "held": each.held})
                        for each in msgspec.convert(rows, list[_Expired])
                    ],
                )
