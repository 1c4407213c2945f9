"""The job of locations at the provider: it brings a location to the state that its status aims at."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from retaguarda.foundation.database import Scope, Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payin.charges.stuck_work import CONSUMER
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.locations.queries import SeenLocation
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.providers.pix import Cob, CobRevisada, Location, PixClient, PixProblem, PixUnavailable, brcode

WORK = "payin.work_location"
#: Events that enqueue the job.
LOCATION_EVENTS = ("payin:location:create", "payin:location:link", "payin:location:unlink")
UNFINISHED = StuckWork(
    WORK,
    CONSUMER,
    "select id::text, created_at as since, jsonb_build_object('company', company_id, 'location', id) as args"
    " from payload_location where status in ('created', 'linking', 'unlinking')",
)
#: A code must name a city; we do not print merchants' addresses in it.
_CITY = "BRASIL"


@dataclass(frozen=True, slots=True)
class Locations:
    context: ProviderContext

    async def work(self, company: int, location: str) -> None:
        """POST /loc, PATCH /cob or /cobv, or DELETE /loc/{id}/txid. The last two are safe to repeat; a location whose
        response was lost is an address nobody uses.
        """
        row = await self._row(company, location)
        if row is None:
            return
        client, _ = await self.context.recorded(row.connection_id, company, row.charge_id)
        try:
            match row.status:
                case "created":
                    await self._store_created(row, await client.create_loc("cobv" if row.kind == "due" else "cob"))
                case "linking":
                    await self._store_linked(row, await _link(client, row))
                case "unlinking":
                    await client.unlink_loc(present(row.number))
                    await self._store_unlinked(row)
                case _:
                    return
        except PixUnavailable as error:
            await self.context.store_error("payload_location", row.company_id, row.id, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            await self._revert(row, str(error)[:500])

    async def _store_created(self, row: SeenLocation, created: Location) -> None:
        async with self._transaction(row) as tx:
            name = await tx.value("select name from company where id = %(company_id)s", row)
            code = brcode.dynamic(created.location, name, _CITY) if created.location else None
            await _move(tx, row, "free", number=created.id, location=created.location, br_code=code)

    async def _store_linked(self, row: SeenLocation, cob: Cob) -> None:
        async with self._transaction(row) as tx:
            await tx.execute(
                "update charge set location = %(url)s, br_code = %(code)s where company_id = %(company_id)s and id = %(charge_id)s",
                row.with_columns(url=cob.url or row.location, code=cob.pixCopiaECola or row.br_code),
            )
            await _move(tx, row, "linked")

    async def _store_unlinked(self, row: SeenLocation) -> None:
        async with self._transaction(row) as tx:
            await tx.execute(
                "update charge set location = null, br_code = null where company_id = %(company_id)s and id = %(charge_id)s"
                " and status = 'pending'",
                row,
            )
            await _move(tx, row, "free", charge_id=None)

    async def _revert(self, row: SeenLocation, why: str) -> None:
        """Set the status back to the one before the request."""
        status = {"created": "failed", "linking": "free", "unlinking": "linked"}[row.status]
        async with self._transaction(row) as tx:
            more = {"charge_id": None} if status == "free" else {}
            await _move(tx, row, status, last_error=why, **more)

    def _transaction(self, row: SeenLocation) -> AbstractAsyncContextManager[Tx]:
        return self.context.database.transaction(Scope((row.company_id,)))

    async def _row(self, company: int, location: str) -> SeenLocation | None:
        async with self.context.database.transaction(Scope((company,))) as tx:
            return await fetch_one(
                tx,
                SeenLocation,
                "select l.*, c.txid from payload_location l left join charge c on c.company_id = l.company_id and c.id = l.charge_id"
                " where l.company_id = %(company)s and l.id = %(id)s",
                {"company": company, "id": location},
            )


async def _link(client: PixClient, row: SeenLocation) -> Cob:
    body = CobRevisada(loc_id=present(row.number))
    return await (client.patch_cobv if row.kind == "due" else client.patch_cob)(present(row.txid), body)


async def _move(tx: Tx, row: SeenLocation, to: str, **values: object) -> None:
    """Set the status, unless it changed since ``row`` was read."""
    columns = row.with_columns() | {"last_error": None} | values | {"to": to}
    updated = await tx.execute(
        "update payload_location set status = %(to)s, number = %(number)s, location = %(location)s, br_code = %(br_code)s,"
        " charge_id = %(charge_id)s, last_error = %(last_error)s, attempts = attempts + 1"
        " where company_id = %(company_id)s and id = %(id)s and status = %(status)s",
        columns,
    )
    if updated:
        data = {"from": row.status, "to": to, "name": row.name, "reason": columns["last_error"]}
        await record(
            tx,
            f"payin:location:{'refused' if columns['last_error'] else to}",
            company=row.company_id,
            subject=str(row.id),
            actor=ACTOR,
            data={name: value for name, value in data.items() if value is not None},
        )
