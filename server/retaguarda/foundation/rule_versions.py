"""What all versions of rules have in common: a draft, another person who approves it, and one that is active."""

from collections.abc import Container
from uuid import UUID

from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.request import Principal

#: SQL that adds ``%(person)s`` to those who wrote of a version.
WRITER_ADDED = "writers = case when %(person)s = any (writers) then writers else writers || %(person)s::uuid end"


def refuse_unless_in(number: int, status: str, *states: str) -> None:
    """
    Raises:
        ApiError: 409 ``rules_not_in_state``, naming the state.
    """
    if status not in states:
        raise ApiError(409, "rules_not_in_state", f"version {number} is {status}, not {' or '.join(states)}")


def refuse_other_revision(stored: int, seen: int) -> None:
    """
    Raises:
        ApiError: 409 ``changed_meanwhile``: somebody changed the draft since.
    """
    if stored != seen:
        raise ApiError(409, "changed_meanwhile", "somebody changed this draft since you saw it; look again")


def refuse_own(writers: Container[UUID | None], principal: Principal) -> None:
    """
    Raises:
        ApiError: 409 ``own_rules``: whoever wrote of a version does not approve it.
    """
    if principal.person_id in writers:
        raise ApiError(409, "own_rules", "you wrote some of these rules; somebody else approves them")
