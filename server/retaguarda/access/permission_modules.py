"""Permissions by module and kind, as a role's matrix shows them, and the pairs that one person should not hold."""

from collections.abc import Iterable
from dataclasses import dataclass

from retaguarda.foundation.permissions import Permission as P


@dataclass(frozen=True, slots=True)
class Module:
    """``edit`` permissions change something or take effect outside; all others are ``view``."""

    name: str
    view: tuple[P, ...]
    edit: tuple[P, ...] = ()


#: In menu order (specification 2.6). A test holds that every grantable permission is in one module.
MODULES = (
    Module(
        "account",
        (P.STATEMENT_CLIENT_READ, P.ACCOUNT_NOTES_READ, P.PAYIN_WITHDRAWALS_READ, P.PAYOUT_DEPOSIT_READ,
         P.ACCOUNT_BANK_ACCOUNTS_READ, P.ACCOUNT_SCHEDULING_READ),
        (P.STATEMENT_ANNOTATION_WRITE, P.ACCOUNT_NOTES_WRITE, P.ACCOUNT_NOTES_APPROVE, P.PAYIN_WITHDRAWALS_WRITE, P.PAYIN_WITHDRAWALS_APPROVE, P.ACCOUNT_BANK_ACCOUNTS_WRITE,
         P.ACCOUNT_SCHEDULING_WRITE, P.PAYOUT_DEPOSIT_WRITE),
    ),
    Module("pix", (P.PIX_SCHEDULES_READ,), (P.PIX_SCHEDULES_WRITE,)),
    Module(
        "payouts",
        (P.PAYOUT_PAYMENT_READ, P.PAYOUT_QUALIFICATION_READ, P.PAYOUT_REFUND_READ, P.PAYOUT_BANKS_READ),
        (P.PAYOUT_PAYMENT_WRITE, P.PAYOUT_PAYMENT_APPROVE, P.PAYOUT_QUALIFICATION_WRITE, P.PAYOUT_BANKS_WRITE,
         P.PAYOUT_REFUND_UPLOAD_NOTIFICATIONS),
    ),
    Module(
        "payouts_back_office",
        (P.PAYOUT_SETTINGS_READ, P.PAYOUT_REPROCESSING_HISTORY_READ, P.PAYOUT_SPLITS_READ, P.PAYOUT_RETURN_FILE_PREVIEW,
         P.PAYOUT_PROCESSORS_READ, P.PAYOUT_FRANCHISES_READ, P.PAYOUT_ACCOUNT_OWNERS_READ, P.PAYOUT_CONTRACTS_READ),
        (P.PAYOUT_HOLD_DECIDE, P.PAYOUT_EXCEPTION_DECIDE, P.PAYOUT_RULE_WRITE, P.PAYOUT_SETTINGS_WRITE, P.PAYOUT_SPLITS_WRITE, P.PAYOUT_RETURN_FILE_LIVE, P.PAYOUT_REMITTANCE_WRITE, P.PAYOUT_REPROCESSING_WRITE, P.PAYOUT_PROCESSORS_WRITE,
         P.PAYOUT_FRANCHISES_WRITE, P.PAYOUT_ACCOUNT_OWNERS_WRITE, P.PAYOUT_CONTRACTS_WRITE),
    ),
    Module(
        "payin",
        (P.PAYIN_PAYMENT_READ, P.PAYIN_RECURRENCES_READ, P.PAYIN_RECIPIENTS_READ, P.PAYIN_SDK_VIEW),
        (P.PAYIN_CHARGE_WRITE, P.PAYIN_REFUND_WRITE, P.PAYIN_REVIEW_WRITE, P.PAYIN_RECURRENCES_WRITE,
         P.PAYIN_RECIPIENTS_WRITE, P.PAYIN_SDK_MANAGE),
    ),
    Module(
        "payin_back_office",
        (P.PAYIN_SETTINGS_READ, P.PAYIN_PROCESSORS_READ, P.PAYIN_RULE_READ, P.PAYIN_RETURN_FILE_PREVIEW),
        (P.PAYIN_SETTINGS_WRITE, P.PAYIN_PROCESSORS_WRITE, P.PAYIN_RULE_WRITE, P.PAYIN_MED_DECIDE, P.PAYIN_RETURN_FILE_LIVE, P.GATEWAY_ALL),
    ),
    Module(
        "compliance",
        (P.KYC_EARLY_READ, P.KYC_REQUESTS_READ, P.KYC_APPROVAL_READ, P.COMPLIANCE_BLACK_LIST_READ,
         P.COMPLIANCE_SCREENING_READ, P.COMPLIANCE_PROVIDERS_READ, P.COMPLIANCE_RULES_READ, P.COMPLIANCE_OCCURRENCES_READ,
         P.COMPLIANCE_BACEN_READ, P.COMPLIANCE_CASES_READ, P.COMPLIANCE_COAF_READ, P.COMPLIANCE_JUDICIAL_ORDERS_READ),
        (P.KYC_REQUESTS_WRITE, P.KYC_APPROVAL_WRITE, P.COMPLIANCE_BLACK_LIST_WRITE, P.COMPLIANCE_PROVIDERS_WRITE,
         P.COMPLIANCE_RULES_WRITE, P.COMPLIANCE_OCCURRENCES_WRITE, P.COMPLIANCE_BACEN_WRITE,
         P.COMPLIANCE_SCREENING_WRITE, P.COMPLIANCE_CASES_WRITE, P.COMPLIANCE_CASES_DECIDE, P.COMPLIANCE_COAF_SEND,
         P.COMPLIANCE_JUDICIAL_ORDERS_WRITE),
    ),
    Module(
        "audit",
        (P.AUDIT_LOG_READ, P.AUDIT_INTERNAL_READ, P.AUDIT_TICKETS_READ),
        (P.AUDIT_TICKETS_WRITE, P.AUDIT_SESSIONS_WRITE, P.AUDIT_INCIDENTS_WRITE),
    ),
    Module(
        "exchange",
        (P.EXCHANGE_AGREEMENT_READ, P.EXCHANGE_BANK_READ, P.CONCILIATION_C220_READ),
        (P.EXCHANGE_AGREEMENT_WRITE, P.EXCHANGE_BANK_WRITE, P.CONCILIATION_C220_WRITE),
    ),
    Module(
        "conciliation",
        (P.CONCILIATION_ADJUSTMENTS_READ, P.CONCILIATION_BANK_STATEMENT_READ, P.CONCILIATION_BALANCES_READ),
        (P.STATEMENT_TRANSACTION_FIX, P.CONCILIATION_BANK_STATEMENT_WRITE, P.CONCILIATION_DAYS_WRITE),
    ),
    Module("companies", (P.COMPANIES_READ, P.REGISTER_COMPANY_READ_INTERNAL, P.MERCHANTS_VIEW), (P.REGISTER_COMPANY_WRITE,)),
    Module("accounts", (P.AUTHS_READ,)),
    Module("tools", (P.SCHEDULER_TASK_READ,), (P.SCHEDULER_TASK_WRITE,)),
    Module(
        "access_control",
        (P.USERS_READ, P.ROLES_READ, P.KEYS_READ),
        (P.USERS_WRITE, P.ROLES_WRITE, P.KEYS_WRITE),
    ),
    Module("lists", (), (P.SHARED_VIEWS_WRITE,)),
    Module(
        "approvals",
        (P.APPROVALS_READ, P.APPROVAL_POLICIES_READ),
        (P.APPROVALS_DECIDE, P.APPROVAL_POLICIES_WRITE),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ToxicPair:
    """Two permissions that let one person do what two should. A warning, not a refusal: small companies have one person."""

    name: str
    first: P
    second: P


TOXIC = (
    ToxicPair("payouts_created_and_approved", P.PAYOUT_PAYMENT_WRITE, P.PAYOUT_PAYMENT_APPROVE),
    ToxicPair("payouts_created_and_released", P.PAYOUT_PAYMENT_WRITE, P.PAYOUT_HOLD_DECIDE),
    ToxicPair("payouts_created_and_excepted", P.PAYOUT_PAYMENT_WRITE, P.PAYOUT_EXCEPTION_DECIDE),
    ToxicPair("withdrawals_created_and_approved", P.PAYIN_WITHDRAWALS_WRITE, P.PAYIN_WITHDRAWALS_APPROVE),
    ToxicPair("bank_accounts_and_withdrawals", P.ACCOUNT_BANK_ACCOUNTS_WRITE, P.PAYIN_WITHDRAWALS_APPROVE),
    ToxicPair("people_and_payouts", P.USERS_WRITE, P.PAYOUT_PAYMENT_APPROVE),
    ToxicPair("people_and_withdrawals", P.USERS_WRITE, P.PAYIN_WITHDRAWALS_APPROVE),
    ToxicPair("roles_and_payouts", P.ROLES_WRITE, P.PAYOUT_PAYMENT_APPROVE),
    ToxicPair("roles_and_withdrawals", P.ROLES_WRITE, P.PAYIN_WITHDRAWALS_APPROVE),
    ToxicPair("keys_and_payouts", P.KEYS_WRITE, P.PAYOUT_PAYMENT_APPROVE),
    ToxicPair("keys_and_withdrawals", P.KEYS_WRITE, P.PAYIN_WITHDRAWALS_APPROVE),
    ToxicPair("refunds_and_ledger_fixes", P.PAYIN_REFUND_WRITE, P.STATEMENT_TRANSACTION_FIX),
    ToxicPair("kyc_asked_and_approved", P.KYC_REQUESTS_WRITE, P.KYC_APPROVAL_WRITE),
    ToxicPair("rules_and_their_alerts", P.COMPLIANCE_RULES_WRITE, P.COMPLIANCE_OCCURRENCES_WRITE),
    ToxicPair("cases_written_and_decided", P.COMPLIANCE_CASES_WRITE, P.COMPLIANCE_CASES_DECIDE),
    ToxicPair("judicial_orders_and_payouts", P.COMPLIANCE_JUDICIAL_ORDERS_WRITE, P.PAYOUT_PAYMENT_APPROVE),
)


def toxic_pairs_in(permissions: Iterable[str]) -> list[ToxicPair]:
    held = frozenset(permissions)
    return [pair for pair in TOXIC if pair.first in held and pair.second in held]
