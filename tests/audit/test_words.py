"""What the log, the self-check, the clock, roles and double approval name has words in both languages."""

import ast
import json
import re
from pathlib import Path

import retaguarda
from retaguarda.catalogue import catalogue
from retaguarda.foundation.permissions import EARNED, Permission
from retaguarda.invariants import GROUPS, INVARIANTS, SEALED_INVARIANTS
from retaguarda.lists.exports.words import VALUES
from retaguarda.settings import Settings

SERVER = Path(retaguarda.__file__).parent
LOCALES = SERVER.parents[1] / "web/public/locales"
#: ``payin:charge:create``; a permission has two colons in a row, or a module's name before one.
EVENT = re.compile(r"[a-z]+:[a-z_]+:[a-z_]+")
PERMISSIONS = {"audit:internal:read"}
#: ``Cron("payin.expire"``: a task by the clock.
TASK = re.compile(r'Cron\(\s*"([a-z_.]+)"')
#: ``call allow_moves('table', 'status', 'created: pending approved', …)``: the states of a table, and what they may become.
MOVES = re.compile(r"call allow_moves\('\w+', '(?:status|state)',((?:\s*'[^']*',?)+)\s*\)")
#: The clock that starts the others is nobody's to see.
CLOCK = "tools.tick"


def events() -> set[str]:
    """Every event and Command that is named in whole somewhere."""
    texts = {
        node.value
        for path in SERVER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in texts if EVENT.fullmatch(text)} - PERMISSIONS


def test_every_event_and_every_invariant_has_words() -> None:
    named = events()
    assert {"payin:charge:create", "pix:charge:create", "tools:task:run"} <= named
    for language in ("pt", "en"):
        words = json.loads((LOCALES / language / "audit.json").read_text())
        assert {name for name in named if name.replace(":", "_") not in words["event"]} == set(), language
        assert {name.split(":")[1] for name in named} - set(words["object"]) == set(), language
        assert {each.name for each in (*INVARIANTS, *SEALED_INVARIANTS)} - set(words["invariant"]) == set(), language
        assert set(GROUPS) - set(words["group"]) == set(), language


def test_every_state_that_something_moves_to_has_a_word() -> None:
    moves = [found for path in SERVER.rglob("*.sql") for found in MOVES.findall(path.read_text())]
    states = {state for each in moves for state in re.findall(r"[a-z_]+", each)}
    assert {"pending", "answered", "transferred"} <= states
    for language in ("pt", "en"):
        words = json.loads((LOCALES / language / "audit.json").read_text())
        assert states - set(words["state"]) == set(), language


def test_every_task_by_the_clock_has_words() -> None:
    tasks = {name for path in SERVER.rglob("*.py") for name in TASK.findall(path.read_text())} - {CLOCK}
    assert {"payin.reconcile", "hooks.sweep", "payouts.due"} <= tasks
    for language in ("pt", "en"):
        words = json.loads((LOCALES / language / "tools.json").read_text())
        assert {name for name in tasks if name.replace(".", "_") not in words["task"]} == set(), language


def test_every_permission_that_a_role_may_hold_and_every_command_under_approval_has_words() -> None:
    held = {permission.value for permission in Permission} - EARNED
    approvable = {command.name for command in catalogue(Settings()).commands if command.approvable}
    assert {"payin:refund:create", "account:bank_account:verify"} <= approvable
    for language in ("pt", "en"):
        for file, group, names in (("access", "permission", held), ("approvals", "command", approvable)):
            words = json.loads((LOCALES / language / f"{file}.json").read_text())[group]
            missing = {name for name in names if re.sub(r"\W+", "_", name) not in words}
            assert missing == set(), f"{language}/{file}.json has no word for these under `{group}`"


def test_a_state_has_the_same_word_in_a_list_its_file_the_trail_and_an_approval() -> None:
    """Files take their words from the lists (``words.json``); the trail and the approver's plan have one word for each state."""
    groups = {group for (_, column), group in VALUES.items() if column in {"status", "state"}}
    for language in ("pt", "en"):
        of_lists = dict[str, set[str]]()
        for group in groups:
            file, *inside = group.split(".")
            words = json.loads((LOCALES / language / f"{file}.json").read_text())
            for name in inside:
                words = words[name]
            for state, word in words.items():
                if isinstance(word, str):
                    of_lists.setdefault(state, set()).add(word)
        for file in ("audit", "approvals"):
            said = json.loads((LOCALES / language / f"{file}.json").read_text())["state"]
            assert {"paid", "refunded"} <= set(said)
            other = {state: word for state, word in said.items() if word not in of_lists.get(state, {word})}
            assert other == {}, (language, file)
