"""Limits on refused tries, kept in Postgres so that they hold across processes and restarts."""

from dataclasses import dataclass

from retaguarda.foundation.database import SYSTEM, Database
from retaguarda.foundation.errors import ApiError


@dataclass(frozen=True, slots=True)
class Limit:
    bucket: str
    most: int
    seconds: int


def sign_in_limits(ip: str | None, email: str) -> tuple[Limit, ...]:
    """By address, by person and for all together; each alone is enough to refuse."""
    return (
        Limit(f"login:ip:{ip}", 10, 300),
        Limit(f"login:person:{email.lower()}", 10, 300),
        Limit("login:all", 1_000, 300),
    )


def code_limits(ip: str | None, email: str) -> tuple[Limit, ...]:
    person = f"2fa:person:{email.lower()}"
    return (Limit(person, 5, 300), Limit(person, 20, 3_600), Limit(person, 50, 86_400), Limit(f"2fa:ip:{ip}", 10, 300))


async def refuse_when_over(database: Database, limits: tuple[Limit, ...]) -> None:
    """
    Raises:
        ApiError: 429 with Retry-After: the seconds until the oldest counted try leaves its window.
    """
    async with database.transaction(SYSTEM) as tx:
        for limit in limits:
            wait = await tx.value(
                "select ceil(extract(epoch from min(at) + %(seconds)s * interval '1 second' - now()))::int from"
                " (select at from refused_try where bucket = %(bucket)s and at > now() - %(seconds)s * interval '1 second'"
                " order by at desc limit %(most)s) recent having count(*) >= %(most)s",
                {"bucket": limit.bucket, "seconds": limit.seconds, "most": limit.most},
            )
            if wait is not None:
                raise ApiError(
                    429,
                    "too_many_tries",
                    "too many refused tries; wait and try again",
                    {"Retry-After": str(max(wait, 1))},
                )


async def count_refused(database: Database, limits: tuple[Limit, ...]) -> None:
    async with database.transaction(SYSTEM) as tx:
        await tx.execute(
            "insert into refused_try (bucket) select unnest(%(buckets)s::text[])",
            {"buckets": sorted({limit.bucket for limit in limits})},
        )


async def forget_refused(database: Database, email: str) -> None:
    """Success resets the person's own counts, never those of an address or of all."""
    async with database.transaction(SYSTEM) as tx:
        await tx.execute(
            "delete from refused_try where bucket = any(%(buckets)s)",
            {"buckets": [f"login:person:{email.lower()}", f"2fa:person:{email.lower()}"]},
        )
