"""Tests the credentials of a processor by asking API Pix for the webhook of its key."""

import ssl
from dataclasses import dataclass

from retaguarda.foundation.database import Row
from retaguarda.payin.processors.connections import SEALED
from retaguarda.payin.provider_context import ProviderContext
from retaguarda.provider_accounts.commands import conflict_of
from retaguarda.provider_accounts.try_credentials import Tester
from retaguarda.providers.pix import PixError, PixProblem

#: Events that enqueue the test.
TEST_EVENTS = ("payin:processor:create", "payin:processor:rotate", "payin:processor:test")
JOB = "payin.test_processor"


@dataclass(frozen=True, slots=True)
class Testing:
    context: ProviderContext

    async def run(self, processor: str) -> None:
        """Test the pending credentials, or the active ones; safe to repeat."""
        keys = self.context.connections.keys
        tester = Tester(
            self.context.database, keys, "pix_connection", SEALED, "payin:processor", "pix", self._test, conflict_of
        )
        await tester.run(processor)

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
