"""Migrations run while the program does: what would hold a large table for long is found here."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from retaguarda.cli import migrate as migrate_command
from retaguarda.cli import prepare
from retaguarda.foundation import migrate as migrations
from retaguarda.foundation.migrate import definition_files, migrate, migration_files, newest_number, statements
from retaguarda.settings import Settings, SettingsError

#: Large in any installation.
LARGE = frozenset(
    [
        "event",
        "charge",
        "pix_payment",
        "refund",
        "ledger_entry",
        "ledger_journal",
        "payout",
        "notification",
        "hook_delivery",
        "cron_run",
        "return_line",
        "provider_message",
    ]
)
_CHANGED = re.compile(r"alter table (?:if exists )?(?:only )?(\w+)\s+(.*)", re.DOTALL)
_INDEXED = re.compile(r"create (?:unique )?index (?!if not exists)(?:\w+ )?on (\w+)")


def holds(text: str) -> list[str]:
    """The statements that hold a large table while they read or write all of it."""
    bare = re.sub(r"--[^\n]*", "", text.lower())
    made = set(re.findall(r"create table (\w+)", bare))
    wrong = list[str]()
    for statement in (" ".join(part.split()) for part in bare.split(";")):
        indexed, changed = _INDEXED.match(statement), _CHANGED.match(statement)
        if indexed and indexed[1] in LARGE - made:
            wrong.append(statement)
        if changed and changed[1] in LARGE - made and any(map(_reads_all, _actions(changed[2]))):
            wrong.append(statement)
    return wrong


def _actions(text: str) -> list[str]:
    return [part.strip() for part in re.split(r",\s*(?=add |alter |drop )", text)]


def _reads_all(action: str) -> bool:
    if action.startswith("add constraint") or re.match(r"add (check|foreign|unique|primary)", action):
        return "not valid" not in action
    if action.startswith("add column"):
        constant = re.search(r"default ('[^']*'|-?\d+|true|false)", action)
        return "check" in action or "references" in action or ("not null" in action and not constant)
    return action.startswith("drop column") or bool(re.search(r"\b(set not null|set data type|type )", action))


def test_no_migration_holds_a_large_table_for_long() -> None:
    for file in migration_files():
        assert holds(file.read_text()) == [], file.name


@pytest.mark.parametrize(
    "statement",
    [
        "create index charge_by_reference on charge (reference)",
        "alter table charge add column tip bigint not null",
        "alter table event add column tip bigint check (tip > 0)",
        "alter table refund add constraint refund_tip check (tip > 0)",
        "alter table only pix_payment\n  alter column amount type numeric",
        "alter table payout add column a int, alter column amount set not null",
        "alter table charge drop column reference",
    ],
)
def test_such_a_statement_is_found(statement: str) -> None:
    assert len(holds(f"-- why\n{statement};")) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "create table tip (id int); create index tip_by_id on tip (id)",
        "create index if not exists charge_by_reference on charge (reference)",
        "alter table charge add column tip bigint",
        "alter table charge add column tip bigint not null default 0",
        "alter table refund add constraint refund_tip check (tip > 0) not valid",
        "alter table refund validate constraint refund_tip",
        "alter table role add column note text check (length(note) < 100)",
    ],
)
def test_what_is_done_in_a_moment_passes(statement: str) -> None:
    assert holds(f"{statement};") == []


def test_each_migration_has_a_number_of_its_own() -> None:
    numbers = [file.stem.partition("_")[0] for file in migration_files()]
    assert all(re.fullmatch(r"\d{4}", number) for number in numbers)
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) == newest_number()


DEFINED = re.compile(
    r"create (?:or replace )?(?:constraint )?(function|procedure|view|trigger) ((?:published\.)?\w+)(?:.*?\bon (\w+))?",
    re.IGNORECASE | re.DOTALL,
)
GUARDED = re.compile(r"call append_(?:only|until_erased)\('(\w+)'\)")
MOVING = re.compile(r"call allow_moves(?:_by_kind)?\('(\w+)'")


def defined(path: Path) -> list[tuple[str, ...]]:
    """The functions, triggers and views of a file, each once for every time it stands there."""
    found = list[tuple[str, ...]]()
    for statement in statements(path.read_text()):
        bare = re.sub(r"--[^\n]*", "", statement).strip()
        if made := DEFINED.match(bare):
            kind, name, table = made.groups()
            is_trigger = kind.lower() == "trigger"
            found.append(
                ("trigger", table, name) if is_trigger else ("view" if kind.lower() == "view" else "function", name)
            )
        elif guarded := GUARDED.match(bare):
            found += [("trigger", guarded[1], "append_only"), ("trigger", guarded[1], "append_only_truncate")]
        elif moving := MOVING.match(bare):
            found.append(("trigger", moving[1], "allow_moves"))
    return found


def in_the_catalogue(url: str) -> list[tuple[str, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute("""
            select 'function', proname::text, null from pg_proc where pronamespace = 'public'::regnamespace
            union all
            select 'view', (schemaname || '.' || viewname)::regclass::text, null from pg_views
             where schemaname in ('public', 'published')
            union all
            select 'trigger', tgrelid::regclass::text, tgname::text from pg_trigger t
              join pg_class c on c.oid = t.tgrelid
             -- A part of a table that is cut into months has what its parent has.
             where not tgisinternal and c.relnamespace = 'public'::regnamespace
        """).fetchall()


def test_every_function_trigger_and_view_is_defined_in_one_file_and_by_no_migration(database_url: str) -> None:
    found = [each for path in definition_files() for each in defined(path)]
    there = [tuple(part for part in row if part) for row in in_the_catalogue(database_url)]
    assert len(there) > 150
    assert sorted(found) == sorted(there)
    assert [each for path in migration_files() for each in defined(path)] == []


@pytest.fixture
def pending(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of migrations with the baseline and one more, which changes ``company``."""
    for file in migration_files():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "9000_tip.sql").write_text("alter table company add column tip bigint;")
    monkeypatch.setattr(migrations, "MIGRATIONS", tmp_path)
    newest_number.cache_clear()
    return tmp_path


@pytest.fixture(autouse=True)
def the_number_is_read_anew() -> Iterator[None]:
    yield
    newest_number.cache_clear()


def test_a_migration_runs_once_and_is_never_edited(database_url: str, pending: Path) -> None:
    migrate(database_url)
    migrate(database_url)
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("select number from schema_migration order by 1").fetchall()
    assert rows[-1] == ("9000",)
    (pending / "9000_tip.sql").write_text("alter table company add column fee bigint;")
    with pytest.raises(RuntimeError, match=r"9000_tip\.sql was edited"):
        migrate(database_url)


def test_a_migration_that_cannot_have_its_table_gives_up_and_changes_nothing(
    database_url: str, pending: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "LOCK_TIMEOUT", "50ms")
    with psycopg.connect(database_url) as reader:
        reader.execute("select from company")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            migrate(database_url)
    migrate(database_url)


def test_an_older_program_leaves_a_newer_schema_alone(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("insert into schema_migration (number, checksum) values ('9999', '')")
    with pytest.raises(RuntimeError, match="9999 of a newer program"):
        migrate(database_url)


@pytest.mark.parametrize("started", [prepare.main, migrate_command.main])
def test_an_older_program_says_in_a_sentence_that_the_schema_is_newer(
    database_url: str, monkeypatch: pytest.MonkeyPatch, started: Callable[[list[str]], int]
) -> None:
    settings = Settings(secret="x" * 32, database_url=database_url)
    for module in (prepare, migrate_command):
        monkeypatch.setattr(module, "settings_with_secret", lambda: settings)
    monkeypatch.setattr(prepare, "log_to_stderr", lambda settings: None)
    with psycopg.connect(database_url) as connection:
        connection.execute("insert into schema_migration (number, checksum) values ('9999', '')")
    # What the program says of it is this text, and status 2.
    with pytest.raises(SettingsError, match="schema 9999 of a newer program; start that one"):
        started([])


def test_a_start_locks_no_table_when_no_definition_has_changed(
    database_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(migrations, "LOCK_TIMEOUT", "50ms")
    with psycopg.connect(database_url) as writer:
        writer.execute("lock table charge in row exclusive mode")
        migrate(database_url)
        changed = tmp_path / "charges.sql"
        changed.write_text("create or replace trigger sound before insert on charge execute function charge_sound();")
        monkeypatch.setattr(migrations, "definition_files", lambda: [changed])
        with pytest.raises(psycopg.errors.LockNotAvailable):
            migrate(database_url)


def test_every_body_is_sound_once_all_of_them_are_there(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        for path in definition_files():
            connection.execute(path.read_bytes())
        connection.rollback()


def test_a_semicolon_in_a_quote_or_a_comment_ends_no_statement() -> None:
    texts = ["-- one; two\nselect ';';", "\ncreate function f() language sql as $x$ select 1; $x$;"]
    assert list(statements("".join(texts) + "\n")) == texts
