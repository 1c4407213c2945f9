"""Tokens sent by mail: 256 bits, stored as a hash, usable once and for a limited time, and void once the person changes."""

import secrets
from typing import Literal

from retaguarda.foundation.database import Row, Tx
from retaguarda.identity.tokens import token_hash

Action = Literal["reset", "email", "invite"]
LIFETIME_HOURS = 6
INVITATION_DAYS = 7


async def make_token(tx: Tx, person: Row, action: Action) -> str:
    """Creates a token. ``person`` has id, company_id, email, pending_email, password_changed_at and last_sign_in_at."""
    token = secrets.token_urlsafe(32)
    await tx.execute(
        "insert into mailed_token"
        " (hash, company_id, person_id, action, email, new_email, password_changed_at, last_sign_in_at, expires_at)"
        " values (%(hash)s, %(company_id)s, %(id)s, %(action)s, %(email)s, %(new)s, %(password_changed_at)s,"
        " %(last_sign_in_at)s, now() + %(hours)s * interval '1 hour')",
        {
            **person,
            "hash": token_hash(token),
            "action": action,
            "hours": INVITATION_DAYS * 24 if action == "invite" else LIFETIME_HOURS,
            "new": person["pending_email"] if action == "email" else None,
        },
    )
    return token


async def read_token(tx: Tx, token: str, *actions: Action) -> Row | None:
    """Returns the person of a valid token: id, person_id, company_id, company_name, email, new_email; and its action."""
    return await tx.one(
        f"select {_FIELDS} from mailed_token t, {_VALID}", {"hash": token_hash(token), "actions": list(actions)}
    )


async def use_token(tx: Tx, token: str, *actions: Action) -> Row | None:
    """As read_token(), and uses the token up: of two concurrent requests one gets the person."""
    return await tx.one(
        f"update mailed_token t set used_at = now() from {_VALID} returning {_FIELDS}",
        {"hash": token_hash(token), "actions": list(actions)},
    )


_FIELDS = "p.id, p.id as person_id, p.company_id, c.name as company_name, p.email, t.new_email, t.action"

#: An address change is requested on one device and confirmed on another, so a sign-in in between does not void it.
_VALID = (
    "person p join company c on c.id = p.company_id"
    " where t.hash = %(hash)s and t.action = any(%(actions)s) and t.used_at is null and t.expires_at > now()"
    " and p.id = t.person_id and p.disabled_at is null and p.email = t.email"
    " and p.password_changed_at = t.password_changed_at"
    " and (t.action <> 'reset' or p.last_sign_in_at is not distinct from t.last_sign_in_at)"
    " and (t.action <> 'email' or p.pending_email = t.new_email)"
)
