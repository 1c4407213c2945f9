"""What the contract says of answers: which may be null, of which media type each is, and that each has a schema."""

import json
import re
from typing import Any

from retaguarda.app import build, routes
from retaguarda.approvals.approvable_commands import approvable
from retaguarda.catalogue import catalogue
from retaguarda.foundation.contract import openapi
from retaguarda.foundation.table import Table
from retaguarda.rooms import TABLES
from retaguarda.settings import Settings

#: Columns that are never null though the catalogue cannot say so, each with its reason.
NEVER_NULL = {
    "kyc.leads.state": "a case with an else",
    "kyc.leads.risk": "a coalesce",
    "kyc.leads.attention": "a case with an else",
    "kyc.requests.due": "a case with an else",
    "kyc.requests.expires": "a case with an else",
    "kyc.requests.assigned": "a case with an else",
    "compliance.hits.assigned": "a case with an else",
    "kyc.proposals.attention": "a case with an else",
    "kyc.proposals.turn": "a case with an else",
    "kyc.requests.risk": "a coalesce",
    "kyc.reasons.subject_types": "a reason has a version",
    "kyc.reasons.on_expiry": "a reason has a version",
    "kyc.renewals.within": "a case with an else",
    "kyc.renewals.renewal_state": "a coalesce",
    "bacen.merchants.review": "a case with an else",
    "bacen.partners.pep": "a coalesce",
    "bacen.duties.state": "a case with an else",
    "bacen.ccs.state": "a case with an else",
    "bacen.ccs.id": "of a function",
    "bacen.ccs.kind": "of a function",
    "bacen.ccs.nature": "a literal",
    "bacen.ccs.problem": "a case with an else",
    "pld.rules.health": "a case with an else",
    "pld.alerts.due": "a case with an else",
    "pld.alerts.assigned": "a case with an else",
    "pld.alerts.decided": "a case with an else",
    "pld.cases.assigned": "a case with an else",
    "compliance.block_list.hit": "a comparison of a count",
    "pld.communications.due": "a case with an else",
    "pld.cases.due": "a case with an else",
    "pld.cases.proposal": "a coalesce",
    "pld.cases.decision": "a coalesce",
    "pld.clocks.id": "columns of a union that are never null",
    "pld.clocks.clock": "columns of a union that are never null",
    "pld.clocks.unit": "columns of a union that are never null",
    "pld.clocks.due": "a case with an else",
    "conciliation.files.holds": "a coalesce",
    "conciliation.days.timing": "sums of coalesces",
    "conciliation.days.cost": "sums of coalesces",
    "conciliation.days.returned": "sums of coalesces",
    "conciliation.days.duplicate": "sums of coalesces",
    "conciliation.days.wrong_account": "sums of coalesces",
    "conciliation.days.missing": "sums of coalesces",
    "conciliation.days.rest": "sums of coalesces",
    "conciliation.exceptions.severity": "a case with an else",
    "conciliation.rules.rung": "a case with an else",
    "conciliation.lines.age": "a case with an else",
    "conciliation.lines.matched_by": "a case with an else",
    "payin.payments.has_refund": "a comparison of what is never null",
    "audit.ombudsman.due": "a case with an else",
    "audit.ombudsman.outcome": "a coalesce",
    "audit.deadlines.due": "a case with an else",
    "audit.deadlines.kind": "a constant, or that of a case",
    "audit.service.due": "a case with an else",
    "audit.sessions.state": "a case with an else",
    "audit.sessions.ending": "a case with an else",
    "audit.sessions.overlaps": "exists",
    "audit.incidents.cause": "a coalesce",
    "audit.incidents.going_on": "is null",
    "payouts.batches.returned": "a coalesce",
    "payouts.batches.total": "both are never null",
    "payin.payments.method": "a constant",
    "payin.payments.awaiting_approval": "a function that answers 0 where nothing waits",
    "payouts.returns.source": "a case that is never null",
    "payouts.settings.fee": "the function payout_rules always answers it",
    "payouts.settings.most": "the function payout_rules always answers it",
    "payouts.settings.queue": "the function payout_rules always answers it",
    "payouts.settings.duplicates": "the function payout_rules always answers it",
    "payouts.settings.allow_list": "the function payout_rules always answers it",
    "payouts.settings.own": "of what the function payout_rules always answers",
    "payouts.payments.priority": "a case with an else",
    "payouts.payments.status": "a case over what is never null",
    "payouts.holds.hold_reason": "what is on hold has its reason: the table's checks",
    "payouts.payments.gross": "both are never null",
    "payin.payments.net": "both are never null",
    "payin.reviews.review_reason": "what is kept for review has its reason from the start",
    "payin.reviews.giving_back": "exists",
    "payin.med.missing": "partly returned is only what was agreed: the table's checks",
    "payin.codes.status": "a case with an else",
    "payin.codes.received": "a sum with a coalesce",
    "account.transactions.transaction_id": "each entry has a journal; the left join spares a count from touching it",
    "account.transactions.kind": "as above",
    "account.transactions.account": "of an inner join, never null",
    "account.transactions.direction": "a case with an else",
    "account.transactions.amount": "abs() of what is never null",
    "account.transactions.balance_after": "set where there is a version, and no other entry is listed",
    "account.transactions.held": "a coalesce",
    "account.transactions.origin": "a case with an else",
    "account.deposits.method": "a case with an else",
    "account.deposits.amount": "its own, or that of its Pix: the table's checks",
    "access.users.status": "a case with an else",
    "access.users.two_factor": "is not null, or exists",
    "access.users.sensitive": "permissions are an array, never null",
    "access.keys.status": "a case with an else",
    "approvals.requests.status": "a case with an else over what is never null",
    "approvals.requests.mine": "makers are never null",
    "approvals.requests.mine_to_decide": "answers true or false",
    "audit.activity.status": "a case with an else",
    "account.bank_accounts.usable": "false and null is false: what is not verified has no moment",
    "account.transfers.method": "a constant",
    "account.transfers.bank_account_id": "a withdrawal goes to an account of the merchant",
    "account.transfers.gross": "both are never null",
    "payouts.payees.kind": "a case with an else",
    "payouts.payees.status": "a case with an else over what is never null",
    "payouts.payees.match_class": "a coalesce",
    "payouts.payees.never_paid": "compares a count",
    "payouts.payees.paid": "a sum with a coalesce",
    "payouts.payees.owner_changed": "is not null",
    "payouts.suspects.status": "a case with an else",
    "compliance.block_refusals.state": "a case with an else",
    "compliance.block_list.status": "a case with an else",
    "compliance.block_list.standing": "a case with an else",
    "compliance.merchant_rules.entity": "each part of the matrix says which it is",
    "compliance.merchant_rules.state": "a case with an else",
    "compliance.merchant_rules.action": "a case whose else is a rule's action",
    "compliance.merchant_rules.base_action": "each rule has an action",
    "compliance.block_uploads.lane": "every upload has its terms",
    "compliance.block_uploads.effect": "every upload has its terms",
    "payin.recipients.received": "a sum with a coalesce",
    "payin.recipients.balance": "a coalesce",
    "payin.recipients.on_hold": "a coalesce",
    "companies.companies.volume": "a sum with a coalesce",
    "companies.companies.balance": "a sum with a coalesce",
    "payin.settings.methods": "array() of no rows is empty",
    "payin.settings.own": "is not null, or exists",
    "accounts.accounts.kind": "a case with an else",
    "accounts.accounts.available": "the ledger answers a balance for each account",
    "accounts.accounts.on_hold": "a cast of what is never null",
    "lists.exports.status": "a case with an else over what is never null",
    "lists.bulks.status": "a case with an else",
    "tools.tasks.status": "a case with an else",
    "tools.tasks.last_status": "a coalesce",
    "tools.tasks.enabled": "a cast of what is never null",
    "payin.processors.status": "a case with an else",
    "payouts.banks.state": "few data, where nothing is measured",
    "payouts.franchises.qualification": "a case with an else",
    "payouts.franchises.spent": "a sum with a coalesce",
    "payouts.account_owners.state": "a case with an else over what is never null",
    "payouts.account_owners.ready": "an array is empty or not",
    "payouts.contract_fields.state": "a case with an else over what is never null",
    "payouts.processors.status": "a case with an else",
    "payouts.processors.open_amount": "a coalesce over all its orders",
    "compliance.lists.stale": "is null, or a comparison of what is not",
    "compliance.whitelist.status": "a case with an else",
    "compliance.looks.state": "a case with an else",
    "compliance.providers.circuit": "a case with an else",
    "compliance.providers.spent": "a sum with a coalesce",
    "compliance.provider_costs.provider_id": "a view of what is never null",
    "compliance.provider_costs.port": "a view of what is never null",
    "compliance.provider_costs.cost": "a sum of what is never null",
    "exchange.banks.line": "a case with an else",
    "exchange.banks.line_used": "a sum with a coalesce",
    "exchange.tax_rules.state": "a case with an else",
    "exchange.operations.overdue": "what waits or is closed was booked",
    "exchange.operations.incomplete": "an array is empty or not",
    "exchange.operations.total": "all of it is never null",
    "exchange.closings.late": "what is closed has its value days",
    "exchange.closings.without_number": "is null, of a state that is never null",
    "exchange.c220.due": "a case with an else",
    "payouts.reprocessing.kind": "a view of constants",
    "payouts.reprocessing.money_moved": "a view of what is never null, or a coalesce",
}


def document(**changed: Any) -> dict[str, Any]:
    return openapi(routes(build(Settings(secret="x" * 32, **changed), "postgresql://")), "1")


def resolved(found: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """The part itself, or what it refers to among the shared parameters and responses."""
    if "$ref" not in part:
        return part
    _, kind, name = part["$ref"].removeprefix("#/").split("/")
    return found["components"][kind][name]


def relations(table: Table) -> dict[str, tuple[str, bool]]:
    """Alias → relation, and whether it is joined from the left. A subquery of all columns stands for its relation."""
    nested = r"[^()]*(?:\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)[^()]*)*"
    source = re.sub(rf"\(select (?:\w+\.)?\*.*? from (\w+)\b{nested}\)", r"\1", table.source)
    found = re.finditer(r"(\bleft\s+)?(?:\bfrom\b|\bjoin\b|^)\s*(\w+)\s+(?:as\s+)?(\w+)", source)
    return {each[3]: (each[2], bool(each[1])) for each in found}


def test_what_a_list_may_leave_empty_is_said_to_be_null(sql: Any) -> None:
    strict = {
        (relation, column)
        for relation, column in sql(
            "select c.relname::text, a.attname::text from pg_attribute a join pg_class c on c.oid = a.attrelid"
            " join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and a.attnum > 0 and a.attnotnull"
        )
    }
    unsure = set[str]()
    for table in TABLES:
        known = relations(table)
        for column in table.columns:
            if "null" in str(column.schema()):
                continue
            plain = re.fullmatch(r"(\w+)\.(\w+)", column.sql)
            relation, left = known.get(plain[1], ("", True)) if plain else ("", True)
            if left or plain is None or (relation, plain[2]) not in strict:
                unsure.add(f"{table.name}.{column.name}")
    assert unsure == set(NEVER_NULL)


def test_every_answer_has_a_schema_or_is_a_file_of_a_media_type() -> None:
    found = document()
    for path, operations in found["paths"].items():
        for method, operation in operations.items():
            for status, given in operation["responses"].items():
                response = resolved(found, given)
                if (path, status) == ("/v1/dashboard/tables", "400"):
                    assert "content" not in response
                    continue
                assert response["content"], (method, path, status)
                for media, said in response["content"].items():
                    assert (media == "application/json") == bool(said.get("schema")), (method, path, status)


def test_what_many_calls_share_stands_once() -> None:
    found = document()
    parameters = found["components"]["parameters"]
    charges = found["paths"]["/v1/payin/charges"]["get"]
    assert {"$ref": "#/components/parameters/per_page"} in charges["parameters"]
    assert charges["responses"]["default"] == {"$ref": "#/components/responses/ErrorBody"}
    assert resolved(found, {"$ref": "#/components/parameters/per_page"})["schema"]["maximum"] == 200
    assert parameters["path.id"]["in"] == "path"
    assert "$ref" not in json.dumps([parameters[name] for name in ("page", "cursor", "search", "Idempotency-Key")])
    used = set(re.findall(r"#/components/(parameters|responses|requestBodies)/([^\"]+)", json.dumps(found["paths"])))
    shared = {kind: found["components"][kind] for kind in ("parameters", "responses", "requestBodies")}
    assert used == {(kind, name) for kind, parts in shared.items() for name in parts}
    inline = [
        json.dumps(part)
        for operations in found["paths"].values()
        for operation in operations.values()
        for part in operation["parameters"]
        if "$ref" not in part
    ]
    assert len(inline) == len(set(inline)), "a parameter of several calls stands more than once"


def test_the_filters_of_a_list_stand_once_for_the_list_its_counts_and_its_files() -> None:
    found = document()
    wanted = {"$ref": "#/components/parameters/filters.payin.payments"}
    for path in ("/v1/payin/charges", "/v1/payin/charges/facets", "/v1/payin/charges/export"):
        assert wanted in found["paths"][path]["get"]["parameters"], path
    filters = found["components"]["parameters"]["filters.payin.payments"]
    assert (filters["in"], filters["style"], filters["explode"]) == ("query", "form", True)
    assert {"status", "amount_from", "amount_to"} <= filters["schema"]["properties"].keys()
    assert filters["schema"]["additionalProperties"] is False


def test_a_record_tells_what_it_has_beyond_its_row() -> None:
    schemas = document()["components"]["schemas"]
    assert schemas["ChargeRecord"]["allOf"] == [{"$ref": "#/components/schemas/Charge"}]
    assert not schemas["ChargeRecord"]["properties"].keys() & schemas["Charge"]["properties"].keys()


def test_no_call_names_a_parameter_twice() -> None:
    found = document()
    for path, operations in found["paths"].items():
        for method, operation in operations.items():
            named = [(part["in"], part["name"]) for part in (resolved(found, p) for p in operation["parameters"])]
            assert len(named) == len(set(named)), (method, path)


def test_a_file_is_of_its_own_media_type() -> None:
    found = document()
    paths = found["paths"]

    def media(path: str) -> list[str]:
        return list(resolved(found, paths[path]["get"]["responses"]["200"])["content"])

    workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    exported = [path for path in paths if path.endswith("/export")]
    assert len(exported) > 30
    for path in (*exported, "/v1/exports/{id}/file"):
        assert media(path) == ["text/csv", workbook], path
    statement = ["text/csv", "application/x-ofx", "application/xml", "application/pdf"]
    assert media("/v1/account/statement/file") == statement
    attached = ["application/pdf", "image/png", "image/jpeg"]
    assert media("/v1/account/notes/{id}/files/{file}") == attached
    assert media("/v1/payin/disputes/{id}/files/{file}") == attached
    assert media("/v1/companies/{id}/contracts/{contract}/files/{file}") == attached
    for path in ("/v1/payin/charges/{id}/receipt", "/v1/account/withdrawals/{id}/receipt"):
        assert media(path) == ["application/pdf"]
    for path in ("/v1/payin/charges/{id}/qr.svg", "/v1/payin/recurrences/{id}/qr.svg"):
        assert media(path) == ["image/svg+xml"]
    assert media("/checkout.js") == ["text/javascript"]
    assert media("/metrics") == ["text/plain"]


def test_what_may_wait_for_approval_says_so_with_its_body() -> None:
    waiting = set[str]()
    found = document()
    for operations in found["paths"].values():
        for operation in operations.values():
            held = operation["responses"].get("202")
            # What a program brings waits for a person, whatever policies say: 202 is its own answer.
            if held is None or operation.get("x-command") in (None, "payouts:payout_batch:bring"):
                continue
            waiting.add(operation["x-command"])
            name = resolved(found, held)["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
            assert name in ("Awaiting", "AwaitingWithSecret")
    schemas = found["components"]["schemas"]
    assert schemas["Awaiting"]["required"][0] == "request"
    assert schemas["AwaitingWithSecret"]["allOf"] == [{"$ref": "#/components/schemas/Awaiting"}]
    wanted = set(approvable(catalogue(Settings(secret="x" * 32))))
    assert waiting == wanted


def test_the_account_of_an_entry_may_be_one_that_the_merchant_opened() -> None:
    row = document()["paths"]["/v1/account/transactions"]["get"]["responses"]["200"]["content"]["application/json"]
    pattern = row["schema"]["items"]["properties"]["account"]["pattern"]
    assert all(re.fullmatch(pattern, code) for code in ("available", "in_review", "sub.2"))
    assert not any(re.fullmatch(pattern, code) for code in ("", "sub.0", "sub.", "recipient.1"))
