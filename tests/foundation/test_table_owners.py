"""Each table has one room that writes it, named in the migration that makes it; other rooms read what that room publishes."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

import retaguarda
from foundation.test_house import ABOVE, BELOW
from retaguarda.foundation.migrate import definition_files, migration_files

SERVER = Path(retaguarda.__file__).parent
#: They make, keep and move whole installations and companies: what they write is every room's.
OUTSIDE = ABOVE | {"backup", "cells"}
#: Every room reads these as they are: their columns are an interface.
PUBLISHED = {"company": "whose row it is: its name, time zone and status"}

_MADE = re.compile(r"^(-- owner: (\S+)\n(?:--[^\n]*\n)*)?create table (\w+)", re.MULTILINE)
_WRITES = re.compile(
    r"\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+)", re.IGNORECASE
)
_READS = re.compile(r"(?<!delete )\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?(\w+)", re.IGNORECASE)
_PUBLISHES = re.compile(r"^create or replace view published\.(\w+)", re.MULTILINE)
_READS_PUBLISHED = re.compile(r"\b(?:from|join|using)\s+published\.(\w+)", re.IGNORECASE)
_QUERY = re.compile(r"\b(?:select|where|join|into|update|delete)\b", re.IGNORECASE)


def owners() -> dict[str, str]:
    """Table → its room, as the migration says that makes it."""
    found = {}
    for path in migration_files():
        for said, room, table in _MADE.findall(path.read_text()):
            assert said, f"{path.name}: `-- owner: room` stands above no `create table {table}`"
            found[table] = room
    return found


def section(room: str) -> str:
    """Rooms of one section share its tables."""
    return room.partition("/")[0]


def texts(path: Path) -> Iterator[str]:
    """What may be SQL in a file: all of a .sql without its comments, and the strings of a .py that document nothing."""
    if path.suffix == ".sql":
        yield re.sub(r"--[^\n]*", "", path.read_text())
        return
    tree = ast.parse(path.read_text())
    nodes = list(ast.walk(tree))
    skipped = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    skipped |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.value


def foreign(pattern: re.Pattern[str], paths: list[Path]) -> set[tuple[str, str]]:
    """(file, table) of each use of a table by a file outside of the section that owns it."""
    owner = {table: section(room) for table, room in owners().items()}
    found = set[tuple[str, str]]()
    for path in paths:
        name = path.relative_to(SERVER).as_posix()
        room = section(name).removesuffix(".py")
        if room not in OUTSIDE:
            tables = {table for text in texts(path) if _QUERY.search(text) for table in pattern.findall(text)}
            found |= {(name, table) for table in tables if owner.get(table, room) != room}
    return found


def sources() -> list[Path]:
    return [*SERVER.rglob("*.py"), *definition_files()]


def test_each_table_names_the_room_that_writes_it(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("""
            select relname::text from pg_class
             where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname !~ '^schema_'
        """).fetchall()
    named = owners()
    assert set(named) == {name for (name,) in rows}
    assert {room for room in named.values() if not (SERVER / room).is_dir()} == set()


def test_no_room_writes_the_table_of_another() -> None:
    assert foreign(_WRITES, sources()) == set(), "ask the room that owns it: a function of its own, or of its sql/"


def test_no_room_reads_the_table_of_a_room_it_does_not_stand_on() -> None:
    owner = {table: section(room) for table, room in owners().items()}
    found = {
        f"{name} reads {table}"
        for name, table in foreign(_READS, sources())
        if owner[table] not in BELOW[section(name).removesuffix(".py")].split() and table not in PUBLISHED
    }
    assert found == set(), "read what the owner publishes: a view of its sql/published.sql"


def test_each_published_view_is_read_elsewhere_and_shows_whoever_asks_only_their_rows(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("""
            select relname::text, coalesce('security_invoker=true' = any(reloptions), false) from pg_class
             where relnamespace = 'published'::regnamespace and relkind = 'v'
        """).fetchall()
    assert {name for name, bound in rows if not bound} == set()
    made = {view: path for path in sources() for view in _PUBLISHES.findall(path.read_text())}
    assert {path.name for path in made.values()} == {"published.sql"}
    assert set(made) == {name for name, _ in rows}
    read = {
        (view, section(path.relative_to(SERVER).as_posix()))
        for path in sources()
        for text in texts(path)
        for view in _READS_PUBLISHED.findall(text)
    }
    readers = {view: {room for name, room in read if name == view} for view in made}
    owner = {view: section(path.relative_to(SERVER).as_posix()) for view, path in made.items()}
    assert {view for view in made if not readers[view] - {owner[view]}} == set(), "nobody else reads these"


@pytest.mark.parametrize(
    "line",
    [
        "SQL = 'update charge set paid = 1 where id = %(id)s'",
        'async def f(tx): await tx.execute(f"""\n    insert into charge ({NAMES}) select 1""")',
        "SQL = 'with a as (delete from charge where paid = 0 returning id) select from a'",
    ],
)
def test_such_a_write_is_found(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "SERVER", tmp_path)
    path = tmp_path / "webhooks" / "sender.py"
    path.parent.mkdir()
    path.write_text(f'"""What it does to update charge is said, not done."""\n{line}\n')
    assert foreign(_WRITES, [path]) == {("webhooks/sender.py", "charge")}
