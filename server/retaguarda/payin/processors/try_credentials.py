"""Tests credentials at the provider: a token, and a request that changes nothing. Only accepted ones become active."""

import ssl
import time
from dataclasses import dataclass
from typing import Any

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.foundation.database import SYSTEM, Row
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import PROVIDER
from retaguarda.payin.processors.certificates import read_certificate
from retaguarda.payin.processors.commands import conflict_of
from retaguarda.payin.processors.connections import SEALED
from retaguarda.payin.processors.model import CredentialsInput
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.providers.pix import PixError, PixProblem

#: Events that enqueue the test.
TEST_EVENTS = ("payin:processor:create", "payin:processor:rotate", "payin:processor:test")
JOB = "payin.test_processor"


@dataclass(frozen=True, slots=True)
class Testing:
    context: ProviderContext

    async def run(self, processor: str) -> None:
        """Test the pending credentials, or the active ones; safe to repeat."""
        async with self.context.database.transaction(SYSTEM) as tx:
            row = await tx.one("select * from pix_connection where id = %(id)s", {"id": processor})
        if row is None:
            return
        try:
            candidate = self._with_pending(row)
        except ApiError as error:
            # A certificate may expire while it waits.
            await self._store_result(row, row, str(error), 0)
            return
        started = time.monotonic()
        error = await self._test(candidate)
        await self._store_result(row, candidate, error, round((time.monotonic() - started) * 1_000))

    def _with_pending(self, row: Row) -> Row:
        """Return the row with the pending credentials applied."""
        if row["pending"] is None:
            return row
        keys = self.context.connections.keys
        given = msgspec.json.decode(keys.unseal(SEALED, bytes(row["pending"])), type=CredentialsInput)
        certificate: dict[str, Any] = dict.fromkeys(_OF_CERTIFICATE)
        if given.certificate and given.certificate_key:
            found = read_certificate(given.certificate, given.certificate_key)
            certificate = {
                "certificate": given.certificate,
                "certificate_key": keys.seal(SEALED, given.certificate_key.encode()),
                "certificate_subject": found.subject,
                "certificate_expires_at": found.expires_at,
            }
        plain = {name: getattr(given, name) for name in ("base_url", "token_url", "client_id", "pix_key")}
        return row | plain | certificate | {"client_secret": keys.seal(SEALED, given.client_secret.encode())}

    async def _test(self, row: Row) -> str | None:
        """Return what is wrong, in one line; None when the provider knows us."""
        try:
            client = self.context.connections.client(row)
        except (OSError, ssl.SSLError) as error:
            return f"the certificate cannot be used: {error}"[:500]
        async with client:
            try:
                await client.get_webhook(row["pix_key"])
            except PixProblem as refused:
                # A key without a webhook: the provider understood the request, so it knows us.
                return None if refused.not_found else str(refused)[:500]
            except PixError as error:
                return str(error)[:500]
        return None

    async def _store_result(self, row: Row, candidate: Row, error: str | None, elapsed_ms: int) -> None:
        rotated = row["pending"] is not None
        try:
            async with self.context.database.transaction(SYSTEM) as tx:
                values = candidate | {"error": error, "took": elapsed_ms, "tested": row["pending"]}
                # Credentials that replaced these meanwhile have a test of their own.
                updated = await tx.execute(
                    _ACCEPT if rotated and not error else _REFUSE if rotated else _RETESTED, values
                )
                if updated:
                    data = {"name": row["name"], "ok": error is None, "rotated": rotated, "reason": error or ""}
                    await record(
                        tx, "payin:processor:tested", company=PROVIDER, subject=str(row["id"]), actor="pix", data=data
                    )
        except UniqueViolation as failure:
            await self._store_result(row, candidate, str(conflict_of(failure)), elapsed_ms)


_OF_CERTIFICATE = ("certificate", "certificate_key", "certificate_subject", "certificate_expires_at")
_CLEAR = "pending = null, pending_by = null, pending_at = null, version = version + 1"
_IF_PENDING = "where id = %(id)s and pending = %(tested)s"
_TESTED = "tested_at = clock_timestamp(), tested_ms = %(took)s, test_error = %(error)s"
_SAME_PLACE = "(base_url, pix_key) = (%(base_url)s, %(pix_key)s)"
_ACCEPT = (
    f"update pix_connection set {_CLEAR}, {_TESTED}, pending_error = null, ready = true, base_url = %(base_url)s,"
    " token_url = %(token_url)s, client_id = %(client_id)s, client_secret = %(client_secret)s, pix_key = %(pix_key)s,"
    " certificate = %(certificate)s, certificate_key = %(certificate_key)s, certificate_subject = %(certificate_subject)s,"
    " certificate_expires_at = %(certificate_expires_at)s,"
    # A changed address needs a person's approval, as a new processor's does.
    f" enabled = enabled and {_SAME_PLACE}, believed = believed and {_SAME_PLACE} {_IF_PENDING}"
)
_REFUSE = f"update pix_connection set {_CLEAR}, pending_error = %(error)s {_IF_PENDING}"
_RETESTED = f"update pix_connection set {_TESTED} where id = %(id)s and pending is null"
