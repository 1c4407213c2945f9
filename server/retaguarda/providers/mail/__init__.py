"""Mail: one port, and an adapter each for an SMTP server and for a folder (the default, for trying things out)."""

from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTPUTF8
from email.utils import localtime, make_msgid
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Mail:
    """``kind`` says in a file name or a log what it is about; ``to`` is the address alone."""

    kind: str
    to: str
    subject: str
    text: str
    html: str


class MailUnavailable(Exception):
    """The mail may go through later."""


class MailRefused(Exception):
    """The mail will never go through: the other side does not want it, or cannot read its address."""


class Mailer(Protocol):
    async def send(self, mail: Mail) -> None:
        """
        Raises:
            MailUnavailable, MailRefused
        """
        ...


def message(mail: Mail, sender: str) -> EmailMessage:
    """The mail as RFC 5322 wants it, with both its forms."""
    made = EmailMessage(policy=SMTPUTF8)
    local, _, domain = mail.to.rpartition("@")
    made["To"] = Address(username=local, domain=domain)
    made["From"] = sender
    made["Subject"] = mail.subject
    made["Date"] = localtime()
    made["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].rstrip(">"))
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(mail.text)
    made.add_alternative(mail.html, subtype="html")
    return made
