"""Computes the features of movements. Live reading, try-out, shadow and backtest all go through here, so that they agree.

Postgres sums, counts and takes the greatest in windows over the whole history of a subject; what is distinct is counted here,
because a window aggregate cannot.
"""

from collections import Counter, deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Fact
from retaguarda.compliance.pld_rules.condition_facts import MICRO, TEXTS, Feature, with_parts
from retaguarda.foundation.database import Tx

Target = Literal["merchant", "end_user"]

#: Subject and the other side of a movement, by what a rule looks at.
_SIDES: Mapping[Target, tuple[str, str]] = {
    "merchant": ("v.company_id::text", "v.document"),
    "end_user": ("v.document", "v.company_id::text"),
}
BATCH = 5_000


class Movement(msgspec.Struct, frozen=True):
    """A settled money fact as one of its two sides sees it. ``us``: microseconds since 1970."""

    movement: str
    known_at: datetime
    us: int
    company_id: int
    subject: str
    name: str | None
    counterparty: str | None
    direction: Literal["in", "out"]
    kind: str
    subject_kind: str
    amount: int
    numbers: list[int | None]
    counted: list[bool]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Of which movements the features are wanted.

    Args:
        after: only movements that became known later; their windows still reach back before it.
        subjects: None: all.
    """

    target: Target
    currency: str
    names: frozenset[str]
    until: datetime
    after: datetime | None = None
    subjects: Sequence[str] | None = None

    async def run(self, tx: Tx) -> AsyncIterator[tuple[Movement, Mapping[str, Fact]]]:
        """Goes through the movements in the order of subject and time."""
        features = with_parts(self.names)
        reader = _Reader(features)
        params = {
            "currency": self.currency,
            "until": self.until,
            "after": self.after,
            "subjects": None if self.subjects is None else list(self.subjects),
        }
        async for rows in tx.batches(_sql(self.target, features), params, BATCH):
            for movement in msgspec.convert(rows, list[Movement]):
                facts = reader.facts(movement)
                if self.after is None or movement.known_at > self.after:
                    yield movement, facts


class _Reader:
    """Puts a movement's features together, and keeps what is distinct as it goes."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self._numbers = [each for each in features if each.measure in ("sum", "count", "max") or each.sql]
        self._ratios = [(each.name, each.of) for each in features if each.of]
        self._distinct = [_Distinct(each) for each in features if each.measure == "distinct"]
        self._subject: str | None = None

    def facts(self, movement: Movement) -> dict[str, Fact]:
        if movement.subject != self._subject:
            self._subject = movement.subject
            for each in self._distinct:
                each.begin()
        found: dict[str, Fact] = {name: getattr(movement, name) for name in TEXTS}
        for feature, number in zip(self._numbers, movement.numbers, strict=True):
            found[feature.name] = bool(number) if feature.unit == "flag" else number
        for each, counts in zip(self._distinct, movement.counted, strict=True):
            found[each.feature.name] = each.count(movement, counts)
        for name, (top, bottom) in self._ratios:
            found[name] = _ratio(found[top], found[bottom])
        return found


def _ratio(top: Fact, bottom: Fact) -> int | None:
    assert isinstance(top, int)
    assert isinstance(bottom, int)
    return None if bottom == 0 else top * 10_000 // bottom


class _Distinct:
    """How many different counterparties stand in the window, by two pointers."""

    def __init__(self, feature: Feature) -> None:
        self.feature = feature
        self._window = deque[tuple[int, str]]()
        self._counts = Counter[str]()

    def begin(self) -> None:
        self._window.clear()
        self._counts.clear()

    def count(self, movement: Movement, counts: bool) -> int:
        if counts and movement.counterparty is not None:
            self._window.append((movement.us, movement.counterparty))
            self._counts[movement.counterparty] += 1
        first = movement.us - self.feature.window * MICRO
        while self._window and self._window[0][0] <= first:
            _, gone = self._window.popleft()
            self._counts[gone] -= 1
            if not self._counts[gone]:
                del self._counts[gone]
        return len(self._counts)


def _sql(target: Target, features: Sequence[Feature]) -> str:
    """Movements with the numbers of their features in order, and whether each counts for what is distinct."""
    subject, other = _SIDES[target]
    windows = dict[str, str]()
    numbers = [
        f"({each.sql})::bigint" if each.sql else _windowed(each, windows)
        for each in features
        if each.measure in ("sum", "count", "max") or each.sql
    ]
    counted = [f"({each.where})" for each in features if each.measure == "distinct"]
    named = [
        "before as (partition by m.subject order by m.us, m.movement)",
        "peers as (partition by m.subject, m.us order by m.movement rows between unbounded preceding and current row)",
        *(f"{name} as ({text})" for name, text in windows.items()),
    ]
    return f"""
        with m as (
          select v.movement collate "C" as movement, v.known_at, v.company_id, v.direction, v.kind, v.name, v.amount,
                 {subject} as subject, {other} as counterparty,
                 (extract(epoch from v.known_at) * {MICRO})::bigint as us
            from pld_movement v
           where v.currency = %(currency)s and v.known_at <= %(until)s and {subject} is not null and v.company_id <> 1
             and (%(subjects)s::text[] is null or {subject} = any (%(subjects)s::text[]))
             and (%(subjects)s::text[] is not null or %(after)s::timestamptz is null or {subject} in (
               select {subject} from pld_movement v where v.known_at > %(after)s and v.known_at <= %(until)s)))
        select m.movement, m.known_at, m.us, m.company_id, m.subject, m.name, m.counterparty, m.direction, m.kind, m.amount,
               {_subject_kind(target)} as subject_kind,
               array[{", ".join(numbers)}]::bigint[] as numbers, array[{", ".join(counted)}]::boolean[] as counted
          from m
        window {", ".join(named)}
         order by m.subject, m.us, m.movement
    """


def _subject_kind(target: Target) -> str:
    return "'merchant'" if target == "merchant" else "case when length(m.subject) = 11 then 'cpf' else 'cnpj' end"


def _windowed(feature: Feature, windows: dict[str, str]) -> str:
    """SQL of a sum, count or greatest over (t - d, t]: what is earlier by time, and its own microsecond by order."""
    far, near = (feature.window + feature.offset) * MICRO - 1, feature.offset * MICRO
    name = f"w_{far}_{near}"
    windows[name] = (
        f"partition by m.subject order by m.us range between {far}::bigint preceding and {near or 1}::bigint preceding"
    )
    parts = [_aggregate(feature, name), *([] if near else [_aggregate(feature, "peers")])]
    if feature.measure == "max":
        return f"greatest({', '.join(parts)})::bigint"
    return f"({' + '.join(f'coalesce({part}, 0)' for part in parts)})::bigint"


def _aggregate(feature: Feature, window: str) -> str:
    over = f"filter (where {feature.where}) over {window}"
    return f"count(*) {over}" if feature.measure == "count" else f"{feature.measure}(m.amount) {over}"
