"""Mails as files: nothing leaves the machine. The address of each is logged, so that it can be opened."""

import asyncio
import logging
import os
from pathlib import Path

from retaguarda.foundation.ids import uuid7
from retaguarda.providers.mail import Mail, message

log = logging.getLogger("retaguarda.mail")


class Folder:
    """
    Args:
        folder: made when the first mail comes; only its owner reads it, because mails carry tokens.
    """

    def __init__(self, folder: Path, sender: str) -> None:
        self._folder = folder
        self._sender = sender

    async def send(self, mail: Mail) -> None:
        path = await asyncio.to_thread(self._write, mail)
        log.info("mail (%s) written to %s", mail.kind, path)

    def _write(self, mail: Mail) -> Path:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The id begins with the time: files stand in the order they were sent.
        path = self._folder / f"{uuid7()}-{mail.kind}.eml"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(message(mail, self._sender).as_bytes())
        return path
