"""Each table has one room that writes it, named in the migration that makes it; other rooms read it only where that is agreed."""

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
#: They make and keep whole installations: what they write is every room's.
OUTSIDE = ABOVE | {"backup"}
#: Every room reads these as they are: their columns are an interface.
PUBLISHED = {"company": "whose row it is: its name, time zone and status"}

#: Reads of tables of a room that the reader does not stand on (BELOW): room and table, and why. It only grows shorter.
FOREIGN_READS = {
    "account": {"sub_account": "the alias of an account in statements and withdrawals"},
    "approvals": {
        "api_key": "who has seen a key's secret",
        "person_company": "who of a company could decide",
        "person_role": "who of a company could decide",
        "role_permission": "who of a company could decide",
    },
    "audit": {"api_key": "whether a key acted"},
    "cases": {"audit_leaf": "where the log proves what happened to a payment", "person": "who looks after a case"},
    "connection_time": {"audit_leaf": "what a person did while they were signed in"},
    "checkout": {"charge": "what a payer's page shows"},
    "companies": {
        "bank_account": "what is left before a company goes",
        "payin_day": "the volume of a company",
        "payin_setting": "the terms of a company",
        "payout_setting": "the terms of a company",
        "person": "who looks after a company",
        "person_role": "who looks after a company",
        "role": "who looks after a company",
        "sub_account": "what is left before a company goes",
    },
    "foundation": {
        "api_key": "what whoever acts may",
        "person_role": "what whoever acts may",
        "role": "what whoever acts may",
    },
    "health": {"cron_task": "how often a task failed, in figures"},
    "identity": {
        "api_key": "opens a call in one query",
        "person_company": "opens a call in one query",
        "person_role": "opens a call in one query",
        "role": "opens a call in one query",
        "staff_view": "opens a call in one query",
    },
    "notifications": {
        "approval_request": "whom a request is for",
        "person_company": "who holds a permission",
        "person_role": "who holds a permission",
        "role": "who holds a permission",
    },
    "overview": {
        "bank_account": "whether one is set up",
        "charge": "whether one was made",
        "hook_endpoint": "whether one is set up",
        "passkey": "whether the person has a second factor",
        "person": "whether the person has a second factor, and whether they are alone",
        "payin_day": "figures of the day",
        "payin_hour": "figures of the hour",
        "pix_payment": "the newest payments",
    },
    "payin": {
        "approval_request": "what waits for a second person",
        "boleto_payment": "what was paid by a bank's file",
        "company_limit": "the most that one charge may ask for",
        "deposit": "what a Pix without a charge became",
        "recipient": "who shares a payment",
        "recurrence": "the hours count charges of cycles too",
        "recurring_charge": "refunds and figures of charges of cycles",
    },
    "payouts": {
        "approval_request": "payments that wait for a second person",
    },
    "recipients": {
        "boleto_payment": "shares of what a bank's file paid",
        "recurring_charge": "shares of charges of cycles",
    },
    "webhooks": {"pix_payment": "what a merchant's program is told"},
    "payout_engine": {"bank_account": "whether the account of a withdrawal may be paid to"},
}

_MADE = re.compile(r"^(-- owner: (\S+)\n(?:--[^\n]*\n)*)?create table (\w+)", re.MULTILINE)
_WRITES = re.compile(
    r"\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+)", re.IGNORECASE
)
_READS = re.compile(r"(?<!delete )\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?(\w+)", re.IGNORECASE)
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
    found = dict[str, set[str]]()
    for name, table in foreign(_READS, sources()):
        room = section(name).removesuffix(".py")
        if owner[table] not in BELOW[room].split() and table not in PUBLISHED:
            found.setdefault(room, set()).add(table)
    agreed = {room: set(tables) for room, tables in FOREIGN_READS.items()}
    assert {f"{room} reads {table}" for room in found for table in found[room] - agreed.get(room, set())} == set()
    left = {f"{room} reads {table}" for room in agreed for table in agreed[room] - found.get(room, set())}
    assert left == set(), "an exception that is none any more"


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
