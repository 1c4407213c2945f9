"""Whose trail can be read, and by whom: a room's records show theirs when it has a line here."""

from retaguarda.access.door import RoomDoor, of_key, of_person, of_role
from retaguarda.account.bankaccounts.rows import of_bank_account
from retaguarda.account.claims.rows import of_claim
from retaguarda.account.deposits.rows import of_deposit
from retaguarda.account.scheduling.rows import of_schedule
from retaguarda.account.transfers.rows import of_transfer
from retaguarda.accounts.records import SUBJECT as ACCOUNT
from retaguarda.accounts.records import of_account
from retaguarda.approvals.policies import of_policy
from retaguarda.approvals.tables import PERMISSION as APPROVALS
from retaguarda.approvals.tables import of_request
from retaguarda.audit.trail import Trail
from retaguarda.companies.records import SUBJECT as COMPANY
from retaguarda.companies.records import of_company
from retaguarda.foundation.call import Door
from retaguarda.foundation.permissions import Permission
from retaguarda.hooks.rows import of_endpoint
from retaguarda.payin.batches.rows import of_batch
from retaguarda.payin.codes.rows import of_code
from retaguarda.payin.locations.rows import of_location
from retaguarda.payin.med.rows import of_case
from retaguarda.payin.processors.rows import of_processor
from retaguarda.payin.rows import of_charge
from retaguarda.payin.rules.rows import of_rules
from retaguarda.pix.rows import of_recurrence, of_recurring_charge
from retaguarda.recipients.rows import of_recipient
from retaguarda.returns.rows import of_file
from retaguarda.tools.rows import of_task


def trails(door: Door) -> list[Trail]:
    return [
        Trail("charges", Permission.PAYIN_PAYMENT_READ, RoomDoor(door, of_charge)),
        Trail("med", Permission.PAYIN_PAYMENT_READ, RoomDoor(door, of_case)),
        Trail("claims", Permission.PAYIN_WITHDRAWALS_READ, RoomDoor(door, of_claim)),
        Trail("recurrences", Permission.PAYIN_PAYMENT_READ, RoomDoor(door, of_recurrence)),
        Trail("recurring-charges", Permission.PAYIN_PAYMENT_READ, RoomDoor(door, of_recurring_charge)),
        Trail("batches", Permission.PAYIN_PAYMENT_READ, RoomDoor(door, of_batch)),
        Trail("locations", Permission.PAYIN_PAYMENT_READ, RoomDoor(door, of_location)),
        Trail("static-codes", Permission.PAYIN_PAYMENT_READ, RoomDoor(door, of_code)),
        Trail(
            "processors", Permission.GATEWAY_ALL, RoomDoor(door, of_processor, any_account=True), "payin:processor:%"
        ),
        Trail("payin-rules", Permission.PAYIN_RULE_READ, RoomDoor(door, of_rules, any_account=True), "payin:rules:%"),
        Trail("deposits", Permission.PAYOUT_DEPOSIT_READ, RoomDoor(door, of_deposit)),
        Trail("schedules", Permission.ACCOUNT_SCHEDULING_READ, RoomDoor(door, of_schedule)),
        Trail("transfers", Permission.PAYIN_WITHDRAWALS_READ, RoomDoor(door, of_transfer)),
        Trail("bank-accounts", Permission.ACCOUNT_BANK_ACCOUNTS_READ, RoomDoor(door, of_bank_account)),
        Trail("recipients", Permission.PAYIN_RECIPIENTS_READ, RoomDoor(door, of_recipient)),
        Trail("webhooks", Permission.PAYIN_SDK_VIEW, RoomDoor(door, of_endpoint)),
        Trail("return-files", Permission.PAYIN_RETURN_FILE_PREVIEW, RoomDoor(door, of_file)),
        Trail("users", Permission.USERS_READ, RoomDoor(door, of_person)),
        # A role's number may be that of something else.
        Trail("roles", Permission.ROLES_READ, RoomDoor(door, of_role), "access:role:%"),
        Trail("keys", Permission.KEYS_READ, RoomDoor(door, of_key)),
        Trail("approvals", APPROVALS, RoomDoor(door, of_request, any_account=True)),
        Trail("policies", Permission.APPROVAL_POLICIES_READ, RoomDoor(door, of_policy)),
        Trail(
            "companies",
            Permission.REGISTER_COMPANY_READ_INTERNAL,
            RoomDoor(door, of_company, any_account=True),
            prefix=COMPANY,
        ),
        Trail("tasks", Permission.SCHEDULER_TASK_READ, RoomDoor(door, of_task, any_account=True)),
        Trail("accounts", Permission.AUTHS_READ, RoomDoor(door, of_account, any_account=True), prefix=ACCOUNT),
    ]
