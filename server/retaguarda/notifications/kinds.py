"""The kinds of notifications: which events cause them, who receives them, and the page they link to."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from retaguarda.foundation.events import Event
from retaguarda.foundation.permissions import Permission
from retaguarda.notifications.queries import Party

Group = Literal["payin", "account", "approvals", "compliance", "lists", "security", "access", "tools"]
#: Receivers of a notification about an approval: those who may decide it, its makers, or both.
OfRequest = Literal["deciders", "makers", "both"]
ByMail = Literal["off", "now", "daily"]


@dataclass(frozen=True, slots=True)
class Confidential:
    """``assignee``: the key of the event's data with who works on it, told if they hold ``seen_by``."""

    assignee: str
    seen_by: Permission


@dataclass(frozen=True, slots=True)
class Kind:
    """``permission``: its holders receive the notification; None: the person whom the event is about."""

    key: str
    group: Group
    events: tuple[str, ...]
    redirect: str
    permission: Permission | None = None
    #: Keys of the event's data that the texts use.
    facts: tuple[str, ...] = ()
    #: By what the name at the other end of the money is found; None: the texts name nobody.
    party: Party | None = None
    #: The kind is about an approval and goes to these people, limited to holders of ``permission``.
    of_request: OfRequest | None = None
    #: The notification goes to the person whose id the event's data have under this key.
    named: str | None = None
    #: Only the provider's own staff are told, whoever else holds the permission, and whoever works on it as long as they may see it.
    confidential: Confidential | None = None
    #: By e-mail for those who have chosen nothing.
    by_mail: ByMail = "off"
    #: By e-mail for everybody at once, the person who did it too; nobody can choose otherwise (readings 43).
    mandatory: bool = False

    def path(self, event: Event) -> str:
        return self.redirect.replace("{subject}", event.subject_id).replace("{company}", str(event.company_id))

    def data(self, event: Event) -> dict[str, Any]:
        outcome = {"outcome": event.name.rpartition(":")[2]} if "outcome" in self.facts else {}
        return {"actor": event.actor} | outcome | {name: event.data[name] for name in self.facts if name in event.data}


_SECURITY = "/dashboard/settings/account/security"
_ACCESS = "/dashboard/settings/access-control"
_TASKS = "/dashboard/tools/cron-tasks"
_REQUEST = "/dashboard/settings/double-approval/{subject}"
_CASE = "/dashboard/payin/med/{subject}"
_COMPANY = "/dashboard/companies/{company}"
_PLD = "/dashboard/compliance/pld-alert-management"
_KYC = "/dashboard/compliance/kyc/{subject}"
#: Which mark of a term was reached, of what, and its last day; nobody's name.
_TERM = ("name", "mark", "due_on")
#: What an approval is about, and who asked for it.
_ASKED = ("command", "amount", "maker")

KINDS: tuple[Kind, ...] = (
    Kind(
        "payin_review",
        "payin",
        ("payin:payment:under_review",),
        "/dashboard/payin/payments/reviews",
        Permission.PAYIN_REVIEW_WRITE,
        ("received", "reason", "end_to_end_id"),
        party="payment",
    ),
    Kind(
        "payin_refund_failed",
        "payin",
        ("payin:refund:failed",),
        "/dashboard/payin/payments/{subject}",
        Permission.PAYIN_REFUND_WRITE,
        ("amount",),
        party="payment",
    ),
    Kind(
        "payin_charge_failed",
        "payin",
        ("payin:charge:failed",),
        "/dashboard/payin/payments/{subject}",
        Permission.PAYIN_CHARGE_WRITE,
        ("amount",),
        party="charge",
    ),
    Kind(
        "payin_batch_done",
        "payin",
        ("payin:batch:done",),
        "/dashboard/payin/payments/batches/{subject}",
        Permission.PAYIN_CHARGE_WRITE,
        ("name", "lines", "denied"),
    ),
    Kind(
        "payin_batch_failed",
        "payin",
        ("payin:batch:failed",),
        "/dashboard/payin/payments/batches/{subject}",
        Permission.PAYIN_CHARGE_WRITE,
        ("name", "lines"),
    ),
    Kind(
        "payin_med_opened",
        "payin",
        ("payin:med:opened",),
        _CASE,
        Permission.PAYIN_REFUND_WRITE,
        ("amount", "blocked", "due_at"),
        by_mail="now",
        party="payment",
    ),
    Kind(
        "payin_med_moved",
        "payin",
        (
            "payin:med:agreed",
            "payin:med:disagreed",
            "payin:med:returned",
            "payin:med:partly_returned",
            "payin:med:cancelled",
            "payin:med:expired",
        ),
        _CASE,
        Permission.PAYIN_REFUND_WRITE,
        ("amount", "outcome"),
        party="payment",
    ),
    Kind(
        "payin_med_overdue",
        "payin",
        ("payin:med:overdue",),
        _CASE,
        Permission.PAYIN_MED_DECIDE,
        ("amount",),
        by_mail="now",
        party="payment",
    ),
    Kind(
        "payouts_payout_failed",
        "account",
        ("payouts:payout:failed",),
        "/dashboard/account/transfers/{subject}",
        Permission.PAYIN_WITHDRAWALS_READ,
        ("amount",),
        party="payout",
    ),
    Kind(
        "payouts_payout_returned",
        "account",
        ("payouts:payout:returned", "payouts:payout:partly_returned"),
        "/dashboard/account/transfers/{subject}",
        Permission.PAYIN_WITHDRAWALS_READ,
        ("amount", "outcome"),
        party="payout",
    ),
    Kind(
        "payouts_payout_blocked",
        "account",
        ("payouts:payout:blocked",),
        "/dashboard/account/transfers/{subject}",
        Permission.PAYIN_WITHDRAWALS_READ,
        ("amount",),
        party="payout",
    ),
    Kind(
        "payout_failed",
        "account",
        ("payouts:payment:failed",),
        "/dashboard/payouts/payments/{subject}",
        Permission.PAYOUT_PAYMENT_READ,
        ("amount",),
        party="payout",
    ),
    Kind(
        "payout_returned",
        "account",
        ("payouts:payment:returned", "payouts:payment:partly_returned"),
        "/dashboard/payouts/payments/{subject}",
        Permission.PAYOUT_PAYMENT_READ,
        ("amount", "outcome"),
        party="payout",
    ),
    Kind(
        "payout_on_hold",
        "account",
        ("payouts:payment:on_hold",),
        "/dashboard/payouts/payments/{subject}",
        Permission.PAYOUT_HOLD_DECIDE,
        ("amount",),
        party="payout",
    ),
    Kind(
        "payout_look_ups",
        "security",
        ("payouts:look_up:exceeded",),
        f"{_ACCESS}/users/{{subject}}",
        Permission.USERS_WRITE,
    ),
    Kind(
        "payout_queued",
        "account",
        ("payouts:payment:queued",),
        "/dashboard/payouts/payments/{subject}",
        Permission.PAYOUT_PAYMENT_WRITE,
        ("amount",),
        party="payout",
    ),
    Kind(
        "payout_blocked",
        "account",
        ("payouts:payment:blocked",),
        "/dashboard/payouts/payments/{subject}",
        Permission.PAYOUT_PAYMENT_WRITE,
        ("amount",),
        party="payout",
    ),
    Kind(
        "payout_uncertain",
        "account",
        ("payouts:payment:uncertain",),
        "/dashboard/payouts/payments/{subject}",
        Permission.PAYOUT_PAYMENT_READ,
        ("payments",),
    ),
    Kind(
        "payout_hold_ending",
        "account",
        ("payouts:payment:hold_ending",),
        "/dashboard/payouts/payments/{subject}",
        Permission.PAYOUT_HOLD_DECIDE,
        ("payments",),
        by_mail="now",
    ),
    Kind(
        "payout_limit_near",
        "account",
        ("payouts:limit:near",),
        "/dashboard/payouts/payments/list",
        Permission.PAYOUT_PAYMENT_READ,
        ("limit", "percent"),
    ),
    Kind(
        "payout_suspect_hit",
        "account",
        ("payouts:suspect:hit",),
        "/dashboard/payouts/payments/{subject}",
        Permission.PAYOUT_HOLD_DECIDE,
        by_mail="now",
    ),
    Kind(
        "payout_case_opened",
        "account",
        ("payouts:case:opened",),
        "/dashboard/payouts/administration/cases/{subject}",
        Permission.PAYOUT_EXCEPTION_DECIDE,
        by_mail="now",
    ),
    Kind(
        "payout_returns_many",
        "account",
        ("payouts:return:many",),
        "/dashboard/payouts/refunds/list",
        Permission.PAYOUT_REFUND_READ,
        ("returns",),
    ),
    Kind(
        "payout_success_fell",
        "account",
        ("payouts:payout_processor:success_fell",),
        "/dashboard/payouts/processors/{subject}",
        Permission.PAYOUT_PROCESSORS_READ,
        ("percent", "usual"),
        by_mail="now",
    ),
    Kind(
        "payout_remittance_late",
        "account",
        ("payouts:remittance:late",),
        "/dashboard/payouts/return-file/live/remittances/{subject}",
        Permission.PAYOUT_RETURN_FILE_LIVE,
        ("number",),
    ),
    Kind(
        "payout_float_short",
        "account",
        ("payouts:payout_processor:float_short",),
        "/dashboard/payouts/processors/list",
        Permission.PAYOUT_PROCESSORS_READ,
        by_mail="now",
    ),
    Kind(
        "account_company_blocked",
        "account",
        ("companies:company:block",),
        _COMPANY,
        Permission.COMPANIES_READ,
        ("reason",),
    ),
    Kind(
        "account_company_unblocked",
        "account",
        ("companies:company:unblock",),
        _COMPANY,
        Permission.COMPANIES_READ,
        ("reason",),
    ),
    Kind(
        "account_incident",
        "account",
        ("audit:incident:announced",),
        "/dashboard",
        Permission.PAYIN_PAYMENT_READ,
        ("message",),
    ),
    Kind(
        "account_bank_account_changed",
        "account",
        ("account:bank_account:create", "account:bank_account:make_default"),
        "/dashboard/account/merchant-bank-accounts/{subject}",
        Permission.ACCOUNT_BANK_ACCOUNTS_WRITE,
        ("nickname",),
        by_mail="now",
        mandatory=True,
    ),
    Kind(
        "account_bank_account_verified",
        "account",
        ("account:bank_account:verified",),
        "/dashboard/account/merchant-bank-accounts/{subject}",
        Permission.ACCOUNT_BANK_ACCOUNTS_WRITE,
        ("nickname",),
    ),
    Kind(
        "account_bank_account_rejected",
        "account",
        ("account:bank_account:rejected",),
        "/dashboard/account/merchant-bank-accounts/{subject}",
        Permission.ACCOUNT_BANK_ACCOUNTS_WRITE,
        ("nickname",),
    ),
    Kind(
        "account_deposit_unidentified",
        "account",
        ("account:deposit:unidentified",),
        "/dashboard/account/deposits/{subject}",
        Permission.PAYOUT_DEPOSIT_WRITE,
        ("amount",),
        party="deposit",
    ),
    Kind(
        "account_deposit_credited",
        "account",
        ("account:deposit:credited",),
        "/dashboard/account/deposits/{subject}",
        Permission.PAYOUT_DEPOSIT_READ,
        ("amount",),
        party="deposit",
    ),
    Kind(
        "account_schedule_failed",
        "account",
        ("account:schedule:failed", "account:schedule:missed"),
        "/dashboard/account/payment-scheduling/{subject}",
        Permission.ACCOUNT_SCHEDULING_WRITE,
        ("schedule", "amount"),
        party="schedule",
    ),
    Kind(
        "payout_owner_expiring",
        "account",
        ("payouts:account_owner:expiring",),
        "/dashboard/payouts/account-owners/{subject}",
        Permission.PAYOUT_ACCOUNT_OWNERS_READ,
        ("name", "days"),
    ),
    Kind(
        "approvals_waiting",
        "approvals",
        ("approvals:request:made",),
        _REQUEST,
        Permission.APPROVALS_DECIDE,
        _ASKED,
        of_request="deciders",
        party="request",
    ),
    Kind(
        "approvals_done",
        "approvals",
        ("approvals:request:executed",),
        _REQUEST,
        facts=_ASKED,
        party="request",
        of_request="makers",
    ),
    Kind(
        "approvals_not_done",
        "approvals",
        ("approvals:request:reject", "approvals:request:failed", "approvals:request:expired"),
        _REQUEST,
        facts=(*_ASKED, "outcome", "reason"),
        party="request",
        of_request="makers",
    ),
    Kind(
        "approvals_asked_again",
        "approvals",
        ("approvals:request:stale",),
        _REQUEST,
        facts=_ASKED,
        party="request",
        of_request="both",
    ),
    Kind(
        "approvals_edited",
        "approvals",
        ("approvals:request:edit",),
        _REQUEST,
        Permission.APPROVALS_DECIDE,
        _ASKED,
        of_request="deciders",
        party="request",
    ),
    Kind(
        "approvals_delegated",
        "approvals",
        ("approvals:request:delegate",),
        _REQUEST,
        facts=_ASKED,
        party="request",
        named="person",
    ),
    Kind(
        "approvals_emergency",
        "approvals",
        ("approvals:request:emergency",),
        _REQUEST,
        facts=_ASKED,
        party="request",
        of_request="both",
    ),
    Kind(
        "compliance_selection_term",
        "compliance",
        ("pld:alert:selection_term",),
        f"{_PLD}/{{subject}}",
        Permission.COMPLIANCE_OCCURRENCES_WRITE,
        _TERM,
        confidential=Confidential("assignee", Permission.COMPLIANCE_OCCURRENCES_READ),
    ),
    Kind(
        "compliance_analysis_term",
        "compliance",
        ("pld:case:analysis_term",),
        f"{_PLD}/cases/{{subject}}",
        Permission.COMPLIANCE_CASES_WRITE,
        _TERM,
        confidential=Confidential("assignee", Permission.COMPLIANCE_CASES_READ),
    ),
    Kind(
        "compliance_communication_term",
        "compliance",
        ("pld:case:communication_term",),
        f"{_PLD}/cases/{{subject}}",
        Permission.COMPLIANCE_COAF_SEND,
        _TERM,
        confidential=Confidential("assignee", Permission.COMPLIANCE_COAF_READ),
    ),
    *(
        Kind(key, "compliance", (f"kyc:request:{event}",), _KYC, Permission.KYC_REQUESTS_READ, facts, by_mail="now")
        for key, event, facts in (
            ("kyc_asked", "asked", ("number",)),
            ("kyc_message", "message", ("number",)),
            ("kyc_approved", "approved", ("number",)),
            ("kyc_rejected", "rejected", ("number",)),
            ("kyc_renewal", "renewal", ("number", "due_on")),
            ("kyc_expired", "expired", ("number",)),
        )
    ),
    Kind("lists_export_finished", "lists", ("lists:export:finished",), "/dashboard/exports", facts=("rows",)),
    Kind("lists_bulk_finished", "lists", ("lists:bulk:finished",), "/dashboard/bulk", facts=("done", "total")),
    Kind("lists_export_failed", "lists", ("lists:export:failed",), "/dashboard/exports"),
    Kind("security_session_reused", "security", ("identity:session:token_reused",), _SECURITY),
    Kind(
        "security_password_changed",
        "security",
        ("identity:person:password_changed", "identity:person:password_reset"),
        _SECURITY,
    ),
    Kind(
        "security_second_factor_changed",
        "security",
        (
            "identity:second_factor:added",
            "identity:second_factor:replaced",
            "identity:second_factor:removed",
            "identity:passkey:added",
            "identity:passkey:removed",
            "identity:recovery_codes:made",
            "access:user:reset_two_factor",
        ),
        _SECURITY,
    ),
    Kind("security_recovery_code_used", "security", ("identity:recovery_code:used",), _SECURITY),
    Kind("access_roles_changed", "access", ("access:user:set_roles",), "/dashboard/settings/account"),
    Kind(
        "access_joined", "access", ("identity:person:joined",), f"{_ACCESS}/users/{{subject}}", Permission.USERS_WRITE
    ),
    Kind(
        "tools_task_down",
        "tools",
        ("tools:task:down", "tools:task:missed"),
        f"{_TASKS}/{{subject}}",
        Permission.SCHEDULER_TASK_READ,
        ("task",),
    ),
    Kind(
        "tools_worker_stalled",
        "tools",
        ("tools:worker:stalled",),
        f"{_TASKS}?enabled=1",
        Permission.SCHEDULER_TASK_READ,
        ("jobs",),
    ),
    Kind(
        "tools_worker_gone",
        "tools",
        ("tools:worker:gone",),
        f"{_TASKS}?enabled=1",
        Permission.SCHEDULER_TASK_READ,
        ("jobs",),
    ),
    Kind(
        "tools_ombudsman_due",
        "tools",
        ("cases:ombudsman:due_soon", "cases:ombudsman:overdue"),
        "/dashboard/audit/ombudsman-tickets/{subject}",
        Permission.AUDIT_TICKETS_WRITE,
        ("protocol", "days"),
    ),
    Kind(
        "tools_service_due",
        "tools",
        ("cases:service:due_soon", "cases:service:overdue"),
        "/dashboard/audit/customer-service-tickets/{subject}",
        Permission.AUDIT_TICKETS_WRITE,
        ("protocol", "days"),
    ),
    Kind(
        "tools_incident",
        "tools",
        ("audit:incident:detected",),
        "/dashboard/audit/unavailability/{subject}",
        Permission.AUDIT_INCIDENTS_WRITE,
        ("number", "minutes"),
    ),
    Kind(
        "payin_webhook_suspended",
        "payin",
        ("hooks:endpoint:suspended",),
        "/dashboard/payin/sdk-management/webhooks/{subject}",
        Permission.PAYIN_SDK_MANAGE,
        ("url",),
    ),
    Kind(
        "access_key_created",
        "access",
        ("access:key:create", "access:key:rotate"),
        f"{_ACCESS}/keys",
        Permission.KEYS_READ,
        by_mail="now",
        mandatory=True,
    ),
)

BY_KEY: Mapping[str, Kind] = MappingProxyType({kind.key: kind for kind in KINDS})
BY_EVENT: Mapping[str, Kind] = MappingProxyType({event: kind for kind in KINDS for event in kind.events})


def received_by(permissions: frozenset[str], *, internal: bool) -> list[Kind]:
    """The kinds that somebody with these permissions can receive; ``internal``: one of the provider's own."""
    return [
        kind
        for kind in KINDS
        if (kind.confidential is None or internal)
        and (
            kind.permission is None
            or kind.permission in permissions
            or (kind.confidential is not None and kind.confidential.seen_by in permissions)
        )
    ]
