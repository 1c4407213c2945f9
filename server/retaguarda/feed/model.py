"""What leaves: which events, with which fields. A field that is not declared here does not leave, whatever an event holds.

A declared type only grows, by fields that may be absent. Where that is not enough it gets another version beside the old one
(tests/feed/published.txt holds what was published). Amounts are in the smallest unit of the currency of the company's books,
unless ``currency`` names another.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

#: Fields that leave only where RETAGUARDA_FEED_PERSONAL says so: who did it, and what people wrote.
PERSONAL = frozenset({"actor", "person", "reason"})

# Each text has a form, so that nothing else leaves in its place.
Word = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
Code = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,20}$")]
Currency = Annotated[str, Meta(pattern="^[A-Z]{3}$")]
EndToEndId = Annotated[str, Meta(pattern="^E[0-9A-Za-z]{31}$")]
ReturnId = Annotated[str, Meta(pattern="^D[0-9A-Za-z]{31}$")]
Account = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}([.][a-z0-9_]{1,40})*$")]
Time = Annotated[datetime, Meta(tz=True)]


class Told(msgspec.Struct, kw_only=True, frozen=True):
    """What every event tells: ``id`` of what it happened to, and the state that was left and reached, where there is one."""

    id: str
    from_: Word | UnsetType = msgspec.field(default=UNSET, name="from")
    to: Word | UnsetType = UNSET
    actor: str | UnsetType = UNSET
    person: UUID | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class ChargeFed(Told, kw_only=True, frozen=True):
    """A charge; ``batch``: the file of charges that it came with."""

    amount: int | UnsetType = UNSET
    created_at: Time | UnsetType = UNSET
    batch: UUID | UnsetType = UNSET


class PaymentFed(Told, kw_only=True, frozen=True):
    """The money of a paid charge, booked: what was received and our fee."""

    received: int | UnsetType = UNSET
    fee: int | UnsetType = UNSET
    end_to_end_id: EndToEndId | UnsetType = UNSET
    paid_at: Time | UnsetType = UNSET


class RefundFed(Told, kw_only=True, frozen=True):
    """A refund of what a payer paid; ``id`` is the charge's, ``refund`` its own."""

    refund: UUID | UnsetType = UNSET
    amount: int | UnsetType = UNSET
    returned: bool | UnsetType = UNSET
    settled_at: Time | UnsetType = UNSET


class MedFed(Told, kw_only=True, frozen=True):
    """A dispute that another bank opened (MED)."""

    amount: int | UnsetType = UNSET
    end_to_end_id: EndToEndId | UnsetType = UNSET


class PayoutFed(Told, kw_only=True, frozen=True):
    """Money that leaves: a merchant's withdrawal, or a payment to somebody."""

    amount: int | UnsetType = UNSET
    fee: int | UnsetType = UNSET
    returned: int | UnsetType = UNSET
    origin: Word | UnsetType = UNSET
    hold_reason: Word | UnsetType = UNSET
    queued_reason: Word | UnsetType = UNSET
    fail_code: Code | UnsetType = UNSET
    end_to_end_id: EndToEndId | UnsetType = UNSET
    rtr_id: ReturnId | UnsetType = UNSET


class DepositFed(Told, kw_only=True, frozen=True):
    """Money that came in without a charge."""

    amount: int | UnsetType = UNSET
    end_to_end_id: EndToEndId | UnsetType = UNSET


class MoveFed(Told, kw_only=True, frozen=True):
    """Money that a company moved between its own accounts."""

    amount: int | UnsetType = UNSET
    source: Account | UnsetType = UNSET
    destination: Account | UnsetType = UNSET


class RecurringFed(Told, kw_only=True, frozen=True):
    """A recurrence, or a charge of one."""

    amount: int | UnsetType = UNSET
    fee: int | UnsetType = UNSET


class ExchangeFed(Told, kw_only=True, frozen=True):
    """An exchange operation; ``amount`` in ``currency``."""

    amount: int | UnsetType = UNSET
    currency: Currency | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class FedEvent:
    """A type of event that leaves."""

    name: str
    shape: type[Told]
    version: int = 1

    @property
    def type(self) -> str:
        return f"retaguarda.{self.name.replace(':', '.')}.v{self.version}"

    @property
    def schema_uri(self) -> str:
        return f"urn:retaguarda:event:{self.name}:{self.version}"


def _of(shape: type[Told], subject: str, actions: str) -> Iterable[FedEvent]:
    return (FedEvent(f"{subject}:{action}", shape) for action in actions.split())


EVENTS: tuple[FedEvent, ...] = (
    *_of(
        ChargeFed,
        "payin:charge",
        "create create_due of_batch of_code pending paid expired cancelled failed under_review partially_refunded refunded",
    ),
    *_of(PaymentFed, "payin:payment", "settled under_review"),
    *_of(RefundFed, "payin:refund", "create processing settled failed"),
    *_of(MedFed, "payin:med", "opened agreed disagreed recovering returned partly_returned expired cancelled"),
    *_of(
        PayoutFed,
        "payouts:payout",
        "created pending in_bank_processing blocked done returned partly_returned failed cancelled",
    ),
    *_of(
        PayoutFed,
        "payouts:payment",
        "created pending queued on_hold released in_bank_processing blocked done returned partly_returned failed cancelled"
        " rejected",
    ),
    *_of(DepositFed, "account:deposit", "credited unidentified returned"),
    *_of(MoveFed, "accounts:money", "move"),
    *_of(RecurringFed, "pix:recurrence", "create approved rejected expired cancelled"),
    *_of(RecurringFed, "pix:charge", "create active paid rejected expired cancelled"),
    *_of(ExchangeFed, "exchange:operation", "quote book receive complete cancel return expired"),
)
BY_NAME: Mapping[str, FedEvent] = MappingProxyType({each.name: each for each in EVENTS})
NAMES = frozenset(BY_NAME)


class CloudEvent(msgspec.Struct, frozen=True):
    """A CloudEvents 1.0 message in structured JSON. ``id`` with ``source`` is the event, however often it comes; ``company`` is
    an extension of ours, ``partitionkey`` that of the specification's partitioning."""

    specversion: str
    id: str
    source: str
    type: str
    subject: str
    time: Time
    datacontenttype: str
    dataschema: str
    company: int
    partitionkey: str
    data: Told
