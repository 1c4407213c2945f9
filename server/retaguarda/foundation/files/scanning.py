"""Scans uploaded files for malware before they are stored; without a scanner in the settings nothing is scanned."""

import hashlib
import logging
from dataclasses import dataclass

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.files.scanner import NoScanner, Scanner, ScannerAway
from retaguarda.foundation.request import Principal, Request

log = logging.getLogger("retaguarda.scanner")


@dataclass(frozen=True, slots=True)
class Scanning:
    """``required``: refuse a file that could not be scanned; else store it with a warning in the log."""

    scanner: Scanner
    required: bool = True

    @property
    def on(self) -> bool:
        return not isinstance(self.scanner, NoScanner)

    async def found_in(self, content: bytes) -> str | None:
        """Scans the content. Call it outside a transaction: it may take seconds.

        Raises:
            ApiError: 503 ``scanner_unavailable``.
        """
        try:
            return await self.scanner.found_in(content)
        except ScannerAway as away:
            log.warning("the scanner of files does not answer: %s", away)
            if self.required:
                raise ApiError(
                    503,
                    "scanner_unavailable",
                    "files cannot be checked at the moment; send it again",
                    {"Retry-After": "60"},
                ) from None
            return None


#: No scanner.
NOT_SCANNED = Scanning(NoScanner())


def infected() -> ApiError:
    return ApiError(422, "file_infected", "the scanner found something harmful in this file; it was not kept")


async def tell_infected(
    tx: Tx, principal: Principal, request: Request, event: str, subject: str, found: str, content: bytes, name: str
) -> None:
    """Records the refused upload as an event; nothing keeps its content."""
    await record(
        tx,
        event,
        company=principal.chosen(),
        subject=subject,
        actor=principal.email,
        person=principal.person_id,
        request=request,
        data={
            "file": name[:100],
            "size": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            "found": found[:200],
        },
    )
