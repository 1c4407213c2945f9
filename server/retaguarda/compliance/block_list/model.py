"""Statuses and API shapes of the block list.

An entry is in force from the statement that writes it. Entries of the lanes pld and sanctions want a second person by the next
business day (*unconfirmed* until then); from then on they no longer refuse but hold. An entry ends once: expired, or lifted by
somebody else than who added it.
"""

from datetime import date, datetime
from typing import Annotated, Literal, get_args
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.foundation.text_input import Reason
from retaguarda.foundation.timeline import Moment

Lane = Literal["fraud", "pld", "sanctions", "judicial"]
Kind = Literal["document", "document_root", "pix_key", "account", "email", "phone", "ip"]
Direction = Literal["in", "out", "both", "onboarding"]
Effect = Literal["refuse", "hold", "alert"]
Cause = Literal[
    "fraud_report", "mule_account", "account_takeover", "own_analysis", "dict_marking", "joint_register", "court_order",
    "sanctions_list", "other",
]  # fmt: skip
Source = Literal["person", "upload", "order", "hit", "case"]
Status = Literal["unconfirmed", "active", "expired", "lifted"]

LANES = ("fraud", "pld", "sanctions", "judicial")
KINDS = ("document", "document_root", "pix_key", "account", "email", "phone", "ip")
DIRECTIONS = ("in", "out", "both", "onboarding")
EFFECTS = ("refuse", "hold", "alert")
CAUSES: tuple[Cause, ...] = get_args(Cause)
SOURCES: tuple[Source, ...] = get_args(Source)
STATUSES = ("unconfirmed", "active", "expired", "lifted")
STANDINGS = ("unconfirmed", "active", "expiring", "expired", "lifted")
FLOWS = ("charge", "pay_in", "payout", "exchange")
UPLOAD_STATUSES = ("received", "done", "unreadable")

#: What merchants hear of an entry of each lane; pld and sanctions say what an ordinary review says.
PUBLIC_CODES: dict[str, str] = {
    "fraud": "payment_refused_security", "judicial": "account_restricted", "pld": "under_review", "sanctions": "under_review",
}  # fmt: skip
#: Bytes of an uploaded file, and its rows.
LARGEST, MOST_ROWS = 600_000, 5_000


class EntryTerms(msgspec.Struct, forbid_unknown_fields=True):
    """What an entry says beside its value. ``reason``: for staff alone; merchants hear a neutral code.

    ``until``: its last day, in Brasília; None: it stands until somebody ends it. ``merchant`` None: for every merchant.
    """

    lane: Lane
    effect: Effect
    direction: Direction
    cause: Cause
    reason: Annotated[str, msgspec.Meta(min_length=10, max_length=2_000)]
    merchant: int | None = None
    until: date | None = None


class BlockEntryInput(msgspec.Struct, forbid_unknown_fields=True):
    """EntryTerms with a ``value`` as people write it; an account as ISPB/branch/number, an ip as an
    address or a network (CIDR)."""

    kind: Kind
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    lane: Lane
    effect: Effect
    direction: Direction
    cause: Cause
    reason: Annotated[str, msgspec.Meta(min_length=10, max_length=2_000)]
    merchant: int | None = None
    until: date | None = None


class BlockUploadInput(EntryTerms, forbid_unknown_fields=True, kw_only=True):
    """A table with the headings type and value. ``content``: its bytes, in base64."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    content: Annotated[bytes, msgspec.Meta(min_length=1, max_length=LARGEST)]


class EntryExtension(msgspec.Struct, forbid_unknown_fields=True):
    """``until``: its new last day; None: without an end."""

    reason: Reason
    until: date | None = None


class EntryEnd(msgspec.Struct, forbid_unknown_fields=True):
    """``how``: expired, its time is over; lifted, it no longer has a ground."""

    how: Literal["expired", "lifted"]
    reason: Reason


class TryValueInput(msgspec.Struct, forbid_unknown_fields=True):
    """A value as a payment would bring it."""

    kind: Kind
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    direction: Literal["in", "out"]
    merchant: int | None = None


class BlockEntry(msgspec.Struct):
    """One entry. ``shown``: its value, masked. ``hits``: payments of 30 days. ``hit_id`` and ``case_id``: the hit of a watch list or
    the case of PLD that it comes from, by its source."""

    id: UUID
    lane: Lane
    kind: Kind
    shown: str
    merchant_id: int | None
    merchant_name: str | None
    direction: Direction
    effect: Effect
    cause: Cause
    reason: str
    source: Source
    status: Status
    starts_at: datetime
    until: datetime | None
    added_at: datetime
    added_by: str
    confirm_by: datetime | None
    confirmed_at: datetime | None
    confirmed_by: str | None
    ended_at: datetime | None
    ended_by: str | None
    end_reason: str | None
    order_id: UUID | None
    upload_id: UUID | None
    hit_id: UUID | None
    case_id: UUID | None
    hits: int
    last_hit_at: datetime | None


class BlockRefusal(msgspec.Struct):
    """A payment that an entry refused or held."""

    id: UUID
    at: datetime
    flow: Literal["charge", "pay_in", "payout", "exchange"]
    effect: Literal["refuse", "hold"]
    merchant_id: int
    merchant_name: str
    subject: str | None
    party_name: str | None
    amount: Money
    released_at: datetime | None
    released_by: str | None


class BlockEntryRecord(BlockEntry):
    """``may_confirm``, ``may_end``: whether the caller may; who added an entry does neither."""

    public_code: str
    value: str
    may_confirm: bool
    may_end: bool
    refusals: list[BlockRefusal]
    timeline: list[Moment]


class TriedEntry(msgspec.Struct):
    """An entry with this value, and whether it would bind."""

    id: UUID
    lane: Lane
    effect: Effect
    shown: str
    direction: Direction
    status: Status
    binds: bool


class TriedValue(msgspec.Struct):
    """``verdict`` None: nothing stands against it. ``value``: as it is compared. ``near``: entries that are alike only
    without dots and tags of an e-mail; they bind nothing."""

    value: str
    verdict: Literal["refuse", "hold"] | None
    public_code: str | None
    entries: list[TriedEntry]
    near: int


class BlockUpload(msgspec.Struct):
    """A file of values. ``problem``: why it cannot be read as a whole."""

    id: UUID
    name: str
    status: Literal["received", "done", "unreadable"]
    problem: str | None
    lane: Lane
    effect: Effect
    rows: int
    accepted: int
    existing: int
    refused: int
    added_at: datetime
    added_by: str
    read_at: datetime | None


class RefusedValue(msgspec.Struct):
    line: int
    value: str
    problem: str


class BlockUploadRecord(BlockUpload):
    reason: str
    sha256: str
    refused_rows: list[RefusedValue]
    timeline: list[Moment]
