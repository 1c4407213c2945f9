"""Whether a company may move money: the one place where rooms ask before they do."""

from typing import Literal

from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError

#: in: asking for money; out: taking it away.
Direction = Literal["in", "out"]

#: Why nothing moves when nobody blocked it: the state the company is in.
_STATES = frozenset({"created", "review", "snoozed", "denied", "offboarding", "offboarded"})


async def blocked(tx: Tx, company: int, direction: Direction) -> str | None:
    """None when money may move; else the reason as staff wrote it, or the company's state."""
    return await tx.value(
        "select company_blocked(%(company)s, %(direction)s)", {"company": company, "direction": direction}
    )


async def refuse_blocked(tx: Tx, company: int, direction: Direction) -> None:
    """
    Raises:
        ApiError: 409 ``company_blocked``, whose ``error`` is the reason as staff wrote it; 409 ``company_not_active``.
    """
    reason = await blocked(tx, company, direction)
    if reason in _STATES:
        raise ApiError(409, "company_not_active", f"the company is in state {reason}: it moves no money")
    if reason is not None:
        raise ApiError(409, "company_blocked", reason)
