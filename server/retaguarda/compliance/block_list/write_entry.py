"""Writes entries of the block list; they bind from the next statement on."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

import psycopg

from retaguarda.compliance.block_list.identify_value import Value
from retaguarda.compliance.block_list.model import EntryTerms
from retaguarda.foundation.business_days import next_business_day
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.local_day import BRASILIA
from retaguarda.foundation.text_input import printable

#: Lanes whose entries want a second person, by the end of the next business day.
CONFIRMED_LANES = frozenset({"pld", "sanctions"})


async def check_terms(tx: Tx, terms: EntryTerms) -> None:
    """Refuse terms that could never bind.

    Raises:
        ApiError: 400 naming the field.
    """
    if terms.until is not None and end_of(terms.until) <= datetime.now(UTC):
        raise invalid_field("until", "day_in_past", "until is in the past")
    printable("reason", terms.reason)
    if terms.merchant is not None and not await tx.value(
        "select block_merchant_exists(%(id)s)", {"id": terms.merchant}
    ):
        raise invalid_field("merchant", "merchant_unknown", "there is no such merchant")


def end_of(day: date) -> datetime:
    """When a day is over in Brasília.

    Raises:
        ApiError: 400 ``day_too_far``.
    """
    if day.year >= 9999:
        raise invalid_field("until", "day_too_far", "until is beyond the calendar")
    return datetime.combine(day + timedelta(days=1), time(), BRASILIA)


def columns_of(terms: EntryTerms, person: UUID | None, email: str, now: datetime) -> dict[str, Any]:
    return {
        "lane": terms.lane,
        "merchant": terms.merchant,
        "direction": terms.direction,
        "effect": terms.effect,
        "cause": terms.cause,
        "reason": printable("reason", terms.reason),
        "until": None if terms.until is None else end_of(terms.until),
        "person": person,
        "by": email,
        "confirm_by": _end_of_next_business_day(now) if terms.lane in CONFIRMED_LANES else None,
    }


async def write_entry(
    tx: Tx, value: Value, columns: dict[str, Any], *, hit: UUID | None = None, case: UUID | None = None
) -> UUID:
    """Write the entry that a person adds, or that a confirmed ``hit`` or a ``case`` of PLD asks for.

    Raises:
        ApiError: 409 ``block_entry_known``.
    """
    entry = uuid7()
    await tx.execute("savepoint adding")
    try:
        await tx.execute(
            _INSERT,
            columns
            | {
                "id": entry,
                "kind": value.kind,
                "value": value.text,
                "shown": value.shown,
                "source": "hit" if hit else "case" if case else "person",
                "hit": hit,
                "case": case,
            },
        )
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint adding")
        raise ApiError(409, "block_entry_known", "this value stands on the list already, in this lane") from None
    return entry


async def write_entries(tx: Tx, values: Sequence[Value], columns: dict[str, Any], upload: UUID) -> int:
    """Insert the entries of an upload; return how many are new."""
    return await tx.execute(
        _INSERT_MANY,
        columns
        | {
            "ids": [uuid7() for _ in values],
            "kinds": [value.kind for value in values],
            "values": [value.text for value in values],
            "shown": [value.shown for value in values],
            "upload": upload,
        },
    )


def _end_of_next_business_day(now: datetime) -> datetime:
    return end_of(next_business_day(now.astimezone(BRASILIA).date() + timedelta(days=1)))


_INSERT = """
    insert into block_entry (id, lane, kind, value, shown, merchant_id, direction, effect, cause, reason, source, hit_id, case_id,
                             until, added_by, added_by_id, confirm_by)
    values (%(id)s, %(lane)s, %(kind)s, %(value)s, %(shown)s, %(merchant)s, %(direction)s, %(effect)s, %(cause)s, %(reason)s,
            %(source)s, %(hit)s, %(case)s, %(until)s, %(by)s, %(person)s, %(confirm_by)s)
"""
_INSERT_MANY = """
    insert into block_entry (id, lane, kind, value, shown, merchant_id, direction, effect, cause, reason, source, upload_id, until,
                             added_by, added_by_id, confirm_by)
    select v.id, %(lane)s, v.kind, v.value, v.shown, %(merchant)s, %(direction)s, %(effect)s, %(cause)s, %(reason)s, 'upload',
           %(upload)s, %(until)s, %(by)s, %(person)s, %(confirm_by)s
      from unnest(%(ids)s::uuid[], %(kinds)s::text[], %(values)s::text[], %(shown)s::text[]) v (id, kind, value, shown)
    on conflict (probe, lane, direction, coalesce(merchant_id, 0)) where ended_at is null do nothing
"""
