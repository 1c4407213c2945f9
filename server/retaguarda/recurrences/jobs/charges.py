"""Jobs of recurring charges: requests to the provider, and charges created by the clock."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from retaguarda.foundation.database import SYSTEM, Scope, Tx
from retaguarda.foundation.errors import ApiError, RecordedRefusal
from retaguarda.foundation.events import record
from retaguarda.foundation.jobs import TryAgain
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.typed_rows import fetch_one, present
from retaguarda.payin.provider_context import ProviderContext, response_or_retry
from retaguarda.providers.pix import PixProblem, PixUnavailable
from retaguarda.providers.pix.automatic import AutomaticClient
from retaguarda.providers.pix.recurrence_answers import CobR
from retaguarda.providers.pix.recurrence_codes import EARLIEST_DAYS, LATEST_DAYS
from retaguarda.providers.pix.recurrence_requests import CobRSolicitada, ContaRecebedora
from retaguarda.recurrences.charge_cycle import next_cycle, write_charge
from retaguarda.recurrences.jobs.provider_requests import client_of, row_of
from retaguarda.recurrences.model import CLOCK
from retaguarda.recurrences.provider_sync import record_change, sync_charge
from retaguarda.recurrences.rows import RecurrenceRow, RecurringChargeRow

#: Reads a payment from the provider, by connection and endToEndId.
ReadPayment = Callable[[str, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class RecurringCharges:
    context: ProviderContext
    read_payment: ReadPayment

    async def register(self, company: int, charge: str) -> None:
        """PUT /cobr/{txid}: created → pending, or failed when the provider refuses it."""
        row = await row_of(self.context, RecurringChargeRow, company, charge)
        if row is None or row.status != "created":
            return
        if row.cancel_requested_at is not None:
            await self._end(row, "cancelled")
            return
        client = await client_of(self.context, row)
        try:
            reported = await _put_once(client, row, await self._body(row))
        except PixUnavailable as error:
            await self.context.store_error("recurring_charge", row.company_id, row.id, str(error))
            raise TryAgain(str(error), error.retry_after) from error
        except PixProblem as error:
            await self._end(row, "failed", str(error))
            return
        await self._sync(row, reported)

    async def cancel(self, company: int, charge: str) -> None:
        """PATCH /cobr/{txid} to CANCELADA; where the charge has ended meanwhile, apply that end."""
        row = await row_of(self.context, RecurringChargeRow, company, charge)
        if row is None or row.status not in ("created", "pending", "active"):
            return
        if row.status == "created":
            raise TryAgain("the charge is just being registered", 2)
        client = await client_of(self.context, row)
        try:
            await self._sync(row, await response_or_retry(client.cancel_cobr(row.txid)))
        except PixProblem as error:
            await self._sync(row, await response_or_retry(client.get_cobr(row.txid)))
            await self._drop(row, "cancel_requested_at", str(error))

    async def retry(self, company: int, charge: str) -> None:
        """POST /cobr/{txid}/retentativa/{data}. The provider refuses a retry that exists already, so read back what it
        has.
        """
        row = await row_of(self.context, RecurringChargeRow, company, charge)
        if row is None or row.status != "active" or row.retry_on is None:
            return
        client = await client_of(self.context, row)
        try:
            await self._sync(row, await response_or_retry(client.retry_cobr(row.txid, row.retry_on)))
        except PixProblem as error:
            reported = await response_or_retry(client.get_cobr(row.txid))
            await self._sync(row, reported)
            if not any(each.day == row.retry_on for each in reported.tentativas):
                await self._drop(row, "retry_on", str(error))

    async def read_back(self, connection: str, txid: str) -> None:
        """GET /cobr/{txid}, and GET /pix of what was paid: a webhook is only a hint."""
        async with self.context.database.transaction(SYSTEM) as tx:
            row = await fetch_one(
                tx,
                RecurringChargeRow,
                "select * from recurring_charge where connection_id = %(connection)s and txid = %(txid)s",
                {"connection": connection, "txid": txid},
            )
        if row is None:
            return
        client = await client_of(self.context, row)
        try:
            reported = await response_or_retry(client.get_cobr(txid))
        except PixProblem as error:
            await self.context.store_error("recurring_charge", row.company_id, row.id, str(error))
            return
        await self._sync(row, reported)

    async def make_due(self) -> None:
        """Create the charge of the next cycle for each automatic recurrence, once, 10 to 2 days before it is due."""
        while await self._create_next():
            pass

    async def _create_next(self) -> bool:
        async with self.context.database.transaction(SYSTEM) as tx:
            row = await fetch_one(
                tx,
                RecurrenceRow,
                "select * from recurrence where status = 'approved' and automatic and cancel_requested_at is null"
                " and next_due <= %(until)s order by next_due, id limit 1 for update skip locked",
                {"until": today(BRASILIA) + timedelta(days=EARLIEST_DAYS)},
            )
            if row is None:
                return False
            due = present(row.next_due)
            if due < today(BRASILIA) + timedelta(days=LATEST_DAYS):
                await record_change(tx, "cycle", row, "missed", due_on=due)
            else:
                await _create_charge(tx, row)
            cycle, after = next_cycle(row.starts_on, row.periodicity, row.ends_on, due)
            await tx.execute(
                "update recurrence set next_cycle = %(cycle)s, next_due = %(due)s where company_id = %(company_id)s and id = %(id)s",
                row.with_columns(cycle=cycle, due=after),
            )
            return True

    async def _body(self, row: RecurringChargeRow) -> CobRSolicitada:
        async with self.context.database.transaction(SYSTEM) as tx:
            id_rec = await tx.value(
                "select id_rec from recurrence where company_id = %(company_id)s and id = %(recurrence_id)s", row
            )
            account = await tx.one("select * from pix_account(%(connection_id)s)", row)
        if account is None:
            raise TryAgain("no account is set at this connection for what recurrences bring in", 300)
        return CobRSolicitada(
            id_rec=id_rec,
            vencimento=row.due_on,
            valor=row.amount,
            recebedor=ContaRecebedora(account["number"], account["kind"], account["branch"] or ""),
            ajuste=row.adjusts,
            info=row.info or "",
        )

    async def _sync(self, row: RecurringChargeRow, reported: CobR) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            fresh = await fetch_one(
                tx,
                RecurringChargeRow,
                "select * from recurring_charge where company_id = %(company_id)s and id = %(id)s for no key update",
                row,
            )
            if fresh is not None:
                await sync_charge(tx, fresh, reported)
        for attempt in reported.tentativas:
            if attempt.status == "PAGA":
                await self.read_payment(str(row.connection_id), attempt.endToEndId)

    async def _end(self, row: RecurringChargeRow, to: str, error: str | None = None) -> None:
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            updated = await tx.execute(
                "update recurring_charge set status = %(to)s, ended_at = now(), last_error = %(error)s"
                " where company_id = %(company_id)s and id = %(id)s and status = 'created'",
                row.with_columns(to=to, error=error[:500] if error else None),
            )
            if updated:
                await record_change(tx, "charge", row, to, amount=row.amount, reason=error)

    async def _drop(self, row: RecurringChargeRow, column: str, error: str) -> None:
        """Drop a change that the provider refused, and store the error on the charge."""
        async with self.context.database.transaction(Scope((row.company_id,))) as tx:
            await tx.execute(
                f"update recurring_charge set {column} = null, last_error = %(error)s where company_id = %(company_id)s and id = %(id)s",
                row.with_columns(error=error[:500]),
            )


async def _create_charge(tx: Tx, recurrence: RecurrenceRow) -> None:
    """Create the cycle's charge as the clock; where the cycle has one already or the charge is refused, only record an
    event.
    """
    await tx.execute("savepoint make")
    try:
        charge = await write_charge(
            tx, recurrence, present(recurrence.next_due), present(recurrence.amount), person=None
        )
    except ApiError as refused:
        await tx.execute("rollback to savepoint make")
        if isinstance(refused, RecordedRefusal):
            await tx.execute(refused.record, refused.values)
        await record_change(tx, "cycle", recurrence, "skipped", due_on=recurrence.next_due, reason=str(refused.message))
        return
    data = {"to": "created", "amount": charge.amount, "due_on": charge.due_on}
    await record(tx, "pix:charge:create", company=recurrence.company_id, subject=str(charge.id), actor=CLOCK, data=data)


async def _put_once(client: AutomaticClient, row: RecurringChargeRow, body: CobRSolicitada) -> CobR:
    """Create the charge at the provider; where an earlier try created it and its response was lost, return that one."""
    try:
        return await client.put_cobr(row.txid, body)
    except PixProblem as refused:
        try:
            found = await client.get_cobr(row.txid)
        except PixProblem:
            raise refused from None
        if int(found.valor.original) != row.amount or found.idRec != body.id_rec:
            raise refused from None
        return found
