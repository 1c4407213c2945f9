"""Forget a person: erase what identifies them, while the log still proves everything else."""

from typing import Any
from uuid import UUID

import psycopg


def forget(connection: psycopg.Connection[Any], person: UUID, reason: str) -> int:
    """Erase a person from the log, as the owner and in the caller's transaction, and record an event. Return the number
    of events changed."""
    row = connection.execute("select audit_forget(%s)", (person,)).fetchone()
    count = row[0] if row else 0
    if count:
        connection.execute(
            "select event_write(1, 'audit:person:forgotten', %s, 'owner', jsonb_build_object('reason', %s::text, 'events', %s::int))",
            (str(person), reason, count),
        )
    return count
