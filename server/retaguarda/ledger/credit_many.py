"""Posts many journals of one kind in one statement, each of which only credits an account of its company."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from retaguarda.foundation.database import Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.metrics import LEDGER_POSTS
from retaguarda.foundation.pg_arrays import of_plain, of_texts
from retaguarda.ledger.errors import ledger_errors

_CREDIT = """
    select ledger_credit_many(%(companies)s::int[], %(ids)s::uuid[], %(keys)s::text[], %(kind)s, %(references)s::text[],
      %(effective_at)s::timestamptz[], %(code)s, %(currency)s, %(source)s, %(shared)s, %(nets)s::bigint[], %(shares)s::bigint[])
"""


@dataclass(frozen=True, slots=True)
class Credit:
    """One journal: ``net`` to the company's account, ``share`` to the provider's, both from the provider's source.

    Minor units; ``net`` is positive, ``share`` zero or positive. The other fields as in post().
    """

    company: int
    key: str
    reference: str
    effective_at: datetime
    net: int
    share: int


async def credit_many(
    tx: Tx, credits_: Sequence[Credit], *, kind: str, code: str, source: str, shared: str, currency: str
) -> None:
    """Posts all of them or none: a key that a journal already has fails the whole request.

    Args:
        code: of the company's own account.
        source, shared: of the provider's append-only accounts.

    Raises:
        UnknownAccount: an account does not exist, or is blocked for money in.
        psycopg.errors.UniqueViolation: a key was used.
    """
    with ledger_errors():
        await tx.execute(
            _CREDIT,
            {
                "companies": of_plain(each.company for each in credits_),
                "ids": of_plain(uuid7() for _ in credits_),
                "keys": of_texts(each.key for each in credits_),
                "kind": kind,
                "references": of_texts(each.reference for each in credits_),
                "effective_at": of_plain(each.effective_at for each in credits_),
                "code": code,
                "currency": currency,
                "source": source,
                "shared": shared,
                "nets": of_plain(each.net for each in credits_),
                "shares": of_plain(each.share for each in credits_),
            },
        )
    LEDGER_POSTS.labels(kind).inc(len(credits_))
