"""What nobody may do: grant what they do not hold, act on themselves, or leave a company without an administrator."""

from collections.abc import Iterable
from uuid import UUID

from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal

#: Administers people. A company that ever had a person with this permission keeps one.
ADMINISTRATOR = Permission.USERS_WRITE


def refuse_granting(principal: Principal, permissions: Iterable[str]) -> None:
    """Refuses to grant permissions that the caller does not hold.

    Raises:
        ApiError: 403 ``cannot_grant``; ``error`` names the missing ones.
    """
    missing = sorted(set(permissions) - principal.permissions)
    if missing:
        raise ApiError(403, "cannot_grant", f"you do not hold what this would give: {', '.join(missing)}")


async def refuse_wider_reach(tx: Tx, principal: Principal, people: list[UUID]) -> None:
    """Refuses to extend the rights of people who see companies that the caller does not: a right counts in all of them.

    Raises:
        ApiError: 403 ``cannot_grant``.
    """
    if await tx.value(
        "select sees_beyond(%(people)s, %(seen)s)", {"people": people, "seen": list(principal.companies)}
    ):
        raise ApiError(
            403, "cannot_grant", "this would count in companies that you do not see: ask the provider's staff"
        )


def refuse_self(principal: Principal, person: UUID) -> None:
    """Refuses changes of the caller's own rights.

    Raises:
        ApiError: 409 ``not_on_yourself``.
    """
    if person == principal.person_id:
        raise ApiError(409, "not_on_yourself", "another administrator does this for you")


async def lock_administrators(tx: Tx, company: int) -> list[UUID]:
    """Serializes changes of a company's administrators, and returns the administrators once it holds the lock."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('administrators', %(company)s))", {"company": company}
    )
    return await _administrators(tx, company)


async def refuse_without_administrator(tx: Tx, company: int, before: list[UUID]) -> None:
    """Call it after the change.

    Raises:
        ApiError: 409 ``last_administrator``; the change is rolled back.
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
    """Returns the person, locked until the transaction ends.

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
    """Strips and checks a name.

    Raises:
        ApiError: 400, this field.
    """
    name = text.strip()
    if not 1 <= len(name) <= longest or not name.isprintable():
        raise ApiError(400, {field: ["invalid"]}, f"{field} has 1 to {longest} printable characters")
    return name
