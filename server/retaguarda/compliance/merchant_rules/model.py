"""Statuses and API shapes of merchants' rules.

A merchant inherits each rule of charges. What it has of its own is stricter at once; off only once another person agreed, and for
a time. proposed → active | rejected; active → cleared; both are over with their time.
"""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from retaguarda.foundation.money import LARGEST, Currency, Money, Price
from retaguarda.foundation.text_input import Reason

Kind = Literal["review", "block", "off"]
State = Literal["inherits", "stricter", "off", "off_proposed"]
Action = Literal["share", "review", "block"]
KINDS = ("review", "block", "off")
STATES = ("inherits", "stricter", "off", "off_proposed")
ACTIONS = ("share", "review", "block", "off")
#: What the matrix shows beside those of charges: rules of payouts, and the terms of exchange.
ENTITIES = ("charge", "payout", "exchange")
BASE_ACTIONS = ("share", "review", "block", "allow", "warn", "route", "second_person", "hold", "refuse", "price")
SHOWN_ACTIONS = (*BASE_ACTIONS, "off")
SHOWN_STATES = (*STATES, "own")
STATUSES = ("proposed", "active", "rejected", "cleared", "over")
#: Days for which a rule is off at most.
LONGEST_OFF = 90


class MerchantRuleInput(msgspec.Struct, forbid_unknown_fields=True):
    """``least_amount``: from which amount on it is stricter; None: always. ``until``: its last day, which *off* needs."""

    merchant: Annotated[int, msgspec.Meta(ge=2)]
    rule: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    kind: Kind
    reason: Annotated[str, msgspec.Meta(min_length=10, max_length=2_000)]
    least_amount: Price | None = None
    until: date | None = None


class MerchantRuleDecision(msgspec.Struct, forbid_unknown_fields=True):
    choice: Literal["approve", "reject"]
    reason: Reason


class MerchantRule(msgspec.Struct):
    """What one merchant has of its own of one rule."""

    id: UUID
    merchant_id: int
    rule: str
    kind: Kind
    least_amount: Money | None
    reason: str
    until: datetime | None
    status: Literal["proposed", "active", "rejected", "cleared", "over"]
    asked_at: datetime
    asked_by: str
    decided_at: datetime | None
    decided_by: str | None
    cleared_at: datetime | None
    cleared_by: str | None


class RuleNumber(msgspec.Struct):
    """One comparison of a rule, and where its number comes from. ``threshold``: as it is written; amounts in minor units."""

    fact: str
    operator: str
    threshold: str
    source: Literal["provider", "merchant"]


class EffectiveRule(msgspec.Struct):
    """One rule as it is for the merchant. ``numbers``: of a condition of plain comparisons; else only its text says them.

    ``may_decide``, ``may_clear``: whether the caller may; who asked does neither.
    """

    position: int
    rule: str
    condition: str
    base_action: Action
    action: Literal["share", "review", "block", "off"]
    state: State
    numbers: list[RuleNumber]
    own: MerchantRule | None
    may_decide: bool
    may_clear: bool


class EffectiveLimit(msgspec.Struct):
    """A number of payouts, and whose it is."""

    name: str
    amount: Money | None
    source: Literal["merchant", "provider", "regulation"]


class EffectiveRules(msgspec.Struct):
    merchant_id: int
    merchant_name: str
    version: int
    version_name: str
    rules: list[EffectiveRule]
    limits: list[EffectiveLimit]
    history: list[MerchantRule]


class TriedAmount(msgspec.Struct, frozen=True):
    """``currency``: of an account of the merchant; conditions compare minor units, whatever it is."""

    amount: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    currency: Currency | None = None


class MerchantTryInput(msgspec.Struct, forbid_unknown_fields=True):
    """A charge as the merchant would ask for it."""

    amount: TriedAmount
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]
    payer: Literal["cpf", "cnpj", "none"]
    first_seen: bool
    kind: Literal["immediate", "due", "static", "automatic"]


class TriedComparison(msgspec.Struct):
    """``margin``: how far the value is from the border, in the units of the fact; None of what is no number."""

    fact: str
    operator: str
    threshold: str
    value: str
    holds: bool
    margin: int | None


class TriedRule(msgspec.Struct):
    """``outcome``: hit, the rule decides; no; off; not_asked, one before it decided; error, which counts as a hit of what
    refuses or holds."""

    position: int
    rule: str
    outcome: Literal["hit", "no", "off", "not_asked", "error"]
    action: Literal["share", "review", "block", "off"]
    comparisons: list[TriedComparison]


class TriedRules(msgspec.Struct):
    """``decided``: what happens to the charge; pass where no rule decides."""

    decided: Literal["pass", "share", "review", "block"]
    rule: str | None
    rules: list[TriedRule]
