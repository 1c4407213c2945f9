"""The payloads of webhooks, field by field: the SQL that reads them and the API contract both come from these types.

No payload contains a name, document or free text of a person: read the record with an API key for those.
"""

from datetime import date, datetime
from typing import Annotated, Generic, TypeVar, get_args
from uuid import UUID

import msgspec

from retaguarda.foundation.money import BRL, Money

T = TypeVar("T")
#: A time with its zone.
Time = Annotated[datetime, msgspec.Meta(tz=True)]


class Message(msgspec.Struct, Generic[T]):
    """The message of a webhook. ``id`` is the same at every attempt; ``data`` is the object as it was when the delivery
    was created."""

    id: UUID
    type: str
    created_at: Time
    company_id: int
    data: T


class ChargeTold(msgspec.Struct, tag_field="object", tag="charge"):
    """A charge. ``amount`` is what the payer is charged, ``refunded`` the part returned."""

    id: UUID
    txid: str
    status: str
    reference: str | None
    amount: Money
    refunded: Money
    end_to_end_id: str | None
    created_at: Time
    expires_at: Time
    paid_at: Time | None


class RefundTold(msgspec.Struct, tag_field="object", tag="refund"):
    """A refund. ``charge_id`` is null for a payment without a charge; ``rtr_id`` is the refund's number between banks."""

    id: UUID
    charge_id: UUID | None
    status: str
    amount: Money
    end_to_end_id: str
    rtr_id: str | None
    created_at: Time
    settled_at: Time | None


class WithdrawalTold(msgspec.Struct, tag_field="object", tag="withdrawal"):
    """A withdrawal. ``amount`` is what arrives, ``fee`` comes on top; ``end_to_end_id`` is of the newest payout order.

    ``returned``: the part of the amount that was returned; the status stays ``done``.
    """

    id: UUID
    status: str
    bank_account_id: UUID
    amount: Money
    fee: Money
    returned: Money
    end_to_end_id: str | None
    fail_code: str | None
    created_at: Time
    scheduled_for: date | None
    ended_at: Time | None


class PayoutTold(msgspec.Struct, tag_field="object", tag="payout"):
    """A payment to somebody. ``origin``: ``payout`` by itself, or of a ``batch`` or ``split``; ``external_id`` is yours.

    ``returned``: the part of the amount that came back; the status stays ``done``.
    """

    id: UUID
    status: str
    origin: str
    external_id: str | None
    batch_id: UUID | None
    amount: Money
    fee: Money
    returned: Money
    end_to_end_id: str | None
    fail_code: str | None
    created_at: Time
    scheduled_for: date | None
    ended_at: Time | None


class PayoutBatchTold(msgspec.Struct, tag_field="object", tag="payout_batch"):
    """A batch of payments: ``good`` of its ``lines`` leave, ``turned`` are payments; ``done`` and ``failed`` count at its end."""

    id: UUID
    status: str
    source: str
    replaces: UUID | None
    lines: int
    good: int
    bad: int
    amount: Money
    fee: Money
    turned: int
    done: int
    failed: int
    created_at: Time
    authorised_at: Time | None
    ended_at: Time | None


class PayeeTold(msgspec.Struct, tag_field="object", tag="payee"):
    """Somebody of the payee book. ``match_class``: the worst of its destinations' names; ``divergent``: fields that differ."""

    id: UUID
    status: str
    destinations: int
    match_class: str | None
    divergent: list[str]
    created_at: Time
    checked_at: Time | None
    owner_changed_at: Time | None


class DepositTold(msgspec.Struct, tag_field="object", tag="deposit"):
    """A deposit. ``end_to_end_id`` is null where a bank's return file or another merchant brought it instead of a Pix."""

    id: UUID
    status: str
    end_to_end_id: str | None
    amount: Money
    received_at: Time


class RecurrenceTold(msgspec.Struct, tag_field="object", tag="recurrence"):
    """A recurrence. ``amount`` is null where each cycle has its own."""

    id: UUID
    id_rec: str | None
    status: str
    contract: str
    periodicity: str
    starts_on: date
    ends_on: date | None
    amount: Money | None


class RecurringChargeTold(msgspec.Struct, tag_field="object", tag="recurring_charge"):
    """A recurring charge. ``end_code``: why it was rejected or cancelled, by the Central Bank's codes."""

    id: UUID
    recurrence_id: UUID
    txid: str
    status: str
    due_on: date
    amount: Money
    end_to_end_id: str | None
    paid_at: Time | None
    end_code: str | None


class MedCaseTold(msgspec.Struct, tag_field="object", tag="med_case"):
    """A received dispute. ``due_at``: deadline of the next step, which is the merchant's while ``status`` is
    ``to_answer``."""

    id: UUID
    charge_id: UUID | None
    end_to_end_id: str
    status: str
    reason: str
    amount: Money
    blocked: Money
    agreed: Money | None
    returned: Money
    opened_at: Time
    due_at: Time | None
    ended_at: Time | None


class IncidentTold(msgspec.Struct, tag_field="object", tag="incident"):
    """Minutes in which a service of ours did not work, as it was announced. ``ended_at`` is null while it goes on."""

    id: UUID
    number: int
    service: str
    status: str
    planned: bool
    began_at: Time
    ended_at: Time | None
    told_at: Time


class EndpointTold(msgspec.Struct, tag_field="object", tag="endpoint"):
    """The payload of a test event: the endpoint itself."""

    id: UUID


def fields_of(shape: type[msgspec.Struct], table: str, **otherwise: str) -> str:
    """Build the pairs of jsonb_build_object for a payload: each field from the column of its name, or from its given
    expression."""
    pairs = list[str]()
    for field in msgspec.structs.fields(shape):
        column = otherwise.get(field.name, f"{table}.{field.name}")
        money = f"jsonb_build_object('amount', {column}, 'currency', '{BRL}')"
        if field.type == (Money | None):
            column = f"case when {column} is not null then {money} end"
        elif field.type is Money:
            column = money
        elif Time in (field.type, *get_args(field.type)):
            # As the message writes its own time: one form for all.
            column = f"to_char({column} at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
        pairs.append(f"'{field.name}', {column}")
    return ", ".join(pairs)
