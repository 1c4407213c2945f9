"""Migrations run while the program does: what would hold a large table for long is found here."""

import re
from pathlib import Path

import pytest

from retaguarda.foundation.migrate import MIGRATIONS, revisions

#: Up to here no installation had rows to wait for.
BEFORE_THE_FIRST_RELEASE = "0081"
#: Large in any installation.
LARGE = frozenset(
    [
        "event",
        "charge",
        "pix_payment",
        "refund",
        "ledger_entry",
        "ledger_journal",
        "transfer",
        "notification",
        "hook_delivery",
        "cron_run",
        "return_line",
    ]
)
_CHANGED = re.compile(r"alter table (?:if exists )?(?:only )?(\w+)\s+(.*)", re.DOTALL)
_INDEXED = re.compile(r"create (?:unique )?index (?!if not exists)(?:\w+ )?on (\w+)")


def holds(text: str) -> list[str]:
    """The statements that hold a large table while they read or write all of it, and a missing limit of waiting for it."""
    bare = re.sub(r"--[^\n]*", "", text.lower())
    made = set(re.findall(r"create table (\w+)", bare))
    wrong = [] if "set local lock_timeout" in bare else ["no lock_timeout"]
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


def test_no_migration_after_the_first_release_holds_a_large_table_for_long() -> None:
    for file in sorted(Path(MIGRATIONS, "sql").glob("*.sql")):
        if file.stem.partition("_")[0] > BEFORE_THE_FIRST_RELEASE:
            assert holds(file.read_text()) == [], file.name


@pytest.mark.parametrize(
    "statement",
    [
        "create index charge_by_reference on charge (reference)",
        "alter table charge add column tip bigint not null",
        "alter table event add column tip bigint check (tip > 0)",
        "alter table refund add constraint refund_tip check (tip > 0)",
        "alter table only pix_payment\n  alter column amount type numeric",
        "alter table transfer add column a int, alter column amount set not null",
        "alter table charge drop column reference",
    ],
)
def test_such_a_statement_is_found(statement: str) -> None:
    assert len(holds(f"set local lock_timeout = '3s';\n-- why\n{statement};")) == 1


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
    assert holds(f"set local lock_timeout = '3s'; {statement};") == []
    assert holds(f"{statement};") == ["no lock_timeout"]


def test_the_revisions_are_one_chain() -> None:
    assert len(revisions().older) + 1 == len(list(Path(MIGRATIONS, "versions").glob("*.py")))
