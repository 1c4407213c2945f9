"""What rooms that administer people change about them: the rows are identity's."""

from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Row, Tx


async def add_person(tx: Tx, person: dict[str, Any]) -> Row | None:
    """Adds somebody who has not joined yet. None when somebody has this address."""
    return await tx.one(
        """
        insert into person (id, company_id, email, name, password_hash, internal, locale, joined_at, invited_by)
        values (%(id)s, %(company)s, %(email)s, %(name)s, %(hash)s, %(internal)s, %(locale)s, null, %(by)s)
        on conflict (lower(email)) do nothing
        returning *
        """,
        person,
    )


async def disable_person(tx: Tx, person: UUID) -> None:
    """Closes every session of theirs too: a trigger does."""
    await tx.execute("update person set disabled_at = now() where id = %(id)s and disabled_at is null", {"id": person})


async def enable_person(tx: Tx, person: UUID) -> None:
    await tx.execute("update person set disabled_at = null where id = %(id)s", {"id": person})


async def forget_passkeys(tx: Tx, person: UUID) -> int:
    """Answers how many there were."""
    return await tx.execute("delete from passkey where person_id = %(id)s", {"id": person})


async def forget_totp(tx: Tx, person: UUID) -> None:
    await tx.execute(
        "update person set totp_secret = null, totp_pending = null, totp_pending_at = null where id = %(id)s",
        {"id": person},
    )
