"""Stores passkeys and their challenges."""

import hashlib
import secrets
from typing import Any, Literal
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.identity.webauthn import Credential

Action = Literal["register", "sign_in"]
CHALLENGE_MINUTES = 5


async def new_challenge(tx: Tx, person: UUID, company: int, action: Action) -> bytes:
    challenge = secrets.token_bytes(32)
    await tx.execute(
        "insert into passkey_challenge (hash, company_id, person_id, action, expires_at)"
        f" values (%(hash)s, %(company)s, %(person)s, %(action)s, now() + interval '{CHALLENGE_MINUTES} minutes')",
        {"hash": _hash(challenge), "company": company, "person": person, "action": action},
    )
    return challenge


async def take_challenge(tx: Tx, challenge: bytes, person: UUID, action: Action) -> bool:
    """Uses the challenge up; False if it was not given to this person for this action, or was used."""
    return bool(
        await tx.execute(
            "delete from passkey_challenge where hash = %(hash)s and person_id = %(person)s and action = %(action)s"
            " and expires_at > now()",
            {"hash": _hash(challenge), "person": person, "action": action},
        )
    )


async def passkeys_of(tx: Tx, person: UUID) -> list[Row]:
    return await tx.all(
        "select id, name, credential_id, public_key, sign_count, transports, created_at, last_used_at from passkey"
        " where person_id = %(person)s order by created_at, id",
        {"person": person},
    )


def credential_of(row: dict[str, Any]) -> Credential:
    return Credential(
        bytes(row["credential_id"]), bytes(row["public_key"]), row["sign_count"], tuple(row["transports"])
    )


def _hash(challenge: bytes) -> bytes:
    return hashlib.sha256(challenge).digest()
