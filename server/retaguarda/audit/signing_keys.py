"""The signing keys of the log: one signs; the public halves of all former keys are kept.

Keys are generated, not derived: the server's secret alone cannot sign, and replacing the secret leaves old checkpoints
valid.
"""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from retaguarda.audit.signed_notes import key_id, raw
from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.keys import Keys

_PURPOSE = "audit"
_LOCK = "select pg_advisory_xact_lock(hashtext('audit_key'))"
_SIGNING = "select private from audit_key where private is not null"


async def origin_of(tx: Tx) -> str:
    """Return the log's name."""
    return await tx.value("select origin from audit_log")


async def signing_key(tx: Tx, keys: Keys) -> Ed25519PrivateKey:
    """Return the current signing key; make one if there is none.

    Raises:
        ValueError: the server's secret has changed since the key was made.
    """
    sealed = await tx.value(_SIGNING)
    if sealed is None:
        await tx.execute(_LOCK)
        sealed = await tx.value(_SIGNING)
    if sealed is None:
        return await rotate(tx, keys)
    return Ed25519PrivateKey.from_private_bytes(keys.unseal(_PURPOSE, bytes(sealed)))


async def rotate(tx: Tx, keys: Keys) -> Ed25519PrivateKey:
    """Replace the signing key and erase the private half of the former one."""
    await tx.execute(_LOCK)
    key = Ed25519PrivateKey.generate()
    await tx.execute("update audit_key set private = null where private is not null")
    await tx.execute(
        "insert into audit_key (id, public, private) values (%(id)s, %(public)s, %(private)s)",
        {
            "id": key_id(await origin_of(tx), raw(key)),
            "public": raw(key),
            "private": keys.seal(_PURPOSE, key.private_bytes_raw()),
        },
    )
    return key


async def renew(database: Database, keys: Keys) -> str:
    """Rotate in a transaction of its own. Return the id of the new key."""
    async with database.transaction(SYSTEM) as tx:
        key = await rotate(tx, keys)
        return key_id(await origin_of(tx), raw(key))
