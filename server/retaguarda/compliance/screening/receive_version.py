"""Takes in a version of a list that its source published."""

import hashlib
from collections.abc import Mapping
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7


async def receive_version(tx: Tx, list_id: UUID, content: bytes, values: Mapping[str, object]) -> UUID | None:
    """Keep a file until it is read; None where the version in force is made of the very same bytes.

    Args:
        values: origin, name, by and person.
    """
    digest = hashlib.sha256(content).digest()
    same = await tx.execute(
        "update watch_list l set checked_at = now() where l.id = %(list)s and exists (select from list_version v"
        " where v.list_id = l.id and v.status = 'active' and v.sha256 = %(hash)s)",
        {"list": list_id, "hash": digest},
    )
    if same:
        return None
    version = uuid7()
    await tx.execute(
        "insert into list_version (id, list_id, origin, file_name, sha256, size, content, received_by, received_by_id) values (%(id)s,"
        " %(list)s, %(origin)s, %(name)s, %(hash)s, %(size)s, %(content)s, %(by)s, %(person)s)",
        {"id": version, "list": list_id, "hash": digest, "size": len(content), "content": content} | dict(values),
    )
    return version
