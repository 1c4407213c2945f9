"""Posting: the only way money moves."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.metrics import LEDGER_POSTS
from retaguarda.ledger.errors import UnbalancedJournal, ledger_errors
from retaguarda.ledger.model import JournalEvent, Leg, Posted

_POST = """
    select ledger_post(%(company)s, %(id)s, %(key)s, %(kind)s, %(reference)s, %(effective_at)s,
      %(companies)s::int[], %(codes)s::text[], %(currencies)s::text[], %(amounts)s::bigint[], %(hold)s)
"""
#: Posts a journal and writes its event in one statement. No row: the journal existed, and its event is not written again.
_POST_WITH_EVENT = f"""
    select event_write(%(company)s, %(event)s, %(subject)s, %(actor)s, %(data)s::jsonb)
      from ({_POST.strip()} as id offset 0) posted where posted.id = %(id)s
"""
_EXISTING = "select id from ledger_journal where company_id = %(company)s and key = %(key)s"
_REVERSE = """
    select ledger_reverse(%(company)s, %(id)s, %(journal)s, %(key)s, %(kind)s, %(reference)s, %(effective_at)s)
"""


async def post(
    tx: Tx,
    *,
    company: int,
    key: str,
    kind: str,
    reference: str,
    effective_at: datetime | None,
    legs: Sequence[Leg],
) -> Posted:
    """Posts a journal for ``company``.

    Args:
        company: the tenant. Legs touch its accounts, and append-only accounts of the provider.
        key: makes it happen once; unique among the company's journals.
        kind: dotted words of the room that posts.
        reference: the subject, to find its journals by.
        effective_at: when it happened outside; None is now. A replay must repeat it.
        legs: at least two, summing to zero in each currency. Several may touch one account.

    Raises:
        UnbalancedJournal, InsufficientBalance, UnknownAccount, OutOfScope.
        IdempotencyConflict: another body used the key.
    """
    return await _post_once(
        tx, _POST, company, key, kind, reference, effective_at, _arrays(company, legs) | {"hold": None}
    )


async def post_with_event(
    tx: Tx,
    event: JournalEvent,
    *,
    company: int,
    key: str,
    kind: str,
    reference: str,
    effective_at: datetime | None,
    legs: Sequence[Leg],
) -> Posted:
    """As post(), and writes its event in the same statement. A replay writes none.

    Raises:
        As post().
    """
    event_params = {
        "event": event.name,
        "subject": event.subject,
        "actor": event.actor,
        "data": json_text(event.data),
    }
    common = _common(company, key, kind, reference, effective_at)
    values = common | _arrays(company, legs) | {"hold": None} | event_params
    with ledger_errors():
        new = await tx.execute(_POST_WITH_EVENT, values) == 1
    LEDGER_POSTS.labels(kind).inc()
    return Posted(common["id"] if new else await tx.value(_EXISTING, values), not new)


async def capture(
    tx: Tx,
    *,
    company: int,
    hold_key: str,
    key: str,
    kind: str,
    reference: str,
    effective_at: datetime | None,
    legs: Sequence[Leg],
) -> Posted:
    """Posts a journal that takes money from a hold, all or part of it; the rest is available again.

    Args as in post(); the legs debit the held account.

    Raises:
        HoldNotOpen, CaptureMismatch; and what post() raises.
    """
    arrays = _arrays(company, legs) | {"hold": hold_key}
    return await _post_once(tx, _POST, company, key, kind, reference, effective_at, arrays)


async def capture_with_commit(
    tx: Tx,
    *,
    company: int,
    hold_key: str,
    key: str,
    kind: str,
    reference: str,
    effective_at: datetime | None,
    legs: Sequence[Leg],
) -> None:
    """As capture(), with the commit: others wait for the held account as long as the commit takes, not while this program does
    something else. A ledger's error is the commit's, a ``psycopg.Error`` of its SQLSTATE.
    """
    values = _common(company, key, kind, reference, effective_at) | _arrays(company, legs) | {"hold": hold_key}
    await tx.with_commit(_POST, values)
    LEDGER_POSTS.labels(kind).inc()


async def reverse(
    tx: Tx, *, company: int, journal: UUID, key: str, kind: str, reference: str, effective_at: datetime | None = None
) -> Posted:
    """Posts the exact mirror of a journal. A hold that the journal captured stays captured.

    Raises:
        UnknownJournal, InsufficientBalance, OutOfScope, IdempotencyConflict.
        NotReversible: it is reversed already, or is a reversal.
    """
    return await _post_once(tx, _REVERSE, company, key, kind, reference, effective_at, {"journal": journal})


async def _post_once(
    tx: Tx,
    statement: str,
    company: int,
    key: str,
    kind: str,
    reference: str,
    effective_at: datetime | None,
    extra: dict[str, Any],
) -> Posted:
    common = _common(company, key, kind, reference, effective_at)
    with ledger_errors():
        posted_id = await tx.value(statement, common | extra)
    LEDGER_POSTS.labels(kind).inc()
    return Posted(posted_id, posted_id != common["id"])


def _common(company: int, key: str, kind: str, reference: str, effective_at: datetime | None) -> dict[str, Any]:
    return {
        "company": company,
        "id": uuid7(),
        "key": key,
        "kind": kind,
        "reference": reference,
        "effective_at": effective_at,
    }


def _arrays(company: int, legs: Sequence[Leg]) -> dict[str, Any]:
    """Orders the legs as ledger_post locks them: the company's own accounts first."""
    _refuse_unbalanced(legs)
    ordered = sorted(
        legs,
        key=lambda leg: (leg.account.company != company, leg.account.company, leg.account.code, leg.account.currency),
    )
    return {
        "companies": [leg.account.company for leg in ordered],
        "codes": [leg.account.code for leg in ordered],
        "currencies": [leg.account.currency for leg in ordered],
        "amounts": [leg.amount for leg in ordered],
    }


def _refuse_unbalanced(legs: Sequence[Leg]) -> None:
    """Checks early what the database would refuse only at commit."""
    sums = Counter[str]()
    for leg in legs:
        sums[leg.account.currency] += leg.amount
    if len(legs) < 2 or any(sums.values()):
        raise UnbalancedJournal(f"{len(legs)} legs, off by {dict(sums)}")
