"""Numbers that a server gives mean something else on another: the page names each, and every column that repeats it."""

import re
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

PAGE = (Path(__file__).parents[2] / "docs/data-classification.md").read_text()
_HEADING = "## Numbers of one server"

_GIVEN: LiteralString = """
select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
   and (a.attidentity <> '' or a.atttypid = 'xid8'::regtype
        or exists (select from pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum
                    and pg_get_expr(d.adbin, d.adrelid) ~ 'nextval'))"""
#: Columns that a foreign key ties to such a number, key column by key column.
_REPEATED: LiteralString = """
select conrelid::regclass || '.' || a.attname, confrelid::regclass || '.' || b.attname
  from pg_constraint, unnest(conkey, confkey) as pair (here, there)
  join pg_attribute a on a.attnum = pair.here join pg_attribute b on b.attnum = pair.there
 where contype = 'f' and connamespace = 'public'::regnamespace and a.attrelid = conrelid and b.attrelid = confrelid"""
_COLUMNS: LiteralString = """
select c.relname || '.' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped"""


@pytest.fixture
def ask(database_url: str) -> Any:
    with psycopg.connect(database_url) as connection:
        yield lambda query: connection.execute(query).fetchall()


def named() -> set[str]:
    """The columns in the page's table."""
    section = PAGE.split(_HEADING)[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    return {column for row in rows for column in re.findall(r"`(\w+\.\w+)`", row)}


def local() -> set[str]:
    """Tables that each server keeps of its own work: nothing of them goes anywhere."""
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| local |")]
    return set(re.findall(r"`(\w+)`", row))


def numbers(ask: Any) -> set[str]:
    """Columns that hold a number of the server's: it gave it there, or a foreign key repeats it."""
    given = {column for (column,) in ask(_GIVEN)}
    found = given | {column for column, target in ask(_REPEATED) if target in given}
    return {column for column in found if column.split(".")[0] not in local()}


def test_the_page_names_every_column_that_holds_a_number_of_the_servers(ask: Any) -> None:
    assert numbers(ask) - named() == set()


def test_the_page_names_only_columns_that_are_there(ask: Any) -> None:
    assert named() - {column for (column,) in ask(_COLUMNS)} == set()


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ("alter table company_note add number int generated always as identity", "company_note.number"),
        ("alter table company_note add seen xid8", "company_note.seen"),
        ("alter table company_note add account bigint references ledger_account (id)", "company_note.account"),
    ],
)
def test_a_new_one_is_found(ask: Any, database_url: str, change: str, column: str) -> None:
    assert column not in numbers(ask)
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute(change.encode())
    assert column in numbers(ask) - named()
