"""Asks a port about a subject: one typed answer a day, from the first provider that gives one, each call on record."""

from dataclasses import dataclass
from datetime import datetime
from time import perf_counter
from uuid import UUID

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.compliance.providers.commands import SEALED
from retaguarda.compliance.providers.connections import CalledProvider, CheckConnections
from retaguarda.compliance.providers.model import ANSWER_DAYS, CIRCUIT_FAILURES
from retaguarda.foundation.database import Database, Scope, Tx
from retaguarda.foundation.documents import mask_text
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.checks.port import CheckAnswer, CheckFailed, CheckPort, CheckQuestion, CheckResult

_HOUSE = Scope((PROVIDER,))
#: A call that waits for longer than this has lost whoever asked.
_ABANDONED = "2 minutes"


@dataclass(frozen=True, slots=True)
class CheckSubject:
    """Who is asked about: a document, a name, or both. ``birth`` as YYYY-MM-DD, of a company its opening."""

    document: str | None = None
    name: str | None = None
    birth: str | None = None

    @property
    def shown(self) -> str:
        return mask_text(self.document) or (self.name or "—")[:200]

    @property
    def identity(self) -> bytes:
        """What makes two questions the same: the document, else name and birth."""
        words = " ".join((self.name or "").upper().split())
        return (f"document:{self.document}" if self.document else f"name:{words}|{self.birth or ''}").encode()


class CheckDone(msgspec.Struct, frozen=True):
    """``reused``: it was answered earlier on the day. ``cost`` in minor units."""

    call: UUID
    provider: str
    port: CheckPort
    result: CheckResult
    asked_at: datetime
    cost: int
    currency: str
    reused: bool


class CheckUnavailable(Exception):
    """No provider answered. ``reason``: none (no provider is active), busy (another asks just now), or how the last failed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Checks:
    """What rooms ask providers through. Call it outside of a transaction: it may take seconds."""

    database: Database
    keys: Keys
    connections: CheckConnections

    async def ask(
        self, port: CheckPort, subject: CheckSubject, purpose: str, *, actor: str, forced: bool = False
    ) -> CheckDone:
        """Ask a port; the same question of one day is answered by the first answer, unless ``forced``.

        Args:
            purpose: why, as a stable word; it is kept.
            actor: who wants to know, as in events.

        Raises:
            CheckUnavailable
        """
        tried, reason = list[UUID](), "none"
        while True:
            async with self.database.transaction(_HOUSE) as tx:
                digest = await self.keys.sign_permanently(tx, "check_subject", subject.identity)
                if not forced and (known := await _known(tx, port, digest)) is not None:
                    return known
                provider = await self.connections.next_of(tx, port, tried)
                if provider is None:
                    raise CheckUnavailable(reason)
                call = await _begin(tx, provider, subject, digest, purpose, actor, forced)
            if call is None:
                raise CheckUnavailable("busy")
            try:
                answer, ms = await self._call(provider, call, subject)
            except CheckFailed as failed:
                await self._failed(provider, call, failed)
                tried.append(provider.id)
                reason = failed.outcome
                continue
            return await self._answered(provider, call, answer, ms)

    async def _call(self, provider: CalledProvider, call: UUID, subject: CheckSubject) -> tuple[CheckAnswer, int]:
        client, started = self.connections.client(provider), perf_counter()
        question = CheckQuestion(str(call), subject.document, subject.name, subject.birth)
        try:
            answer = await client.check(provider.port, question)
        finally:
            await client.close()
        return answer, int((perf_counter() - started) * 1_000)

    async def _failed(self, provider: CalledProvider, call: UUID, failed: CheckFailed) -> None:
        async with self.database.transaction(_HOUSE) as tx:
            await tx.execute(
                "update provider_call set outcome = %(outcome)s, problem = %(problem)s,"
                " ms = (extract(epoch from clock_timestamp() - asked_at) * 1000)::int where id = %(id)s and outcome = 'asked'",
                {"id": call, "outcome": failed.outcome, "problem": str(failed)[:500]},
            )
            await tx.execute(
                "update check_provider set failures = failures + 1,"
                " opened_at = case when failures + 1 >= %(most)s then now() else opened_at end where id = %(id)s",
                {"id": provider.id, "most": CIRCUIT_FAILURES},
            )

    async def _answered(self, provider: CalledProvider, call: UUID, answer: CheckAnswer, ms: int) -> CheckDone:
        async with self.database.transaction(_HOUSE) as tx:
            row = await tx.one(
                _ANSWERED,
                {
                    "id": call,
                    "provider": provider.name,
                    "outcome": answer.result.outcome,
                    "ms": ms,
                    "cost": provider.cost,
                    "result": json_text(answer.result),
                    "raw": answer.raw,
                    "sealed": self.keys.seal(SEALED, answer.raw),
                    "days": ANSWER_DAYS,
                },
            )
            await tx.execute(
                "update check_provider set failures = 0, opened_at = null where id = %(id)s and (failures > 0 or opened_at is not null)",
                {"id": provider.id},
            )
        if row is None:  # It took so long that somebody else gave it up.
            raise CheckUnavailable("timeout")
        return msgspec.convert(row, CheckDone)


async def _known(tx: Tx, port: str, digest: bytes) -> CheckDone | None:
    row = await tx.one(_KNOWN, {"port": port, "hash": digest, "day": today(BRASILIA)})
    return None if row is None else msgspec.convert(row, CheckDone)


async def _begin(
    tx: Tx, provider: CalledProvider, subject: CheckSubject, digest: bytes, purpose: str, actor: str, forced: bool
) -> UUID | None:
    """Write that a call begins; None where another one about the same runs."""
    call = uuid7()
    values = {
        "id": call,
        "provider": provider.id,
        "port": provider.port,
        "hash": digest,
        "shown": subject.shown,
        "purpose": purpose,
        "day": today(BRASILIA),
        "forced": forced,
        "by": actor,
        "currency": provider.currency,
    }
    await tx.execute(
        "update provider_call set outcome = 'timeout', problem = 'whoever asked is gone' where port = %(port)s"
        f" and subject_hash = %(hash)s and outcome = 'asked' and asked_at < now() - interval '{_ABANDONED}'",
        values,
    )
    await tx.execute("savepoint asking")
    try:
        await tx.execute(_BEGIN, values)
    except UniqueViolation:
        await tx.execute("rollback to savepoint asking")
        return None
    return call


_KNOWN = """
    select c.id as call, p.name as provider, c.port, c.result, c.asked_at, c.cost, c.currency, true as reused
      from provider_call c join check_provider p on p.company_id = c.company_id and p.id = c.provider_id
     where c.port = %(port)s and c.subject_hash = %(hash)s and c.day = %(day)s and c.result is not null and not c.forced
"""
_BEGIN = """
    insert into provider_call (id, provider_id, port, subject_hash, shown, purpose, day, forced, asked_by, currency)
    values (%(id)s, %(provider)s, %(port)s, %(hash)s, %(shown)s, %(purpose)s, %(day)s, %(forced)s, %(by)s, %(currency)s)
"""
_ANSWERED = """
    update provider_call
       set outcome = %(outcome)s, ms = %(ms)s, cost = %(cost)s, result = %(result)s::jsonb, answer_hash = sha256(%(raw)s),
           answer = %(sealed)s, answer_expires_at = now() + make_interval(days => %(days)s)
     where id = %(id)s and outcome = 'asked'
    returning id as call, %(provider)s as provider, port, result, asked_at, cost, currency, false as reused
"""
