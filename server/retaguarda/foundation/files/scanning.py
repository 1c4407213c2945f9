"""Looking into what strangers send, before it is kept: who looks is a port, and nobody does unless the settings name one."""

import hashlib
import logging
from dataclasses import dataclass
from typing import Protocol

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.events import record
from retaguarda.foundation.request import Principal, Request

log = logging.getLogger("retaguarda.scanner")


class ScannerAway(Exception):
    """It does not answer, or not as it should; the text says how."""


class Scanner(Protocol):
    async def found_in(self, content: bytes) -> str | None:
        """What was found, by the scanner's name for it; None: nothing.

        Raises:
            ScannerAway: nobody looked.
        """
        ...


class NoScanner:
    async def found_in(self, content: bytes) -> str | None:
        return None


@dataclass(frozen=True, slots=True)
class Scanning:
    """``required``: what nobody could look into is refused; else it is taken, and the log says so."""

    scanner: Scanner
    required: bool = True

    @property
    def on(self) -> bool:
        return not isinstance(self.scanner, NoScanner)

    async def found_in(self, content: bytes) -> str | None:
        """What was found. Outside of any transaction: it may take seconds.

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


#: Nobody looks.
NOT_SCANNED = Scanning(NoScanner())


def infected() -> ApiError:
    return ApiError(422, "file_infected", "the scanner found something harmful in this file; it was not kept")


async def tell_infected(
    tx: Tx, principal: Principal, request: Request, event: str, subject: str, found: str, content: bytes, name: str
) -> None:
    """What was refused goes on record; its content goes nowhere."""
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
