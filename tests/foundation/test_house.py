"""Rules of the house that no single room can hold."""

import ast
import json
import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import retaguarda
from retaguarda.app import build, routes
from retaguarda.foundation.contract import openapi
from retaguarda.foundation.permissions import Permission
from retaguarda.settings import Settings

SERVER = Path(retaguarda.__file__).parent
#: What each folder may use beside itself. Rooms never use each other, but for what stands here with its reason.
BELOW = {
    "foundation": "",
    "third_parties": "",
    "providers": "foundation",
    "ledger": "foundation",
    "settings": "foundation providers third_parties",
    "csp": "foundation third_parties",
    "merchant_api": "",
    "config": "foundation settings third_parties",
    "database_url": "foundation settings",
    "health": "foundation settings",
    "sample_tables": "foundation settings",
    "backup": "foundation __version__",
    # Who somebody is and what they may; a mail or a password check is asked for through a port.
    "identity": "foundation providers settings",
    "access": "foundation identity settings",
    "lists": "foundation identity settings",
    # What somebody asked for is named as lists and files name it.
    "notifications": "foundation providers identity settings lists",
    "audit": "foundation ledger identity",
    "approvals": "foundation ledger identity",
    "cron_tasks": "foundation ledger",
    "feed": "foundation providers settings",
    "overview": "foundation ledger",
    "postal": "foundation providers",
    "checkout": "foundation settings",
    "webhooks": "foundation ledger settings",
    # Complaints and requests, with their clocks.
    "cases": "foundation ledger payin filings",
    # Whether our services work, and who was there.
    "availability": "foundation provider_accounts payin",
    "connection_time": "foundation identity",
    "bank_book": "foundation",
    "companies": "foundation ledger",
    # A whole company goes from one installation to another, and the words about it are signed as the log is.
    "cells": "foundation audit",
    "accounts": "foundation ledger",
    # Accounts at providers, whichever way their money goes.
    "provider_accounts": "foundation providers",
    # Messages of an archived month leave the database once their archive is found whole.
    "payin": "foundation backup bank_book ledger providers provider_accounts",
    # Recurrences make charges, files pay them, shares are parts of them.
    "recurrences": "foundation bank_book ledger providers payin",
    # A file names its bank as the list of banks does.
    "bank_files": "foundation ledger providers payin account bank_book",
    # Every way out of the house sends through it.
    "payout_engine": "foundation ledger providers payin",
    # Where pay-ins end: what comes in without a charge, and withdrawals; its statement is written like an export.
    # The page of a receipt proves its payment by the audit log.
    "account": "foundation ledger providers identity payin lists settings payout_engine bank_book audit",
    # Money that goes out, under the contract of a company.
    "payouts": "foundation ledger payout_engine providers bank_book companies settings account provider_accounts payin bank_files lists identity recipients",
    # What the bank says of everything that pays in and out; adjustments are notes to merchants.
    "conciliation": "foundation ledger providers account bank_files payin payout_engine identity approvals",
    # Who may come in, who is watched; names are taken apart as those of payees are.
    "compliance": "foundation ledger providers provider_accounts payouts lists settings payin payout_engine companies recipients cases identity audit",
    # A recipient is paid out like a merchant.
    "recipients": "foundation ledger payin account payout_engine settings",
    # Files for regulators; what is in them comes from views that layouts name.
    "filings": "foundation",
    # What payers paid is exchanged; a bordereau is written like an export.
    "exchange": "foundation ledger lists payin providers settings",
}
#: Where the rooms are put together.
ABOVE = {
    "app",
    "rooms",
    "background",
    "adapters",
    "catalogue",
    "invariants",
    "worker",
    "cli",
    "__main__",
    "__init__",
}


def imports(path: Path) -> set[str]:
    """First folder below ``retaguarda`` of everything a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module == "retaguarda":
            names = [f"retaguarda.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        found |= {name.split(".")[1] for name in names if name.startswith("retaguarda.")}
    return found


def test_the_product_imports_neither_the_sandbox_nor_the_demo() -> None:
    """They stand beside it: the sandbox is a program of its own, and what fills a trial is found by its name."""
    named = re.compile(r"^\s*(?:from|import) retaguarda_(?:sandbox|demo)\b", re.MULTILINE)
    assert {str(path.relative_to(SERVER)) for path in SERVER.rglob("*.py") if named.search(path.read_text())} == set()


def test_the_sandbox_stands_on_what_a_provider_may_know_of_us() -> None:
    places = {
        name
        for path in (SERVER.parent / "retaguarda_sandbox").rglob("*.py")
        # Its command line is one of ours.
        if path.name != "cli.py"
        for name in imports(path)
    }
    assert places == {"foundation", "providers"}


def place_of(path: Path) -> str:
    return path.relative_to(SERVER).parts[0].removesuffix(".py")


def test_imports_go_down_only_and_rooms_do_not_know_each_other() -> None:
    wrong = list[str]()
    places = {place_of(path) for path in SERVER.rglob("*.py")}
    assert places - set(BELOW) - ABOVE == set(), "a folder that no rule knows"
    for path in sorted(SERVER.rglob("*.py")):
        place = place_of(path)
        if place in BELOW:
            more = imports(path) - set(BELOW[place].split()) - {place}
            wrong += [f"{path.relative_to(SERVER)} imports {name}" for name in more]
    assert wrong == []


def test_no_folder_needs_itself_by_way_of_another() -> None:
    order = TopologicalSorter({place: below.split() for place, below in BELOW.items()})
    order.prepare()


def test_no_module_needs_itself_by_way_of_another() -> None:
    """Whoever reads one has read what it stands on, and nothing has to be imported late."""
    names = {path: ".".join(path.relative_to(SERVER.parent).with_suffix("").parts) for path in SERVER.rglob("*.py")}
    modules = {name.removesuffix(".__init__") for name in names.values()}
    uses = dict[str, set[str]]()
    for path, name in names.items():
        needed = set[str]()
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                needed |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        # A package's own file is read before its modules: that one of them names it is no circle.
        own = name.removesuffix(".__init__")
        uses[own] = {other for other in needed & modules if other != own and not own.startswith(f"{other}.")}
    TopologicalSorter(uses).prepare()


#: Small subjects that have one file each, or a record that its Commands read too.
BY_SUBJECT = {
    "access/keys.py",
    "access/people.py",
    "access/roles.py",
    "access/user_record.py",
    "audit/activity.py",
    "payin/settings/records.py",
    "recipients/saved_splits.py",
}


def test_each_room_has_its_lists_in_tables_and_what_one_row_tells_in_records() -> None:
    found = {"Table": set[str](), "Record": set[str]()}
    for path in SERVER.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            made = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in found:
                found[made.func.id].add(str(path.relative_to(SERVER)))
    assert len(found["Table"]) > 20
    assert {each for each in found["Table"] - BY_SUBJECT if not each.endswith("/tables.py")} == set()
    assert {each for each in found["Record"] - BY_SUBJECT if not each.endswith("/records.py")} == set()
    assert BY_SUBJECT - found["Table"] - found["Record"] == set(), "an exception that is none any more"


#: A day that follows from the machine's clock: in Python that of UTC, in a statement that of the database's session.
DAY_OF_NOBODY = re.compile(
    r"\bcurrent_date\b|\bnow\(\)::date|date\.today\(|now\(UTC\)( [-+] timedelta\([^()]*\)\))?\.date\(", re.IGNORECASE
)


def test_every_day_is_the_day_of_a_place() -> None:
    folders = [SERVER, Path(__file__).parents[1], Path(__file__).parents[2] / "e2e"]
    found = [
        f"{path}:{number}"
        for folder in folders
        for path in folder.rglob("*.py")
        if path != Path(__file__)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if DAY_OF_NOBODY.search(line)
    ]
    assert found == [], "between midnight and three of UTC it is still yesterday in Brazil: say whose day it is"


def test_a_lock_file_names_no_address() -> None:
    root = SERVER.parents[1]
    locks = [
        *root.glob("requirements*.txt"),
        *root.glob("bench/**/requirements*.txt"),
        root / "web" / "package-lock.json",
    ]
    named = [
        f"{lock.name}: {line.strip()}" for lock in locks for line in lock.read_text().splitlines() if "://" in line
    ]
    assert len(locks) > 2
    assert named == []


def document() -> dict[str, Any]:
    app = build(Settings(secret="x" * 32), "postgresql://")
    return openapi(routes(app), "1")


def test_every_route_names_a_permission_or_is_meant_for_everybody() -> None:
    app = build(Settings(secret="x" * 32), "postgresql://")
    public = {f"{route.method} {route.path}" for route in routes(app) if route.public}
    anybody = {f"{r.method} {r.path}" for r in routes(app) if not r.public and r.permission is None}
    assert public == {
        "GET /auth/bot-check/challenge",
        "POST /auth/login",
        "POST /auth/refresh",
        "POST /auth/logout",
        "POST /auth/forgot",
        "POST /rbac/profile/email/confirm",
        "GET /config.json",
        "GET /merchant-api.json",
        "GET /openapi.json",
        "GET /health",
        "GET /ready",
        "GET /metrics",
        "GET /v1/checkout/charges/{id:str}",
        "GET /v1/checkout/links/{token:str}",
        "GET /checkout.js",
        "GET /v1/receipts/{token:str}",
        "GET /v1/dashboard/tables",
        "POST /v1/dashboard/tables",
        "POST /webhooks/pix/{connection:str}/{secret:str}",
        "POST /webhooks/pix/{connection:str}/{secret:str}/pix",
        "POST /webhooks/pix/{connection:str}/{secret:str}/rec",
        "POST /webhooks/pix/{connection:str}/{secret:str}/cobr",
    }
    assert anybody == {
        "POST /auth/password",
        "POST /auth/confirm",
        "POST /auth/twoFactor",
        "DELETE /auth/twoFactor",
        "GET /auth/recovery-codes",
        "POST /auth/recovery-codes",
        "POST /auth/second-step",
        "GET /auth/passkeys",
        "POST /auth/passkeys/options",
        "POST /auth/passkeys",
        "DELETE /auth/passkeys/{id:str}",
        "GET /auth/sessions",
        "DELETE /auth/sessions",
        "DELETE /auth/sessions/{id:str}",
        "GET /rbac/me",
        "GET /rbac/profile",
        "PATCH /rbac/profile",
        "POST /rbac/profile/email",
        "GET /v1/dashboard/feature-flags",
        "GET /v1/dashboard/notifications/topics",
        "GET /v1/notifications",
        "GET /v1/postal-codes/{postal_code:str}",
        "GET /v1/notifications/preferences",
        "PUT /v1/notifications/preferences",
        "GET /v1/notifications/webhook",
        "PUT /v1/notifications/webhook",
        "DELETE /v1/notifications/webhook",
        "POST /v1/notifications/webhook/test",
        "PUT /v1/notifications/read-all",
        "PUT /v1/notifications/{id:str}/read",
        "PUT /notifications/read-all",
        "PUT /notifications/{id:str}/read",
        "GET /v1/views",
        "POST /v1/views",
        "PATCH /v1/views/{id:str}",
        "DELETE /v1/views/{id:str}",
        "POST /v1/views/{id:str}/default",
        "DELETE /v1/views/{id:str}/default",
    }


def test_every_route_with_a_permission_says_whose_rows_it_sees() -> None:
    app = build(Settings(secret="x" * 32), "postgresql://")
    silent = {
        f"{each.method} {each.path}" for each in routes(app) if each.permission is not None and each.scope is None
    }
    assert silent == set()


#: Where every request is about the person who makes it, or about no company's rows.
OF_THE_PERSON = {"foundation", "identity", "notifications", "postal"}


def test_a_handler_opens_its_transaction_in_a_scope() -> None:
    bare = re.compile(r"(?<![\w)])(self\.)?access\.open(_under_key)?\(")
    found = {
        str(path.relative_to(SERVER))
        for path in SERVER.rglob("*.py")
        if place_of(path) not in OF_THE_PERSON and bare.search(path.read_text())
    }
    assert found == set(), "SCOPE.over(access).open(...): whose rows are they?"


#: Where a request comes in; and one of nobody's, for work whose scope asks for one.
REQUESTS_MADE = {"foundation/endpoint.py", "identity/acting_access.py"}


def test_nobody_forges_a_request() -> None:
    found = {
        str(path.relative_to(SERVER))
        for path in SERVER.rglob("*.py")
        if re.search(r"^from retaguarda\.foundation\.request import [^\n]*\bRequest\b", path.read_text(), re.MULTILINE)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Request"
    }
    assert found == REQUESTS_MADE, "run(command, Intent(...), caller, key) runs a Command without one"


def test_no_float_is_anywhere_in_the_contract() -> None:
    def walk(node: Any) -> None:
        if isinstance(node, dict):
            assert node.get("type") != "number", node
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(document())


def test_the_contract_is_the_same_each_time_it_is_made() -> None:
    assert json.dumps(document()) == json.dumps(document())


def test_no_permission_that_only_reads_looks_like_one_that_writes() -> None:
    for permission in Permission:
        if permission.endswith((":read", ":view", ":preview", ":read-internal")):
            assert not any(word in permission.lower() for word in ("write", "add", "edit")), permission
