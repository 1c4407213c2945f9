"""Whose trail can be read, and by whom: a room's records show theirs when it has a line here."""

from retaguarda.access.queries import of_key, of_person, of_role
from retaguarda.approvals.policies import of_policy
from retaguarda.approvals.tables import PERMISSION as APPROVALS
from retaguarda.approvals.tables import of_request
from retaguarda.bank_files.queries import OF_FILE
from retaguarda.cron_tasks.queries import of_task
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.room import Trail
from retaguarda.foundation.scope import of_subject
from retaguarda.payin.batches.queries import of_batch
from retaguarda.payin.charges.queries import of_charge
from retaguarda.payin.locations.queries import of_location
from retaguarda.payin.processors.queries import of_processor
from retaguarda.payin.static_codes.queries import of_code
from retaguarda.recipients.queries import of_recipient
from retaguarda.recurrences.queries import of_recurrence, of_recurring_charge
from retaguarda.rooms import ROOMS
from retaguarda.webhooks.queries import of_endpoint

TRAILS: tuple[Trail, ...] = (
    *(trail for room in ROOMS for trail in room.trails),
    Trail("charges", Permission.PAYIN_PAYMENT_READ, of_subject(of_charge)),
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
    Trail("recipients", Permission.PAYIN_RECIPIENTS_READ, of_subject(of_recipient)),
    Trail("webhooks", Permission.PAYIN_SDK_VIEW, of_subject(of_endpoint)),
    Trail("return-files", Permission.PAYIN_RETURN_FILE_PREVIEW, OF_FILE),
    Trail("users", Permission.USERS_READ, of_subject(of_person)),
    # A role's number may be that of something else.
    Trail("roles", Permission.ROLES_READ, of_subject(of_role), "access:role:%"),
    Trail("keys", Permission.KEYS_READ, of_subject(of_key)),
    Trail("approvals", APPROVALS, of_subject(of_request, any_account=True)),
    Trail("policies", Permission.APPROVAL_POLICIES_READ, of_subject(of_policy)),
    Trail("tasks", Permission.SCHEDULER_TASK_READ, of_subject(of_task, any_account=True)),
)
