"""Takes the entries about some subjects out of the log, with all that proves them offline, as a bundle in memory."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from retaguarda.audit.bundle import FILES, entry_line, missing_subtrees, node_line, write_line
from retaguarda.audit.signed_notes import sign, verifier_key
from retaguarda.audit.signing_keys import origin_of, signing_key
from retaguarda.foundation.database import Tx
from retaguarda.foundation.keys import Keys

_ENTRIES = (
    "select l.index, audit_leaf_text(e, l.salts, l.told::jsonb) as leaf, l.salts, e.person_id::text as person,"
    " e.actor, host(e.ip) as ip, e.user_agent as agent, e.data::text as data"
    " from audit_leaf l join event e on e.xid = l.event_xid and e.id = l.event_id"
    " where l.company_id = %(company)s and l.subject_id = any(%(subjects)s) and l.name like %(names)s order by l.index"
)
_WAITING = (
    "select exists (select from event e where e.company_id = %(company)s and e.subject_id = any(%(subjects)s)"
    " and e.name like %(names)s and not exists (select from audit_leaf l where l.event_id = e.id)"
    " and not exists (select from moved_bundle b where b.company_id = e.company_id and e.id <= b.last_event))"
)
#: Where somebody sat is no part of what they did; the leaf stays proved without it.
_CLOSED = ("ip", "agent")


class LogBehind(Exception):
    """An event has no place in the log yet; a second later it has."""


class _Indexed(msgspec.Struct):
    index: int


class _Checkpoint(msgspec.Struct):
    size: int
    note: str


async def extract_log(tx: Tx, keys: Keys, company: int, subjects: Sequence[str], names: str) -> Mapping[str, bytes]:
    """The files of a bundle over the entries of a company about these subjects, whose names are like ``names``.

    Raises:
        LogBehind: not all of them have their place.
        ValueError: the server's secret has changed since the signing key was made.
    """
    asked = {"company": company, "subjects": list(subjects), "names": names}
    row = await tx.one("select size, note from audit_checkpoint order by size desc limit 1")
    if row is None or await tx.value(_WAITING, asked):
        raise LogBehind
    checkpoint = msgspec.convert(row, _Checkpoint)
    entries = await tx.all(_ENTRIES, asked)
    indexes = [each.index for each in msgspec.convert(entries, list[_Indexed])]
    if indexes and indexes[-1] >= checkpoint.size:
        raise LogBehind
    nodes = list(missing_subtrees(0, checkpoint.size, indexes, [checkpoint.size]))
    hashes = await tx.all(
        "select * from audit_hashes(%(levels)s::int[], %(indexes)s::bigint[])",
        {"levels": [node.level for node in nodes], "indexes": [node.index for node in nodes]},
    )
    origin = await origin_of(tx)
    publics = await tx.all("select public from audit_key order by created_at")
    files = {
        FILES[0]: _lines(entry_line(each, _CLOSED) for each in entries),
        FILES[1]: _lines(node_line(each) for each in hashes),
        FILES[2]: _lines([write_line(checkpoint.note)]),
        FILES[3]: _lines(verifier_key(origin, bytes(value)) for each in publics for value in each.values()),
    }
    told = {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "company": str(company),
        "from": "the beginning",
        "to": "the end",
        "entries": str(len(indexes)),
    }
    files["bundle.txt"] = await sign_files(tx, keys, "bundle", told, files)
    files["verify.py"] = (Path(__file__).parent / "offline" / "verify.py").read_bytes()
    return files


async def sign_files(tx: Tx, keys: Keys, kind: str, told: Mapping[str, str], files: Mapping[str, bytes]) -> bytes:
    """A note by the key of the log: what is told, and the hash of each file."""
    origin = await origin_of(tx)
    fields = {**told, **{name: hashlib.sha256(content).hexdigest() for name, content in files.items()}}
    text = "".join(f"{line}\n" for line in (f"{origin}/{kind}", *(f"{name} {value}" for name, value in fields.items())))
    return sign(origin, await signing_key(tx, keys), text).encode()


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
