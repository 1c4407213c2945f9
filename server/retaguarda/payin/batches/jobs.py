"""A batch at the provider: told of at once, and asked after until the end of every line is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import msgspec

from retaguarda.foundation.database import Row, Scope, Tx
from retaguarda.foundation.events import record, record_many
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.charges.apply_revision import not_revised, revised
from retaguarda.payin.charges.register_charge import change, with_due_date
from retaguarda.payin.charges.revision import Revision, revision_of
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.provider_context import ProviderContext, asked
from retaguarda.providers.pix import Cob, LoteCobVRevisado, LoteCobVSolicitado, PixProblem, PixUnavailable
from retaguarda.providers.pix.answers import ItemDeLote

#: Charges on one page of the provider's list.
_PAGE = 1_000
#: What the provider's clock may differ from ours.
_MARGIN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Batches:
    outside: ProviderContext

    async def send(self, company: int, batch: str) -> None:
        """PUT /lotecobv/{id} at each bank that has lines of it, and GET until no line is EM_PROCESSAMENTO. Safe to repeat."""
        row, charges, parts = await self._batch(company, batch)
        if row is None or row["status"] in ("done", "failed"):
            return
        if row["status"] == "sending":
            for part in _standing(charges, parts):
                await self._put(row, part, _lines_at(charges, part))
            row, charges, parts = await self._batch(company, batch)
            if row is None or not await self._sent(row, standing=bool(_standing(charges, parts))):
                return
        items, made = list[ItemDeLote](), dict[str, Cob]()
        for part in _standing(charges, parts):
            # Kept beside no charge: each of its words is about all of them.
            bank = await self.outside.connections.get(part["connection_id"])
            items += (await asked(bank.client.get_lote(part["number"]))).cobsv
        if not await self._denied(row, charges, items):
            raise TryAgain("the provider is still working on the batch", 1)
        for part in _standing(charges, parts):
            made |= await self._listed(row, part)
        await self._done(row, charges, made)

    async def revise(self, company: int, batch: str) -> None:
        """PATCH /lotecobv/{id} with the lines whose revision was asked for, and GET until the end of each is known."""
        row, charges, parts = await self._batch(company, batch)
        if row is None:
            return
        for part in parts:
            if mine := [each for each in _lines_at(charges, part) if each["revising"] and each["status"] == "pending"]:
                await self._revise_at(row, part, mine)

    async def _revise_at(self, row: Row, part: Row, charges: list[Row]) -> None:
        wanted = {charge["txid"]: msgspec.convert(charge["revising"], Revision) for charge in charges}
        client = (await self.outside.connections.get(part["connection_id"])).client
        changes = [(charge["txid"], change(revision_of(charge), wanted[charge["txid"]])) for charge in charges]
        refused = dict[str, str]()
        try:
            await client.patch_lote(part["number"], LoteCobVRevisado(changes))
        except PixUnavailable as error:
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            refused = dict.fromkeys(wanted, str(error))
        made = dict[str, Cob]()
        if not refused:
            items = {item.txid: item for item in (await asked(client.get_lote(part["number"]))).cobsv}
            if any(txid not in items or items[txid].status == "EM_PROCESSAMENTO" for txid in wanted):
                raise TryAgain("the provider is still working on the batch", 1)
            refused = {txid: str(items[txid].problema) for txid in wanted if items[txid].status == "NEGADA"}
            made = await self._listed(row, part)
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            for charge in charges:
                txid = charge["txid"]
                if txid in refused:
                    await not_revised(tx, charge, refused[txid])
                elif txid in made:
                    await revised(tx, charge, wanted[txid], int(made[txid].revisao))

    async def _listed(self, row: Row, part: Row) -> dict[str, Cob]:
        """The charges of a batch as a bank has them now, by txid."""
        bank = await self.outside.connections.get(part["connection_id"])
        since, until = row["created_at"] - _MARGIN, datetime.now(UTC) + _MARGIN
        listed = bank.client.list_cobv(since, until, lote=part["number"], page_size=_PAGE)
        try:
            return {cob.txid: cob async for cob in listed}
        except PixUnavailable as error:
            raise TryAgain(str(error), error.retry_after) from error

    async def _put(self, row: Row, part: Row, charges: list[Row]) -> None:
        """Tells one bank of its lines; a bank that refuses the batch has none of them."""
        connection = await self.outside.connections.get(part["connection_id"])
        wanted = [(charge["txid"], with_due_date(charge, connection.pix_key)) for charge in charges]
        try:
            await connection.client.put_lote(part["number"], LoteCobVSolicitado(row["description"], wanted))
        except PixUnavailable as error:
            await self.outside.note("charge_batch", row, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            why = str(error)[:500]
            async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
                await _fail(tx, row, {charge["txid"]: why for charge in charges})
                await tx.execute(
                    "update charge_batch set last_error = %(why)s where company_id = %(company_id)s and id = %(id)s",
                    row | {"why": why},
                )

    async def _sent(self, row: Row, *, standing: bool) -> bool:
        """The batch is with its banks; False: every one of them refused it, and it is over."""
        if standing:
            async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
                await tx.execute(
                    "update charge_batch set status = 'processing', last_error = null"
                    " where company_id = %(company_id)s and id = %(id)s and status = 'sending'",
                    row,
                )
            return True
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            await tx.execute(
                "update charge_batch set status = 'failed', denied = total, finished_at = now()"
                " where company_id = %(company_id)s and id = %(id)s",
                row,
            )
            await _tell(tx, row, "failed", {"reason": row["last_error"], "lines": row["total"]})
        return False

    async def _denied(self, row: Row, charges: list[Row], items: Sequence[ItemDeLote]) -> bool:
        """Writes down how far it is; whether the end of every line is known."""
        mine = {charge["txid"] for charge in charges}
        items = [item for item in items if item.txid in mine]
        made = sum(item.status == "CRIADA" for item in items)
        denied = {item.txid: str(item.problema)[:500] for item in items if item.status == "NEGADA"}
        async with self.outside.database.transaction(Scope((row["company_id"],))) as tx:
            await _fail(tx, row, denied)
            denied_now = await tx.value(
                "update charge_batch b set made = %(made)s, denied = (select count(*) from charge c"
                " where c.company_id = b.company_id and c.batch = b.id and c.status = 'failed')"
                " where b.company_id = %(company_id)s and b.id = %(id)s returning denied",
                row | {"made": made},
            )
        return made + denied_now == row["total"]

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

    async def _batch(self, company: int, batch: str) -> tuple[Row | None, list[Row], list[Row]]:
        """With its lines, and its number at each bank."""
        async with self.outside.database.transaction(Scope((company,))) as tx:
            key = {"company": company, "batch": batch}
            row = await tx.one("select * from charge_batch where company_id = %(company)s and id = %(batch)s", key)
            charges = await tx.all(
                "select * from charge where company_id = %(company)s and batch = %(batch)s order by batch_line", key
            )
            parts = await tx.all(
                "select connection_id, number from charge_batch where company_id = %(company)s and id = %(batch)s union"
                " select connection_id, number from charge_batch_part where company_id = %(company)s and batch = %(batch)s"
                " order by number",
                key,
            )
            return row, charges, parts


def _lines_at(charges: Sequence[Row], part: Row) -> list[Row]:
    return [each for each in charges if each["connection_id"] == part["connection_id"] and each["status"] != "failed"]


def _standing(charges: Sequence[Row], parts: Sequence[Row]) -> list[Row]:
    """The parts that may have lines at their bank."""
    return [part for part in parts if _lines_at(charges, part)]


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
    await record_many(tx, f"payin:charge:{name}", company=row["company_id"], actor=ACTOR, events=told)


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
