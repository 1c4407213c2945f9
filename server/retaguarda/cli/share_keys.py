"""Give the kept keys of one installation to another of the same provider, so that what they hashed means the same on both.

The file is sealed under a code of its own, which goes another way.
"""

import base64
import os
import secrets
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from retaguarda.backup import Refused
from retaguarda.foundation.keys import KEPT_KEY, Keys

#: Purposes of kept keys that stand on paper, in links and in hashes of a company's rows: they have to be the same wherever a company is.
SHARED = ("recovery", "receipt", "receipt_link", "payment_link", "destination", "check_subject")
#: Purpose → why each installation has its own.
OWN = {"webhook": "it hides the address at which a provider reaches this one"}
FORMAT = 1
_KEY_BYTES = 32


class SharedKeys(msgspec.Struct):
    """``keys``: purpose → the key, sealed under the code and written in base64."""

    format: int
    keys: dict[str, str]


def share_keys(connection: psycopg.Connection[Any], keys: Keys, file: Path) -> str:
    """Write the shared kept keys, and return the code that opens the file. Those that were never needed are drawn now.

    Raises:
        FileExistsError: the file is there already.
    """
    code = secrets.token_urlsafe(_KEY_BYTES)
    under = Keys(code)
    written = SharedKeys(FORMAT, {})
    for purpose in SHARED:
        connection.execute(
            "insert into kept_key (purpose, sealed) values (%s, %s) on conflict do nothing",
            (purpose, keys.seal(KEPT_KEY, secrets.token_bytes(_KEY_BYTES))),
        )
        row = connection.execute("select sealed from kept_key where purpose = %s", (purpose,)).fetchone()
        assert row is not None
        sealed = under.seal(_sealed_as(purpose), keys.unseal(KEPT_KEY, bytes(row[0])))
        written.keys[purpose] = base64.b64encode(sealed).decode()
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        target.write(msgspec.json.format(msgspec.json.encode(written)))
    return code


def take_keys(connection: psycopg.Connection[Any], keys: Keys, file: Path, code: str) -> None:
    """Take the keys of another installation, before this one has drawn any.

    Raises:
        Refused: the file is not one of these, the code does not open it, or this installation has keys of its own.
    """
    try:
        shared = msgspec.json.decode(file.read_bytes(), type=SharedKeys)
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError) as error:
        raise Refused(f"{file} holds no shared keys: {error}") from None
    if shared.format != FORMAT or set(shared.keys) != set(SHARED):
        raise Refused(f"{file} was written by another version of the program: share the keys again, with this one")
    under = Keys(code)
    for purpose, sealed in shared.keys.items():
        try:
            plain = under.unseal(_sealed_as(purpose), base64.b64decode(sealed, validate=True))
        except ValueError:
            raise Refused(f"this code does not open {file}") from None
        taken = connection.execute(
            "insert into kept_key (purpose, sealed) values (%s, %s) on conflict do nothing",
            (purpose, keys.seal(KEPT_KEY, plain)),
        )
        if not taken.rowcount:
            raise Refused(f"this installation has a key {purpose!r} of its own already")


def _sealed_as(purpose: str) -> str:
    return f"shared kept key {purpose}"
