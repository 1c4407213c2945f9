"""Splits of payouts: statuses, inputs and answers.

draft → approved (by somebody else) → active → retired. A change is a new version; when it becomes active, the one before retires.
"""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Currency, Money, Price
from retaguarda.payin.splits.model import PartKind, Split

STATUSES = ("draft", "approved", "active", "retired")
SOURCES = ("day", "balance")
RHYTHMS = ("by_hand", "daily", "weekly", "monthly")
#: Why a part of a run stays with the merchant.
WHY_KEPT = ("merchant", "below_least", "suspended", "no_account", "stopped")
#: Most days that one run covers, and days that a trial looks back.
MOST_DAYS, TRIAL_DAYS = 31, 30


class PayoutSplitInput(msgspec.Struct, forbid_unknown_fields=True):
    """``source``: ``day`` divides what came in since the last run, ``balance`` what is available above ``floor``.

    ``split``: its recipients are recipients or franchise units. ``least``: a smaller part stays with the merchant.
    ``replaces``: a version of the rule that this one shall replace.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    source: Literal["day", "balance"]
    split: Split
    floor: Price | None = None
    least: Price | None = None
    rhythm: Literal["by_hand", "daily", "weekly", "monthly"] = "by_hand"
    weekday: Annotated[int, msgspec.Meta(ge=1, le=7)] | None = None
    month_day: Annotated[int, msgspec.Meta(ge=1, le=31)] | None = None
    replaces: UUID | None = None


class SplitDecision(msgspec.Struct, forbid_unknown_fields=True):
    """Approve a draft, activate what was approved, or retire a version in any state."""

    decision: Literal["approve", "activate", "retire"]


class SplitRow(msgspec.Struct, kw_only=True):
    """A version as the database has it; minor units of ``currency``."""

    id: UUID
    company_id: int
    company_name: str
    rule_id: UUID
    version: int
    name: str
    source: str
    currency: Currency
    floor: int
    least: int
    split: dict[str, Any]
    rhythm: str
    weekday: int | None
    month_day: int | None
    status: str
    created_at: datetime
    actor: str
    approved_by: str | None
    active_since: datetime | None
    retired_at: datetime | None


class PayoutSplitPart(msgspec.Struct):
    """``value``: minor units of a fixed part, basis points of a percentage. ``receiver`` null: the merchant.

    ``why``: the receiver could not be paid now.
    """

    receiver: UUID | None
    name: str | None
    kind: PartKind
    value: int
    rounding: bool
    why: str | None


class SplitRunPart(msgspec.Struct):
    """What a receiver got of a run; ``why``: it stayed with the merchant."""

    receiver: UUID | None
    name: str | None
    amount: Money
    why: str | None


class SplitRun(msgspec.Struct):
    """``difference``: what was divided less its parts; always nothing. ``batch_status`` null: nothing was to be paid."""

    id: UUID
    number: int
    version: int
    from_day: date
    to_day: date
    base: Money
    paid: Money
    kept: Money
    difference: Money
    batch_id: UUID | None
    batch_status: str | None
    created_at: datetime
    actor: str
    parts: list[SplitRunPart]


class PayoutSplit(msgspec.Struct, kw_only=True):
    """One version of a rule."""

    id: UUID
    company_id: int
    company_name: str
    rule_id: UUID
    version: int
    name: str
    source: str
    floor: Money
    least: Money
    rhythm: str
    weekday: int | None
    month_day: int | None
    status: str
    created_at: datetime
    actor: str
    approved_by: str | None
    active_since: datetime | None
    retired_at: datetime | None


class SplitVersion(msgspec.Struct):
    """Another version of the same rule."""

    id: UUID
    version: int
    status: str


class PayoutSplitRecord(PayoutSplit, kw_only=True):
    """A version with its parts, its rule's other versions and its rule's newest runs. ``split``: as it was written."""

    split: Split
    parts: list[PayoutSplitPart]
    versions: list[SplitVersion]
    runs: list[SplitRun]


class SplitTrialDay(msgspec.Struct):
    day: date
    base: Money


class SplitTrial(msgspec.Struct):
    """What a version would have divided: day by day, and as receivers would have got it in all; nothing is written."""

    days: list[SplitTrialDay]
    base: Money
    paid: Money
    kept: Money
    parts: list[SplitRunPart]


class SplitStanding(msgspec.Struct):
    """A version as a plan compares it."""

    name: str
    status: str
    runs: int
