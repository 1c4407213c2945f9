"""A batch at the provider: told of at once, and asked after until the end of every line is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from retaguarda.foundation.database import Row, Scope, Tx
from retaguarda.foundation.events import record, record_many
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.jobs.asking import with_due_date
from retaguarda.payin.jobs.outside import Outside, asked
from retaguarda.payin.moves import ACTOR
from retaguarda.providers.pix import Cob, LoteCobV, LoteCobVSolicitado, PixProblem, PixUnavailable

#: Charges on one page of the provider's list.
_PAGE = 1_000
#: What the provider's clock may differ from ours.
_MARGIN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Batches:
    outside: Outside

    async def send(self, company: int, batch: str) -> None:
        """PUT /lotecobv/{id}, and GET until no line is EM_PROCESSAMENTO. Safe to repeat."""
        row, charges = await self._batch(company, batch)
        if row is None or row["status"] in ("done", "failed"):
            return
        # Kept beside no charge: each of its words is about all of them.
        connection = await self.outside.connections.get(row["connection_id"])
        if row["status"] == "sending":
            wanted = [(charge["txid"], with_due_date(charge, connection.pix_key)) for charge in charges]
            try:
                await connection.client.put_lote(row["number"], LoteCobVSolicitado(row["description"], wanted))
            except PixUnavailable as error:
                await self.outside.note("charge_batch", row, str(error))
                raise TryAgain(str(error), error.retry_after) from error
            except PixProblem as error:
                await self._refused(row, charges, str(error)[:500])
                return
            await self._processing(row)
        said = await asked(connection.client.get_lote(row["number"]))
        if not await self._denied(row, charges, said):
            raise TryAgain("the provider is still working on the batch", 1)
        since, until = row["created_at"] - _MARGIN, datetime.now(UTC) + _MARGIN
        listed = connection.client.list_cobv(since, until, lote=row["number"], page_size=_PAGE)
        try:
            made = {cob.txid: cob async for cob in listed}
        except PixUnavailable as error:
            raise TryAgain(str(error), error.retry_after) from error
        await self._done(row, charges, made)

    async def _processing(self, row: Row) -> None:
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            await tx.execute(
                "update charge_batch set status = 'processing', last_error = null"
                " where company_id = %(company_id)s and id = %(id)s and status = 'sending'",
                row,
            )

    async def _refused(self, row: Row, charges: list[Row], why: str) -> None:
        """The batch as a whole: no charge of it is there."""
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            await _fail(tx, row, {charge["txid"]: why for charge in charges})
            await tx.execute(
                "update charge_batch set status = 'failed', last_error = %(why)s, denied = total, finished_at = now()"
                " where company_id = %(company_id)s and id = %(id)s",
                row | {"why": why},
            )
            await _tell(tx, row, "failed", {"reason": why, "lines": row["total"]})

    async def _denied(self, row: Row, charges: list[Row], said: LoteCobV) -> bool:
        """Writes down how far it is; whether the end of every line is known."""
        mine = {charge["txid"] for charge in charges}
        items = [item for item in said.cobsv if item.txid in mine]
        made = sum(item.status == "CRIADA" for item in items)
        denied = {item.txid: str(item.problema)[:500] for item in items if item.status == "NEGADA"}
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            await _fail(tx, row, denied)
            await tx.execute(
                "update charge_batch set made = %(made)s, denied = %(denied)s where company_id = %(company_id)s and id = %(id)s",
                row | {"made": made, "denied": len(denied)},
            )
        return made + len(denied) == row["total"]

    async def _done(self, row: Row, charges: list[Row], made: Mapping[str, Cob]) -> None:
        found = [charge for charge in charges if (cob := made.get(charge["txid"])) and cob.pixCopiaECola]
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            moved = await tx.all(
                "update charge c set status = 'pending', location = l.location, br_code = l.code, last_error = null"
                " from unnest(%(ids)s::uuid[], %(locations)s::text[], %(codes)s::text[]) l (id, location, code)"
                " where c.company_id = %(company_id)s and c.id = l.id and c.status = 'created'"
                " returning c.id, c.amount, c.created_at",
                row
                | {
                    "ids": [charge["id"] for charge in found],
                    "locations": [made[charge["txid"]].url or None for charge in found],
                    "codes": [made[charge["txid"]].pixCopiaECola for charge in found],
                },
            )
            await _moves(tx, row, moved, "pending", "pending")
            left = await tx.value(
                "select count(*) from charge where company_id = %(company_id)s and batch = %(id)s and status = 'created'",
                row,
            )
            if left == 0:
                await tx.execute(
                    "update charge_batch set status = 'done', finished_at = now(), last_error = null"
                    " where company_id = %(company_id)s and id = %(id)s and status = 'processing'",
                    row,
                )
                await _tell(tx, row, "done", {"lines": row["total"], "denied": await _count_denied(tx, row)})
        if left:
            raise TryAgain("the provider does not list every charge of the batch yet", 2)

    async def _batch(self, company: int, batch: str) -> tuple[Row | None, list[Row]]:
        async with self.outside.database.transaction(Scope((company,))) as tx:
            key = {"company": company, "batch": batch}
            row = await tx.one("select * from charge_batch where company_id = %(company)s and id = %(batch)s", key)
            charges = await tx.all(
                "select * from charge where company_id = %(company)s and batch = %(batch)s order by batch_line", key
            )
            return row, charges


async def _fail(tx: Tx, row: Row, why: Mapping[str, str]) -> None:
    moved = await tx.all(
        "update charge c set status = 'failed', last_error = l.why"
        " from unnest(%(txids)s::text[], %(reasons)s::text[]) l (txid, why)"
        " where c.company_id = %(company_id)s and c.batch = %(id)s and c.txid = l.txid and c.status = 'created'"
        " returning c.id, c.amount, c.created_at",
        row | {"txids": list(why), "reasons": list(why.values())},
    )
    # Another name than of a charge that fails by itself: thousands of these are one piece of news, not thousands.
    await _moves(tx, row, moved, "failed", "denied")


async def _moves(tx: Tx, row: Row, moved: list[Row], to: str, name: str) -> None:
    told = [
        (
            str(charge["id"]),
            {"from": "created", "to": to, "amount": charge["amount"], "created_at": charge["created_at"]},
        )
        for charge in moved
    ]
    await record_many(tx, f"payin:charge:{name}", company=row["company_id"], actor=ACTOR, told=told)


async def _count_denied(tx: Tx, row: Row) -> int:
    return await tx.value("select denied from charge_batch where company_id = %(company_id)s and id = %(id)s", row)


async def _tell(tx: Tx, row: Row, what: str, data: dict[str, object]) -> None:
    await record(
        tx,
        f"payin:batch:{what}",
        company=row["company_id"],
        subject=str(row["id"]),
        actor=ACTOR,
        data=data | {"name": row["description"]},
    )
