"""Tests credentials at the provider: a token, and a request that changes nothing. Only accepted ones become active."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from psycopg.errors import UniqueViolation

from retaguarda.foundation.database import SYSTEM, Database, Row
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import PROVIDER
from retaguarda.provider_accounts.credentials import with_pending
from retaguarda.provider_accounts.model import ClientInput, CredentialsInput


@dataclass(frozen=True, slots=True)
class Tester:
    """Tests the processors of one table.

    Args:
        table: with the columns of credentials, pending ones and results.
        purpose: of the key that seals its secrets.
        event: prefix of its events.
        actor: who is named in the event of the result.
        probe: asks the provider with a row's credentials; returns what is wrong in one line, None when it knows us.
        taken: says of a unique index what stands in the way.
        shape_of: the credentials that were sealed for a row.
        secrets_of: their fields that a row keeps sealed in columns of their own, besides those that all have.
    """

    database: Database
    keys: Keys
    table: str
    purpose: str
    event: str
    actor: str
    probe: Callable[[Row], Awaitable[str | None]]
    taken: Callable[[UniqueViolation], ApiError]
    shape_of: Callable[[Row], type[ClientInput]] = lambda _: CredentialsInput
    secrets_of: Callable[[Row], Sequence[str]] = lambda _: ()

    async def run(self, processor: str) -> None:
        """Test the pending credentials, or the active ones; safe to repeat."""
        async with self.database.transaction(SYSTEM) as tx:
            row = await tx.one(f"select * from {self.table} where id = %(id)s", {"id": processor})
        if row is None:
            return
        try:
            candidate = with_pending(self.keys, self.purpose, row, self.shape_of(row), self.secrets_of(row))
        except ApiError as error:
            # A certificate may expire while it waits.
            await self._store_result(row, row, str(error), 0)
            return
        started = time.monotonic()
        error = await self.probe(candidate)
        await self._store_result(row, candidate, error, round((time.monotonic() - started) * 1_000))

    async def _store_result(self, row: Row, candidate: Row, error: str | None, elapsed_ms: int) -> None:
        rotated = row["pending"] is not None
        try:
            async with self.database.transaction(SYSTEM) as tx:
                values = candidate | {"error": error, "took": elapsed_ms, "tested": row["pending"]}
                # Credentials that replaced these meanwhile have a test of their own.
                change = _ACCEPT if rotated and not error else _REFUSE if rotated else _RETESTED
                own = "".join(f"{name} = %({name})s, " for name in self.secrets_of(row)) if change is _ACCEPT else ""
                if await tx.execute(f"update {self.table} set {own}{change}", values):
                    data = {"name": row["name"], "ok": error is None, "rotated": rotated, "reason": error or ""}
                    await record(
                        tx,
                        f"{self.event}:tested",
                        company=PROVIDER,
                        subject=str(row["id"]),
                        actor=self.actor,
                        data=data,
                    )
        except UniqueViolation as failure:
            await self._store_result(row, candidate, str(self.taken(failure)), elapsed_ms)


_CLEAR = "pending = null, pending_by = null, pending_at = null, version = version + 1"
_IF_PENDING = "where id = %(id)s and pending = %(tested)s"
_TESTED = "tested_at = clock_timestamp(), tested_ms = %(took)s, test_error = %(error)s"
_SAME_PLACE = "(base_url, pix_key) is not distinct from (%(base_url)s, %(pix_key)s)"
_ACCEPT = (
    f"{_CLEAR}, {_TESTED}, pending_error = null, ready = true, base_url = %(base_url)s,"
    " token_url = %(token_url)s, client_id = %(client_id)s, client_secret = %(client_secret)s, pix_key = %(pix_key)s,"
    " certificate = %(certificate)s, certificate_key = %(certificate_key)s, certificate_subject = %(certificate_subject)s,"
    " certificate_expires_at = %(certificate_expires_at)s,"
    # A changed address needs a person's approval, as a new processor's does.
    f" enabled = enabled and {_SAME_PLACE}, believed = believed and {_SAME_PLACE} {_IF_PENDING}"
)
_REFUSE = f"{_CLEAR}, pending_error = %(error)s {_IF_PENDING}"
_RETESTED = f"{_TESTED} where id = %(id)s and pending is null"
