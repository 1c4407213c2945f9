"""The mails that the running house wrote into its data folder, read as a mail program would."""

import email
import email.policy
import re
import time
from email.message import EmailMessage

from house import RunningHouse


def wait_for_mail(app: RunningHouse, to: str, kind: str, seconds: float = 20) -> str:
    """The plain text of the latest mail of this kind to this address.

    Raises:
        TimeoutError: none came.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for path in sorted((app.data / "mail").glob(f"*-{kind}.eml"), reverse=True):
            mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
            # One that is being written has no text yet.
            if mail["to"] == to and (text := _text(mail)):
                return text
        time.sleep(0.1)
    raise TimeoutError(f"no mail ({kind}) came to {to}")


def link_in(text: str, app: RunningHouse) -> str:
    found = re.search(rf"{re.escape(app.address)}/\?\w+=[\w-]+", text)
    assert found, text
    return found[0]


def _text(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return part.get_content() if part else ""
