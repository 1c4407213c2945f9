"""Keeps the bundle of a company that came from another installation, and proves its events of before out of it.

Their places are in that installation's tree, under its signature: this one can neither plant them in its own nor sign for them.
"""

import base64
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from uuid import UUID

import msgspec

from retaguarda.audit.bundle import FILES, PROGRAMS
from retaguarda.audit.signed_notes import is_signed
from retaguarda.foundation.database import Tx
from retaguarda.foundation.typed_rows import fetch_all

SIGNED_LIST = "bundle.txt"
#: Of the signed list, and of the keys: no log has had so many.
_MOST_LINES = 10_000


class _Entry(msgspec.Struct):
    index: int
    level: int = 0


class _Kept(msgspec.Struct):
    move_id: UUID


class BundleInvalid(Exception):
    """The bundle is not as its signed list says."""


async def keep_bundle(
    tx: Tx,
    company: int,
    move: UUID,
    last_event: int,
    files: dict[str, tuple[str, Iterator[bytes]]],
    events: Iterator[bytes],
) -> str:
    """Keep its lines, and which event each entry is of; return the SHA-256 of its signed list.

    Raises:
        BundleInvalid: a file of it is missing or is not the one that was signed, or it is of another company.

    Args:
        last_event: the last event of the company that came with it, as it is numbered here.
        files: name → SHA-256 and lines.
        events: rows of the index of an entry and the number that its event had there; ``moved_number`` has the one of here.
    """
    signed = _signed_list(files)
    for name in FILES:
        if signed.get(name) != files[name][0]:
            raise BundleInvalid(f"{name} is not the file that was signed")
    if signed.get("company") != str(company):
        raise BundleInvalid(f"it is of company {signed.get('company')}")
    sha256 = files[SIGNED_LIST][0]
    await tx.execute(
        "insert into moved_bundle (company_id, move_id, sha256, last_event) values (%(company)s, %(move)s, %(sha256)s, %(last)s)",
        {"company": company, "move": move, "sha256": sha256, "last": last_event},
    )
    await tx.execute(
        "create temp table incoming_entry (index bigint primary key, event_id bigint not null) on commit drop"
    )
    await tx.execute("create temp table incoming_line (like moved_line) on commit drop")
    async with tx.connection.cursor() as cursor, cursor.copy(b"copy incoming_entry from stdin") as copy:
        for row in events:
            await copy.write(row)
    async with (
        tx.connection.cursor() as cursor,
        cursor.copy(b"copy incoming_line (company_id, move_id, file, place, line, level, index) from stdin") as copy,
    ):
        for name in (*FILES, SIGNED_LIST):
            for place, line in enumerate(files[name][1]):
                node = msgspec.json.decode(line, type=_Entry) if name in FILES[:2] else None
                await copy.write_row(
                    (company, move, name, place, line[:-1].decode(), node and node.level, node and node.index)
                )
    await tx.execute(
        "insert into moved_line (company_id, move_id, file, place, line, level, index, event_id)"
        " select l.company_id, l.move_id, l.file, l.place, l.line, l.level, l.index, m.new from incoming_line l"
        " left join incoming_entry e on l.file = 'entries.jsonl' and e.index = l.index"
        " left join moved_number m on m.of = 'event.id' and m.old = e.event_id"
    )
    return sha256


def _signed_list(files: dict[str, tuple[str, Iterator[bytes]]]) -> dict[str, str]:
    """What the list says, if one of the keys beside it has signed it. Reads both, and gives their lines back."""
    if set(files) != {*FILES, SIGNED_LIST}:
        raise BundleInvalid("a file of it is missing")
    kept = {name: list(islice(files[name][1], _MOST_LINES)) for name in (SIGNED_LIST, FILES[3])}
    for name, lines in kept.items():
        files[name] = (files[name][0], iter(lines))
    note = b"".join(kept[SIGNED_LIST]).decode()
    for key in kept[FILES[3]]:
        origin, _, public = [*key.decode().strip().split("+", 2), "", ""][:3]
        if note.startswith(f"{origin}/bundle\n") and is_signed(origin, base64.b64decode(public)[1:], note):
            return dict(line.split(" ", 1) for line in note.partition("\n\n")[0].split("\n")[1:])
    raise BundleInvalid("none of its keys has signed its list")


async def write_kept_bundle(tx: Tx, company: int, folder: Path) -> list[UUID]:
    """Write each bundle that came with the company into a folder of its own, to the byte as it came, with the programs that verify it.

    Returns their moves, the last one first.
    """
    moves = await fetch_all(
        tx,
        _Kept,
        "select move_id from moved_bundle where company_id = %(company)s order by taken_at desc",
        {"company": company},
    )
    for kept in moves:
        place = folder / str(kept.move_id)
        place.mkdir(parents=True)
        for name in (*FILES, SIGNED_LIST):
            with (place / name).open("w", encoding="utf-8", newline="\n") as target:
                async for lines in tx.batches(LINES, {"company": company, "move": kept.move_id, "file": name}):
                    target.writelines(f"{line}\n" for row in lines for line in row.values())
        for name in PROGRAMS:
            (place / name).write_bytes((Path(__file__).parent / "offline" / name).read_bytes())
    return [kept.move_id for kept in moves]


LINES = "select line from moved_line where company_id = %(company)s and move_id = %(move)s and file = %(file)s order by place"
