"""Prove that a leaf is included in a signed checkpoint."""

import msgspec

from retaguarda.audit.model import Proof
from retaguarda.audit.signed_notes import is_signed
from retaguarda.foundation.database import Tx
from retaguarda.foundation.merkle import Node, join_hashes, parts, path, root_by
from retaguarda.foundation.typed_rows import fetch_one


async def prove(tx: Tx, index: int, text: str, hashed: bytes) -> Proof:
    """Prove a leaf against the newest checkpoint. ``text`` was computed again from its event."""
    checkpoint = await tx.one(
        "select c.size, c.root, c.at, c.key_id, c.note, k.public, o.origin"
        " from audit_checkpoint c join audit_key k on k.id = c.key_id cross join audit_log o order by c.size desc limit 1"
    )
    assert checkpoint is not None  # whoever gives leaves their places signs in the same transaction
    size, root = checkpoint["size"], bytes(checkpoint["root"])
    ranges = [list(parts(low, high)) for low, high in path(index, size)]
    node_hashes = await _hashes(tx, [node for each in ranges for node in each])
    hashes = [join_hashes([node_hashes[node] for node in each]) for each in ranges]
    recomputed = await tx.value("select audit_leaf_hash(%(text)s)", {"text": text})
    holds = (
        bytes(recomputed) == hashed
        and root_by(index, size, hashed, hashes) == root
        and is_signed(checkpoint["origin"], bytes(checkpoint["public"]), checkpoint["note"])
    )
    return Proof(
        holds=holds,
        leaf=text,
        hash=hashed.hex(),
        path=[each.hex() for each in hashes],
        size=size,
        root=root.hex(),
        signed_at=checkpoint["at"],
        key_id=checkpoint["key_id"],
    )


class _Leaf(msgspec.Struct):
    """A leaf, with its text as its event says it now."""

    index: int
    text: str
    hash: bytes


async def prove_event(tx: Tx, company: int, subject: str, name: str) -> tuple[int, Proof] | None:
    """Prove the newest event of that name about a subject, and return its place in the log; None until it has one."""
    leaf = await fetch_one(
        tx,
        _Leaf,
        "select l.index, l.hash, audit_leaf_text(e, l.salts, l.told::jsonb) as text from audit_leaf l"
        " join event e on e.xid = l.event_xid and e.id = l.event_id"
        " where l.subject_id = %(subject)s and l.company_id = %(company)s and l.name = %(name)s order by l.index desc limit 1",
        {"company": company, "subject": subject, "name": name},
    )
    return None if leaf is None else (leaf.index, await prove(tx, leaf.index, leaf.text, bytes(leaf.hash)))


async def _hashes(tx: Tx, nodes: list[Node]) -> dict[Node, bytes]:
    rows = await tx.all(
        "select * from audit_hashes(%(levels)s::int[], %(indexes)s::bigint[])",
        {"levels": [node.level for node in nodes], "indexes": [node.index for node in nodes]},
    )
    return {Node(row["level"], row["index"]): bytes(row["hash"]) for row in rows}
