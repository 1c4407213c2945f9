"""The words of files: titles of columns, and names of values that a list holds as keys.

They are the words of the screens. ``words.json`` is a copy of the groups named here; ``make generate`` writes it from the web's
texts.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

Language = Literal["pt", "en"]

FILE = Path(__file__).parent / "words.json"

#: List → the text group of its screen.
SCREENS: Mapping[str, str] = {
    "audit.ombudsman": "cases",
    "audit.service": "cases",
    "access.keys": "access",
    "access.roles": "access",
    "access.users": "access",
    "account.bank_accounts": "transfers",
    "account.claims": "claims",
    "account.deposits": "deposits",
    "account.notes": "account",
    "account.schedules": "deposits.schedule",
    "account.transactions": "account",
    "account.transfers": "transfers",
    "accounts.accounts": "companies",
    "approvals.policies": "approvals",
    "approvals.requests": "approvals",
    "audit.activity": "audit",
    "companies.companies": "companies",
    "lists.bulk_items": "lists.bulk",
    "lists.bulks": "lists",
    "lists.exports": "lists",
    "payin.batches": "payin",
    "payin.codes": "payin",
    "payin.locations": "payin",
    "payin.med": "med",
    "payin.payments": "payin",
    "payin.processors": "processors",
    "payin.recipients": "recipients",
    "payin.recurrences": "pix",
    "payin.return_files": "returns",
    "payin.return_lines": "returns",
    "payin.reviews": "payin",
    "payin.rules": "pixRules",
    "payin.settings": "payinSettings",
    "payin.split_rules": "recipients",
    "payin.webhook_deliveries": "sdk",
    "payin.webhooks": "sdk",
    "payouts.payee_import_rows": "payees.imports",
    "payouts.payee_imports": "payees.imports",
    "payouts.payees": "payees",
    "payouts.suspects": "suspects",
    "compliance.providers": "checkProviders",
    "compliance.provider_calls": "checkProviders",
    "compliance.provider_costs": "checkProviders",
    "payouts.batch_lines": "payoutBatches",
    "payouts.batches": "payoutBatches",
    "payouts.claims": "claims",
    "payouts.payments": "payoutPayments",
    "payouts.returns": "payoutRefunds",
    "payouts.settings": "payoutSettings",
    "payouts.account_owners": "payoutRegisters",
    "payouts.banks": "payoutBanks",
    "payouts.contract_fields": "payoutRegisters",
    "payouts.franchises": "payoutRegisters",
    "payouts.processors": "payoutFiles",
    "payouts.remittances": "payoutFiles",
    "payouts.reprocessing": "payoutFiles",
    "payouts.return_files": "payoutFiles",
    "payouts.return_lines": "payoutFiles",
    "pix.charges": "pix",
    "tools.tasks": "tools",
}

#: Titles that the screen does not keep under the column's own name.
TITLES: Mapping[tuple[str, str], str] = {
    ("payouts.claims", "payment_id"): "payoutRefunds.column.payment_id",
    ("access.keys", "role_name"): "access.column.role",
    ("account.bank_accounts", "created_at"): "transfers.column.added_at",
    ("approvals.policies", "active"): "approvals.column.status",
    ("approvals.policies", "command"): "approvals.policy.rule",
    ("approvals.policies", "condition"): "approvals.policy.condition",
    ("approvals.policies", "expires_days"): "approvals.policy.expires_days",
    ("approvals.policies", "name"): "approvals.policy.name",
    ("approvals.policies", "needed"): "approvals.policy.needed",
    ("approvals.policies", "updated_at"): "approvals.policy.updated_at",
    ("approvals.policies", "updated_by"): "approvals.policy.updated_by",
    ("lists.bulks", "command"): "lists.bulks.command",
    ("payin.batches", "denied"): "payin.batches.denied",
    ("payin.batches", "description"): "payin.batches.description",
    ("payin.batches", "finished_at"): "payin.batches.finished_at",
    ("payin.batches", "made"): "payin.batches.made",
    ("payin.batches", "total"): "payin.batches.lines",
    ("payin.codes", "created_at"): "payin.codes.created_at",
    ("payin.codes", "message"): "payin.column.description",
    ("payin.codes", "name"): "payin.codes.name",
    ("payin.codes", "payments"): "payin.codes.payments",
    ("payin.codes", "received"): "payin.sum.received",
    ("payin.locations", "kind"): "locations.kind",
    ("payin.locations", "location"): "locations.location",
    ("payin.locations", "name"): "locations.name",
    ("payin.locations", "number"): "locations.number",
    ("payin.settings", "expires_in"): "payinSettings.field.expires_in",
    ("payin.settings", "maximum"): "payinSettings.field.maximum",
    ("payin.settings", "minimum"): "payinSettings.field.minimum",
    ("payin.settings", "percentage"): "payinSettings.field.percentage",
    ("payin.settings", "valid_days"): "payinSettings.field.valid_days",
    ("payin.webhook_deliveries", "created_at"): "sdk.column.at",
    ("payin.webhook_deliveries", "last_status"): "sdk.column.outcome",
}

#: Columns whose values are keys → their text group. A value without a word is written as it is.
VALUES: Mapping[tuple[str, str], str] = {
    ("payouts.batches", "source"): "payoutBatches.source",
    ("payouts.batches", "status"): "payoutBatches.status",
    ("payouts.batch_lines", "category"): "payoutBatches.category",
    ("audit.ombudsman", "channel"): "cases.channel",
    ("audit.ombudsman", "due"): "cases.due",
    ("audit.ombudsman", "matter"): "cases.matter",
    ("audit.ombudsman", "priority"): "cases.priority",
    ("audit.ombudsman", "product"): "cases.product",
    ("audit.ombudsman", "state"): "cases.state",
    ("audit.ombudsman", "subject"): "cases.subject",
    ("audit.service", "channel"): "cases.channel",
    ("audit.service", "due"): "cases.due",
    ("audit.service", "matter"): "cases.matter",
    ("audit.service", "priority"): "cases.priority",
    ("audit.service", "product"): "cases.product",
    ("audit.service", "state"): "cases.state",
    ("audit.service", "subject"): "cases.subject",
    ("audit.ombudsman", "outcome"): "cases.outcome",
    ("payouts.claims", "reason"): "claims.reason",
    ("payouts.claims", "status"): "claims.status",
    ("payouts.returns", "source"): "payoutRefunds.source",
    ("payouts.settings", "duplicates"): "payoutSettings.duplicates",
    ("payouts.payments", "hold_reason"): "payoutPayments.hold_reason",
    ("payouts.payments", "method"): "payoutPayments.method",
    ("payouts.payments", "origin"): "payoutPayments.origin",
    ("payouts.payments", "queued_reason"): "payoutPayments.queued_reason",
    ("payouts.payments", "status"): "payoutPayments.status",
    ("access.keys", "status"): "access.key_status",
    ("access.users", "status"): "access.user_status",
    ("account.bank_accounts", "kind"): "recipients.place",
    ("account.bank_accounts", "ownership"): "transfers.ownership",
    ("account.bank_accounts", "status"): "transfers.account_status",
    ("account.claims", "reason"): "claims.reason",
    ("account.claims", "status"): "claims.status",
    ("account.deposits", "matched_by"): "deposits.matched_by",
    ("account.deposits", "method"): "deposits.method",
    ("account.deposits", "status"): "deposits.status",
    ("account.notes", "reason"): "account.note_reason",
    ("account.notes", "status"): "account.note_status",
    ("account.notes", "type"): "account.note_type",
    ("account.schedules", "frequency"): "deposits.schedule.frequency",
    ("account.schedules", "last_result"): "deposits.schedule.result",
    ("account.schedules", "rule"): "deposits.schedule.rule",
    ("account.schedules", "status"): "deposits.schedule.status",
    ("account.transactions", "account"): "account.balances",
    ("account.transactions", "direction"): "account.direction",
    ("account.transactions", "kind"): "account.kind",
    ("account.transactions", "origin"): "account.origin",
    ("account.transfers", "method"): "payin.method",
    ("account.transfers", "origin"): "transfers.origin",
    ("account.transfers", "status"): "transfers.status",
    ("accounts.accounts", "kind"): "companies.account_kind",
    ("approvals.policies", "command"): "approvals.command",
    ("approvals.requests", "command"): "approvals.command",
    ("approvals.requests", "status"): "approvals.status",
    ("audit.activity", "doer"): "audit.doer",
    ("audit.activity", "status"): "audit.status",
    ("companies.companies", "products"): "companies.product",
    ("companies.companies", "risk"): "companies.risk",
    ("companies.companies", "status"): "companies.status",
    ("lists.bulk_items", "status"): "lists.bulk",
    ("lists.bulks", "command"): "lists.command",
    ("lists.bulks", "status"): "lists.status",
    ("lists.exports", "format"): "lists.export",
    ("lists.exports", "list"): "lists.name",
    ("lists.exports", "status"): "lists.status",
    ("payin.batches", "status"): "payin.batches.status",
    ("payin.codes", "status"): "payin.codes.status",
    ("payin.locations", "kind"): "payin.kind",
    ("payin.locations", "status"): "locations.status",
    ("payouts.account_owners", "state"): "payoutRegisters.owner_state",
    ("payouts.banks", "digit_rule"): "payoutBanks.digit_rule",
    ("payouts.banks", "state"): "payoutBanks.state",
    ("payouts.contract_fields", "field"): "payoutRegisters.contract_field",
    ("payouts.contract_fields", "severity"): "payoutRegisters.severity",
    ("payouts.contract_fields", "state"): "payoutRegisters.contract_state",
    ("payouts.franchises", "qualification"): "payoutRegisters.qualification",
    ("payouts.franchises", "status"): "payoutRegisters.unit_status",
    ("payin.med", "reason"): "med.reason",
    ("payin.med", "status"): "med.status",
    ("payin.payments", "kind"): "payin.kind",
    ("payin.payments", "method"): "payin.method",
    ("payin.payments", "status"): "payin.status",
    ("payin.processors", "status"): "processors.status",
    ("payin.recipients", "status"): "recipients.status",
    ("payin.recurrences", "journey"): "pix.journey",
    ("payin.recurrences", "periodicity"): "pix.periodicity",
    ("payin.recurrences", "retry_policy"): "pix.retry_policy",
    ("payin.recurrences", "status"): "pix.recurrence_status",
    ("payin.return_files", "status"): "returns.status",
    ("payin.return_lines", "effect"): "returns.effect",
    ("payin.reviews", "review_reason"): "payin.review_reason",
    ("payin.rules", "status"): "pixRules.status",
    ("payin.settings", "methods"): "payinSettings.method",
    ("payin.webhook_deliveries", "status"): "sdk.delivery_status",
    ("payin.webhook_deliveries", "type"): "sdk.event",
    ("payin.webhooks", "events"): "sdk.event",
    ("payin.webhooks", "status"): "sdk.endpoint_status",
    ("payouts.payee_import_rows", "outcome"): "payees.imports.outcome",
    ("payouts.payee_imports", "status"): "payees.imports.status",
    ("payouts.payees", "kind"): "payees.kind",
    ("payouts.payees", "match_class"): "payees.match_class",
    ("payouts.payees", "source"): "payees.source",
    ("payouts.payees", "status"): "payees.status",
    ("compliance.provider_calls", "outcome"): "checkProviders.outcome",
    ("compliance.provider_calls", "port"): "checkProviders.port",
    ("compliance.provider_costs", "port"): "checkProviders.port",
    ("compliance.providers", "circuit"): "checkProviders.circuit",
    ("compliance.providers", "mode"): "checkProviders.mode",
    ("compliance.providers", "port"): "checkProviders.port",
    ("compliance.providers", "status"): "checkProviders.status",
    ("payouts.suspects", "cause"): "suspects.cause",
    ("payouts.suspects", "kind"): "suspects.kind",
    ("payouts.suspects", "status"): "suspects.status",
    ("payouts.processors", "adapter"): "payoutFiles.processors.adapters",
    ("payouts.processors", "status"): "processors.status",
    ("payouts.remittances", "state"): "payoutFiles.state",
    ("payouts.reprocessing", "kind"): "payoutFiles.kind",
    ("payouts.return_files", "status"): "returns.status",
    ("payouts.return_lines", "effect"): "payoutFiles.effect",
    ("pix.charges", "status"): "pix.charge_status",
    ("tools.tasks", "last_status"): "tools.run_status",
    ("tools.tasks", "overlap"): "tools.overlap",
    ("tools.tasks", "status"): "tools.status",
}

YES_NO: Mapping[Language, tuple[str, str]] = {"en": ("yes", "no"), "pt": ("sim", "não")}

#: Values without a word on any screen.
_OWN_VALUES: Mapping[tuple[str, str], Mapping[Language, Mapping[str, str]]] = {
    ("lists.bulk_items", "status"): {"en": {"queued": "Waiting"}, "pt": {"queued": "Aguardando"}},
    ("tools.tasks", "enabled"): {"en": {"1": "yes", "0": "no"}, "pt": {"1": "sim", "0": "não"}},
}

#: Columns that only files have, or that have the same title everywhere.
_OWN_TITLES: Mapping[str, tuple[str, str]] = {
    "awaiting_approval": ("Awaiting approval", "Aguardando aprovação"),
    "second_factor": ("Second factor required", "Exige segundo fator"),
    "account_alias": ("Account name", "Nome da conta"),
    "alone": ("One person alone", "Uma pessoa sozinha"),
    "asked": ("Asked", "Pedido"),
    "awaiting": ("Waiting for approval", "Aguardando aprovação"),
    "bank": ("Bank", "Banco"),
    "bank_account_id": ("Bank account id", "Id da conta bancária"),
    "bank_ref": ("Bank's number", "Nosso número"),
    "branch": ("Branch", "Agência"),
    "brought_file": ("Settled by file", "Liquidado pelo arquivo"),
    "brought_line": ("Line of that file", "Linha desse arquivo"),
    "brought_name": ("Name of that file", "Nome desse arquivo"),
    "bulk_id": ("Bulk action id", "Id da ação em lote"),
    "bytes": ("Bytes", "Bytes"),
    "charge_id": ("Charge id", "Id da cobrança"),
    "company_id": ("Merchant number", "Número do estabelecimento"),
    "created_by": ("Created by", "Criado por"),
    "credit_on": ("Credited on", "Crédito em"),
    "decided_by": ("Decided by", "Decidido por"),
    "decision": ("Decision", "Decisão"),
    "distinct_teams": ("From different teams", "De equipes diferentes"),
    "done": ("Done", "Feitas"),
    "done_at": ("Done at", "Feito em"),
    "due_at": ("Due", "Prazo"),
    "due_on": ("Due on", "Vencimento"),
    "email": ("E-mail", "E-mail"),
    "emergency": ("Emergency role", "Papel de emergência"),
    "enabled": ("Enabled", "Ativo"),
    "endpoint_id": ("Webhook id", "Id do webhook"),
    "error": ("Error", "Erro"),
    "failed": ("Failed", "Com falha"),
    "file_id": ("File id", "Id do arquivo"),
    "giving_back": ("Being given back", "Em devolução"),
    "id": ("Id", "Id"),
    "internal": ("Back office", "Back office"),
    "journal_id": ("Transaction id", "Id da transação"),
    "key": ("Idempotency key", "Chave de idempotência"),
    "kind": ("Type", "Tipo"),
    "last_error": ("Last error", "Último erro"),
    "meaning": ("Meaning", "Significado"),
    "merchant_id": ("Merchant number", "Número do estabelecimento"),
    "method": ("Method", "Método"),
    "minimum": ("Minimum", "Mínimo"),
    "note": ("Note", "Observação"),
    "number": ("Number", "Número"),
    "occurred_on": ("Happened on", "Ocorrência em"),
    "paid": ("Paid", "Pago"),
    "parts": ("Recipients", "Recebedores"),
    "payer_document": ("Payer's document", "Documento do pagador"),
    "payer_name": ("Payer", "Pagador"),
    "permission": ("Permission", "Permissão"),
    "posted_by": ("Posted by", "Lançada por"),
    "prefix": ("Prefix", "Prefixo"),
    "reason": ("Reason", "Motivo"),
    "recurrence_id": ("Recurrence id", "Id da recorrência"),
    "reference": ("Reference", "Referência"),
    "refused": ("Refused", "Recusadas"),
    "reverses": ("Reverses transaction", "Estorna a transação"),
    "role_id": ("Role number", "Número do papel"),
    "role_ids": ("Role numbers", "Números dos papéis"),
    "round": ("Round", "Rodada"),
    "segment": ("Segment", "Segmento"),
    "sensitive": ("Sensitive", "Sensível"),
    "size": ("Size in bytes", "Tamanho em bytes"),
    "total": ("Rows", "Linhas"),
    "payout_id": ("Withdrawal id", "Id do saque"),
    "txid": ("txid", "txid"),
    "updated_at": ("Changed at", "Alterado em"),
    "usable": ("Usable", "Utilizável"),
    "version": ("Version", "Versão"),
}


def key_of(value: str) -> str:
    """Converts a value to a text key: ``charge.paid`` becomes ``charge_paid``."""
    return re.sub(r"[.:]+", "_", value)


def groups() -> frozenset[str]:
    """Returns all text groups to copy."""
    titles = {f"{screen}.column" for screen in SCREENS.values()} | {key.rpartition(".")[0] for key in TITLES.values()}
    return frozenset(titles | set(VALUES.values()))


@cache
def _texts() -> Mapping[Language, Mapping[str, Mapping[str, str]]]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[Language, dict[str, dict[str, str]]])


def title(list_name: str, column: str, language: Language) -> str:
    group, _, name = TITLES.get((list_name, column), f"{SCREENS.get(list_name)}.column.{column}").rpartition(".")
    text = _texts()[language].get(group, {}).get(name)
    if text is None and (own_title := _OWN_TITLES.get(column)) is not None:
        text = own_title[0] if language == "en" else own_title[1]
    return text or column


def currency_title(language: Language) -> str:
    return "Moeda" if language == "pt" else "Currency"


@cache
def values(list_name: str, column: str, language: Language) -> Mapping[str, str]:
    """Returns words by text key: see ``key_of``."""
    group = VALUES.get((list_name, column), "")
    own_values = _OWN_VALUES.get((list_name, column), {}).get(language, {})
    return {**_texts()[language].get(group, {}), **own_values}
