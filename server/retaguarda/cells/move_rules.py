"""Which rows of each table go with a company, and what becomes of the numbers in them (docs/decisions/cells.md).

Every table goes that has rows of the company and stands in none of these lists: a new one is not forgotten.
"""

from dataclasses import dataclass

#: Of a company's tables, which stay all the same, and why.
STAY = {
    "audit_leaf": "its places are of this tree: the bundle of the log goes",
    "ledger_checkpoint": "counted anew",
    "staff_view": "the session of a person of the provider's",
}
#: Of the provider's own tables, the rows that go along because they are about the company, as a condition on ``t``.
ABOUT = {
    "kyc_check": "t.subject_id in (select id from kyc_request where company_id = {company} union select id from kyc_lead where company_id = {company})",
    "kyc_document_review": "t.subject_company = {company}",
    "kyc_lead_review": "t.lead_company = {company}",
    "kyc_note": "t.request_id in (select id from kyc_request where company_id = {company})",
    "kyc_proposal": "t.subject_company = {company}",
    "kyc_review": "t.subject_company = {company}",
    "merchant_rule": "t.merchant_id = {company}",
}
#: Of the provider's own tables whose rows name a company, those of which none goes, and why.
STAY_ABOUT = {
    "bacen_attribute": "what is told the Central Bank is told by the installation that knew it, and set anew",
    "block_entry": "the block list is of the installation; each has its own",
    "block_refusal": "what the block list refused or held here: nothing that it still holds goes",
    "case_file": "a complaint is answered where it was opened",
    "expectation": "what the books of a bank account here wait for",
    "judicial_hold": "a court's order is of the installation: whose money it holds does not go",
    "movement_late": "made anew by what comes",
    "movement_waiting": "made anew by what comes",
    "payout_order_cost": "what the provider paid a bank for an order",
    "pld_alert": "an alert is decided where it was raised; what comes is watched anew",
    "pld_case": "a case is decided where it was opened",
    "pld_hit": "with its alert",
    "screened_party": "made anew, and screened anew, by the lists of the other installation",
}
#: Journals of the provider's that are the first half of a deposit which a person gave to the company.
PROVIDERS_JOURNALS = (
    "select j.id from ledger_journal j join deposit d on d.company_id = {company} and d.matched_by = 'person'"
    " where j.company_id = 1 and j.key in ('pix:' || d.end_to_end_id, 'identify:' || d.end_to_end_id)"
)
#: Tables that are global, and go with the people of the company; `carried` says which of their rows.
PEOPLE = ("person", "person_company", "person_role", "passkey", "recovery_code")
#: What the provider has on both sides: rows that the company's rows name go along, and are added where they are missing.
REFERENCES = ("bank", "kyc_reason", "kyc_reason_version", "pix_connection", "payout_processor")
#: Of those, columns that never leave: secrets, and what asks for one.
KEPT_BACK = {
    "pix_connection": {
        "settings_name", "client_secret", "webhook_secret", "certificate", "certificate_key", "certificate_subject", "certificate_expires_at",
        "pending", "pending_by", "pending_at", "pending_error",
    },
    "payout_processor": {
        "settings_name", "client_secret", "app_key", "certificate", "certificate_key", "certificate_subject", "certificate_expires_at",
        "pending", "pending_by", "pending_at", "pending_error", "statement_account_id",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the server's: in which order it is drawn anew, and which columns repeat it."""

    order: str
    repeated: tuple[str, ...] = ()


#: Column → how its numbers are drawn on the other server.
NUMBERS = {
    "event.id": Number(
        "xid, id",
        (
            "notification.event_id",
            "exchange_filed_change.act_event",
            "filing_difference.act_event",
            "moved_bundle.last_event",
            "moved_line.event_id",
        ),
    ),
    "ledger_account.id": Number("id", ("ledger_entry.account_id", "ledger_hold.account_id")),
    "role.id": Number(
        "id",
        ("api_key.role_id", "person_role.role_id", "role_permission.role_id", "approval_decision.roles"),
    ),
    "notification.id": Number("id"),
    "exchange_filed_change.id": Number("id"),
    "charge_batch.number": Number("number"),
    "payout_order.number": Number("number"),
    "kyc_request.number": Number("number"),
}
#: Columns that tell a transaction of the server's, and what stands in them on the other: all before whatever its readers have read.
#: A literal; empty: the transaction of the import.
BEFORE_ALL = "2"
TRANSACTIONS = {"event.xid": BEFORE_ALL, "ledger_entry.xid": ""}
#: Columns that are a list of numbers.
LISTS = frozenset({"approval_decision.roles"})
#: Tables that come after others though no foreign key says so: a trigger looks there.
AFTER = {
    "payment_share": ("pix_payment", "boleto_payment"),
    "refund_share": ("refund",),
    "kyc_check": ("kyc_request", "kyc_lead"),
}


def renumbered() -> dict[str, str]:
    """Column that repeats a number → the column it is of."""
    return {column: of for of, number in NUMBERS.items() for column in number.repeated}
