"""The settings of a merchant's payouts, and their versions."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from retaguarda.foundation.money import Money, Price
from retaguarda.foundation.percentage import Percentage
from retaguarda.foundation.text_input import Reason
from retaguarda.payin.settings.model import FixedFee

Hours = Annotated[int, msgspec.Meta(ge=0, le=720)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Days = Annotated[int, msgspec.Meta(ge=1, le=90)]


class PayoutSettingsInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """All settings at once. ``version``: the one that was looked at. Null: as for all merchants, or no such limit.

    What is tighter holds at once; what is looser after 24 hours.
    """

    version: Annotated[int, msgspec.Meta(ge=0)]
    fee: FixedFee | None = None
    fee_percent: Percentage | None = None
    fee_least: FixedFee | None = None
    fee_top: FixedFee | None = None
    fee_back: bool = False
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


class PayoutSettingsVersion(PayoutRulesShown):
    """``state``: in force, still to come, or past. ``reverts``: the version whose values it took over."""

    version: int
    state: Literal["active", "scheduled", "past"]
    valid_from: datetime
    created_at: datetime
    actor: str
    reverts: int | None


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
