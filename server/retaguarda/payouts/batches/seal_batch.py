"""Seals a batch: a leaf for each line that would go, their Merkle tree (RFC 6962), and an HMAC of its root once approved.

The leaves are computed by the database when the batch is planned (payout_leaf) and by the worker before a line leaves; both must
agree. The HMAC's key is not in the database, so whoever edits rows there cannot approve them.
"""

import hashlib
import hmac

from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.merkle import leaf_hash, levels_of
from retaguarda.payouts.batches.model import BatchRow, LineRow

#: Purpose of the key of approved roots (docs/cryptography.md).
PURPOSE = "payout batch"
_HASH_BYTES = 32


def leaf_of(line: LineRow) -> bytes:
    """Compute the leaf of a line; the same as payout_leaf of the database."""
    fields = (
        "payout line 1",
        str(line.number),
        line.name,
        line.document,
        line.kind,
        line.ispb or "",
        line.branch or "",
        line.account or "",
        _place_of(line),
        line.pix_key or "",
        str(line.amount),
        line.currency,
        str(line.fee),
        line.scheduled_for.isoformat() if line.scheduled_for else "",
        line.description or "",
        line.external_id or "",
        line.destination.hex(),
        str(line.replaces or ""),
    )
    return leaf_hash("\x1f".join(fields).encode())


def _place_of(line: LineRow) -> str:
    """The kind of the account and, of a TED, that it goes by one and what for."""
    kind = line.account_type or ""
    return kind if line.ted_purpose is None else f"{kind}:ted:{line.ted_purpose}"


def hash_of_plan(row: BatchRow) -> str | None:
    """Compute the hash of what a person approves; None where nothing would go."""
    if row.root is None:
        return None
    told = f"{row.root.hex()}:{row.good}:{row.amount}:{row.fee}:{row.currency}:{row.choice}"
    told += f":{row.mapping_id}" if row.mapping_id else ""
    return hashlib.sha256(told.encode()).hexdigest()


def _approved(row: BatchRow) -> bytes:
    return f"{row.company_id}:{row.id}:{row.plan_hash}:{hash_of_plan(row)}".encode()


def approve_root(keys: Keys, row: BatchRow) -> bytes:
    return keys.sign(PURPOSE, _approved(row))


def is_approved(keys: Keys, row: BatchRow) -> bool:
    """Whether this process' key approved exactly this root with these sums."""
    message, mac = _approved(row), row.mac or b""
    return any(hmac.compare_digest(each, mac) for each in keys.sign_all(PURPOSE, message))


async def seal_lines(tx: Tx, row: BatchRow) -> bytes | None:
    """Give each line that would go its leaf and its place, store the tree, and return its root; None without lines."""
    key = {"company": row.company_id, "batch": row.id}
    await tx.execute(_UNSEAL, key)
    await tx.execute(_LEAVES, key)
    leaves = await load_leaves(tx, row, _STORED)
    levels = levels_of(leaves)
    await tx.execute("delete from payout_batch_level where company_id = %(company)s and batch_id = %(batch)s", key)
    for number, level in enumerate(levels):
        await tx.execute(
            "insert into payout_batch_level (company_id, batch_id, level, hashes)"
            " values (%(company)s, %(batch)s, %(level)s, %(hashes)s)",
            key | {"level": number, "hashes": b"".join(level)},
        )
    return levels[-1][0] if levels else None


async def load_leaves(tx: Tx, row: BatchRow, query: str = "") -> list[bytes]:
    """Load the leaves of a batch in their order, as they were sealed."""
    found = await tx.value(query or _SEALED, {"company": row.company_id, "batch": row.id})
    whole = bytes(found or b"")
    return [whole[at : at + _HASH_BYTES] for at in range(0, len(whole), _HASH_BYTES)]


_UNSEAL = (
    "update payout_line set leaf = null, leaf_no = null"
    " where company_id = %(company)s and batch_id = %(batch)s and leaf_no is not null"
)
_LEAVES = """
    with going as materialized (
      select number, row_number() over (order by number) - 1 as place from payout_line
       where company_id = %(company)s and batch_id = %(batch)s and problems = '[]' and excluded_by is null
    )
    update payout_line l
       set leaf_no = g.place,
           leaf = payout_leaf(l.number, l.name, l.document, l.kind, l.ispb, l.branch, l.account,
                              payout_place(l.account_type, l.ted_purpose), l.pix_key,
                              l.amount, l.currency, l.fee, l.scheduled_for, l.description, l.external_id, l.destination, l.replaces)
      from going g
     where l.company_id = %(company)s and l.batch_id = %(batch)s and l.number = g.number
"""
_STORED = (
    "select string_agg(leaf, ''::bytea order by leaf_no) from payout_line"
    " where company_id = %(company)s and batch_id = %(batch)s and leaf is not null"
)
_SEALED = "select hashes from payout_batch_level where company_id = %(company)s and batch_id = %(batch)s and level = 0"
