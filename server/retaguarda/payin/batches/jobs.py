"""Jobs of a batch at the provider: send it, and poll until every line is created or denied."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec

from retaguarda.foundation.database import Scope, Tx
from retaguarda.foundation.events import record, record_many
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.typed_rows import fetch_all, fetch_one
from retaguarda.payin.charges.apply_revision import accept_revision, reject_revision
from retaguarda.payin.charges.register_charge import change, with_due_date
from retaguarda.payin.charges.revision import Revision, revision_of
from retaguarda.payin.charges.transitions import ACTOR
from retaguarda.payin.provider_context import ProviderContext, response_or_retry
from retaguarda.payin.rows import ChargeBatchRow, ChargeRow
from retaguarda.providers.pix import Cob, LoteCobVRevisado, LoteCobVSolicitado, PixProblem, PixUnavailable
from retaguarda.providers.pix.answers import ItemDeLote

#: Charges per page of the provider's list.
_PAGE = 1_000
#: Allowance for the difference between the provider's clock and ours.
_MARGIN = timedelta(days=1)


class _Part(msgspec.Struct):
    """The batch at one bank."""

    connection_id: UUID
    number: int


class _Moved(msgspec.Struct):
    id: UUID
    amount: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Batches:
    context: ProviderContext

    async def send(self, company: int, batch: str) -> None:
        """PUT /lotecobv/{id} at each bank that has lines, and GET until no line is EM_PROCESSAMENTO. Safe to repeat."""
        row, charges, parts = await self._batch(company, batch)
        if row is None or row.status in ("done", "failed"):
            return
        if row.status == "sending":
            for part in _active_parts(charges, parts):
                await self._send_part(row, part, _lines_at(charges, part))
            row, charges, parts = await self._batch(company, batch)
            if row is None or not await self._mark_sent(row, any_active=bool(_active_parts(charges, parts))):
                return
        items, created = list[ItemDeLote](), dict[str, Cob]()
        for part in _active_parts(charges, parts):
            # This exchange is stored under no charge: it concerns all of them.
            bank = await self.context.connections.get(part.connection_id)
            items += (await response_or_retry(bank.client.get_lote(part.number))).cobsv
        if not await self._store_progress(row, charges, items):
            raise TryAgain("the provider is still working on the batch", 1)
        for part in _active_parts(charges, parts):
            created |= await self._list_charges(row, part)
        await self._mark_done(row, charges, created)

    async def revise(self, company: int, batch: str) -> None:
        """PATCH /lotecobv/{id} with the lines to revise, and GET until each is accepted or refused."""
        row, charges, parts = await self._batch(company, batch)
        if row is None:
            return
        for part in parts:
            if at_bank := [each for each in _lines_at(charges, part) if each.revising and each.status == "pending"]:
                await self._revise_at(row, part, at_bank)

    async def _revise_at(self, row: ChargeBatchRow, part: _Part, charges: list[ChargeRow]) -> None:
        wanted = {charge.txid: msgspec.convert(charge.revising, Revision) for charge in charges}
        client = (await self.context.connections.get(part.connection_id)).client
        changes = [(charge.txid, change(revision_of(charge), wanted[charge.txid])) for charge in charges]
        refused = dict[str, str]()
        try:
            await client.patch_lote(part.number, LoteCobVRevisado(changes))
        except PixUnavailable as error:
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            refused = dict.fromkeys(wanted, str(error))
        created = dict[str, Cob]()
        if not refused:
            items = {item.txid: item for item in (await response_or_retry(client.get_lote(part.number))).cobsv}
            if any(txid not in items or items[txid].status == "EM_PROCESSAMENTO" for txid in wanted):
                raise TryAgain("the provider is still working on the batch", 1)
            refused = {txid: str(items[txid].problema) for txid in wanted if items[txid].status == "NEGADA"}
            created = await self._list_charges(row, part)
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            for charge in charges:
                txid = charge.txid
                if txid in refused:
                    await reject_revision(tx, charge, refused[txid])
                elif txid in created:
                    await accept_revision(tx, charge, wanted[txid], int(created[txid].revisao))

    async def _list_charges(self, row: ChargeBatchRow, part: _Part) -> dict[str, Cob]:
        """Return the batch's charges as the bank has them now, by txid."""
        bank = await self.context.connections.get(part.connection_id)
        since, until = row.created_at - _MARGIN, datetime.now(UTC) + _MARGIN
        listed = bank.client.list_cobv(since, until, lote=part.number, page_size=_PAGE)
        try:
            return {cob.txid: cob async for cob in listed}
        except PixUnavailable as error:
            raise TryAgain(str(error), error.retry_after) from error

    async def _send_part(self, row: ChargeBatchRow, part: _Part, charges: list[ChargeRow]) -> None:
        """Send one bank its lines; a bank that refuses the batch takes none of them."""
        connection = await self.context.connections.get(part.connection_id)
        wanted = [(charge.txid, with_due_date(charge, connection.pix_key)) for charge in charges]
        try:
            await connection.client.put_lote(part.number, LoteCobVSolicitado(row.description, wanted))
        except PixUnavailable as error:
            await self.context.store_error("charge_batch", row.company_id, row.id, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            why = str(error)[:500]
            async with self.context.database.transaction(Scope((row.company_id,))) as tx:
                await _fail(tx, row, {charge.txid: why for charge in charges})
                await tx.execute(
                    "update charge_batch set last_error = %(why)s where company_id = %(company_id)s and id = %(id)s",
                    row.with_columns(why=why),
                )

    async def _mark_sent(self, row: ChargeBatchRow, *, any_active: bool) -> bool:
        """Mark the batch as processing; return False when every bank refused it, which ends it as failed."""
        if any_active:
            async with self.context.database.transaction(Scope((row.company_id,))) as tx:
                await tx.execute(
                    "update charge_batch set status = 'processing', last_error = null"
                    " where company_id = %(company_id)s and id = %(id)s and status = 'sending'",
                    row,
                )
            return True
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            await tx.execute(
                "update charge_batch set status = 'failed', denied = total, finished_at = now()"
                " where company_id = %(company_id)s and id = %(id)s",
                row,
            )
            await _record_event(tx, row, "failed", {"reason": row.last_error, "lines": row.total})
        return False

    async def _store_progress(self, row: ChargeBatchRow, charges: list[ChargeRow], items: Sequence[ItemDeLote]) -> bool:
        """Store the progress and the denied lines; return True once the outcome of every line is known."""
        at_bank = {charge.txid for charge in charges}
        items = [item for item in items if item.txid in at_bank]
        created = sum(item.status == "CRIADA" for item in items)
        denied = {item.txid: str(item.problema)[:500] for item in items if item.status == "NEGADA"}
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            await _fail(tx, row, denied)
            denied_now = await tx.value(
                "update charge_batch b set made = %(made)s, denied = (select count(*) from charge c"
                " where c.company_id = b.company_id and c.batch = b.id and c.status = 'failed')"
                " where b.company_id = %(company_id)s and b.id = %(id)s returning denied",
                row.with_columns(made=created),
            )
        return created + denied_now == row.total

    async def _mark_done(self, row: ChargeBatchRow, charges: list[ChargeRow], created: Mapping[str, Cob]) -> None:
        found = [charge for charge in charges if (cob := created.get(charge.txid)) and cob.pixCopiaECola]
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            moved = await fetch_all(
                tx,
                _Moved,
                "update charge c set status = 'pending', location = l.location, br_code = l.code, last_error = null"
                " from unnest(%(ids)s::uuid[], %(locations)s::text[], %(codes)s::text[]) l (id, location, code)"
                " where c.company_id = %(company_id)s and c.id = l.id and c.status = 'created'"
                " returning c.id, c.amount, c.created_at",
                row.with_columns(
                    ids=[charge.id for charge in found],
                    locations=[created[charge.txid].url or None for charge in found],
                    codes=[created[charge.txid].pixCopiaECola for charge in found],
                ),
            )
            await _record_moves(tx, row, moved, "pending", "pending")
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
                await _record_event(tx, row, "done", {"lines": row.total, "denied": await _count_denied(tx, row)})
        if left:
            raise TryAgain("the provider does not list every charge of the batch yet", 2)

    async def _batch(self, company: int, batch: str) -> tuple[ChargeBatchRow | None, list[ChargeRow], list[_Part]]:
        """Return the batch, its charges, and its number at each bank."""
        async with self.context.database.transaction(Scope((company,))) as tx:
            key = {"company": company, "batch": batch}
            row = await fetch_one(
                tx, ChargeBatchRow, "select * from charge_batch where company_id = %(company)s and id = %(batch)s", key
            )
            charges = await fetch_all(
                tx,
                ChargeRow,
                "select * from charge where company_id = %(company)s and batch = %(batch)s order by batch_line",
                key,
            )
            parts = await fetch_all(
                tx,
                _Part,
                "select connection_id, number from charge_batch where company_id = %(company)s and id = %(batch)s union"
                " select connection_id, number from charge_batch_part where company_id = %(company)s and batch = %(batch)s"
                " order by number",
                key,
            )
            return row, charges, parts


def _lines_at(charges: Sequence[ChargeRow], part: _Part) -> list[ChargeRow]:
    return [each for each in charges if each.connection_id == part.connection_id and each.status != "failed"]


def _active_parts(charges: Sequence[ChargeRow], parts: Sequence[_Part]) -> list[_Part]:
    """Return the parts whose bank may have lines."""
    return [part for part in parts if _lines_at(charges, part)]


async def _fail(tx: Tx, row: ChargeBatchRow, why: Mapping[str, str]) -> None:
    moved = await fetch_all(
        tx,
        _Moved,
        "update charge c set status = 'failed', last_error = l.why"
        " from unnest(%(txids)s::text[], %(reasons)s::text[]) l (txid, why)"
        " where c.company_id = %(company_id)s and c.batch = %(id)s and c.txid = l.txid and c.status = 'created'"
        " returning c.id, c.amount, c.created_at",
        row.with_columns(txids=list(why), reasons=list(why.values())),
    )
    # Not the event of a single failed charge: thousands of denied lines are one piece of news, not thousands.
    await _record_moves(tx, row, moved, "failed", "denied")


async def _record_moves(tx: Tx, row: ChargeBatchRow, moved: list[_Moved], to: str, name: str) -> None:
    events = [
        (
            str(charge.id),
            {"from": "created", "to": to, "amount": charge.amount, "created_at": charge.created_at},
        )
        for charge in moved
    ]
    await record_many(tx, f"payin:charge:{name}", company=row.company_id, actor=ACTOR, events=events)


async def _count_denied(tx: Tx, row: ChargeBatchRow) -> int:
    return await tx.value("select denied from charge_batch where company_id = %(company_id)s and id = %(id)s", row)


async def _record_event(tx: Tx, row: ChargeBatchRow, what: str, data: dict[str, object]) -> None:
    await record(
        tx,
        f"payin:batch:{what}",
        company=row.company_id,
        subject=str(row.id),
        actor=ACTOR,
        data=data | {"name": row.description},
    )
