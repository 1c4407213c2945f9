"""Asks settings of payouts of the past, one after the other. Without I/O."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple
from uuid import UUID

import msgspec

from retaguarda.payout_engine.limits import COUNTED, LIMIT_CODES, Period, beyond
from retaguarda.payout_engine.resolve_rules import PayoutRules
from retaguarda.payouts.payments.model import ORIGINS
from retaguarda.payouts.settings.model import LimitReason


class PastPayout(msgspec.Struct, gc=False):
    """A payout of the past. ``bad``: it came back, or was disputed. ``lines`` and ``total``: of what its batch takes of the same day."""

    company_id: int
    hour: int
    amount: int
    origin: str
    method: str
    named: bool
    batch_id: UUID | None
    lines: int
    total: int
    day: date | None
    night: date | None
    payee: bytes | None
    first: bool
    again: bool
    trusted: bool
    bad: bool
    settled: bool
    counted: bool


class _Use(NamedTuple):
    """What is used of a limit: of a merchant, on a day or in a night, of a payee or (empty) of all."""

    company: int
    period: Period
    day: date
    payee: bytes


@dataclass(slots=True)
class Trial:
    """Asks one set of settings of payouts in their order."""

    rules: Mapping[int, PayoutRules]
    _used: Counter[_Use] = field(default_factory=Counter[_Use])
    _batches: dict[tuple[UUID, date | None], Period | None] = field(
        default_factory=dict[tuple[UUID, date | None], Period | None]
    )

    def judge(self, payment: PastPayout) -> LimitReason | None:
        """Why a payout would not leave at once; None: it would."""
        rules = self.rules[payment.company_id]
        if payment.origin in ORIGINS:
            if payment.method not in rules.methods:
                return "method"
            if payment.amount > rules.most:
                return "most"
            if rules.external_id_needed and not payment.named:
                return "external_id"
        if (period := self._beyond(payment, rules)) is not None:
            return period
        if payment.origin in ORIGINS:
            if payment.first and rules.first_most is not None and payment.amount > rules.first_most:
                return self._back(payment, "first")
            if payment.again and rules.duplicates == "refuse" and payment.batch_id is None:
                return self._back(payment, "duplicate")
            if not payment.trusted and rules.allow_list == "trusted":
                return "untrusted"
        return None

    def _beyond(self, payment: PastPayout, rules: PayoutRules) -> Period | None:
        """The limit that a payout would pass; what passes none is counted."""
        most = {
            "day": rules.day_most,
            "night": rules.night_most,
            "count": rules.day_count_most,
            "payee": rules.payee_day_most,
            "payee_count": rules.payee_count_most,
        }
        whole = payment.batch_id is not None
        group = (payment.batch_id, payment.day) if payment.batch_id is not None else None
        if group is not None and self._batches.get(group) is not None:
            return self._batches[group]
        takes = dict[_Use, int]()
        for period in LIMIT_CODES:
            use = _use_of(payment, period)
            if use is None or (whole and not use.payee and group in self._batches):
                continue
            sums = (payment.lines, payment.total) if whole and not use.payee else (1, payment.amount)
            takes[use] = sums[0] if period in COUNTED else sums[1]
            limit = most[period]
            if limit is not None and beyond(limit - self._used[use], takes[use]):
                if group is not None and not use.payee:
                    self._batches[group] = period
                return period
        if payment.counted or whole:
            self._used.update(takes)
        if group is not None:
            self._batches.setdefault(group, None)
        return None

    def _back(self, payment: PastPayout, reason: LimitReason) -> LimitReason:
        """Give back what a refused payment had taken; a line is a part of its batch, which goes without it."""
        if payment.counted and payment.batch_id is None:
            for period in LIMIT_CODES:
                if (use := _use_of(payment, period)) is not None:
                    self._used[use] -= 1 if period in COUNTED else payment.amount
        return reason


def _use_of(payment: PastPayout, period: Period) -> _Use | None:
    day = payment.night if period == "night" else payment.day
    payee = payment.payee if period in ("payee", "payee_count") else b""
    return None if day is None or payee is None else _Use(payment.company_id, period, day, payee)
