"""Write a month's events, journals, entries and messages of payment providers as Parquet, in folders by month and company, and read
all of it back.

DuckDB writes and reads; it comes with the extra ``archive`` and is loaded only here.
"""

import hashlib
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, LiteralString, NamedTuple, cast

import msgspec
import psycopg

from retaguarda.backup import Refused

MANIFEST = "manifest.json"

#: Column → its type in DuckDB. Identifiers and JSON are text, as every engine reads it.
_EVENT = {"xid": "VARCHAR", "id": "BIGINT", "company": "INTEGER", "name": "VARCHAR", "subject_id": "VARCHAR",
          "person_id": "VARCHAR", "actor": "VARCHAR", "at": "TIMESTAMPTZ", "request_id": "VARCHAR", "ip": "VARCHAR",
          "user_agent": "VARCHAR", "data": "VARCHAR"}  # fmt: skip
_JOURNAL = {"id": "VARCHAR", "company": "INTEGER", "legs": "SMALLINT", "key": "VARCHAR", "kind": "VARCHAR",
            "reference": "VARCHAR", "effective_at": "TIMESTAMPTZ", "recorded_at": "TIMESTAMPTZ", "reverses": "VARCHAR"}  # fmt: skip
_ENTRY = {"journal_id": "VARCHAR", "company": "INTEGER", "leg": "SMALLINT", "account_id": "BIGINT",
          "account_company": "INTEGER", "account_code": "VARCHAR", "currency": "VARCHAR", "amount": "BIGINT",
          "version": "BIGINT", "balance_after": "BIGINT", "posted_at": "TIMESTAMPTZ"}  # fmt: skip
_MESSAGE = {"id": "VARCHAR", "company": "INTEGER", "connection_id": "VARCHAR", "charge_id": "VARCHAR", "at": "TIMESTAMPTZ",
            "direction": "VARCHAR", "method": "VARCHAR", "url": "VARCHAR", "status": "INTEGER", "request": "VARCHAR",
            "response": "VARCHAR", "error": "VARCHAR", "duration_ms": "INTEGER"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """A table of the archive.

    Attributes:
        rows: what is in it, of one month, in Postgres' words.
        sums: what must be equal on both sides, in words that Postgres and DuckDB share; a line for each company.
    """

    name: str
    columns: dict[str, str]
    rows: LiteralString
    sums: LiteralString


#: A message lies in the month in which it was written down, which its id tells: it may be of a call that began in the month before.
MESSAGES = Part(
    "message",
    _MESSAGE,
    "select id, company_id as company, connection_id, charge_id, at, direction, method, url, status, request::text as request,"
    " response::text as response, error, duration_ms from provider_message"
    " where company_id in (select id from company) and id >= first_id_of(%(begins)s) and id < first_id_of(%(ends)s)"
    " order by company_id, charge_id, at",
    "select company, '' as currency, count(*), sum(coalesce(length(request), 0) + coalesce(length(response), 0)) from {rows}"
    " group by company order by company",
)

#: An entry lies in the month of its journal, so that each month's journals are whole.
PARTS = (
    Part(
        "event",
        _EVENT,
        "select xid::text, id, company_id as company, name, subject_id, person_id, actor, at, request_id, host(ip) as ip, user_agent,"
        " data from event where at >= %(begins)s and at < %(ends)s",
        "select company, '' as currency, count(*), sum(id) from {rows} group by company order by company",
    ),
    Part(
        "journal",
        _JOURNAL,
        "select id, company_id as company, legs, key, kind, reference, effective_at, recorded_at, reverses from ledger_journal"
        " where recorded_at >= %(begins)s and recorded_at < %(ends)s",
        "select company, '' as currency, count(*), sum(legs) from {rows} group by company order by company",
    ),
    Part(
        "entry",
        _ENTRY,
        "select e.journal_id, e.company_id as company, e.leg, e.account_id, a.company_id as account_company, a.code as account_code,"
        " e.currency, e.amount, e.version, e.balance_after, e.posted_at from ledger_journal j"
        " join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id join ledger_account a on a.id = e.account_id"
        " where j.recorded_at >= %(begins)s and j.recorded_at < %(ends)s",
        "select company, currency, count(*), sum(case when amount > 0 then amount else 0 end) from {rows}"
        " group by company, currency order by company, currency",
    ),
    MESSAGES,
)


class ArchiveManifest(msgspec.Struct):
    """``sums``: of each part the lines that were compared; ``files``: path and SHA-256."""

    month: str
    made_at: str
    rows: dict[str, int]
    sums: dict[str, list[list[int | str]]]
    files: dict[str, str]


def archive_month(owner_url: str, month: str, folder: Path) -> ArchiveManifest:
    """Write a month into a folder that is made, as Postgres shows all of it at one moment.

    Args:
        month: as 2026-01, in UTC.

    Raises:
        Refused: DuckDB is not installed, the month is none, or what was read back is not what Postgres has.
    """
    duckdb = _duckdb()
    period = bounds(month)
    manifest = ArchiveManifest(month, datetime.now(UTC).isoformat(timespec="seconds"), {}, {}, {})
    folder.mkdir(mode=0o700)
    with psycopg.connect(owner_url) as connection, duckdb.connect() as engine:
        engine.execute("set TimeZone = 'UTC'")
        connection.execute("set transaction isolation level repeatable read, read only")
        connection.execute("select set_config('retaguarda.companies', '*', true)")
        for part in PARTS:
            _write(connection, engine, part, period, month, folder)
            ours, theirs = _ours(connection, part, period), _read_back(engine, part, folder)
            if ours != theirs:
                raise Refused(f"what was written of {part.name} is not what the database has: {theirs} and not {ours}")
            manifest.sums[part.name] = ours
            manifest.rows[part.name] = sum(int(line[2]) for line in ours)
    for file in sorted(folder.rglob("*.parquet")):
        file.chmod(0o600)
        manifest.files[str(file.relative_to(folder))] = hashlib.sha256(file.read_bytes()).hexdigest()
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


class Period(NamedTuple):
    """From a moment on, and until another."""

    begins: datetime
    ends: datetime


def bounds(month: str) -> Period:
    """The first moment of the month, and that of the next.

    Raises:
        Refused: this is no month.
    """
    try:
        first = datetime.strptime(f"{month}-01", "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise Refused(f"{month!r} is no month such as 2026-01") from None
    return Period(first, first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1))


def _duckdb() -> Any:
    try:
        return import_module("duckdb")
    except ModuleNotFoundError:
        raise Refused("DuckDB writes the archive and is not installed: pip install 'retaguarda[archive]'") from None


def _write(connection: psycopg.Connection, engine: Any, part: Part, period: Period, month: str, folder: Path) -> None:
    rows = folder / f"{part.name}.csv"
    query = psycopg.ClientCursor(connection).mogrify(part.rows, period._asdict())
    statement = cast(LiteralString, f"copy ({query}) to stdout (format csv, null '\\N')")
    with rows.open("wb") as target, connection.cursor().copy(statement) as copy:
        for piece in copy:
            target.write(piece)
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in part.columns.items())
    if rows.stat().st_size:
        engine.execute(
            f"copy (select *, '{month}' as month from read_csv('{rows}', header = false, nullstr = '\\N', auto_detect = false,"
            f" delim = ',', quote = '\"', escape = '\"', allow_quoted_nulls = false, columns = {{{columns}}}))"
            f" to '{folder / part.name}' (format parquet, compression zstd, partition_by (month, company), write_partition_columns true)"
        )
    rows.unlink()


def _ours(connection: psycopg.Connection, part: Part, period: Period) -> list[list[int | str]]:
    query = part.sums.format(rows=f"({part.rows}) as rows")
    return _lines(connection.execute(cast(LiteralString, query), period._asdict()).fetchall())


def _read_back(engine: Any, part: Part, folder: Path) -> list[list[int | str]]:
    if not (folder / part.name).is_dir():
        return []
    query = part.sums.format(rows=f"read_parquet('{folder / part.name}/**/*.parquet')")
    return _lines(engine.execute(query).fetchall())


def _lines(rows: list[tuple[Any, ...]]) -> list[list[int | str]]:
    return [[int(company), str(currency), int(count), int(total)] for company, currency, count, total in rows]


def remove(folder: Path) -> None:
    """What an archive that was cut in the middle left."""
    shutil.rmtree(folder, ignore_errors=True)
