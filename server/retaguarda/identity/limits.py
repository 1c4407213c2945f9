"""Limits on refused tries, kept in Postgres so that they hold across processes and restarts, and however many run at once."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.settings import Limits, Rates

#: How long a try waits for others to be judged, and how often it looks. A password is judged in tens of milliseconds.
PATIENCE_SECONDS = 5
POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many in a bucket in each of the windows; each alone is enough to refuse."""

    bucket: str
    rates: Rates


def sign_in_limits(limits: Limits, ip: str | None, email: str) -> tuple[Limit, ...]:
    """The person's own first, everybody's last: tries are counted in this order."""
    return (
        Limit(f"login:person:{email.lower()}", limits.sign_in_person),
        Limit(f"login:ip:{ip}", limits.sign_in_address),
        Limit("login:all", limits.sign_in_all),
    )


def code_limits(limits: Limits, ip: str | None, email: str) -> tuple[Limit, ...]:
    return (
        Limit(f"2fa:person:{email.lower()}", limits.code_person),
        Limit(f"2fa:ip:{ip}", limits.code_address),
    )


def mail_limits(limits: Limits, ip: str | None, email: str) -> tuple[Limit, ...]:
    """Each mail that is asked for counts: nobody's inbox is filled by a stranger."""
    return (
        Limit(f"mail:person:{email.lower()}", limits.mail_person),
        Limit(f"mail:ip:{ip}", limits.mail_address),
        Limit("mail:all", limits.mail_all),
    )


def link_limits(limits: Limits, ip: str | None) -> tuple[Limit, ...]:
    return (Limit(f"link:ip:{ip}", limits.link_address),)


def bot_check_limits(limits: Limits, ip: str | None) -> tuple[Limit, ...]:
    return (Limit(f"bot:ip:{ip}", limits.bot_check_address),)


def key_limits(limits: Limits, ip: str | None) -> tuple[Limit, ...]:
    return (Limit(f"key:ip:{ip}", limits.key_address),)


def invitation_limits(limits: Limits, company: int) -> tuple[Limit, ...]:
    """Each mail to somebody who may never have heard of us counts."""
    return (Limit(f"invite:company:{company}", limits.invitations),)


async def begin_try(tx: Tx, limits: Sequence[Limit]) -> datetime:
    """Counts a try in every bucket; others of the same buckets wait until this transaction ends. What is not taken back
    stays counted with the commit.

    Raises:
        ApiError: 429 with Retry-After: the seconds until every full window has room again; and nothing is counted.
    """
    begun, wait = await _begun(tx, limits, open=False)
    if begun is None:
        raise _too_many(wait or 1)
    return begun


async def begin_slow_try(database: Database, limits: Sequence[Limit]) -> datetime:
    """As begin_try, committed at once, for what is judged while no transaction is open. Whoever finds a window full of tries that
    are not judged yet waits a little: they may all be right.

    Raises:
        ApiError: 429.
    """
    patience = monotonic() + PATIENCE_SECONDS
    while True:
        async with database.transaction(SYSTEM) as tx:
            begun, wait = await _begun(tx, limits, open=True)
        if begun is not None:
            return begun
        if wait is not None or monotonic() > patience:
            raise _too_many(wait or 1)
        await asyncio.sleep(POLL_SECONDS)


async def _begun(tx: Tx, limits: Sequence[Limit], *, open: bool) -> tuple[datetime | None, int | None]:
    rows = [(limit.bucket, most, seconds) for limit in limits for most, seconds in limit.rates]
    found = await tx.one(
        "select begun, wait from try_begin(%(locks)s, %(buckets)s, %(most)s, %(seconds)s, %(open)s)",
        dict(zip(("buckets", "most", "seconds"), map(list, zip(*rows, strict=True)), strict=True))
        | {"locks": _buckets(limits), "open": open},
    )
    assert found is not None
    return found["begun"], found["wait"]


async def refused(tx: Tx, limits: Sequence[Limit], begun: datetime) -> None:
    """The slow try is judged: it stays counted."""
    await tx.execute(
        "update refused_try set open = false where bucket = any(%(buckets)s) and at = %(begun)s",
        {"buckets": _buckets(limits), "begun": begun},
    )


async def take_back(tx: Tx, limits: Sequence[Limit], begun: datetime) -> None:
    """The try begun then was not refused."""
    await tx.execute(
        "delete from refused_try where bucket = any(%(buckets)s) and at = %(begun)s",
        {"buckets": _buckets(limits), "begun": begun},
    )


async def count_more(tx: Tx, limits: Sequence[Limit], times: int) -> None:
    """Beside the one that begin_try has counted."""
    await tx.execute(
        "insert into refused_try (bucket) select unnest(%(buckets)s::text[]) from generate_series(1, %(times)s)",
        {"buckets": _buckets(limits), "times": times},
    )


async def count_or_refuse(database: Database, limits: Sequence[Limit]) -> None:
    """In a transaction of its own: the call it counts is refused, and its own is rolled back.

    Raises:
        ApiError: 429 when it is one too many.
    """
    async with database.transaction(SYSTEM) as tx:
        await begin_try(tx, limits)


def _buckets(limits: Sequence[Limit]) -> list[str]:
    return [limit.bucket for limit in limits]


def _too_many(wait: int) -> ApiError:
    return ApiError(
        429, "too_many_tries", "too many refused tries; wait and try again", {"Retry-After": str(max(wait, 1))}
    )


async def forget_refused(tx: Tx, email: str, *, codes: bool) -> None:
    """Success resets the person's own counts, never those of an address or of all.

    Args:
        codes: also of refused second factors; only one that was accepted does this.
    """
    kinds = ("login", "2fa") if codes else ("login",)
    await tx.execute(
        "delete from refused_try where bucket = any(%(buckets)s)",
        {"buckets": [f"{kind}:person:{email.lower()}" for kind in kinds]},
    )
