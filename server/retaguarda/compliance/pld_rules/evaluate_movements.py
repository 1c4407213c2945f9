"""Computes the features of movements. Live reading, try-out, shadow and backtest all go through here, so that they agree.

Postgres computes each feature in one pass over the history of a subject. What stands in (t - d, t] is what stands up to t less
what stands up to t - d: both only grow, so that the time of a pass grows with the movements alone and not with the windows; only
the greatest amount of a window is looked for in all of it. A counterparty counts as distinct from a movement after which it was
away for as long as the window, until it is away again.

Where only new movements are wanted, a pass begins at the oldest moment that a window of theirs can reach. What lies before it adds the
same to both of the totals that are subtracted; only a subject's first movement and the last one before that moment are read besides,
for features that look at the neighbour or the beginning.

Of a busy subject only what stands near the beginning of a window is read movement by movement then, and the rest from its sums
(find_buckets.py, count_movements.py): a row of the pass stands for ``n`` movements that sum to ``total``, of which ``amount`` is the greatest,
and for ``pairs`` counterparties. What a feature is stands in one place, whatever it is read from.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Fact
from retaguarda.compliance.pld_rules.condition_facts import LOOKS_BACK, MICRO, TEXTS, Feature, reach_of, with_parts
from retaguarda.compliance.pld_rules.find_buckets import Past, busy_rows, past_of
from retaguarda.compliance.pld_rules.rows import Movement, PlantedMovement
from retaguarda.foundation.database import Tx
from retaguarda.foundation.json_text import json_text

Target = Literal["merchant", "end_user"]

#: Subject and the other side of a movement, by what a rule looks at.
_SIDES: Mapping[Target, tuple[str, str]] = {
    "merchant": ("v.company_id::text", "v.document"),
    "end_user": ("v.document", "v.company_id::text"),
}
#: The subject as indexes have it, and its column in what a pass reads.
_WHO: Mapping[Target, tuple[str, str]] = {
    "merchant": ("v.company_id", "m.company_id"),
    "end_user": ('v.document collate "C"', "m.subject"),
}
BATCH = 5_000
TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Of which movements the features are wanted.

    Args:
        after: only movements that became known later; their windows still reach back before it.
        subjects: None: all.
        planted: None: what money really did; otherwise these movements, and no others.
    """

    target: Target
    currency: str
    names: frozenset[str]
    until: datetime
    after: datetime | None = None
    subjects: Sequence[str] | None = None
    planted: Sequence[PlantedMovement] | None = None

    @property
    def params(self) -> dict[str, Any]:
        reach = self.after and self.after - timedelta(seconds=reach_of(self.names))
        return {
            "currency": self.currency,
            "until": self.until,
            "after": self.after,
            "reach": reach,
            # A stretch is told by its first moment and its end: what comes after a moment begins the next microsecond.
            "recent_from": [reach and reach + TICK],
            "recent_to": [self.until + TICK],
            "subjects": self._wanted(),
            **(self.past.params if self.past else {}),
            **({} if self.planted is None else {"planted": json_text(self.planted)}),
        }

    @property
    def past(self) -> Past | None:
        """What may be read from sums; None: nothing."""
        if self.after is None or self.planted is not None:
            return None
        return past_of(with_parts(self.names), self.after, self.until)

    def _wanted(self) -> list[str] | list[int] | None:
        if self.subjects is None or self.target == "end_user":
            return None if self.subjects is None else list(self.subjects)
        # What is no number is no merchant.
        return [int(each) for each in self.subjects if each.isascii() and each.isdecimal() and len(each) < 19]

    async def run(self, tx: Tx) -> AsyncIterator[tuple[Movement, Mapping[str, Fact]]]:
        """Goes through the movements in the order of subject and time."""
        # Whoever is busy is so within one statement. Where nobody is, what became so meanwhile is read one by one, which is as exact.
        past = self.past if await self._anybody_busy(tx) else None
        features = [each for each in with_parts(self.names) if each.name not in TEXTS]
        columns = [f"e.{column_of(each.name)}{'::int' if each.unit == 'flag' else ''}" for each in features]
        query = f"""
            select e.movement, e.known_at, e.us, e.company_id, e.subject, e.name, e.counterparty, e.direction, e.kind, e.amount,
                   e.subject_kind, array[{", ".join(columns)}]::bigint[] as numbers
              from ({self._sql(past)}) e
             where %(after)s::timestamptz is null or e.known_at > %(after)s
             order by e.subject, e.us, e.movement
        """
        async for rows in tx.batches(query, self.params, BATCH):
            for movement in msgspec.convert(rows, list[Movement]):
                found: dict[str, Fact] = {name: getattr(movement, name) for name in TEXTS}
                for feature, number in zip(features, movement.numbers, strict=True):
                    found[feature.name] = bool(number) if feature.unit == "flag" else number
                yield movement, found

    async def _anybody_busy(self, tx: Tx) -> bool:
        """Whether somebody's past may have to be read from sums: to plan for both takes longer than to ask."""
        if self.after is None or self.planted is not None:
            return False
        wanted = self._wanted()
        return await tx.value(
            "select exists (select from movement_subject where company_id = 1 and target = %(target)s and currency = %(currency)s"
            " and (%(subjects)s::text[] is null or subject = any (%(subjects)s::text[])))",
            {
                "target": self.target,
                "currency": self.currency,
                "subjects": None if wanted is None else list(map(str, wanted)),
            },
        )

    def sql(self) -> str:
        """A query of every movement up to ``until``, each feature in its column (``column_of``); it takes ``params``."""
        return self._sql(self.past)

    def _sql(self, past: Past | None) -> str:
        features = [each for each in with_parts(self.names) if each.name not in TEXTS]
        passes = _Passes(features, summed=past is not None)
        source = "pld_movement" if self.planted is None else _PLANTED
        ratios = [f"{_ratio(*each.of)} as {column_of(each.name)}" for each in features if each.of]
        return f"""
            select {", ".join(["w.*", *ratios])} from (
              select {", ".join(["m.*", f"{_subject_kind(self.target)} as subject_kind", *passes.values])}
                from ({passes.running_sql(self._movements(source, past))}) m {_clause(passes.windows)}) w
        """

    def _movements(self, source: str, past: Past | None) -> str:
        """The movements that a pass goes through."""
        who, _ = _WHO[self.target]
        if self.subjects is not None:
            wanted = f"{who} = any (%(subjects)s::{'bigint' if self.target == 'merchant' else 'text'}[])"
        elif self.after is not None:
            wanted = f"{who} in (select {who} from {source} v where v.known_at > %(after)s and v.known_at <= %(until)s)"
        else:
            wanted = "true"
        if self.after is None:
            return _movements_sql(self.target, source, wanted)
        if past is not None:
            return self._busy_and_calm(source, past)
        named = "%(subjects)s::text[]" if self.subjects is not None and self.planted is None else None
        return self._recent(source, wanted, named)

    def _busy_and_calm(self, source: str, past: Past) -> str:
        """Whoever moves now is either busy, and read from sums, or calm."""
        who, _ = _WHO[self.target]
        kind, back = ("bigint", "::int") if self.target == "merchant" else ("text", "")
        movers = (
            f"select distinct {who} as who from {source} v where v.known_at > %(after)s and v.known_at <= %(until)s"
            if self.subjects is None
            else f"select unnest(%(subjects)s::{kind}[]) as who"
        )
        named = None if self.subjects is None else "(select array_agg(c.who::text) from calm_movers c)"
        calm = self._recent(source, f"{who} in (select c.who from calm_movers c)", named)
        whose = f"{who} = b.subject{back}"
        near = self._of_subjects("(select array_agg(b.subject) from busy b)", "%(near_froms)s", "%(near_tos)s")
        ends = list[str]()
        if self.names & LOOKS_BACK:
            first = _movements_sql(self.target, source, f"{whose} and v.known_at <= %(after)s")
            last = _movements_sql(self.target, source, f"{whose} and v.known_at < %(near_from)s")
            ends = [f"{first} order by v.known_at, v.movement limit 1", f"{last} order by v.known_at desc limit 1"]
        return f"""
            with movers as materialized ({movers}),
            busy as materialized (
              select b.subject from movement_subject b
               where b.company_id = 1 and b.target = '{self.target}' and b.currency = %(currency)s
                 and b.subject in (select m.who::text collate "C" from movers m)
            ), calm_movers as materialized (
              select m.who from movers m where m.who::text collate "C" not in (select b.subject from busy b)
            ), calm as (select c.*, 1 as n, c.amount as total, 1 as pairs from ({calm}) c),
            {busy_rows(past, self.target, near, ends)}
        """

    def _recent(self, source: str, wanted: str, named: str | None) -> str:
        """
        Args:
            wanted: SQL of whose movements are read.
            named: SQL of the array of these subjects, where they are named beforehand; None: they are not.
        """
        who, read = _WHO[self.target]
        recent = (
            _movements_sql(self.target, source, f"{wanted} and v.known_at > %(reach)s")
            if named is None
            else self._of_subjects(named, "%(recent_from)s", "%(recent_to)s")
        )
        if not self.names & LOOKS_BACK:
            return recent
        before = _movements_sql(self.target, source, f"{who} = s.who and v.known_at <= %(reach)s")
        ends = " union ".join(
            f"(select * from ({before} order by v.known_at {way} limit 1) f)" for way in ("asc", "desc")
        )
        return f"""
            with recent as materialized ({recent})
            select * from recent
            union all
            select f.* from (select distinct {read} as who from recent m) s cross join lateral ({ends}) f
        """

    def _of_subjects(self, subjects: str, first: str, end: str) -> str:
        """What subjects moved in some stretches, read by a plan that the connection keeps."""
        source = (
            f"pld_movements_of('{self.target}', {subjects}, %(currency)s, {first}::timestamptz[], {end}::timestamptz[])"
        )
        return _movements_sql(self.target, source, "true")


def column_of(name: str) -> str:
    """The column of a feature in ``Evaluation.sql``."""
    return name if name in TEXTS else f"f_{name}"


def _ratio(top: str, bottom: str) -> str:
    return f"div(w.{column_of(top)}::numeric * 10000, nullif(w.{column_of(bottom)}, 0))::bigint"


class _Passes:
    """What Postgres computes of these features, from the movements outwards: which of them count, their neighbours of the same
    two, totals so far, and values.
    """

    def __init__(self, features: Sequence[Feature], *, summed: bool) -> None:
        self._summed = summed
        self._wheres = list(dict.fromkeys(each.where for each in features if each.measure not in ("point", "ratio")))
        self._distinct = {each.where: None for each in features if each.measure == "distinct"}
        self._totals = dict[str, str]()
        self.windows = dict[str, str]()
        self.values = [f"{self._value(each)} as {column_of(each.name)}" for each in features if not each.of]

    def running_sql(self, movements: str) -> str:
        flags = "".join(f", ({where}) as counts_{place}" for place, where in enumerate(self._wheres))
        base = f"select m.*{flags} from ({movements}) m"
        if self._distinct:
            base = self._with_neighbours(base)
        totals = ", ".join(
            ["m.*", *(f"coalesce({sql} over before, 0)::bigint as {name}" for sql, name in self._totals.items())]
        )
        return f"select {totals} from ({base}) m window before as ({_SO_FAR})" if self._totals else base

    def _value(self, feature: Feature) -> str:
        if feature.sql:
            self.windows["before"] = _SO_FAR
            return f"({feature.sql})::boolean" if feature.unit == "flag" else f"({feature.sql})"
        if feature.measure == "max":
            return self._greatest(feature)
        begun, gone = self._begun_and_gone(feature)
        near, far = self._up_to(feature.offset, begun), self._up_to(feature.offset + feature.window, gone)
        return f"({near} - {far})"

    def _begun_and_gone(self, feature: Feature) -> tuple[str, str]:
        """What adds up to a feature: over the past up to the end of its window, and over the past up to its beginning."""
        counts, place = self._counts(feature), self._wheres.index(feature.where)
        if feature.measure != "distinct":
            number, amount = ("sum(m.n)", "m.total") if self._summed else ("count(*)", "m.amount")
            total = number if feature.measure == "count" else f"sum({amount})"
            sql = f"{total} filter (where {counts})"
            return sql, sql
        away = f">= {feature.window * MICRO}"
        number = "sum(m.pairs)" if self._summed else "count(*)"
        return (
            f"{number} filter (where {counts}_known and (m.us - m.earlier_{place} {away}) is not false)",
            f"{number} filter (where {counts}_known and (m.later_{place} - m.us {away}) is not false)",
        )

    def _counts(self, feature: Feature) -> str:
        return f"m.counts_{self._wheres.index(feature.where)}"

    def _up_to(self, seconds: int, total: str) -> str:
        """A total over whatever stands so long before a movement, or at zero up to itself in the total order.

        No total falls, so the greatest of them is the last, also where several stand at one moment.
        """
        name = self._totals.setdefault(total, f"total_{len(self._totals)}")
        if seconds == 0:
            return f"m.{name}"
        self.windows[f"up_to_{seconds}"] = (
            f"partition by m.subject order by m.us range between unbounded preceding and {seconds * MICRO}::bigint preceding"
        )
        return f"coalesce(max(m.{name}) over up_to_{seconds}, 0)"

    def _greatest(self, feature: Feature) -> str:
        """Of a window: what is earlier by time, and its own microsecond by order."""
        assert feature.offset == 0
        name = f"within_{feature.window}"
        self.windows[name] = (
            f"partition by m.subject order by m.us range between {feature.window * MICRO - 1}::bigint preceding and 1::bigint preceding"
        )
        self.windows["peers"] = "partition by m.subject, m.us order by m.movement rows unbounded preceding"
        amount = f"max(m.amount) filter (where {self._counts(feature)})"
        return f"greatest({amount} over {name}, {amount} over peers)"

    def _with_neighbours(self, base: str) -> str:
        """Beside each movement that counts when the same two had the one before, and the one after."""
        columns, windows = list[str](), dict[str, str]()
        for place in (self._wheres.index(where) for where in self._distinct):
            known = f"(m.counts_{place} and m.counterparty is not null)"
            columns.append(
                f"{known} as counts_{place}_known, lag(m.us) over same_{place} as earlier_{place}, lead(m.us) over same_{place} as later_{place}"
            )
            windows[f"same_{place}"] = f"partition by m.subject, {known}, m.counterparty order by m.us, m.movement"
        return f"select m.*, {', '.join(columns)} from ({base}) m {_clause(windows)}"


_SO_FAR = "partition by m.subject order by m.us, m.movement rows unbounded preceding"


def _clause(windows: Mapping[str, str]) -> str:
    return "window " + ", ".join(f"{name} as ({text})" for name, text in windows.items()) if windows else ""


#: Made-up movements in the place of the view.
_PLANTED = (
    "(select p.*, null::text as name from jsonb_to_recordset(%(planted)s::jsonb) as p (movement text, known_at timestamptz,"
    " company_id bigint, direction text, kind text, document text, amount bigint, currency text))"
)


def _movements_sql(target: Target, source: str, wanted: str) -> str:
    subject, other = _SIDES[target]
    return f"""
        select v.movement collate "C" as movement, v.known_at, v.company_id, v.direction, v.kind, v.name, v.amount,
               ({subject}) collate "C" as subject, ({other}) collate "C" as counterparty,
               (extract(epoch from v.known_at) * {MICRO})::bigint as us
          from {source} v
         where v.currency = %(currency)s and v.known_at <= %(until)s and {subject} is not null and v.company_id <> 1 and {wanted}
    """


def _subject_kind(target: Target) -> str:
    return "'merchant'" if target == "merchant" else "case when length(m.subject) = 11 then 'cpf' else 'cnpj' end"
