"""Mails through an SMTP server, in a thread, with TLS everywhere but on this machine itself."""

import asyncio
import contextlib
import smtplib
import ssl
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from retaguarda.providers.mail import Mail, MailRefused, MailUnavailable, message

TIMEOUT_SECONDS = 20
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Server:
    """``tls``: from the first byte, or asked for with STARTTLS; None only towards this machine."""

    host: str
    port: int
    tls: str | None
    user: str = ""
    password: str = ""


def server_of(url: str) -> Server:
    """Reads ``smtp://user:password@host:587`` (STARTTLS) or ``smtps://…:465`` (TLS at once).

    Raises:
        ValueError: it is no such address.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        raise ValueError("an SMTP server is written smtp://user:password@host:587 or smtps://user:password@host:465")
    tls = "at once" if parts.scheme == "smtps" else None if parts.hostname in _HERE else "starttls"
    port = parts.port or (465 if parts.scheme == "smtps" else 587)
    return Server(parts.hostname, port, tls, unquote(parts.username or ""), unquote(parts.password or ""))


class Smtp:
    def __init__(self, server: Server, sender: str) -> None:
        self._server = server
        self._sender = sender

    async def send(self, mail: Mail) -> None:
        try:
            await asyncio.to_thread(self._send, mail)
        except smtplib.SMTPNotSupportedError as error:
            raise MailRefused(str(error)) from error
        except smtplib.SMTPRecipientsRefused as error:
            # Its text would carry the address.
            codes = {code for code, _ in error.recipients.values()}
            raise (MailRefused if min(codes) >= 500 else MailUnavailable)(f"the address was refused: {codes}") from None
        except smtplib.SMTPResponseException as error:
            kind = (
                MailRefused if isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500 else MailUnavailable
            )
            raise kind(f"{type(error).__name__} {error.smtp_code}") from error
        except (smtplib.SMTPException, OSError) as error:
            raise MailUnavailable(f"{type(error).__name__}: {error}") from error

    def _send(self, mail: Mail) -> None:
        server = self._server
        context = ssl.create_default_context()
        if server.tls == "at once":
            connection = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT_SECONDS, context=context)
        else:
            connection = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_SECONDS)
        try:
            if server.tls == "starttls":
                connection.starttls(context=context)
            if server.user:
                connection.login(server.user, server.password)
            connection.send_message(message(mail, self._sender))
            # The mail is theirs now: how they say goodbye changes nothing.
            with contextlib.suppress(smtplib.SMTPException, OSError):
                connection.quit()
        finally:
            connection.close()
