"""Limits on refused tries, kept in Postgres so that they hold across processes and restarts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from retaguarda.foundation.database import SYSTEM, Database, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.settings import Limits, Rates


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many in a bucket in each of the windows; each alone is enough to refuse."""

    bucket: str
    rates: Rates


def sign_in_limits(limits: Limits, ip: str | None, email: str) -> tuple[Limit, ...]:
    """The person's own first."""
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


async def refuse_when_over(tx: Tx, limits: Sequence[Limit]) -> None:
    """
    Raises:
        ApiError: 429 with Retry-After: the seconds until every full window has room again.
    """
    rows = [(limit.bucket, most, seconds) for limit in limits for most, seconds in limit.rates]
    wait = await tx.value(
        "select ceil(extract(epoch from max(full_window.wait)))::int"
        " from unnest(%(buckets)s::text[], %(most)s::int[], %(seconds)s::int[]) as l(bucket, most, seconds),"
        " lateral (select min(at) + l.seconds * interval '1 second' - now() as wait from"
        "   (select at from refused_try t where t.bucket = l.bucket and at > now() - l.seconds * interval '1 second'"
        "     order by at desc limit l.most) recent"
        "   having count(*) >= l.most) full_window",
        dict(zip(("buckets", "most", "seconds"), map(list, zip(*rows, strict=True)), strict=True)),
    )
    if wait is not None:
        raise ApiError(
            429, "too_many_tries", "too many refused tries; wait and try again", {"Retry-After": str(max(wait, 1))}
        )


async def count(tx: Tx, limits: Sequence[Limit]) -> None:
    await tx.execute(
        "insert into refused_try (bucket) select unnest(%(buckets)s::text[])",
        {"buckets": [limit.bucket for limit in limits]},
    )


async def begin_try(tx: Tx, limits: Sequence[Limit]) -> datetime:
    """Counts a try of the first limit, the person's, as refused until it is known not to be.

    Otherwise as many guesses as fit into the time of one hash would all find the count as it was before them.

    Raises:
        ApiError: 429, and nothing is counted.
    """
    await tx.execute("select pg_advisory_xact_lock(hashtextextended(%(bucket)s, 1))", {"bucket": limits[0].bucket})
    await refuse_when_over(tx, limits)
    return await tx.value(
        "insert into refused_try (bucket) values (%(bucket)s) returning at", {"bucket": limits[0].bucket}
    )


async def take_back(tx: Tx, limits: Sequence[Limit], at: datetime) -> None:
    """The try begun then was not refused."""
    await tx.execute(
        "delete from refused_try where bucket = %(bucket)s and at = %(at)s", {"bucket": limits[0].bucket, "at": at}
    )


async def count_refused(database: Database, limits: Sequence[Limit]) -> None:
    """In a transaction of its own: the call it counts is refused, and its own is rolled back."""
    async with database.transaction(SYSTEM) as tx:
        await count(tx, limits)


async def count_or_refuse(database: Database, limits: Sequence[Limit]) -> None:
    """
    Raises:
        ApiError: 429 when it is one too many.
    """
    async with database.transaction(SYSTEM) as tx:
        await refuse_when_over(tx, limits)
        await count(tx, limits)


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
