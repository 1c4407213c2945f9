"""Data qualification of merchants' contracts: fields, states, inputs and answers.

equal, differs, missing (one side is not known), expired (the contract, the registration's proof or the source is over), or
accepted: somebody lives with it until a day.
"""

from datetime import date, datetime
from typing import Annotated, Literal, get_args

import msgspec

from retaguarda.foundation.text_input import Reason

Field = Literal[
    "legal_name",
    "activity",
    "partners",
    "products",
    "contract",
    "kyc",
    "payin_fee",
    "payout_fee",
    "most_once",
    "most_day",
    "most_night",
]
FIELDS: tuple[Field, ...] = get_args(Field)
STATES = ("equal", "differs", "missing", "expired", "accepted")
SEVERITIES = ("low", "medium", "high")
#: Fields whose source's value can be taken over by a Command of companies.
TAKEN = ("legal_name", "activity", "payin_fee", "payout_fee", "most_once", "most_day", "most_night")
#: How long a difference may be accepted, days.
LONGEST_ACCEPTED = 366


class SourceInput(msgspec.Struct, forbid_unknown_fields=True):
    """What the source says of a field. ``said``: percent as 0.99, an amount as 1500.00, a day as 2026-12-31, else text.
    ``until``: the source's last day."""

    field: Field
    said: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    until: date | None = None


class AcceptInput(msgspec.Struct, forbid_unknown_fields=True):
    field: Field
    until: date
    reason: Reason


class TakeInput(msgspec.Struct, forbid_unknown_fields=True):
    field: Literal["legal_name", "activity", "payin_fee", "payout_fee", "most_once", "most_day", "most_night"]
    reason: Reason


class BlockingInput(msgspec.Struct, forbid_unknown_fields=True):
    """Which differences stop payouts."""

    low: bool
    medium: bool
    high: bool
    reason: Reason


class Blocking(msgspec.Struct):
    low: bool
    medium: bool
    high: bool


class ContractField(msgspec.Struct, kw_only=True):
    """``ours``: in the registration or in use; ``said``: by the source. ``since``: when the state became this."""

    field: str
    state: str
    severity: str
    ours: str | None
    said: str | None
    source: str | None
    said_until: date | None
    said_by: str | None
    said_at: datetime | None
    since: datetime
    checked_at: datetime
    accepted_until: date | None
    accepted_reason: str | None
    accepted_by: str | None
    takeable: bool


class MerchantContract(msgspec.Struct):
    """A merchant's fields. ``stops``: the field that stops its payouts; null: none does. ``blocked_out``: they are stopped
    by hand."""

    id: int
    name: str
    legal_name: str
    document: str
    blocked_out: bool
    stops: str | None
    blocking: Blocking
    fields: list[ContractField]


class ContractStanding(msgspec.Struct, kw_only=True):
    """What a plan compares: of each field the value in use, and its state."""

    legal_name: str | None = None
    legal_name_state: str | None = None
    activity: str | None = None
    activity_state: str | None = None
    partners: str | None = None
    partners_state: str | None = None
    products: str | None = None
    products_state: str | None = None
    contract: str | None = None
    contract_state: str | None = None
    kyc: str | None = None
    kyc_state: str | None = None
    payin_fee: str | None = None
    payin_fee_state: str | None = None
    payout_fee: str | None = None
    payout_fee_state: str | None = None
    most_once: str | None = None
    most_once_state: str | None = None
    most_day: str | None = None
    most_day_state: str | None = None
    most_night: str | None = None
    most_night_state: str | None = None
    blocked_out: bool
