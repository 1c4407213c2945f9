"""Returns whether a company may move money. Rooms ask here before they move any."""

from typing import Literal

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError

#: in: charging payers; out: paying out.
Direction = Literal["in", "out"]

#: States of a company that moves no money, even when nobody blocked it.
_STATES = frozenset({"created", "review", "snoozed", "denied", "offboarding", "offboarded"})


async def blocked(tx: Tx, company: int, direction: Direction) -> str | None:
    """Returns why money may not move: the reason staff wrote, or the company's state; None when it may."""
    return await tx.value(
        "select company_blocked(%(company)s, %(direction)s)", {"company": company, "direction": direction}
    )


async def refuse_blocked(tx: Tx, company: int, direction: Direction) -> None:
    """Refuses to move money of a blocked company.

    Raises:
        ApiError: 409 ``company_blocked``, with the reason staff wrote as ``error``; 409 ``company_not_active``.
    """
    reason = await blocked(tx, company, direction)
    if reason in _STATES:
        raise ApiError(409, "company_not_active", f"the company is in state {reason}: it moves no money")
    if reason is not None:
        raise ApiError(409, "company_blocked", reason)
