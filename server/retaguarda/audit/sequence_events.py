"""Give events their index in the log and sign a checkpoint: once a second, one worker at a time.

A Command only writes its event: it never computes a hash.
"""

from datetime import UTC, datetime

from retaguarda.audit.signed_notes import Checkpoint, key_id, raw, sign
from retaguarda.audit.signing_keys import origin_of, signing_key
from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.keys import Keys

#: Events taken in one run, which is also the sustained rate per second.
BATCH = 5_000
SECONDS = 1.0


async def sequence(database: Database, keys: Keys, most: int = BATCH) -> int | None:
    """Run once. Return the size of the log after it; None when nothing was new or another worker runs.

    Raises:
        ValueError: the server's secret has changed since the signing key was made.
    """
    async with database.transaction(SYSTEM) as tx:
        size = await tx.value("select audit_sequence(%(most)s)", {"most": most})
        if size is None:
            return None
        origin, key = await origin_of(tx), await signing_key(tx, keys)
        root = bytes(await tx.value("select audit_root(%(size)s)", {"size": size}))
        now = datetime.now(UTC)
        note = sign(origin, key, Checkpoint(origin, size, root, now.isoformat(timespec="seconds")).text())
        await tx.execute(
            "insert into audit_checkpoint (size, root, at, key_id, note)"
            " values (%(size)s, %(root)s, %(at)s, %(key)s, %(note)s)",
            {"size": size, "root": root, "at": now, "key": key_id(origin, raw(key)), "note": note},
        )
        return size
