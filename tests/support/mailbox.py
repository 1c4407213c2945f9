"""The mails of a test, read as a mail program would."""

import email
import email.policy
import re
from email.message import EmailMessage
from pathlib import Path


def mails(folder: Path, kind: str = "*") -> list[EmailMessage]:
    """In the order they were sent, which is any order for those that one turn of the worker sends."""
    files = sorted((folder / "mail").glob(f"*-{kind}.eml"))
    return [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return part.get_content()


def token_of(mail: EmailMessage) -> str:
    """The token of the link in the mail."""
    found = re.search(r"http://localhost:8000/\?[tc]k=([\w-]+)", text_of(mail))
    assert found, text_of(mail)
    return found[1]
