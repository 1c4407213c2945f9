"""API shapes of rules for payments and of their backtests.

draft → approved (by somebody who wrote none of it, after a backtest of exactly this revision) → active → retired, from where
it can be activated again; or discarded.
"""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from retaguarda.foundation.money import Money
from retaguarda.foundation.rule_groups import GroupProblem
from retaguarda.payout_engine.evaluate_rules import Action, PayoutRuleGroup

MOST_GROUPS = 50
#: Days of payments that a backtest asks.
BACKTEST_DAYS = 90

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Groups = Annotated[list[PayoutRuleGroup], msgspec.Meta(max_length=MOST_GROUPS)]


class PayoutRulesInput(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    groups: Groups


class PayoutRulesChange(msgspec.Struct, forbid_unknown_fields=True):
    """``revision``: of the draft the person saw; a stale one is refused."""

    name: Name
    groups: Groups
    revision: int


class PayoutRulesState(msgspec.Struct):
    """The fields of a version that a plan compares."""

    name: str
    status: str
    groups: list[str]


class PayoutRules(msgspec.Struct, kw_only=True):
    """A version of the rules. ``may_approve``: the principal wrote none of it."""

    id: UUID
    number: int
    name: str
    status: str
    revision: int
    groups: list[PayoutRuleGroup]
    written_by: str
    created_at: datetime
    updated_at: datetime
    approved_by: str | None
    approved_at: datetime | None
    activated_by: str | None
    activated_at: datetime | None
    may_approve: bool


class PayoutRuleProcessor(msgspec.Struct):
    """A processor that a rule may choose; ``usable``: it gets new payments."""

    id: UUID
    name: str
    usable: bool


class ActionPart(msgspec.Struct):
    """Payments that ended with one action. ``caught``: of them, those that came back or were disputed later; ``disturbed``:
    those that settled without a complaint."""

    action: Action
    count: int
    amount: Money
    caught: int
    caught_amount: Money
    disturbed: int
    disturbed_amount: Money


class RulePart(msgspec.Struct):
    """How many payments met one rule."""

    name: str
    count: int


class MerchantPart(msgspec.Struct):
    """Payments of a merchant that would be held, refused or need a second person."""

    company_id: int
    company_name: str
    count: int
    amount: Money


class HourPart(msgspec.Struct):
    """The same by the merchant's hour."""

    hour: int
    count: int


class BacktestReport(msgspec.Struct):
    """What a version would have done. ``before``: what the version in force would have done, by action. ``changed``: payments
    for which both differ."""

    actions: list[ActionPart]
    before: list[ActionPart]
    rules: list[RulePart]
    merchants: list[MerchantPart]
    hours: list[HourPart]
    changed: int


class PayoutBacktest(msgspec.Struct, kw_only=True):
    """A backtest; ``report`` is null until it is done. ``revision``: of the version that was tested."""

    id: UUID
    number: int
    version_id: UUID
    revision: int
    from_at: datetime
    until_at: datetime
    status: str
    payments: int | None
    report: BacktestReport | None
    milliseconds: int | None
    asked_by: str
    asked_at: datetime
    ended_at: datetime | None


class PayoutRulesRecord(PayoutRules, kw_only=True):
    """``backtest``: the newest of this revision. ``facts``: what a condition may name."""

    processors: list[PayoutRuleProcessor]
    facts: list[str]
    backtest: PayoutBacktest | None


class TryPayoutInput(msgspec.Struct, forbid_unknown_fields=True):
    """Groups, saved or not, and what to try them on: facts by name, as JSON; those left away are those of an ordinary payment."""

    groups: Groups
    facts: dict[str, bool | int | str] = {}


class TriedPayout(msgspec.Struct):
    """``met``: the places of the groups that such a payment meets; ``action``: what becomes of it. Null: not known."""

    problems: list[GroupProblem]
    met: list[int] | None
    action: Action | None


class MetRule(msgspec.Struct):
    name: str
    action: Action


class RuleTrace(msgspec.Struct):
    """Why a payment was judged as it was: the version, the facts, and the rules it met. For staff alone."""

    number: int
    version_id: UUID
    action: Action
    met: list[MetRule]
    facts: dict[str, bool | int | str]
    judged_at: datetime
