"""Whose trail can be read, and by whom: a room's records show theirs when it has a line here."""

from retaguarda.access.queries import of_key, of_person, of_role
from retaguarda.account.bank_accounts.queries import of_bank_account
from retaguarda.account.deposits.queries import of_deposit
from retaguarda.account.disputes.queries import of_claim
from retaguarda.account.scheduling.queries import of_schedule
from retaguarda.account.withdrawals.queries import of_transfer
from retaguarda.accounts.records import SUBJECT as ACCOUNT
from retaguarda.accounts.records import of_account
from retaguarda.approvals.policies import of_policy
from retaguarda.approvals.tables import PERMISSION as APPROVALS
from retaguarda.approvals.tables import of_request
from retaguarda.audit.trail import Trail
from retaguarda.bank_files.queries import of_file
from retaguarda.companies.records import SUBJECT as COMPANY
from retaguarda.cron_tasks.queries import of_task
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import COMPANY as COMPANY_SCOPE
from retaguarda.foundation.scope import of_subject
from retaguarda.payin.batches.queries import of_batch
from retaguarda.payin.charges.queries import of_charge
from retaguarda.payin.disputes.queries import of_case
from retaguarda.payin.locations.queries import of_location
from retaguarda.payin.processors.queries import of_processor
from retaguarda.payin.rules.queries import of_rules
from retaguarda.payin.static_codes.queries import of_code
from retaguarda.recipients.queries import of_recipient
from retaguarda.recurrences.queries import of_recurrence, of_recurring_charge
from retaguarda.webhooks.queries import of_endpoint

TRAILS: tuple[Trail, ...] = (
    Trail("charges", Permission.PAYIN_PAYMENT_READ, of_subject(of_charge)),
    Trail("med", Permission.PAYIN_PAYMENT_READ, of_subject(of_case)),
    Trail("claims", Permission.PAYIN_WITHDRAWALS_READ, of_subject(of_claim)),
    Trail("recurrences", Permission.PAYIN_PAYMENT_READ, of_subject(of_recurrence)),
    Trail("recurring-charges", Permission.PAYIN_PAYMENT_READ, of_subject(of_recurring_charge)),
    Trail("batches", Permission.PAYIN_PAYMENT_READ, of_subject(of_batch)),
    Trail("locations", Permission.PAYIN_PAYMENT_READ, of_subject(of_location)),
    Trail("static-codes", Permission.PAYIN_PAYMENT_READ, of_subject(of_code)),
    Trail(
        "processors",
        Permission.GATEWAY_ALL,
        of_subject(of_processor, any_account=True),
        "payin:processor:%",
    ),
    Trail("payin-rules", Permission.PAYIN_RULE_READ, of_subject(of_rules, any_account=True), "payin:rules:%"),
    Trail("deposits", Permission.PAYOUT_DEPOSIT_READ, of_subject(of_deposit)),
    Trail("schedules", Permission.ACCOUNT_SCHEDULING_READ, of_subject(of_schedule)),
    Trail("transfers", Permission.PAYIN_WITHDRAWALS_READ, of_subject(of_transfer)),
    Trail("bank-accounts", Permission.ACCOUNT_BANK_ACCOUNTS_READ, of_subject(of_bank_account)),
    Trail("recipients", Permission.PAYIN_RECIPIENTS_READ, of_subject(of_recipient)),
    Trail("webhooks", Permission.PAYIN_SDK_VIEW, of_subject(of_endpoint)),
    Trail("return-files", Permission.PAYIN_RETURN_FILE_PREVIEW, of_subject(of_file)),
    Trail("users", Permission.USERS_READ, of_subject(of_person)),
    # A role's number may be that of something else.
    Trail("roles", Permission.ROLES_READ, of_subject(of_role), "access:role:%"),
    Trail("keys", Permission.KEYS_READ, of_subject(of_key)),
    Trail("approvals", APPROVALS, of_subject(of_request, any_account=True)),
    Trail("policies", Permission.APPROVAL_POLICIES_READ, of_subject(of_policy)),
    Trail(
        "companies",
        Permission.REGISTER_COMPANY_READ_INTERNAL,
        COMPANY_SCOPE,
        prefix=COMPANY,
    ),
    Trail("tasks", Permission.SCHEDULER_TASK_READ, of_subject(of_task, any_account=True)),
    Trail("accounts", Permission.AUTHS_READ, of_subject(of_account, any_account=True), prefix=ACCOUNT),
)
