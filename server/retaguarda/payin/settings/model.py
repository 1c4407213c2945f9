"""API shapes of the pay-in settings."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from retaguarda.foundation.diff import Change
from retaguarda.foundation.money import BRL, Money, Price, Real
from retaguarda.foundation.percentage import Percentage
from retaguarda.providers.pix.due import MOST_DAYS

Method = Literal["immediate", "due", "static", "automatic"]
#: Seconds in which an immediate charge can be paid.
Expiry = Annotated[int, msgspec.Meta(ge=60, le=30 * 86_400)]
#: Days after the due date on which a charge can still be paid.
Days = Annotated[int, msgspec.Meta(ge=0, le=MOST_DAYS)]
METHODS: tuple[Method, ...] = ("immediate", "due", "static", "automatic")


class FixedFee(msgspec.Struct, frozen=True):
    """An amount that may be zero; at most what the database accepts for a fee."""

    amount: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    currency: Real = BRL


class MethodInput(msgspec.Struct, forbid_unknown_fields=True):
    """``percentage`` and ``fixed`` make the fee of this method; with both null the merchant's applies, else the
    provider's.
    """

    accepted: Literal["yes", "no"] | None = None
    percentage: Percentage | None = None
    fixed: FixedFee | None = None


class PayinSettingsInput(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """All of a merchant's own settings; null: the provider's applies. ``version``: of the settings the person saw."""

    version: int
    minimum: Price | None = None
    maximum: Price | None = None
    expires_in: Expiry | None = None
    valid_days: Days | None = None
    percentage: Percentage | None = None
    immediate: MethodInput | None = None
    due: MethodInput | None = None
    static: MethodInput | None = None
    automatic: MethodInput | None = None


class MethodSettings(msgspec.Struct):
    """``own``: which of these the merchant has itself; for the fee ``percentage`` and ``fixed`` count together."""

    method: Method
    accepted: bool
    percentage: str
    fixed: Money
    own: list[Literal["accepted", "percentage", "fixed"]]


class SettingsChange(msgspec.Struct):
    """The fields one person changed at once."""

    at: datetime
    by: str
    changes: list[Change]


class PayinSettings(msgspec.Struct):
    """The settings in effect, the provider's where ``own`` does not name them. Company 1 is the provider."""

    company_id: int
    company_name: str
    version: int
    minimum: Money | None
    maximum: Money | None
    expires_in: int
    valid_days: int
    percentage: str
    methods: list[MethodSettings]
    own: list[Literal["minimum", "maximum", "expires_in", "valid_days", "percentage"]]
    history: list[SettingsChange]


class ComparedSettings(msgspec.Struct):
    """The settings in effect, as a plan and the history compare them."""

    minimum: Money | None
    maximum: Money | None
    expires_in: int
    valid_days: int
    percentage: str
    immediate_accepted: bool
    immediate_percentage: str
    immediate_fixed: Money
    due_accepted: bool
    due_percentage: str
    due_fixed: Money
    static_accepted: bool
    static_percentage: str
    static_fixed: Money
    automatic_accepted: bool
    automatic_percentage: str
    automatic_fixed: Money
