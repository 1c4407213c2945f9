"""Posting: the only way by which money moves."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.metrics import LEDGER_POSTS
from retaguarda.ledger.errors import UnbalancedJournal, named
from retaguarda.ledger.model import Leg, Posted, Told

_POST = """
    select ledger_post(%(company)s, %(id)s, %(key)s, %(kind)s, %(reference)s, %(effective_at)s,
      %(companies)s::int[], %(codes)s::text[], %(currencies)s::text[], %(amounts)s::bigint[], %(hold)s)
"""
#: Posts and tells in one statement; of a journal that stood before nothing is told again. No row: it stood.
_POST_TOLD = f"""
    insert into event (company_id, name, subject_id, actor, data)
    select %(company)s, %(event)s, %(subject)s, %(actor)s, %(data)s::jsonb
      from ({_POST.strip()} as id offset 0) posted where posted.id = %(id)s
"""
_STANDS = "select id from ledger_journal where company_id = %(company)s and key = %(key)s"
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
        company: the tenant it is for. Legs touch its accounts, and append-only ones of the provider.
        key: makes it happen once; unique among the company's journals.
        kind: dotted words of the room that posts.
        reference: of what it is about, to find its journals by.
        effective_at: when it happened outside; None is now. Part of the body that a replay must repeat.
        legs: at least two, summing to zero in each currency. Several may touch one account.

    Raises:
        UnbalancedJournal, InsufficientBalance, UnknownAccount, OutOfScope.
        IdempotencyConflict: the key was used for another body.
    """
    return await _stand(tx, _POST, company, key, kind, reference, effective_at, _arrays(company, legs) | {"hold": None})


async def post_told(
    tx: Tx,
    told: Told,
    *,
    company: int,
    key: str,
    kind: str,
    reference: str,
    effective_at: datetime | None,
    legs: Sequence[Leg],
) -> Posted:
    """As post(), and the event of it travels with it. A replay tells nothing.

    Raises:
        As post().
    """
    event = {
        "event": told.name,
        "subject": told.subject,
        "actor": told.actor,
        "data": json_text(told.data),
    }
    common = _common(company, key, kind, reference, effective_at)
    values = common | _arrays(company, legs) | {"hold": None} | event
    with named():
        new = await tx.execute(_POST_TOLD, values) == 1
    LEDGER_POSTS.labels(kind).inc()
    return Posted(common["id"] if new else await tx.value(_STANDS, values), not new)


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
    """Posts a journal that takes what a hold has set aside, in full or in part; the rest of it is free again.

    Args as in post(); the legs take from the held account.

    Raises:
        HoldNotOpen, CaptureMismatch; and what post() raises.
    """
    arrays = _arrays(company, legs) | {"hold": hold_key}
    return await _stand(tx, _POST, company, key, kind, reference, effective_at, arrays)


async def reverse(
    tx: Tx, *, company: int, journal: UUID, key: str, kind: str, reference: str, effective_at: datetime | None = None
) -> Posted:
    """Posts the exact mirror of a journal. A hold that it had captured stays captured.

    Raises:
        UnknownJournal, InsufficientBalance, OutOfScope, IdempotencyConflict.
        NotReversible: it is reversed already, or is a reversal.
    """
    return await _stand(tx, _REVERSE, company, key, kind, reference, effective_at, {"journal": journal})


async def _stand(
    tx: Tx,
    statement: str,
    company: int,
    key: str,
    kind: str,
    reference: str,
    effective_at: datetime | None,
    others: dict[str, Any],
) -> Posted:
    common = _common(company, key, kind, reference, effective_at)
    with named():
        standing = await tx.value(statement, common | others)
    LEDGER_POSTS.labels(kind).inc()
    return Posted(standing, standing != common["id"])


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
    """The legs as ledger_post takes them: the company's own accounts first, in the order in which they are locked."""
    _demand_balance(legs)
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


def _demand_balance(legs: Sequence[Leg]) -> None:
    """The database refuses it too, but only at commit."""
    sums = Counter[str]()
    for leg in legs:
        sums[leg.account.currency] += leg.amount
    if len(legs) < 2 or any(sums.values()):
        raise UnbalancedJournal(f"{len(legs)} legs, off by {dict(sums)}")
