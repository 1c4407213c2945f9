"""Take the rows of one company out of another installation's file."""

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import msgspec
import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from retaguarda.audit.keep_bundle import BundleInvalid, keep_bundle
from retaguarda.cells.choose_rows import conditions
from retaguarda.cells.export_company import (
    BUNDLE,
    OPENS,
    Change,
    balances,
    kept_keys,
    schema_of,
    with_values,
)
from retaguarda.cells.list_tables import MovedTable, moved_tables
from retaguarda.cells.model import Refused
from retaguarda.cells.move_rules import BEFORE_ALL, KEPT_BACK, LISTS, NUMBERS, REFERENCES, TRANSACTIONS, renumbered
from retaguarda.cells.place_people import add_people, place_people, place_references
from retaguarda.cells.seal_for import Box, box_from
from retaguarda.cells.write_parts import PIECE, Part, ProviderAccount, Reader, opened
from retaguarda.foundation.database import Connection, Tx
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all


@dataclass(frozen=True, slots=True)
class ImportedCompany:
    """``renumbered``: of what → old number → new one. ``kept_people``: e-mails of people who were here, and stay as they were."""

    move_id: UUID
    company_id: int
    file_sha256: str
    renumbered: dict[str, dict[int, int]]
    bundle_sha256: str
    kept_people: list[str] = field(default_factory=list)


class _Number(msgspec.Struct):
    of: str
    old: int
    new: int


async def import_company(connection: Connection, file: Path, opening_key: bytes, *, keys: Keys) -> ImportedCompany:
    """Take it in, in the caller's transaction. Nothing is written before all of the file is known to be whole.

    Args:
        connection: of the database's owner, in a transaction.
        opening_key: the private half of the key that was made for the move.
        keys: of this installation; what was sealed for it is sealed with them.

    Raises:
        Refused: the file is damaged, of another version, or not for this key; or something here is in its way. The transaction is to
            be rolled back.
    """
    with opened(file) as reader:
        box = _box(reader, opening_key)
        tx = Tx(connection, connection.cursor(row_factory=dict_row))
        tables = await moved_tables(connection)
        parts = _parts(reader, tables)
        await _refuse_other_installation(tx, reader, keys)
        try:
            return await _take(tx, reader, keys, box, tables, parts)
        except (BundleInvalid, UnicodeDecodeError, binascii.Error, msgspec.MsgspecError) as error:
            raise Refused("bundle_invalid", f"the audit bundle in the file does not hold: {error}") from None
        except psycopg.errors.UniqueViolation as error:
            raise Refused("taken", f"{error.diag.table_name}: {error.diag.message_detail}") from None
        except psycopg.errors.ForeignKeyViolation as error:
            raise Refused("missing", f"{error.diag.table_name}: {error.diag.message_detail}") from None
        except psycopg.OperationalError:
            raise
        except psycopg.DatabaseError as error:
            where = error.diag.table_name or error.diag.context or "a row"
            raise Refused("row_refused", f"{where}: {error.diag.message_primary}") from None


def _box(reader: Reader, opening_key: bytes) -> Box:
    manifest = reader.manifest
    try:
        box = box_from(opening_key, bytes.fromhex(manifest.key), manifest.move, manifest.company)
        if box.open("manifest", base64.b64decode(manifest.opens, validate=True)) != OPENS:
            raise ValueError
    except (ValueError, binascii.Error):
        raise Refused("key_other", "the file was sealed for another key than this one") from None
    return box


def _parts(reader: Reader, tables: list[MovedTable]) -> dict[str, Part]:
    """Table → its part; each table has one, with the columns that this program writes."""
    parts = {part.table: part for part in reader.manifest.parts if part.table}
    for table in tables:
        expected = [column for column in table.columns if column not in KEPT_BACK.get(table.name, ())]
        if table.name not in parts or parts[table.name].columns != expected:
            raise Refused("file_invalid", f"the file has no rows of {table.name} as this program knows them")
    if set(parts) != {table.name for table in tables}:
        raise Refused("file_invalid", "the file has rows of tables that no company has")
    return parts


async def _refuse_other_installation(tx: Tx, reader: Reader, keys: Keys) -> None:
    manifest = reader.manifest
    if manifest.company == PROVIDER:
        raise Refused("file_invalid", "the provider itself is not moved")
    here = await schema_of(tx)
    if manifest.schema != here:
        raise Refused(
            "schema_other",
            f"the file is of the schema {manifest.schema}, and this is {here}: bring both to one version",
        )
    own = await kept_keys(tx, keys, manifest.move)
    other = sorted(purpose for purpose, mark in manifest.kept_keys.items() if own.get(purpose) != mark)
    if other:
        raise Refused(
            "kept_keys_differ",
            f"kept keys differ here: {', '.join(other)}. What they hashed would mean nothing: found cells with shared keys"
            " (secrets share, found --kept-keys)",
        )
    number = await tx.value("select name from company where id = %(id)s", {"id": manifest.company})
    if number is not None:
        raise Refused("company_taken", f"company {manifest.company} is here already: {number}")
    document = await tx.value("select id from company where document = %(document)s", {"document": manifest.document})
    if document is not None:
        raise Refused("document_taken", f"{manifest.document} is the CNPJ of company {document} here")


async def _take(
    tx: Tx, reader: Reader, keys: Keys, box: Box, tables: list[MovedTable], parts: dict[str, Part]
) -> ImportedCompany:
    manifest = reader.manifest
    by_name = {table.name: table for table in tables}
    await tx.value(
        "select set_config('retaguarda.importing', %(company)s, true), set_config('retaguarda.companies', %(scope)s, true)",
        {"company": str(manifest.company), "scope": f"{{{manifest.company}}}"},
    )
    await tx.execute(
        "create temp table moved_number (of text, old bigint, new bigint not null, primary key (of, old)) on commit drop"
    )
    for name in ("person", *REFERENCES):
        await _stage(tx, reader, keys, box, by_name[name], parts[name], {})
    people = await place_people(tx, manifest.company)
    ids = people.other_ids | await place_references(tx, keys)
    which = await conditions(tx, tables, manifest.company)
    filled = [table for table in tables if parts[table.name].rows]
    for table in filled:
        if table.name != "person" and table.name not in REFERENCES:
            await _stage(tx, reader, keys, box, table, parts[table.name], ids)
    await _draw_numbers(tx, {table.name for table in filled})
    await _find_provider_accounts(tx, manifest.provider_accounts, ids)
    for table in filled:
        if table.name != "person" and table.name not in REFERENCES:
            if table.name not in _NOT_ASKED:
                await _refuse_other_companies(tx, table, which[table.name])
            await _insert(tx, table)
            if table.name == "ledger_entry":
                await tx.execute(_PROVIDERS_ENTRIES)
        if table.name == "company":
            await add_people(tx)
    await tx.execute(_HOUSE_HOURS)
    await tx.execute(_FLAGS, {"flags": manifest.flags, "company": manifest.company})
    last = await tx.value(
        "select coalesce(max(id), 0) from event where company_id = %(company)s", {"company": manifest.company}
    )
    await _keep_readers_before(tx, last)
    bundle = await keep_bundle(tx, manifest.company, manifest.move, last, _bundle_parts(reader), _entry_events(reader))
    await tx.execute("set constraints all immediate")
    await tx.execute("set constraints all deferred")
    await tx.value("select set_config('retaguarda.importing', '', true), set_config('retaguarda.companies', '', true)")
    if await balances(tx, manifest.company) != manifest.balances:
        raise Refused("balances_differ", "the accounts hold something else than the file says")
    told = dict[str, dict[int, int]]()
    for number in await fetch_all(tx, _Number, "select of, old, new from moved_number where of <> 'event.id'"):
        told.setdefault(number.of, {})[number.old] = number.new
    return ImportedCompany(manifest.move, manifest.company, reader.sha256, told, bundle, people.kept)


async def _stage(
    tx: Tx, reader: Reader, keys: Keys, box: Box, table: MovedTable, part: Part, ids: dict[bytes, bytes]
) -> None:
    """Copy a part into a table of this session, with ids of here, and sealed with the keys of here."""
    columns = sql.SQL(", ").join(map(sql.Identifier, part.columns)).as_string()
    await tx.execute(
        f"create temp table incoming_{table.name} on commit drop as select {columns} from public.{table.name} with no data"
    )
    places = {
        part.columns.index(column): (column, purpose)
        for column, purpose in table.sealed.items()
        if column in part.columns
    }

    def resealed(column: str, purpose: str, value: bytes) -> bytes:
        try:
            return keys.seal(purpose, box.open(f"{table.name}.{column}", value))
        except ValueError as error:
            raise Refused("file_invalid", str(error)) from None

    buffer = bytearray()
    async with (
        tx.connection.cursor() as cursor,
        cursor.copy(f"copy incoming_{table.name} ({columns}) from stdin".encode()) as copy,
    ):
        for line in reader.lines(part):
            row = line
            if places:
                row = _row_resealed(line, len(part.columns), places, resealed)
            for old, new in ids.items():
                row = row.replace(old, new)
            buffer += row
            if len(buffer) >= PIECE:
                await copy.write(bytes(buffer))
                buffer.clear()
        await copy.write(bytes(buffer))
    # A line may tell COPY that nothing follows.
    if await tx.value(f"select count(*) from incoming_{table.name}") != part.rows:
        raise Refused("file_invalid", f"not every row of {part.name} is one")


def _row_resealed(line: bytes, columns: int, places: dict[int, tuple[str, str]], resealed: Change) -> bytes:
    if line.count(b"\t") != columns - 1:
        raise Refused("file_invalid", "a row of the file has not the columns of its table")
    try:
        return with_values(line[:-1], places, resealed) + b"\n"
    except (ValueError, UnicodeDecodeError):
        raise Refused("file_invalid", "a sealed value of the file does not read") from None


async def _refuse_other_companies(tx: Tx, table: MovedTable, condition: str) -> None:
    """A row that would not have gone does not come, whoever has written the file. What its table hangs on is here by now."""
    if await tx.value(f"select exists (select from incoming_{table.name} t where ({condition}) is not true)"):
        raise Refused("file_invalid", f"the file has rows of {table.name} that are of another company")


async def _draw_numbers(tx: Tx, filled: set[str]) -> None:
    """Draw the numbers of this server, in the order in which the other one gave its own."""
    for column, number in NUMBERS.items():
        table, name = column.split(".")
        if table in filled:
            await tx.execute(
                f"insert into moved_number select %(of)s, o.old, nextval(pg_get_serial_sequence(%(table)s, %(name)s))"
                f" from (select {name} as old from incoming_{table} order by {number.order}) o",
                {"of": column, "table": f"public.{table}", "name": name},
            )
    await tx.execute("analyze moved_number")


async def _find_provider_accounts(tx: Tx, accounts: list[ProviderAccount], ids: dict[bytes, bytes]) -> None:
    """The provider has accounts of its own here: the same code and currency, opened where nobody needed one yet."""
    for account in accounts:
        code = account.code.encode()
        for old, new in ids.items():
            code = code.replace(old, new)
        await tx.execute(
            "insert into moved_number values ('ledger_account.id', %(old)s, ledger_open(1, %(code)s, %(currency)s, %(floor)s::bigint, %(append_only)s))",
            {
                "old": account.id,
                "code": code.decode(),
                "currency": account.currency,
                "floor": account.floor,
                "append_only": account.append_only,
            },
        )


async def _insert(tx: Tx, table: MovedTable) -> None:
    repeated = renumbered()

    def value(column: str) -> str:
        place, name = f"{table.name}.{column}", sql.Identifier(column).as_string()
        of = place if place in NUMBERS else repeated.get(place)
        if place in TRANSACTIONS:
            return f"'{TRANSACTIONS[place]}'::xid8" if TRANSACTIONS[place] else "pg_current_xact_id()"
        if of is None:
            return f"i.{name}"
        found = "select m.new from moved_number m where m.of = '{}' and m.old = {}"
        if place in LISTS:
            return f"array({found.format(of, 'o.old')} order by 1)".replace(
                "select m.new from moved_number m where",
                f"select m.new::int from unnest(i.{name}) o (old) join moved_number m on",
            )
        one = f"({found.format(of, f'i.{name}')})"
        # What the provider's own log told there: its event is not here, and its number is nobody's.
        return f"coalesce({one}, -i.{name})" if place == "notification.event_id" else one

    columns = ", ".join(sql.Identifier(column).as_string() for column in table.columns)
    values = ", ".join(map(value, table.columns))
    condition = _CONDITIONS.get(table.name, "")
    await tx.execute(
        f"insert into public.{table.name} ({columns}) overriding system value select {values} from incoming_{table.name} i {condition}"
    )


async def _keep_readers_before(tx: Tx, last: int) -> None:
    """Whoever has read nothing yet begins behind what came: it was read where it was written."""
    await tx.execute("select event_reader_begin('audit.sequence')")
    await tx.execute(
        f"update event_reader set xid = '{BEFORE_ALL}', id = greatest(id, %(last)s) where xid <= '{BEFORE_ALL}'",
        {"last": last},
    )


def _bundle_parts(reader: Reader) -> dict[str, tuple[str, Iterator[bytes]]]:
    """File of the bundle → its SHA-256 and its lines."""
    return {
        part.name.removeprefix(f"{BUNDLE}/"): (part.sha256, reader.lines(part))
        for part in reader.manifest.parts
        if part.name.startswith(f"{BUNDLE}/") and not part.columns
    }


def _entry_events(reader: Reader) -> Iterator[bytes]:
    """Which entry of the other tree is of which event there, as rows."""
    for part in reader.manifest.parts:
        if part.name == f"{BUNDLE}/events.copy":
            yield from reader.lines(part)


#: Of people who were here already, what this installation knows of them stays.
_CONDITIONS = {
    "person_company": "on conflict do nothing",
    "person_role": "where exists (select from person p where p.id = i.person_id and p.company_id = i.company_id) on conflict do nothing",
    "ledger_entry": "where i.company_id <> 1 or i.version is null",
    "passkey": "where i.person_id in (select id from new_person)",
    "recovery_code": "where i.person_id in (select id from new_person)",
}
#: Of the provider's journals, which ones go is asked where the deposits are: the entries are checked against their journals.
_NOT_ASKED = frozenset({"ledger_journal", "ledger_entry"})
#: The provider's accounts of here take them as their next ones. Times run with versions, so they stand there from now on.
_PROVIDERS_ENTRIES = """
with leg as materialized (
  select i.*, m.new as account, row_number() over (partition by m.new order by i.version) as nth,
         sum(i.amount) over (partition by m.new order by i.version) as so_far
    from incoming_ledger_entry i join moved_number m on m.of = 'ledger_account.id' and m.old = i.account_id
   where i.company_id = 1 and i.version is not null
), account as (
  select a.id, a.posted, a.version, greatest(a.posted_at, clock_timestamp()) as posted_at from ledger_account a
   where a.id in (select account from leg) and a.company_id = 1 order by a.id for update
), moved as (
  update ledger_account a set posted = a.posted + s.amount, version = a.version + s.legs, posted_at = b.posted_at
    from account b join (select account, sum(amount)::bigint as amount, count(*) as legs from leg group by account) s on s.account = b.id
   where a.id = b.id
)
insert into ledger_entry (journal_id, account_id, amount, version, balance_after, posted_at, company_id, leg, currency)
select l.journal_id, l.account, l.amount, a.version + l.nth, a.posted + l.so_far, a.posted_at, l.company_id, l.leg, l.currency
  from leg l join account a on a.id = l.account
"""
_FLAGS = """
insert into feature_flag as f (name, companies) select name, array[%(company)s::int] from unnest(%(flags)s::text[]) name
on conflict (name) do update set companies = array(select distinct c from unnest(f.companies || excluded.companies) c order by c)
"""
_HOUSE_HOURS = """
insert into payin_house_hour as h (hour, method, processor, currency, charges, charged, converted, payments, received, fees, refunds, refunded)
select hour, method, processor, currency, charges, charged, converted, payments, received, fees, refunds, refunded
  from payin_hour where company_id = current_setting('retaguarda.importing')::int
on conflict (hour, method, processor, currency) do update
   set charges = h.charges + excluded.charges, charged = h.charged + excluded.charged, converted = h.converted + excluded.converted,
       payments = h.payments + excluded.payments, received = h.received + excluded.received, fees = h.fees + excluded.fees,
       refunds = h.refunds + excluded.refunds, refunded = h.refunded + excluded.refunded
"""
