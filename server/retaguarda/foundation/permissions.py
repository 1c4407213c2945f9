"""Every permission there is, in one enumeration.

Names of the specification are kept letter by letter, its spelling included. Names of ours that only allow reading
must not contain write, add or edit: the client's "may write" check looks for these words.
"""

from enum import StrEnum


class Permission(StrEnum):
    COMPANIES_READ = "rbac::companies:read"
    USERS_READ = "rbac::users:read"
    AUTHS_READ = "rbac::auths:read"
    TWO_FACTOR = "auth::twoFactor"

    PAYIN_PAYMENT_READ = "payin::payment:read"
    PAYIN_CHARGE_WRITE = "payin::charge:write"
    PAYIN_REFUND_WRITE = "payin::refund:write"
    PAYIN_REVIEW_WRITE = "payin::review:write"
    PAYIN_WITHDRAWALS_READ = "payin::withdrawals:read"
    PAYIN_RECIPIENTS_READ = "payin::recipients:read"
    PAYIN_SDK_VIEW = "payin::sdk:view"
    PAYIN_SDK_MANAGE = "payin::sdk:manage"
    PAYIN_RULE_READ = "payin::rule:read"
    PAYIN_RETURN_FILE_PREVIEW = "payin::returFile:preview"
    PAYIN_RETURN_FILE_LIVE = "payin::returFile:live"
    GATEWAY_ALL = "gateway::all"

    PAYOUT_PAYMENT_READ = "payout::payment:read"
    PAYOUT_DEPOSIT_READ = "payout::deposit:read"
    PAYOUT_REFUND_UPLOAD_NOTIFICATIONS = "payout::refund:uploadNotifications"
    PAYOUT_REPROCESSING_HISTORY_READ = "payout::reprocessingHistory:read"
    PAYOUT_RETURN_FILE_PREVIEW = "payout::returnFile:preview"
    PAYOUT_RETURN_FILE_LIVE = "payout::returnFile:live"

    STATEMENT_CLIENT_READ = "statement::client:read"
    STATEMENT_TRANSACTION_FIX = "statement::transaction:fix"

    KYC_REQUESTS_READ = "kyc::requests:read"
    KYC_APPROVAL_READ = "kyc::approval:read"
    COMPLIANCE_BLACK_LIST_READ = "compliance::blackList:read"
    COMPLIANCE_SCREENING_READ = "compliance::screening:read"
    COMPLIANCE_RULES_READ = "compliance::rules:read"
    COMPLIANCE_OCCURRENCES_READ = "compliance::occurrences:read"

    AUDIT_INTERNAL_READ = "audit:internal:read"
    EXCHANGE_AGREEMENT_READ = "efx::merchantAgreement:read"
    EXCHANGE_AGREEMENT_WRITE = "efx::merchantAgreement:write"
    EXCHANGE_BANK_READ = "efx::exchangeBank:read"
    CONCILIATION_BANK_STATEMENT_READ = "conciliation::bankStatement:read"
    CONCILIATION_C220_READ = "conciliation::C220:read"
    REGISTER_COMPANY_READ_INTERNAL = "register::company:read-internal"
    SCHEDULER_TASK_READ = "scheduler::task:read"


#: Held through a confirmed second factor, never through a role.
EARNED = frozenset({Permission.TWO_FACTOR})
