"""Every key that the server may refuse with has words in both languages: the client looks up ``common.<key>``."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import retaguarda
from retaguarda.ledger.errors import LedgerError

SERVER = Path(retaguarda.__file__).parent
LOCALES = SERVER.parents[1] / "web/public/locales"
#: Where a key comes out of a variable, and the name of the table that holds all it may be.
TABLES = {
    "foundation/public_addresses.py": "_ERROR_TEXTS",
    "account/bank_accounts/add_bank_account.py": "PROBLEMS",
    "identity/new_password.py": "_ERROR_TEXTS",
    "identity/second_step.py": "ERROR_TEXTS",
    "identity/two_factor.py": "ERROR_TEXTS",
    "cron_tasks/schedules.py": "_FIELD_RANGES",
}
#: Where the variable's values stand beside it, as texts.
BESIDE = {
    "account/deposits/commands/return_internal.py": {"payer_takes_nothing"},
    "payouts/payments/parse_destination.py": {"slip_invalid", "slip_collected"},
    "compliance/block_list/identify_value.py": {
        "value_characters",
        "value_document",
        "value_document_root",
        "value_pix_key",
        "value_email",
        "value_phone",
        "value_account",
        "value_ip",
        "value_ip_wide",
    },
    "compliance/coaf/commands.py": {
        "layout_character",
        "layout_currency",
        "layout_day",
        "layout_holder",
        "layout_missing",
        "layout_nothing",
        "layout_size",
        "layout_unconfirmed",
        "layout_unknown",
    },
    "compliance/kyc/draw_pages.py": {
        "file_encrypted",
        "file_scripted",
        "file_attached",
        "file_too_many_pages",
        "file_unreadable",
        "file_too_detailed",
    },
    "compliance/pld_rules/commands.py": {"condition_invalid"},
    "payout_engine/check_stops.py": {"unit_suspended", "unit_contract_over", "unit_budget_spent"},
    "payout_engine/limits.py": {
        "transfer_day_limit",
        "transfer_night_limit",
        "transfer_count_limit",
        "payee_day_limit",
        "payee_count_limit",
    },
    "payout_engine/request_payout.py": {"payee_blocked", "destination_refused"},
    "payouts/splits/commands.py": {"field_required", "split_rhythm_other"},
    "payouts/account_owners/write_version.py": {
        "branch_invalid",
        "account_number_invalid",
        "account_digit_invalid",
        "account_digit_wrong",
    },
    "identity/password_change.py": {"too_long", "field_required"},
    "payin/settings/charge_terms.py": {"below_minimum", "above_limit"},
    "foundation/rule_groups.py": {
        "invalid",
        "condition_invalid",
        "not_allowed",
        "field_required",
        "shares_not_100",
        "processor_twice",
        "not_found",
    },
}
#: Hands a key on that its caller wrote.
HANDS_ON = {"foundation/errors.py", "ledger/errors.py"}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SERVER.rglob("*.py")):
        name = path.relative_to(SERVER)
        yield name.as_posix(), ast.parse(path.read_text())


def texts_in(node: ast.expr) -> set[str] | None:
    """The keys an expression may be; None when it does not say."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            parts = [texts_in(one), texts_in(other)]
        case ast.List(elts=elements):
            parts = [texts_in(element) for element in elements]
        case ast.Dict(values=values):
            parts = [texts_in(value) for value in values]
        case _:
            return None
    found = set[str]()
    for part in parts:
        if part is None:
            return None
        found |= part
    return found


def refusals(tree: ast.Module) -> Iterator[ast.expr]:
    """What is written where a refusal's key belongs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("ApiError", "invalid_field") and len(node.args) > 1:
                yield node.args[1]


def table(name: str) -> set[str]:
    tree = next(tree for path, tree in sources() if path == name)
    wanted = TABLES[name]
    imported = [
        node.module for node in tree.body if isinstance(node, ast.ImportFrom) if wanted in {a.name for a in node.names}
    ]
    if imported:
        assert imported[0]
        place = imported[0].removeprefix("retaguarda.").replace(".", "/") + ".py"
        tree = next(tree for path, tree in sources() if path == place)
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == wanted:
            assert isinstance(node.value, ast.Dict)
            return {
                key.value for key in node.value.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)
            }
    raise AssertionError(f"{name} has no table {wanted}")


def keys() -> set[str]:
    found, unknown = set[str](), set[str]()
    for path, tree in sources():
        for written in refusals(tree):
            texts = texts_in(written)
            if texts is not None:
                found |= texts
            elif path in TABLES:
                found |= table(path)
            elif path in BESIDE:
                found |= BESIDE[path]
            elif path not in HANDS_ON:
                unknown.add(path)
    assert unknown == set(), "a key comes out of a variable: say above what it may be"
    return found | {kind.key for kind in LedgerError.__subclasses__()}


@pytest.mark.parametrize("language", ["pt", "en"])
def test_every_key_of_a_refusal_has_words(language: str) -> None:
    common = json.loads((LOCALES / language / "common.json").read_text())
    said = keys()
    assert {"not_found", "forbidden", "2fa_clock_off", "upper_case", "insufficient_balance", "field_required"} <= said
    assert {key for key in said if not isinstance(common.get(key), str)} == set()
