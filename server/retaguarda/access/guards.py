"""What nobody can do: grant what they do not hold, act on themselves, and leave a company without an administrator."""

from collections.abc import Iterable
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal

#: Whoever holds this administers people; each company that ever had one keeps one.
ADMINISTRATOR = Permission.USERS_WRITE


def refuse_granting(principal: Principal, permissions: Iterable[str]) -> None:
    """
    Raises:
        ApiError: 403 ``cannot_grant``; ``error`` names what the caller does not hold.
    """
    lacking = sorted(set(permissions) - principal.permissions)
    if lacking:
        raise ApiError(403, "cannot_grant", f"you do not hold what this would give: {', '.join(lacking)}")


async def refuse_beyond(tx: Tx, principal: Principal, people: list[UUID]) -> None:
    """What people may do they may do in every company they see: to give them more, one sees all of these.

    Raises:
        ApiError: 403 ``cannot_grant``.
    """
    if await tx.value(
        "select sees_beyond(%(people)s, %(seen)s)", {"people": people, "seen": list(principal.companies)}
    ):
        raise ApiError(
            403, "cannot_grant", "this would count in companies that you do not see: ask the provider's staff"
        )


def refuse_oneself(principal: Principal, person: UUID) -> None:
    """
    Raises:
        ApiError: 409 ``not_on_yourself``.
    """
    if person == principal.person_id:
        raise ApiError(409, "not_on_yourself", "another administrator does this for you")


async def one_at_a_time(tx: Tx, company: int) -> list[UUID]:
    """Changes of who administers a company wait for each other; the administrators as they are once it is our turn."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('administrators', %(company)s))", {"company": company}
    )
    return await _administrators(tx, company)


async def refuse_without_administrator(tx: Tx, company: int, before: list[UUID]) -> None:
    """After the change.

    Raises:
        ApiError: 409 ``last_administrator``, and nothing was changed.
    """
    if before and not await _administrators(tx, company):
        raise ApiError(409, "last_administrator", f"nobody of this company would hold {ADMINISTRATOR} any more")


async def _administrators(tx: Tx, company: int) -> list[UUID]:
    rows = await tx.all(
        "select h.id from holders_of(%(company)s, %(permission)s) h(id) join person p on p.id = h.id"
        " where p.joined_at is not null",
        {"company": company, "permission": ADMINISTRATOR},
    )
    return [row["id"] for row in rows]


async def person_for_update(tx: Tx, principal: Principal, person: UUID) -> Row:
    """The person, locked until the transaction ends.

    Raises:
        ApiError: 404, also for a person of another company.
    """
    row = await tx.one(
        "select * from person where id = %(id)s and company_id = %(company)s for no key update",
        {"id": person, "company": principal.chosen()},
    )
    if row is None:
        raise not_found("person")
    return row


def clean_name(field: str, text: str, longest: int) -> str:
    """
    Raises:
        ApiError: 400, this field.
    """
    name = text.strip()
    if not 1 <= len(name) <= longest or not name.isprintable():
        raise ApiError(400, {field: ["invalid"]}, f"{field} has 1 to {longest} printable characters")
    return name
