"""Lists the tables that hold rows of companies, in an order that their foreign keys allow."""

from dataclasses import dataclass

import msgspec
from psycopg.rows import dict_row

from retaguarda.cells.move_rules import ABOUT, AFTER, PEOPLE, REFERENCES, STAY
from retaguarda.foundation.database import Connection, Tx
from retaguarda.foundation.sealed_columns import COLUMNS
from retaguarda.foundation.typed_rows import fetch_all

#: The page's places beyond the companies': docs/data-classification.md; a test compares.
ELSEWHERE = frozenset(
    {
        "bank", "case_clock", "feature_flag", "incident_rule", "kyc_reason", "kyc_reason_version", "payout_processor", "pix_connection",
        "pld_clock",
        "audit_checkpoint", "audit_key", "audit_log", "audit_node", "bot_check_used", "kept_key", "mailed_token", "passkey",
        "passkey_challenge", "person", "person_company", "person_role", "recovery_code", "refresh_token", "refused_try", "session",
        "signing_key",
        "cell_move", "company_host", "company_range", "cron_run", "cron_task", "event_reader", "incident_watch", "movement_day", "movement_hour", "movement_late",
        "movement_subject", "movement_waiting", "pair_day", "pair_last", "payin_hour_base", "payin_house_hour", "pld_reader",
        "postal_code", "process_minute", "processor_minute", "procrastinate_events", "procrastinate_jobs",
        "procrastinate_periodic_defers", "procrastinate_workers", "schema_definition", "schema_migration", "service_minute",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MovedTable:
    """``key``: the column that says whose a row is; ``sealed``: columns whose values are sealed, with their purpose."""

    name: str
    key: str
    columns: tuple[str, ...]
    sealed: dict[str, str]


class _Column(msgspec.Struct):
    target: str
    name: str


class _Link(msgspec.Struct):
    child: str
    parent: str


async def people_named(tx: Tx, tables: list[MovedTable]) -> list[tuple[MovedTable, str]]:
    """Columns of these tables that name a person by a foreign key."""
    by_name = {table.name: table for table in tables}
    return [
        (by_name[column.target], column.name)
        for column in await fetch_all(tx, _Column, _NAME_PEOPLE)
        if column.target in by_name and column.target not in PEOPLE
    ]


async def moved_tables(connection: Connection) -> list[MovedTable]:
    """Every table of which rows go with a company, parents first."""
    tx = Tx(connection, connection.cursor(row_factory=dict_row))
    found = dict[str, list[str]]()
    for column in await fetch_all(tx, _Column, _COLUMNS, {"named": [*REFERENCES, *ABOUT]}):
        found.setdefault(column.target, []).append(column.name)
    names = {name for name in found if name not in ELSEWHERE and name not in STAY and "company_id" in found[name]}
    names |= {"company", *PEOPLE, *REFERENCES, *ABOUT}
    parents = {name: set(AFTER.get(name, ())) for name in names}
    for link in await fetch_all(tx, _Link, _LINKS):
        if link.child in names and link.parent in names and link.child != link.parent:
            parents[link.child].add(link.parent)
    ordered = list[str]()
    while names:
        ready = sorted(name for name in names if not parents[name] & names)
        if not ready:
            raise RuntimeError(f"foreign keys go in a circle: {', '.join(sorted(names))}")
        ordered += ready
        names -= set(ready)
    return [
        MovedTable(
            name,
            "id" if name == "company" else "company_id",
            tuple(found[name]),
            {column: purpose for (table, column), purpose in COLUMNS.items() if table == name},
        )
        for name in ordered
    ]


#: Without those that are the provider's alone: all of their rows are of company 1.
_COLUMNS = """
select c.relname::text as target, a.attname::text as name
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   and (c.relname = any (%(named)s)
        or not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
                          and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(company_id = 1\\)\\)$'))
 order by c.relname, a.attnum
"""
_LINKS = """
select c.relname::text as child, p.relname::text as parent
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
 where k.contype = 'f' and k.connamespace = 'public'::regnamespace
"""
_NAME_PEOPLE = """
select c.relname::text as target, a.attname::text as name
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
 where k.contype = 'f' and k.confrelid = 'person'::regclass and cardinality(k.conkey) = 1
"""
