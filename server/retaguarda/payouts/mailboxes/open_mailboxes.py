"""Open the mailbox of a processor with its sealed secrets, and count how that goes as its calls are counted."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.public_addresses import AddressRefused, Target, address_of
from retaguarda.foundation.typed_rows import fetch_one
from retaguarda.payouts.mailboxes.rows import MailboxRow
from retaguarda.payouts.processors.connections import PayoutConnections
from retaguarda.providers.payout.mailbox_port import Mailbox, MailboxError, MailboxPlace, MailboxSession, Wrong
from retaguarda.providers.payout.sftp import SftpMailbox

#: Purpose of the key that seals a mailbox's secrets.
SEALED = "mailbox"
_REFUSED: dict[str, tuple[Wrong, str]] = {
    "name_unknown": ("host_unknown", "nobody knows this host"),
    "address_refused": ("host_private", "this host leads to this machine or into a private network"),
}


@dataclass(frozen=True, slots=True)
class Mailboxes:
    """The mailboxes of processors."""

    database: Database
    connections: PayoutConnections

    def of(self, row: MailboxRow) -> Mailbox:
        place = MailboxPlace(
            host=row.host,
            port=row.port,
            username=row.username,
            host_key=row.host_key,
            outbox=row.outbox,
            inbox=row.inbox,
            password=self._unseal(row.password),
            private_key=self._unseal(row.private_key),
        )
        return SftpMailbox(place, self._address)

    async def enabled(self, processor: UUID) -> MailboxRow | None:
        """Return the mailbox of a processor that is in use; None: there is none."""
        async with self.database.transaction(SYSTEM) as tx:
            return await fetch_one(
                tx, MailboxRow, "select * from mailbox where processor_id = %(id)s and enabled", {"id": processor}
            )

    @asynccontextmanager
    async def opened(self, row: MailboxRow) -> AsyncIterator[MailboxSession]:
        """Open a mailbox; how it went counts to the health of its processor.

        Raises:
            MailboxError.
        """
        async with self.counted(row.processor_id), self.of(row).opened() as session:
            yield session

    @asynccontextmanager
    async def counted(self, processor: UUID) -> AsyncIterator[None]:
        note, started = self.connections.counts.of(processor), time.monotonic()
        try:
            yield
        except MailboxError as error:
            note(None, round((time.monotonic() - started) * 1_000), f"SFTP: {error}")
            raise
        note(200, round((time.monotonic() - started) * 1_000), "")

    async def _address(self, host: str, port: int) -> str:
        try:
            return await address_of(Target("https", host, port, "/"), private=self.connections.reach.private)
        except AddressRefused as refused:
            wrong, text = _REFUSED.get(str(refused), ("unreachable", str(refused)))
            raise MailboxError(wrong, text, host) from None

    def _unseal(self, sealed: bytes | None) -> str:
        return "" if sealed is None else self.connections.keys.unseal(SEALED, bytes(sealed)).decode()
