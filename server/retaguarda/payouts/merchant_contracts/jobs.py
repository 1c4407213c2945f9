"""Compare every merchant's contract each night."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.request import PROVIDER


@dataclass(frozen=True, slots=True)
class Nightly:
    database: Database

    async def run(self) -> None:
        """Compare merchants one by one, each in a transaction of its own; the offboarded stay as they were."""
        async with self.database.transaction(SYSTEM) as tx:
            companies: list[int] | None = await tx.value(
                "select array_agg(id order by id) from company where id <> %(provider)s and status <> 'offboarded'",
                {"provider": PROVIDER},
            )
        for company in companies or ():
            async with self.database.transaction(SYSTEM) as tx:
                await tx.execute("select contract_compare(%(company)s)", {"company": company})
