"""Of what merchants can be told, from which events of ours, and what is said of the thing it is about.

No name, document or free text of a person is ever in it: who needs those reads the record with a key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, cast, get_args

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
]
TYPES: tuple[EventType, ...] = get_args(EventType)
#: What a person sends to try an endpoint; nobody subscribes to it.
TEST = "webhook.test"


@dataclass(frozen=True, slots=True)
class Thing:
    """What events are about. ``read`` answers id and object (jsonb) of the rows named by %(companies)s and %(ids)s, place by place;
    ``fact`` names the value of the event's data that holds the id, where its subject is something else."""

    object: str
    read: str
    fact: str = ""

    def id_of(self, event: Mapping[str, Any]) -> str:
        return str(event["data"].get(self.fact, "")) if self.fact else event["subject_id"]


def _money(column: str) -> str:
    return f"jsonb_build_object('amount', {column}, 'currency', 'BRL')"


_NAMED = "from unnest(%(companies)s::int[], %(ids)s::uuid[]) n (company, thing)"

_CHARGE = Thing(
    "charge",
    "select c.id::text as id, jsonb_build_object('id', c.id, 'txid', c.txid, 'status', c.status, 'reference', c.reference,"
    f" 'amount', {_money('c.amount')}, 'refunded', {_money('c.refunded')}, 'end_to_end_id', c.end_to_end_id,"
    " 'created_at', c.created_at, 'expires_at', c.expires_at, 'paid_at', c.paid_at) as object"
    f" {_NAMED} join charge c on c.company_id = n.company and c.id = n.thing",
)
_REFUND = Thing(
    "refund",
    "select r.id::text as id, jsonb_build_object('id', r.id, 'charge_id', r.charge_id, 'status', r.status,"
    f" 'amount', {_money('r.amount')}, 'end_to_end_id', r.end_to_end_id, 'rtr_id', r.rtr_id, 'created_at', r.created_at,"
    f" 'settled_at', r.settled_at) as object {_NAMED} join refund r on r.company_id = n.company and r.id = n.thing",
    fact="refund",
)
_WITHDRAWAL = Thing(
    "withdrawal",
    "select t.id::text as id, jsonb_build_object('id', t.id, 'status', t.status, 'bank_account_id', t.bank_account_id,"
    f" 'amount', {_money('t.amount')}, 'fee', {_money('t.fee')}, 'end_to_end_id', t.end_to_end_id, 'fail_code', t.fail_code,"
    " 'created_at', t.created_at, 'scheduled_for', t.scheduled_for, 'ended_at', t.ended_at) as object"
    f" {_NAMED} join transfer t on t.company_id = n.company and t.id = n.thing",
)
_DEPOSIT = Thing(
    "deposit",
    "select d.id::text as id, jsonb_build_object('id', d.id, 'status', d.status, 'end_to_end_id', d.end_to_end_id,"
    f" 'amount', {_money('p.amount')}, 'received_at', d.received_at) as object"
    f" {_NAMED} join deposit d on d.company_id = n.company and d.id = n.thing"
    " join pix_payment p on p.end_to_end_id = d.end_to_end_id",
)

_RECURRENCE = Thing(
    "recurrence",
    "select r.id::text as id, jsonb_build_object('id', r.id, 'id_rec', r.id_rec, 'status', r.status, 'contract', r.contract,"
    " 'periodicity', r.periodicity, 'starts_on', r.starts_on, 'ends_on', r.ends_on,"
    f" 'amount', case when r.amount is not null then {_money('r.amount')} end) as object"
    f" {_NAMED} join recurrence r on r.company_id = n.company and r.id = n.thing",
)
_RECURRING_CHARGE = Thing(
    "recurring_charge",
    "select c.id::text as id, jsonb_build_object('id', c.id, 'recurrence_id', c.recurrence_id, 'txid', c.txid,"
    f" 'status', c.status, 'due_on', c.due_on, 'amount', {_money('c.amount')}, 'end_to_end_id', c.end_to_end_id,"
    " 'paid_at', c.paid_at, 'end_code', c.end_code) as object"
    f" {_NAMED} join recurring_charge c on c.company_id = n.company and c.id = n.thing",
)


@dataclass(frozen=True, slots=True)
class Told:
    """One event of ours, as merchants hear of it."""

    type: EventType
    thing: Thing


def _states(prefix: str, thing: Thing, *names: str) -> dict[str, Told]:
    """Events that are called after the state that was reached."""
    return {f"{prefix}:{name}": Told(cast(EventType, f"{thing.object}.{name}"), thing) for name in names}


#: Name of our event → what is told.
BY_EVENT: Mapping[str, Told] = MappingProxyType(
    {
        "payin:charge:create": Told("charge.created", _CHARGE),
        **_states("payin:charge", _CHARGE, "pending", "paid", "expired", "cancelled", "failed", "under_review"),
        "payin:refund:create": Told("refund.created", _REFUND),
        **_states("payin:refund", _REFUND, "settled", "failed"),
        **_states("account:transfer", _WITHDRAWAL, "created", "pending", "in_bank_processing", "done", "failed"),
        **_states("account:transfer", _WITHDRAWAL, "cancelled", "blocked"),
        "account:deposit:credited": Told("deposit.credited", _DEPOSIT),
        "pix:recurrence:create": Told("recurrence.created", _RECURRENCE),
        **_states("pix:recurrence", _RECURRENCE, "approved", "rejected", "expired", "cancelled"),
        "pix:charge:create": Told("recurring_charge.created", _RECURRING_CHARGE),
        **_states("pix:charge", _RECURRING_CHARGE, "active", "paid", "rejected", "expired", "cancelled"),
    }
)
