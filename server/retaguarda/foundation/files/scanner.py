"""The port to a malware scanner."""

from typing import Protocol


class ScannerAway(Exception):
    """The scanner did not respond, or not correctly; ``str()`` says how."""


class Scanner(Protocol):
    async def found_in(self, content: bytes) -> str | None:
        """Returns the scanner's name for what it found; None: clean.

        Raises:
            ScannerAway: the content was not scanned.
        """
        ...


class NoScanner:
    async def found_in(self, content: bytes) -> str | None:
        return None
