"""Asks versions of a rule of every movement of a period, and keeps what they find as rows of another transaction.

Reading the movements takes minutes where there are many, and writes nothing: a transaction that writes holds up, for as long as
it is open, whoever reads events in their order. What is found waits in a file in between.
Conditions that cannot fail are asked by Postgres, in the pass that computes their features. Where a line of a version is not
compiled, every movement comes to Python, and CEL is asked of it as it is while the rule runs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import msgspec

from retaguarda.compliance.pld_rules.check_conditions import Conditions, Fact, Outcome, outcome_of
from retaguarda.compliance.pld_rules.condition_facts import BY_NAME, DAY, MICRO, TEXTS
from retaguarda.compliance.pld_rules.evaluate_movements import BATCH, Evaluation, column_of
from retaguarda.compliance.pld_rules.parse_conditions import sql_of
from retaguarda.compliance.pld_rules.rows import Movement
from retaguarda.foundation.database import Tx
from retaguarda.foundation.json_text import json_text

_COLUMNS = {
    "subject": 'text collate "C" not null',
    "us": "bigint not null",
    "movement": 'text collate "C" not null',
    "known_at": "timestamptz not null",
    "name": "text",
    "amount": "bigint not null",
    "found": "boolean",
    "near": "boolean",
    "found_before": "boolean",
    "value": "bigint",
}
#: What was read, as a row of no subject beside those of the movements; and taken out again.
_READ = "'', movements, encode(digest, 'hex'), 'epoch', null, not_enough_data, null, null, null, null"
_TAKE_READ = (
    "delete from pg_temp.{table} where subject = '' returning us as movements, amount as not_enough_data, 0 as errors,"
    " decode(movement, 'hex') as digest"
)
#: Movements of one subject whose hash is taken at once.
_PART = 30 * DAY * MICRO


class Read(msgspec.Struct):
    """What was read: ``digest`` is over every movement, in the order of subject and time."""

    movements: int
    not_enough_data: int
    errors: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Found:
    """What a question found: rows as COPY writes them, the last of which says what was read; or as lines of JSON, and ``read``."""

    rows: BinaryIO
    read: Read | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """
    Args:
        table: of the transaction that keeps: the movements on which ``conditions``, all of its lines but the one of the curve, or
            ``before`` hold.
        curve: the line whose threshold is varied; its feature is ``value``.
        before: of another version, asked of the same movements.
    """

    table: str
    evaluation: Evaluation
    conditions: Conditions
    curve: int | None = None
    before: Conditions | None = None

    @property
    def names(self) -> list[str]:
        """The features that are kept."""
        return sorted(self.evaluation.names)

    async def ask(self, tx: Tx, rows: BinaryIO) -> Found:
        """Read the movements and write what is found into ``rows``; ``tx`` writes nothing."""
        asked = self._answers("s")
        return await (self._ask_in_python(tx, rows) if asked is None else self._ask_in_sql(tx, asked, rows))

    async def keep(self, tx: Tx, found: Found) -> Read:
        """Put what was found into the table."""
        kept = _COLUMNS | {column_of(name): _type_of(name) for name in self.names}
        await tx.execute(
            f"create temp table {self.table} ({', '.join(f'{name} {kind}' for name, kind in kept.items())}) on commit drop"
        )
        read = found.read
        if read is None:
            await tx.copy_in(f"copy pg_temp.{self.table} from stdin", found.rows)
            read = msgspec.convert(await tx.one(_TAKE_READ.format(table=self.table)), Read)
        else:
            found.rows.seek(0)
            for rows in found.rows:
                await self._insert(tx, rows.decode())
        await tx.execute(f"analyze pg_temp.{self.table}")
        return read

    def _answers(self, row: str) -> str | None:
        """SQL of the four answers to a movement; None where a line is not compiled."""
        lines = self.conditions.lines
        found = sql_of(lines, row)
        before = "false" if self.before is None else sql_of(self.before.lines, row)
        if found is None or before is None:
            return None
        if self.curve is None:
            return f"{found} as found, false as near, {before} as found_before, null::bigint as value"
        value = f"{row}.{column_of(lines[self.curve].feature or '')}"
        others = sql_of([each for place, each in enumerate(lines) if place != self.curve], row)
        return f"{found} as found, ({others}) is true and {value} is not null as near, {before} as found_before, {value} as value"

    async def _ask_in_sql(self, tx: Tx, answers: str, rows: BinaryIO) -> Found:
        features = [column_of(name) for name in self.names]
        names = ", ".join([*_COLUMNS, *features])
        columns = ", ".join(f"s.{name}" for name in [*list(_COLUMNS)[:6], *features])
        query = f"""
            with e as materialized (
              select {columns}, {answers}
                from ({self.evaluation.sql()}) s where %(after)s::timestamptz is null or s.known_at > %(after)s
               order by s.subject, s.us, s.movement
            ), read as ({_digest_sql("e", "count(*) filter (where found is null)")})
            select {names} from e where found or near or found_before
            union all
            select {_READ}{", null" * len(features)} from read
        """
        await tx.copy_out(f"copy ({query}) to stdout", self.evaluation.params, rows)
        return Found(rows)

    async def _ask_in_python(self, tx: Tx, rows: BinaryIO) -> Found:
        errors, missing, batch = 0, 0, list[Mapping[str, Any]]()
        async for movement, facts in self.evaluation.run(tx):
            outcome, row = self._answered(movement, facts)
            errors += outcome == "error"
            missing += outcome == "not_enough_data"
            if row is not None:
                batch.append(row)
            if len(batch) == BATCH:
                rows.write(json_text(batch).encode() + b"\n")
                batch.clear()
        rows.write(json_text(batch).encode() + b"\n")
        bare = Evaluation(self.evaluation.target, self.evaluation.currency, frozenset(), self.evaluation.until)
        query = f"""
            with e as (select s.* from ({bare.sql()}) s where %(from)s::timestamptz is null or s.known_at > %(from)s)
            {_digest_sql("e", "0::bigint")}
        """
        read = msgspec.convert(await tx.one(query, bare.params | {"from": self.evaluation.after}), Read)
        return Found(rows, msgspec.structs.replace(read, errors=errors, not_enough_data=missing))

    def _answered(self, movement: Movement, facts: Mapping[str, Fact]) -> tuple[Outcome, Mapping[str, Any] | None]:
        """What the version says of a movement, and the row that is kept of it, if any."""
        held = [line.holds(facts) for line in self.conditions.lines]
        outcome = outcome_of(held)
        value = None if self.curve is None else facts[self.conditions.lines[self.curve].feature or ""]
        others = all(each is True for place, (each, _) in enumerate(held) if place != self.curve)
        near = value is not None and others
        found_before = self.before is not None and self.before.outcome(facts) == "hit"
        if outcome != "hit" and not near and not found_before:
            return outcome, None
        kept = {name: getattr(movement, name) for name in ("subject", "us", "movement", "known_at", "name", "amount")}
        features = {column_of(name): facts[name] for name in self.names}
        answers = {"found": outcome == "hit", "near": near, "found_before": found_before, "value": value}
        return outcome, kept | features | answers

    async def _insert(self, tx: Tx, rows: str) -> None:
        await tx.execute(
            f"insert into pg_temp.{self.table} select * from jsonb_populate_recordset(null::pg_temp.{self.table}, %(rows)s::jsonb)",
            {"rows": rows},
        )


def _type_of(name: str) -> str:
    if name in TEXTS:
        return "text"
    return "boolean" if BY_NAME[name].unit == "flag" else "bigint"


def _digest_sql(rows: str, not_enough_data: str) -> str:
    """Over all rows: how many there are, and a hash over the hashes of each subject's movements, in order."""
    return f"""
        select coalesce(sum(n), 0)::bigint as movements, coalesce(sum(missing), 0)::bigint as not_enough_data, 0 as errors,
               sha256(coalesce(string_agg(part, ''::bytea order by subject, month), ''::bytea)) as digest
          from (select subject, us / {_PART} as month, count(*) as n, {not_enough_data} as missing,
                       sha256(convert_to(subject || string_agg(concat_ws(' ', '', us, movement, amount), '' order by us, movement),
                                         'UTF8')) as part
                  from {rows} group by 1, 2) parts
    """
