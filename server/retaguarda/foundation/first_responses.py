"""First responses of Commands, kept under their idempotency key to be given again."""

from typing import Any

from retaguarda.foundation.database import Tx

#: Takes the oldest away, %(batch)s at most, once they are %(days)s days old.
FORGET_RESPONSES = """
    delete from idempotency where ctid in (
        select ctid from idempotency where created_at < now() - %(days)s * interval '1 day' limit %(batch)s)
"""


async def keep_response(tx: Tx, response: dict[str, Any], status: int) -> None:
    """Keeps a response under a key that nothing stands under yet.

    Args:
        response: ``company``, ``person``, ``key``, ``command``, ``digest`` of the request, and ``body``.
    """
    await tx.execute(
        """
        insert into idempotency (company_id, person_id, key, command, request_hash, status, body)
        values (%(company)s, %(person)s, %(key)s, %(command)s, %(digest)s, %(status)s, %(body)s)
        on conflict do nothing
        """,
        response | {"status": status},
    )
