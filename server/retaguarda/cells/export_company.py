"""Write the rows of one company into a file for another installation."""

import base64
import hashlib
import hmac
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import msgspec
from psycopg import AsyncCursor, IsolationLevel, sql
from psycopg.rows import dict_row

from retaguarda.audit.bundle import FILES, BundleSpec, EmptyLog, write_bundle_in
from retaguarda.cells.choose_rows import conditions, refuse_what_stays
from retaguarda.cells.list_tables import MovedTable, moved_tables
from retaguarda.cells.model import Refused
from retaguarda.cells.move_rules import KEPT_BACK
from retaguarda.cells.seal_for import Box, box_for
from retaguarda.cells.write_parts import FORMAT, Balance, Manifest, ProviderAccount, Writer, finish
from retaguarda.foundation.database import Connection, Tx
from retaguarda.foundation.keys import KEPT_KEY, Keys
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all, fetch_one

#: What the file says to whoever has its key, and nobody else.
OPENS = b"a company on its way"
BUNDLE = "audit"
#: Of a column, the purpose it is sealed for and a value: the value that takes its place.
Change = Callable[[str, str, bytes], bytes]
#: Which kept keys mean something beyond one installation: all but the one that hides its address.
_OWN_KEYS = ("webhook",)


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """``parts``: name, SHA-256 and rows of each."""

    path: Path
    sha256: str
    parts: list[tuple[str, str, int]]


class _Company(msgspec.Struct):
    name: str
    document: str


class _Flag(msgspec.Struct):
    name: str


class _KeptKey(msgspec.Struct):
    purpose: str
    sealed: bytes


async def export_company(
    connection: Connection, move_id: UUID, company_id: int, recipient_key: bytes, to: Path, *, keys: Keys
) -> ExportedFile:
    """Write it, as one moment sees it: created readable by its owner only, and under its name once it is complete.

    Args:
        connection: of the database's owner, in autocommit.
        recipient_key: the public key that the other installation made for the move.
        keys: of this installation; what they sealed is sealed for the recipient.

    Raises:
        Refused: there is such a file, no such company, or something of it cannot go.
    """
    _refuse_existing(to)
    try:
        public, box = box_for(recipient_key, move_id, company_id)
    except ValueError:
        raise Refused("key_invalid", "the recipient's key is none") from None
    partial = to.with_name(f"{to.name}.partial")
    # A connection says how its transactions are isolated between two of them only.
    before = connection.isolation_level
    await connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
    try:
        async with connection.transaction():
            tx = Tx(connection, connection.cursor(row_factory=dict_row))
            await tx.execute("set transaction read only")
            with (
                os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target,
                zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive,
            ):
                writer = Writer(archive)
                await _write(tx, keys, box, writer, move_id, company_id, public)
        sha256 = finish(partial)
        partial.rename(to)
    finally:
        partial.unlink(missing_ok=True)
        await connection.set_isolation_level(before)
    return ExportedFile(to, sha256, [(part.name, part.sha256, part.rows) for part in writer.parts])


def _refuse_existing(to: Path) -> None:
    if to.exists():
        raise Refused("file_exists", f"{to} exists already")


async def _write(tx: Tx, keys: Keys, box: Box, writer: Writer, move: UUID, company: int, public: bytes) -> None:
    found = await fetch_one(tx, _Company, "select name, document from company where id = %(id)s", {"id": company})
    if found is None or company == PROVIDER:
        raise Refused("company_unknown", f"there is no company {company} that could be moved")
    await refuse_what_stays(tx, company)
    tables = await moved_tables(tx.connection)
    which = await conditions(tx, tables, company)
    for table in tables:
        await _write_rows(tx, keys, box, writer, table, which[table.name])
    bundle = await _write_bundle(tx, keys, writer, company)
    writer.manifest(
        Manifest(
            format=FORMAT,
            move=move,
            company=company,
            name=found.name,
            document=found.document,
            schema=await schema_of(tx),
            key=public.hex(),
            opens=base64.b64encode(box.seal("manifest", OPENS)).decode(),
            kept_keys=await kept_keys(tx, keys, move),
            flags=[flag.name for flag in await fetch_all(tx, _Flag, _FLAGS, {"company": company})],
            provider_accounts=await fetch_all(tx, ProviderAccount, _PROVIDER_ACCOUNTS, {"company": company}),
            balances=await balances(tx, company),
            bundle_sha256=bundle,
            parts=writer.parts,
        )
    )


async def schema_of(tx: Tx) -> str:
    return str(await tx.value("select max(number) from schema_migration"))


async def kept_keys(tx: Tx, keys: Keys, move: UUID) -> dict[str, str]:
    """A mark of each kept key that the other installation must have too: equal where the keys are, and telling nothing of them."""
    found = await fetch_all(
        tx,
        _KeptKey,
        "select purpose, sealed from kept_key where purpose <> all (%(own)s) order by purpose",
        {"own": list(_OWN_KEYS)},
    )
    return {
        key.purpose: hmac.digest(
            keys.unseal(KEPT_KEY, bytes(key.sealed)), f"company move {move}".encode(), hashlib.sha256
        ).hex()
        for key in found
    }


async def balances(tx: Tx, company: int) -> list[Balance]:
    """What the accounts of a company hold, and what its journals moved on the provider's."""
    return await fetch_all(tx, Balance, _BALANCES, {"company": company})


async def _write_rows(tx: Tx, keys: Keys, box: Box, writer: Writer, table: MovedTable, condition: str) -> None:
    columns = [column for column in table.columns if column not in KEPT_BACK.get(table.name, ())]
    statement = "copy (select {} from {} t where {}) to stdout".format(
        ", ".join(f"t.{sql.Identifier(column).as_string()}" for column in columns), table.name, condition
    )
    places = {columns.index(column): (column, purpose) for column, purpose in table.sealed.items() if column in columns}

    def resealed(column: str, purpose: str, value: bytes) -> bytes:
        try:
            return box.seal(f"{table.name}.{column}", keys.unseal(purpose, value))
        except ValueError as error:
            raise Refused("sealed_otherwise", f"{table.name}.{column}: {error}") from None

    with writer.part(f"rows/{table.name}.copy", table.name, columns) as target:
        cursor: AsyncCursor[dict[str, object]]
        async with tx.connection.cursor(row_factory=dict_row) as cursor, cursor.copy(statement.encode()) as copy:
            if not places:
                async for piece in copy:
                    target.write(bytes(piece))
                return
            rest = b""
            async for piece in copy:
                *lines, rest = (rest + bytes(piece)).split(b"\n")
                for line in lines:
                    target.write(with_values(line, places, resealed) + b"\n")


def with_values(line: bytes, places: dict[int, tuple[str, str]], change: Change) -> bytes:
    """A row in the text form of COPY, with the binary values of some columns replaced."""
    fields = line.split(b"\t")
    for place, (column, purpose) in places.items():
        if fields[place] != b"\\N":
            fields[place] = b"\\\\x" + change(column, purpose, bytes.fromhex(fields[place][3:].decode())).hex().encode()
    return b"\t".join(fields)


async def _write_bundle(tx: Tx, keys: Keys, writer: Writer, company: int) -> str:
    """The audit bundle of the company, and which event each of its entries is of; the hash of its signed list."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            await write_bundle_in(tx, keys, Path(folder, BUNDLE), BundleSpec(company=company))
        except EmptyLog:
            raise Refused("log_empty", "the audit log has no entry yet: does a worker run?") from None
        sha256 = _copy_bundle(writer, Path(folder, BUNDLE))
    with writer.part(f"{BUNDLE}/events.copy", columns=["index", "event_id"]) as target:
        async with (
            tx.connection.cursor() as cursor,
            cursor.copy(
                f"copy (select index, event_id from audit_leaf where company_id = {company} order by index) to stdout".encode()
            ) as copy,
        ):
            async for piece in copy:
                target.write(bytes(piece))
    return sha256


_FLAGS = "select name from feature_flag where %(company)s = any (companies) order by name"
_PROVIDER_ACCOUNTS = """
select a.id, a.code::text, a.currency::text, a.append_only, a.floor from ledger_account a
 where a.company_id = 1 and a.id in (select e.account_id from ledger_entry e where e.company_id = %(company)s
                                      union select e.account_id from ledger_entry e where e.company_id = 1 and e.journal_id in (
                                        select j.id from ledger_journal j join deposit d on d.company_id = %(company)s and d.matched_by = 'person'
                                         where j.company_id = 1 and j.key in ('pix:' || d.end_to_end_id, 'identify:' || d.end_to_end_id)))
 order by a.id
"""
_BALANCES = """
select false as of_provider, a.code::text, a.currency::text, a.posted, a.held::bigint as held, a.version
  from ledger_account a where a.company_id = %(company)s
union all
select true, a.code::text, a.currency::text, sum(e.amount)::bigint, 0, count(*)
  from ledger_entry e join ledger_account a on a.id = e.account_id and a.company_id = 1
 where e.company_id = %(company)s group by a.code, a.currency
 order by 1, 2, 3
"""


def _copy_bundle(writer: Writer, folder: Path) -> str:
    for name in (*FILES, "bundle.txt"):
        with (folder / name).open("rb") as source, writer.part(f"{BUNDLE}/{name}") as target:
            shutil.copyfileobj(source, target)
    return hashlib.sha256((folder / "bundle.txt").read_bytes()).hexdigest()
