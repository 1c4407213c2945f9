"""The settings of a merchant's payouts, and their versions."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.percentage import Percentage
from retaguarda.foundation.text_input import Reason
from retaguarda.payin.settings.model import FixedFee
from retaguarda.payouts.rules.model import HourPart, MerchantPart

Hours = Annotated[int, msgspec.Meta(ge=0, le=720)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Days = Annotated[int, msgspec.Meta(ge=1, le=90)]


class FeeTierInput(msgspec.Struct, forbid_unknown_fields=True):
    """From the so many-th payment of a month on, this fee instead of the first one; the least and the highest fee hold all the same."""

    from_payment: Annotated[int, msgspec.Meta(ge=2, le=1_000_000_000)]
    fee: FixedFee
    fee_percent: Percentage | None = None


class FeeTier(msgspec.Struct):
    from_payment: int
    fee: Money
    fee_percent: str


class PayoutSettingsValues(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """All settings at once. Null: as for all merchants, or no such limit."""

    fee: FixedFee | None = None
    fee_percent: Percentage | None = None
    fee_least: FixedFee | None = None
    fee_top: FixedFee | None = None
    fee_back: bool = False
    fee_tiers: Annotated[list[FeeTierInput], msgspec.Meta(max_length=10)] = []
    most: Price | None = None
    first_most: Price | None = None
    day_most: Price | None = None
    night_most: Price | None = None
    day_count_most: Count | None = None
    payee_day_most: Price | None = None
    payee_count_most: Count | None = None
    pix: bool = True
    slip: bool = False
    ted: bool = False
    ted_may_be_pix: bool = False
    allow_list: Literal["off", "warn", "trusted"] = "off"
    cooling_off_hours: Hours | None = None
    queue: bool = False
    queue_days: Days = 30
    queue_skips: bool = True
    hold_ends: Literal["release", "refuse"] = "refuse"
    duplicates: Literal["off", "warn", "refuse"] = "warn"
    external_id_needed: bool = False


class PayoutSettingsInput(PayoutSettingsValues, forbid_unknown_fields=True, kw_only=True):
    """All settings at once. ``version``: the one that was looked at. Null: as for all merchants, or no such limit.

    What is tighter holds at once; what is looser after 24 hours.
    """

    version: Annotated[int, msgspec.Meta(ge=0)]
    reason: Reason


class RevertInput(msgspec.Struct, forbid_unknown_fields=True):
    """Take over the values of an earlier version; ``version``: the one that was looked at."""

    version: Annotated[int, msgspec.Meta(ge=0)]
    to: Annotated[int, msgspec.Meta(ge=1)]
    reason: Reason


class PayoutRulesShown(msgspec.Struct):
    """Settings as they hold, or as a version has them. Null: as for all merchants, or no such limit."""

    fee: Money | None
    most: Money | None
    first_most: Money | None
    day_most: Money | None
    night_most: Money | None
    methods: list[str]
    cooling_off_hours: int | None
    queue: bool
    queue_days: int
    queue_skips: bool
    hold_ends: str
    duplicates: str
    external_id_needed: bool
    allow_list: str
    day_count_most: int | None
    payee_day_most: Money | None
    payee_count_most: int | None
    fee_percent: str | None
    fee_least: Money | None
    fee_top: Money | None
    fee_back: bool
    fee_tiers: list[FeeTier]
    ted_may_be_pix: bool


class PayoutLimitUse(msgspec.Struct):
    """How much of a limit today's payments use; of a limit for each payee, those of the payee named. Counts are payments."""

    limit: Literal["day", "night", "count", "payee", "payee_count"]
    payee: str | None
    used: Money | None
    most: Money | None
    used_count: int | None
    most_count: int | None
    percent: int


#: Why a payout would not have left at once: it is above a limit, by a method that is off, without an id, to somebody paid for the first
#: time, a second time that day, or to a destination that is not trusted.
LimitReason = Literal[
    "method",
    "most",
    "external_id",
    "day",
    "night",
    "count",
    "payee",
    "payee_count",
    "first",
    "duplicate",
    "untrusted",
]


class LimitPart(msgspec.Struct):
    """Payouts that would not have left at once. ``caught``: of them, those that came back or were disputed later; ``disturbed``:
    those that settled without a complaint."""

    count: int
    amount: Money
    caught: int
    caught_amount: Money
    disturbed: int
    disturbed_amount: Money


class ReasonPart(msgspec.Struct):
    """The same by why."""

    limit: LimitReason
    count: int
    amount: Money


class LimitsBacktest(msgspec.Struct, kw_only=True):
    """What settings would have done with the payouts of 90 days. ``held``: back until their destination is trusted. ``before``: how many
    would not leave under the settings that hold now. ``partial``: of more payouts, only the newest were asked."""

    from_at: datetime
    until_at: datetime
    payments: int
    partial: bool
    before: int
    refused: LimitPart
    held: LimitPart
    reasons: list[ReasonPart]
    merchants: list[MerchantPart]
    hours: list[HourPart]


class PayoutSettingsVersion(PayoutRulesShown):
    """``state``: in force, still to come, or past. ``reverts``: the version whose values it took over. ``backtest``: what it would have
    done with the payouts of the 90 days before it was written; null for versions from before it was asked."""

    version: int
    state: Literal["active", "scheduled", "past"]
    valid_from: datetime
    created_at: datetime
    actor: str
    reverts: int | None
    backtest: LimitsBacktest | None


class PayoutSettings(msgspec.Struct):
    """``now``: what holds, whoever set it; ``own``: what this merchant's version in force says, null without one.
    ``use``: of its limits, today.
    ``version`` is the newest, with what is still to come; 0 without any."""

    company_id: int
    company_name: str
    version: int
    now: PayoutRulesShown
    own: PayoutRulesShown | None
    use: list[PayoutLimitUse]
    versions: list[PayoutSettingsVersion]
