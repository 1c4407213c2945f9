"""Takes courts' orders from their port: what is signed is registered once, by its protocol; what is not, or says another thing, is refused."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec
import psycopg

from retaguarda.compliance.judicial_orders.answer_court import told_sum
from retaguarda.compliance.judicial_orders.model import JudicialOrderInput
from retaguarda.compliance.judicial_orders.queries import find_by_protocol, find_order, is_confirmed, locked_order
from retaguarda.compliance.judicial_orders.register_order import Registrar, register_order
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import Event, EventConsumer, record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.jobs import Queue, TryAgain
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.stuck_work import StuckWork
from retaguarda.providers.courts import (
    CourtAnswer,
    CourtMoney,
    CourtOrder,
    CourtOrders,
    CourtsDidNotAnswer,
    CourtsRefused,
    SignedOrder,
)

ACTOR = "sisbajud"
WORK, ANSWER = "compliance.court_answers", "compliance.answer_court"
ARRIVED, REFUSED, RECEIPTED = (
    "compliance:judicial_order:arrived",
    "compliance:court_message:refused",
    "compliance:judicial_order:receipted",
)
#: Nobody's: whoever executes what comes through the port is another than who registered it.
PORT = Registrar(ACTOR, UUID(int=0))
Problem = Literal["forged", "unreadable", "changed", "invalid", "no_viewers"]

_UNANSWERED = """
    select o.id::text, o.answered_at as since, jsonb_build_object('order', o.id) as args
      from court_message m join judicial_order o on o.company_id = m.company_id and o.id = m.order_id
     where m.status = 'registered' and m.receipt is null and o.answered_at is not null
"""
UNFINISHED = StuckWork(ANSWER, WORK, _UNANSWERED)


class _Kept(msgspec.Struct):
    id: UUID
    status: str


@dataclass(frozen=True, slots=True)
class CourtIntake:
    """``viewers``: e-mails of who sees a secret order that comes through the port, with commas between."""

    database: Database
    courts: CourtOrders
    viewers: str

    async def run(self) -> None:
        """Take what waits. Safe to repeat: a message is known by its bytes, an order by its protocol."""
        if not self.courts.connected:
            return
        try:
            messages = await self.courts.waiting()
        except CourtsDidNotAnswer as error:
            raise TryAgain(str(error)) from None
        for message in messages:
            async with self.database.transaction(SYSTEM) as tx:
                await self._take(tx, message)

    async def _take(self, tx: Tx, message: SignedOrder) -> None:
        digest = hashlib.sha256(message.order.encode() + b"\0" + message.signature.encode()).digest()
        await tx.execute("select pg_advisory_xact_lock(hashtextextended('court_message', 0))")
        row = await tx.one("select id, status from court_message where hash = %(hash)s", {"hash": digest})
        kept = None if row is None else msgspec.convert(row, _Kept)
        if kept is not None and kept.status != "waiting":
            return
        number = kept.id if kept else uuid7()
        order, problem = await self._registered(tx, message)
        status = "registered" if problem is None else "waiting" if problem == "no_viewers" else "refused"
        values = {"id": number, "hash": digest, "status": status, "problem": problem, "order": order}
        await tx.execute(_KEEP, values)
        if problem is None:
            await record(tx, ARRIVED, company=PROVIDER, subject=str(order), actor=ACTOR)
        elif kept is None and order is None:
            await record(tx, REFUSED, company=PROVIDER, subject=str(number), actor=ACTOR, data={"problem": problem})
        elif kept is None:
            # Of an order that may be secret only its own log says that another message came under its protocol.
            await record(
                tx, "compliance:judicial_order:contradicted", company=PROVIDER, subject=str(order), actor=ACTOR
            )

    async def _registered(self, tx: Tx, message: SignedOrder) -> tuple[UUID | None, Problem | None]:
        if not self.courts.is_signed(message):
            return None, "forged"
        try:
            told = msgspec.json.decode(message.order, type=CourtOrder)
        except msgspec.MsgspecError:
            return None, "unreadable"
        known = await find_by_protocol(tx, told.protocol)
        if known is not None:
            # Nobody withdraws it while this message may confirm it.
            known = await locked_order(tx, known.id)
        if known is not None and known.status != "withdrawn":
            # A person may have typed it in before it came; then it is the same order if it says the same.
            by_hand = known.registered_by_id != PORT.person_id and not await is_confirmed(tx, known.id)
            said = (told.type, re.sub(r"[./-]", "", told.document), _minor(told.amount))
            same = (known.type, known.document, _minor(known.amount)) == said
            return known.id, None if by_hand and same else "changed"
        if told.secret and not self.viewers:
            return None, "no_viewers"
        await tx.execute("savepoint arrived")
        try:
            done = await register_order(tx, self._input(told), PORT)
        except (ApiError, msgspec.ValidationError, psycopg.errors.IntegrityError):
            await tx.execute("rollback to savepoint arrived")
            return None, "invalid"
        return UUID(done.subject), None

    def _input(self, told: CourtOrder) -> JudicialOrderInput:
        return JudicialOrderInput(
            protocol=told.protocol,
            court=told.court,
            process=told.process,
            document=told.document,
            holder_name=told.holder_name,
            received_on=datetime.now(BRASILIA).date(),
            type=told.type,
            extent="part" if told.type == "unblock" and told.amount is not None else "all",
            amount=_price(told),
            about=told.about,
            repeat_until=told.repeat_until,
            secret=told.secret,
            viewers=self.viewers,
        )


def _price(told: CourtOrder) -> Price | None:
    """
    Raises:
        msgspec.ValidationError: a currency or an amount that is held for no order.
    """
    return None if told.amount is None else msgspec.convert(msgspec.to_builtins(told.amount), Price)


def _minor(amount: Money | CourtMoney | None) -> int | None:
    return None if amount is None else amount.amount


@dataclass(frozen=True, slots=True)
class CourtAnswers:
    database: Database
    courts: CourtOrders

    async def answer(self, order: str) -> None:
        """Tell the court what an order came to, once it is answered; a receipt ends it.

        Raises:
            TryAgain: the court's system did not answer.
        """
        async with self.database.transaction(SYSTEM) as tx:
            row = await find_order(tx, UUID(order))
            waits = await tx.value(
                "select exists (select from court_message where order_id = %(id)s and status = 'registered' and receipt is null)",
                {"id": UUID(order)},
            )
            if row is None or not waits or row.outcome is None or row.answered_at is None or not self.courts.connected:
                return None
            held = await told_sum(tx, row)
            await tx.execute("update court_message set tries = tries + 1 where order_id = %(id)s", {"id": row.id})
        told = CourtAnswer(row.outcome, held, row.accounts, row.answered_at)
        try:
            receipt = (await self.courts.answer(row.protocol, told)).receipt
        except CourtsRefused as error:
            return await self._failed(row.id, str(error))
        except CourtsDidNotAnswer as error:
            await self._failed(row.id, str(error))
            raise TryAgain(str(error)) from None
        async with self.database.transaction(SYSTEM) as tx:
            changed = await tx.execute(
                "update court_message set receipt = %(receipt)s, answered_at = now(), last_error = null"
                " where order_id = %(id)s and status = 'registered' and receipt is null",
                {"id": row.id, "receipt": receipt},
            )
            if changed:
                data = {"protocol": row.protocol, "receipt": receipt}
                await record(tx, RECEIPTED, company=PROVIDER, subject=str(row.id), actor=ACTOR, data=data)
        return None

    async def _failed(self, order: UUID, error: str) -> None:
        async with self.database.transaction(SYSTEM) as tx:
            await tx.execute(
                "update court_message set last_error = %(error)s where order_id = %(id)s and status = 'registered'",
                {"id": order, "error": error[:500]},
            )


def order_answered(queue: Queue) -> EventConsumer:
    async def consume(tx: Tx, events: list[Event]) -> None:
        await queue.defer(tx, ANSWER, [{"order": each.subject_id} for each in events])

    return EventConsumer(WORK, consume, frozenset({"compliance:judicial_order:answer"}))


_KEEP = """
    insert into court_message (id, hash, status, problem, order_id) values (%(id)s, %(hash)s, %(status)s, %(problem)s, %(order)s)
    on conflict (hash) do update set status = excluded.status, problem = excluded.problem, order_id = excluded.order_id
"""
