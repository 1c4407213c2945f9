"""Export a bundle of the log: entries with all that somebody needs to verify them offline."""

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from retaguarda.audit.model import PERSONAL
from retaguarda.audit.signed_notes import sign, verifier_key
from retaguarda.audit.signing_keys import origin_of, signing_key
from retaguarda.foundation.database import SYSTEM, Database, Row, Tx
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.merkle import Node, complete, split

FILES = ("entries.jsonl", "nodes.jsonl", "checkpoints.jsonl", "keys.txt")
PROGRAMS = ("verify.py", "verify.html")
_BATCH = 5_000


class EmptyLog(Exception):
    """The log has no entry yet."""


@dataclass(frozen=True, slots=True)
class BundleSpec:
    """The entries to export. Days in UTC, both included; None: no bound, or every company."""

    first: date | None = None
    last: date | None = None
    company: int | None = None

    def fields(self) -> dict[str, str]:
        return {
            "company": "all" if self.company is None else str(self.company),
            "from": "the beginning" if self.first is None else self.first.isoformat(),
            "to": "the end" if self.last is None else self.last.isoformat(),
        }


@dataclass(frozen=True, slots=True)
class BundleCounts:
    entries: int
    nodes: int
    checkpoints: int


async def write_bundle(database: Database, keys: Keys, folder: Path, spec: BundleSpec) -> BundleCounts:
    """Write the bundle into a folder that is empty or missing.

    Raises:
        EmptyLog: there is no checkpoint to prove anything with.
        FileExistsError: the folder is not empty.
        ValueError: the server's secret has changed since the signing key was made.
    """
    async with database.transaction(SYSTEM) as tx:
        counts = await write_bundle_in(tx, keys, folder, spec)
    for name in PROGRAMS:
        (folder / name).write_bytes((Path(__file__).parent / "offline" / name).read_bytes())
    return counts


async def write_bundle_in(tx: Tx, keys: Keys, folder: Path, spec: BundleSpec) -> BundleCounts:
    """As write_bundle(), as this transaction sees the log, and without the programs that verify it."""
    _make_folder(folder)
    checkpoints = await _checkpoints(tx)
    sizes = [int(size) for size, _ in (row.values() for row in checkpoints)]
    indexes = await _write_entries(tx, folder / FILES[0], spec, sizes[-1])
    nodes = list(missing_subtrees(0, sizes[-1], indexes, sizes))
    await _write_nodes(tx, folder / FILES[1], nodes)
    _write(folder / FILES[2], (write_line(row["note"]) for row in checkpoints))
    origin = await origin_of(tx)
    publics = await tx.all("select public from audit_key order by created_at")
    _write(folder / FILES[3], (verifier_key(origin, bytes(row["public"])) for row in publics))
    _sign(folder, origin, await signing_key(tx, keys), spec, len(indexes))
    return BundleCounts(len(indexes), len(nodes), len(sizes))


def _make_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(folder)


def missing_subtrees(low: int, high: int, indexes: Sequence[int], sizes: Sequence[int]) -> Iterator[Node]:
    """Yield the largest complete subtrees that contain no entry of the bundle and that no checkpoint divides."""
    node = complete(low, high)
    if node is not None and not _within(indexes, low - 1, high) and not _within(sizes, low, high):
        yield node
    elif high - low > 1:
        middle = low + split(high - low)
        yield from missing_subtrees(low, middle, indexes, sizes)
        yield from missing_subtrees(middle, high, indexes, sizes)


def _within(numbers: Sequence[int], above: int, below: int) -> bool:
    position = bisect_right(numbers, above)
    return position < len(numbers) and numbers[position] < below


async def _checkpoints(tx: Tx) -> list[Row]:
    """Load the last checkpoint of each day, which includes the newest."""
    rows = await tx.all(
        "select distinct on ((at at time zone 'UTC')::date) size, note from audit_checkpoint"
        " order by (at at time zone 'UTC')::date, size desc"
    )
    if not rows:
        raise EmptyLog
    return sorted(rows, key=lambda row: row["size"])


async def _write_entries(tx: Tx, path: Path, spec: BundleSpec, size: int) -> list[int]:
    """Write the entries and return their indexes."""
    end = None if spec.last is None else spec.last + timedelta(days=1)
    indexes = list[int]()
    with path.open("w", encoding="utf-8") as file:
        async for rows in tx.batches(
            "select l.index, audit_leaf_text(e, l.salts, l.told::jsonb) as leaf, l.salts, e.person_id::text as person,"
            " e.actor, host(e.ip) as ip, e.user_agent as agent, e.data::text as data"
            " from audit_leaf l join event e on e.xid = l.event_xid and e.id = l.event_id"
            " where l.index < %(size)s and (%(company)s::int is null or l.company_id = %(company)s)"
            " and (%(first)s::date is null or l.at >= %(first)s::date::timestamp at time zone 'UTC')"
            " and (%(end)s::date is null or l.at < %(end)s::date::timestamp at time zone 'UTC') order by l.index",
            {"size": size, "company": spec.company, "first": spec.first, "end": end},
            _BATCH,
        ):
            for row in rows:
                file.write(entry_line(row) + "\n")
                indexes.append(row["index"])
    return indexes


def entry_line(row: Row, closed: Sequence[str] = ()) -> str:
    """One entry as a line. ``closed``: personal fields that are left out with their salts, as if they were forgotten."""
    salts = [
        None if salt is None or name in closed else bytes(salt).hex()
        for name, salt in zip(PERSONAL, row["salts"], strict=True)
    ]
    fields = {name: None if salt is None else row[name] for name, salt in zip(PERSONAL, salts, strict=True)}
    return write_line({"index": row["index"], "leaf": row["leaf"], "salts": salts, **fields})


def node_line(row: Row) -> str:
    """One hash that the bundle needs, as a line."""
    return write_line({"level": row["level"], "index": row["index"], "hash": bytes(row["hash"]).hex()})


async def _write_nodes(tx: Tx, path: Path, nodes: list[Node]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, len(nodes), _BATCH):
            part = nodes[start : start + _BATCH]
            rows = await tx.all(
                "select * from audit_hashes(%(levels)s::int[], %(indexes)s::bigint[])",
                {"levels": [node.level for node in part], "indexes": [node.index for node in part]},
            )
            for row in rows:
                file.write(node_line(row) + "\n")


def _sign(folder: Path, origin: str, key: Ed25519PrivateKey, spec: BundleSpec, entries: int) -> None:
    """Sign the list of entries and the hash of each file, so that nobody can leave an entry out."""
    fields = {"made": datetime.now(UTC).isoformat(timespec="seconds"), **spec.fields(), "entries": str(entries)}
    for name in FILES:
        with (folder / name).open("rb") as file:
            fields[name] = hashlib.file_digest(file, "sha256").hexdigest()
    text = "".join(f"{line}\n" for line in (f"{origin}/bundle", *(f"{name} {value}" for name, value in fields.items())))
    (folder / "bundle.txt").write_text(sign(origin, key, text), encoding="utf-8", newline="\n")


def _write(path: Path, lines: Iterator[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def write_line(value: Any) -> str:
    """Encode as the one JSON form that the verifying programs accept."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
