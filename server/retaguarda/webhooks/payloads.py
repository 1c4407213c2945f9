"""The things that merchants are told of, field by field: what is read from the tables and what the contract says come from here.

No name, document or free text of a person is ever in one: who needs those reads the record with a key.
"""

from datetime import date, datetime
from typing import Annotated, Generic, TypeVar
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money

T = TypeVar("T")
#: With its zone.
Time = Annotated[datetime, msgspec.Meta(tz=True)]


class Message(msgspec.Struct, Generic[T]):
    """What is sent. ``id`` is the same at every try; ``data`` is the thing as it was when the event was taken up."""

    id: UUID
    type: str
    created_at: Time
    company_id: int
    data: T


class ChargeTold(msgspec.Struct, tag_field="object", tag="charge"):
    """``amount`` is what was asked for, ``refunded`` what of it went back."""

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
    """``charge_id`` is null where the payment came without a charge; ``rtr_id`` is the refund's number between banks."""

    id: UUID
    charge_id: UUID | None
    status: str
    amount: Money
    end_to_end_id: str
    rtr_id: str | None
    created_at: Time
    settled_at: Time | None


class WithdrawalTold(msgspec.Struct, tag_field="object", tag="withdrawal"):
    """``amount`` is what arrives, ``fee`` comes on top; ``end_to_end_id`` is of the newest order to the bank.

    ``returned``: of the amount, what came back since; the status stays ``done``.
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


class DepositTold(msgspec.Struct, tag_field="object", tag="deposit"):
    """``end_to_end_id`` is null where a return file told of it and no Pix did."""

    id: UUID
    status: str
    end_to_end_id: str | None
    amount: Money
    received_at: Time


class RecurrenceTold(msgspec.Struct, tag_field="object", tag="recurrence"):
    """``amount`` is null where each cycle has its own."""

    id: UUID
    id_rec: str | None
    status: str
    contract: str
    periodicity: str
    starts_on: date
    ends_on: date | None
    amount: Money | None


class RecurringChargeTold(msgspec.Struct, tag_field="object", tag="recurring_charge"):
    """``end_code``: why it was rejected or cancelled, as the Central Bank names it."""

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
    """``due_at``: until then something is to be done, while ``status`` is ``to_answer`` by the merchant."""

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


class EndpointTold(msgspec.Struct, tag_field="object", tag="endpoint"):
    """What a person sends to try an endpoint is about the endpoint itself."""

    id: UUID


def fields_of(shape: type[msgspec.Struct], table: str, **otherwise: str) -> str:
    """The pairs of jsonb_build_object for a thing: each field from the column of its name, or from the expression given for it."""
    pairs = list[str]()
    for field in msgspec.structs.fields(shape):
        column = otherwise.get(field.name, f"{table}.{field.name}")
        money = f"jsonb_build_object('amount', {column}, 'currency', 'BRL')"
        if field.type == (Money | None):
            column = f"case when {column} is not null then {money} end"
        elif field.type is Money:
            column = money
        pairs.append(f"'{field.name}', {column}")
    return ", ".join(pairs)
