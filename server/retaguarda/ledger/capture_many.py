"""Posts many journals of one kind in one statement, each of which captures a hold on one account of one company."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.metrics import LEDGER_POSTS
from retaguarda.foundation.pg_arrays import of_plain, of_texts
from retaguarda.ledger.model import AccountRef

_CAPTURE = """
    select ledger_capture_many(%(company)s, %(ids)s::uuid[], %(keys)s::text[], %(holds)s::text[], %(kind)s, %(references)s::text[],
      %(effective_at)s::timestamptz[], %(code)s, %(currency)s, %(target)s, %(shared)s, %(amounts)s::bigint[], %(shares)s::bigint[])
"""


@dataclass(frozen=True, slots=True)
class Capture:
    """One journal under the key of its hold: ``amount`` to the provider's target, ``share`` to the provider's other account.

    Minor units; ``amount`` is positive, ``share`` zero or positive. ``effective_at`` None is now, as in post().
    """

    key: str
    reference: str
    effective_at: datetime | None
    amount: int
    share: int


async def capture_many_with_commit(
    tx: Tx, captures: Sequence[Capture], *, kind: str, account: AccountRef, target: str, shared: str
) -> None:
    """Posts all of them or none, with the commit, as capture_with_commit(): a ledger's error is the commit's, a ``psycopg.Error`` of its
    SQLSTATE. A key that a journal already has fails the whole request.

    Args:
        account: the company's own, which the holds are on.
        target, shared: of the provider's append-only accounts.
    """
    await tx.with_commit(
        _CAPTURE,
        {
            "company": account.company,
            "ids": of_plain(uuid7() for _ in captures),
            "keys": (keys := of_texts(each.key for each in captures)),
            "holds": keys,
            "kind": kind,
            "references": of_texts(each.reference for each in captures),
            "effective_at": of_plain(each.effective_at for each in captures),
            "code": account.code,
            "currency": account.currency,
            "target": target,
            "shared": shared,
            "amounts": of_plain(each.amount for each in captures),
            "shares": of_plain(each.share for each in captures),
        },
    )
    LEDGER_POSTS.labels(kind).inc(len(captures))
