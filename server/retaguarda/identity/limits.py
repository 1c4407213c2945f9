"""Limits on refused tries, stored in Postgres so that they hold across processes, restarts and concurrent tries."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.settings import Limits, Rates

#: How long a try waits for undecided ones, and how often it looks. Checking a password takes tens of milliseconds.
WAIT_SECONDS = 5
POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Limit:
    """A bucket and its windows (most, seconds); each window alone can refuse."""

    bucket: str
    rates: Rates


def sign_in_limits(limits: Limits, ip: str | None, email: str) -> tuple[Limit, ...]:
    """The person's bucket first, the global one last: tries are counted in this order."""
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
    """Counts every requested mail, so that no stranger floods an inbox."""
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
    """Counts every invitation: it goes to people who may never have heard of us."""
    return (Limit(f"invite:company:{company}", limits.invitations),)


async def begin_try(tx: Tx, limits: Sequence[Limit]) -> datetime:
    """Counts a try in every bucket; concurrent tries of the same buckets wait for this transaction. It stays counted
    with the commit unless cancel_try() removes it.

    Raises:
        ApiError: 429 with Retry-After, the seconds until every full window has room; nothing is counted.
    """
    attempt, wait = await _count_try(tx, limits, open=False)
    if attempt is None:
        raise _too_many(wait or 1)
    return attempt


async def begin_slow_try(database: Database, limits: Sequence[Limit]) -> datetime:
    """As begin_try(), committed at once, for checks outside a transaction. If undecided tries fill a window, it waits a
    little: they may all turn out right.

    Raises:
        ApiError: 429.
    """
    deadline = monotonic() + WAIT_SECONDS
    while True:
        async with database.transaction(SYSTEM) as tx:
            attempt, wait = await _count_try(tx, limits, open=True)
        if attempt is not None:
            return attempt
        if wait is not None or monotonic() > deadline:
            raise _too_many(wait or 1)
        await asyncio.sleep(POLL_SECONDS)


async def _count_try(tx: Tx, limits: Sequence[Limit], *, open: bool) -> tuple[datetime | None, int | None]:
    rows = [(limit.bucket, most, seconds) for limit in limits for most, seconds in limit.rates]
    row = await tx.one(
        "select begun, wait from try_begin(%(locks)s, %(buckets)s, %(most)s, %(seconds)s, %(open)s)",
        dict(zip(("buckets", "most", "seconds"), map(list, zip(*rows, strict=True)), strict=True))
        | {"locks": _buckets(limits), "open": open},
    )
    assert row is not None
    return row["begun"], row["wait"]


async def confirm_refusal(tx: Tx, limits: Sequence[Limit], attempt: datetime) -> None:
    """Records that the slow try was refused: it stays counted."""
    await tx.execute(
        "update refused_try set open = false where bucket = any(%(buckets)s) and at = %(begun)s",
        {"buckets": _buckets(limits), "begun": attempt},
    )


async def cancel_try(tx: Tx, limits: Sequence[Limit], attempt: datetime) -> None:
    """Removes the try counted at that moment: it was not refused."""
    await tx.execute(
        "delete from refused_try where bucket = any(%(buckets)s) and at = %(begun)s",
        {"buckets": _buckets(limits), "begun": attempt},
    )


async def count_more(tx: Tx, limits: Sequence[Limit], times: int) -> None:
    """Counts more tries beside the one of begin_try()."""
    await tx.execute(
        "insert into refused_try (bucket) select unnest(%(buckets)s::text[]) from generate_series(1, %(times)s)",
        {"buckets": _buckets(limits), "times": times},
    )


async def count_or_refuse(database: Database, limits: Sequence[Limit]) -> None:
    """Counts a try in its own transaction, because that of the refused request is rolled back.

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


async def reset_person_tries(tx: Tx, email: str, *, codes: bool) -> None:
    """Resets the person's own counts after a success, never those of an address or the global ones.

    Args:
        codes: also those of refused second factors; only after an accepted second factor.
    """
    kinds = ("login", "2fa") if codes else ("login",)
    await tx.execute(
        "delete from refused_try where bucket = any(%(buckets)s)",
        {"buckets": [f"{kind}:person:{email.lower()}" for kind in kinds]},
    )
