"""Proves an event that came with its company, out of the bundle that was kept."""

import base64
import hashlib
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.audit.bundle import FILES
from retaguarda.audit.keep_bundle import LINES
from retaguarda.audit.model import Proof
from retaguarda.audit.signed_notes import encoded, is_signed
from retaguarda.foundation.database import Tx
from retaguarda.foundation.merkle import Node, join_hashes, node_hash, path, root_by
from retaguarda.foundation.typed_rows import fetch_all, fetch_one


class _Line(msgspec.Struct):
    move_id: UUID
    index: int
    line: str


class _Text(msgspec.Struct):
    line: str


class _Node(msgspec.Struct):
    level: int
    index: int
    file: str
    line: str


class _Leaf(msgspec.Struct):
    leaf: str


class _Hash(msgspec.Struct):
    hash: str


async def prove_kept(tx: Tx, company: int, event: int) -> Proof | None:
    """Prove an event that came, against the last checkpoint of where it was written; None: it is in no bundle."""
    entry = await fetch_one(
        tx,
        _Line,
        "select move_id, index, line from moved_line where company_id = %(company)s and event_id = %(event)s order by move_id desc limit 1",
        {"company": company, "event": event},
    )
    if entry is None:
        return None
    here = {"company": company, "move": entry.move_id}
    notes = await fetch_all(tx, _Text, LINES, here | {"file": FILES[2]})
    keys = [key.line.split("+", 2) for key in await fetch_all(tx, _Text, LINES, here | {"file": FILES[3]})]
    note = msgspec.json.decode(notes[-1].line, type=str)
    origin, size, root, at = note.split("\n")[:4]
    signer = next(
        (
            (named, public)
            for log, named, public in keys
            if log == origin and is_signed(origin, base64.b64decode(public)[1:], note)
        ),
        None,
    )
    leaf = msgspec.json.decode(entry.line, type=_Leaf).leaf
    hashed = hashlib.sha256(b"\x00" + leaf.encode()).digest()
    hashes = [await _subtree(tx, here, low, high) for low, high in path(entry.index, int(size))]
    return Proof(
        holds=signer is not None and encoded(root_by(entry.index, int(size), hashed, hashes)) == root,
        leaf=leaf,
        hash=hashed.hex(),
        path=[each.hex() for each in hashes],
        size=int(size),
        root=base64.b64decode(root).hex(),
        signed_at=datetime.fromisoformat(at.removeprefix("time ")),
        key_id="" if signer is None else signer[0],
    )


async def _subtree(tx: Tx, here: dict[str, Any], low: int, high: int) -> bytes:
    """The hash over the leaves of a range, out of what the bundle has of it: entries, and the subtrees that have none."""
    stack = list[tuple[Node, bytes]]()
    async for rows in tx.batches(_RANGE, here | {"low": low, "high": high}):
        for line in msgspec.convert(rows, list[_Node]):
            node = Node(line.level, line.index)
            hashed = _hash_of(line)
            # Two halves of one subtree are it.
            while (
                stack and stack[-1][0].level == node.level and stack[-1][0].index == node.index - 1 and node.index % 2
            ):
                hashed = node_hash(stack.pop()[1], hashed)
                node = Node(node.level + 1, node.index // 2)
            stack.append((node, hashed))
    return join_hashes([hashed for _, hashed in stack])


def _hash_of(line: "_Node") -> bytes:
    if line.file == FILES[1]:
        return bytes.fromhex(msgspec.json.decode(line.line, type=_Hash).hash)
    return hashlib.sha256(b"\x00" + msgspec.json.decode(line.line, type=_Leaf).leaf.encode()).digest()


_RANGE = """
select level, index, file, line from moved_line
 where company_id = %(company)s and move_id = %(move)s and level is not null
   and index << level >= %(low)s and (index + 1) << level <= %(high)s order by index << level
"""
