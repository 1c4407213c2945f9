"""The events that merchants can subscribe to, the internal events behind them, and the object each carries.

No payload contains a name, document or free text of a person: read the record with an API key for those.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, cast, get_args

import msgspec

from retaguarda.foundation.events import Event
from retaguarda.webhooks import payloads

EventType = Literal[
    "charge.created",
    "charge.pending",
    "charge.paid",
    "charge.expired",
    "charge.cancelled",
    "charge.failed",
    "charge.under_review",
    "refund.created",
    "refund.settled",
    "refund.failed",
    "withdrawal.created",
    "withdrawal.pending",
    "withdrawal.in_bank_processing",
    "withdrawal.done",
    "withdrawal.failed",
    "withdrawal.cancelled",
    "withdrawal.blocked",
    "withdrawal.returned",
    "withdrawal.partly_returned",
    "payout.created",
    "payout.queued",
    "payout.on_hold",
    "payout.done",
    "payout.failed",
    "payout.cancelled",
    "payout.rejected",
    "payout.returned",
    "payout.partly_returned",
    "payout_batch.planned",
    "payout_batch.unreadable",
    "payout_batch.authorised",
    "payout_batch.running",
    "payout_batch.paused",
    "payout_batch.done",
    "payout_batch.done_in_part",
    "payout_batch.cancelled",
    "payout_batch.expired",
    "payee.created",
    "payee.checked",
    "payee.owner_changed",
    "payee.blocked",
    "payee.unblocked",
    "deposit.credited",
    "recurrence.created",
    "recurrence.approved",
    "recurrence.rejected",
    "recurrence.expired",
    "recurrence.cancelled",
    "recurring_charge.created",
    "recurring_charge.active",
    "recurring_charge.paid",
    "recurring_charge.rejected",
    "recurring_charge.expired",
    "recurring_charge.cancelled",
    "med_case.opened",
    "med_case.agreed",
    "med_case.disagreed",
    "med_case.recovering",
    "med_case.returned",
    "med_case.partly_returned",
    "med_case.expired",
    "med_case.cancelled",
    "incident.announced",
]
TYPES: tuple[EventType, ...] = get_args(EventType)
#: A person sends this event to test an endpoint; nobody subscribes to it.
TEST = "webhook.test"


@dataclass(frozen=True, slots=True)
class EventObject:
    """The object that an event carries. ``read`` selects id and object (jsonb) of the rows named by %(companies)s and
    %(ids)s, pairwise; ``fact`` names the key of the event's data that holds the id, where the event's subject is
    another."""

    shape: type[msgspec.Struct]
    read: str
    fact: str = ""

    @property
    def object(self) -> str:
        return str(self.shape.__struct_config__.tag)

    def id_of(self, event: Event) -> str:
        return str(event.data.get(self.fact, "")) if self.fact else event.subject_id


def _event_object(
    shape: type[msgspec.Struct], table: str, joins: str = "", fact: str = "", **otherwise: str
) -> EventObject:
    """Build an object from one row of a table; ``joins`` adds other tables, ``otherwise`` maps fields to columns of
    another name."""
    columns = payloads.fields_of(shape, "t", **otherwise)
    return EventObject(
        shape,
        f"select t.id::text as id, jsonb_build_object({columns}) as object"
        " from unnest(%(companies)s::int[], %(ids)s::uuid[]) n (company, thing)"
        f" join {table} t on t.company_id = n.company and t.id = n.thing{joins}",
        fact,
    )


_CHARGE = _event_object(payloads.ChargeTold, "charge")
_REFUND = _event_object(payloads.RefundTold, "refund", fact="refund")
_WITHDRAWAL = _event_object(payloads.WithdrawalTold, "payout")
_PAYOUT = _event_object(payloads.PayoutTold, "payout")
_PAYOUT_BATCH = _event_object(payloads.PayoutBatchTold, "payout_batch")
_PAYEE = _event_object(payloads.PayeeTold, "payee")
_DEPOSIT = _event_object(
    payloads.DepositTold,
    "deposit",
    " left join published.pix_payment p on p.end_to_end_id = t.end_to_end_id",
    amount="coalesce(t.amount, p.amount)",
)
_RECURRENCE = _event_object(payloads.RecurrenceTold, "recurrence")
_RECURRING_CHARGE = _event_object(payloads.RecurringChargeTold, "recurring_charge")
_MED_CASE = _event_object(payloads.MedCaseTold, "med_case")
#: One incident is announced to every merchant, and belongs to none of them.
_INCIDENT = EventObject(
    payloads.IncidentTold,
    f"select t.id::text as id, jsonb_build_object({payloads.fields_of(payloads.IncidentTold, 't', status='t.state')}) as object"
    " from announced_incident t where t.id = any(%(ids)s::uuid[])",
)


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """The webhook event for one of our events."""

    type: EventType
    thing: EventObject


def _states(prefix: str, thing: EventObject, *names: str) -> dict[str, WebhookEvent]:
    """Map the events that are named after the state reached."""
    return {f"{prefix}:{name}": WebhookEvent(cast(EventType, f"{thing.object}.{name}"), thing) for name in names}


#: Name of our event → webhook event.
BY_EVENT: Mapping[str, WebhookEvent] = MappingProxyType(
    {
        "payin:charge:create": WebhookEvent("charge.created", _CHARGE),
        **_states("payin:charge", _CHARGE, "pending", "paid", "expired", "cancelled", "failed", "under_review"),
        "payin:refund:create": WebhookEvent("refund.created", _REFUND),
        **_states("payin:refund", _REFUND, "settled", "failed"),
        **_states("payouts:payout", _WITHDRAWAL, "created", "pending", "in_bank_processing", "done", "failed"),
        **_states("payouts:payout", _WITHDRAWAL, "cancelled", "blocked", "returned", "partly_returned"),
        **_states(
            "payouts:payment", _PAYOUT, "created", "queued", "on_hold", "done", "failed", "cancelled", "rejected"
        ),
        **_states("payouts:payment", _PAYOUT, "returned", "partly_returned"),
        **_states("payouts:payout_batch", _PAYOUT_BATCH, "planned", "unreadable", "done", "done_in_part", "expired"),
        "payouts:payout_batch:again": WebhookEvent("payout_batch.planned", _PAYOUT_BATCH),
        "payouts:payout_batch:submit": WebhookEvent("payout_batch.authorised", _PAYOUT_BATCH),
        "payouts:payout_batch:pause": WebhookEvent("payout_batch.paused", _PAYOUT_BATCH),
        "payouts:payout_batch:seal_broken": WebhookEvent("payout_batch.paused", _PAYOUT_BATCH),
        "payouts:payout_batch:resume": WebhookEvent("payout_batch.running", _PAYOUT_BATCH),
        "payouts:payout_batch:cancel": WebhookEvent("payout_batch.cancelled", _PAYOUT_BATCH),
        "payouts:payee:create": WebhookEvent("payee.created", _PAYEE),
        "payouts:payee:block": WebhookEvent("payee.blocked", _PAYEE),
        "payouts:payee:unblock": WebhookEvent("payee.unblocked", _PAYEE),
        **_states("payouts:payee", _PAYEE, "checked", "owner_changed"),
        "account:deposit:credited": WebhookEvent("deposit.credited", _DEPOSIT),
        "pix:recurrence:create": WebhookEvent("recurrence.created", _RECURRENCE),
        **_states("pix:recurrence", _RECURRENCE, "approved", "rejected", "expired", "cancelled"),
        "pix:charge:create": WebhookEvent("recurring_charge.created", _RECURRING_CHARGE),
        **_states("pix:charge", _RECURRING_CHARGE, "active", "paid", "rejected", "expired", "cancelled"),
        **_states("payin:med", _MED_CASE, "opened", "agreed", "disagreed", "recovering", "returned"),
        **_states("payin:med", _MED_CASE, "partly_returned", "expired", "cancelled"),
        "audit:incident:announced": WebhookEvent("incident.announced", _INCIDENT),
    }
)
