"""Close a day and reopen it: one person asks, another decides. Closing seals it."""

from collections.abc import Mapping

from retaguarda.conciliation.days.model import DecideDayInput, HouseDay
from retaguarda.conciliation.days.queries import day_for_update, find_day
from retaguarda.conciliation.days.seal_day import seal_day
from retaguarda.conciliation.matching.run_ladder import fill_expectations, refresh_days
from retaguarda.conciliation.statements.queries import refuse_maker
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

#: Choice → states before.
_BEFORE = {
    "ask_close": ("open", "ready"),
    "close": ("closing",),
    "ask_reopen": ("closed",),
    "reopen": ("reopening",),
    "keep": ("closing", "reopening"),
}


async def _decide(tx: Tx, principal: Principal, given: DecideDayInput, path: Mapping[str, str]) -> Done:
    before = await day_for_update(tx, path)
    if before.state not in _BEFORE[given.choice]:
        raise ApiError(409, "day_not_so", f"day {before.day} is {before.state}")
    reason = None if given.reason is None else printable("reason", given.reason)
    facts = {"day": before.day.isoformat(), "account": before.account_name}
    match given.choice:
        case "ask_close":
            await _ask_close(tx, principal, before, reason)
        case "close":
            await refuse_maker(tx, principal, "house_day", before.id)
            facts |= {"seal": await _close(tx, principal, before)}
        case "ask_reopen":
            if reason is None:
                raise invalid_field("reason", "field_required", "say why the day is reopened")
            await tx.execute(_ASK, _key(before, principal, "reopening", reason))
        case "reopen":
            await refuse_maker(tx, principal, "house_day", before.id)
            await tx.execute(_REOPEN, _key(before, principal, "open", None))
            await refresh_days(tx, before.account_id)
        case "keep":
            await tx.execute(_KEEP, _key(before, principal, "open" if before.state == "closing" else "closed", None))
            await refresh_days(tx, before.account_id)
    after = await find_day(tx, before.id)
    assert after is not None
    moved = {} if before.state == after.state else {"from": before.state, "to": after.state}
    return Done(str(before.id), after, facts | moved)


def _key(day: HouseDay, principal: Principal, state: str, reason: str | None) -> dict[str, object]:
    return {"id": day.id, "state": state, "by": principal.email, "reason": reason}


async def _ask_close(tx: Tx, principal: Principal, day: HouseDay, reason: str | None) -> None:
    """Ask for a day to be closed by another person.

    Raises:
        ApiError: the day before is open, nothing was told of it yet, or something has no cause and nobody says why.
    """
    await fill_expectations(tx)
    await refresh_days(tx, day.account_id)
    fresh = await find_day(tx, day.id)
    assert fresh is not None
    if await tx.value(_EARLIER_OPEN, {"id": day.id}):
        raise ApiError(409, "day_before_open", "the day before is not closed yet")
    if not await tx.value(_TOLD, {"id": day.id}):
        raise ApiError(409, "day_not_told", "no statement reaches to the end of this day yet")
    if fresh.without_cause.amount and reason is None:
        raise invalid_field("reason", "field_required", "something of this day has no cause: say why it is accepted")
    await tx.execute(_ASK, _key(day, principal, "closing", reason))


async def _close(tx: Tx, principal: Principal, day: HouseDay) -> str:
    """Close a day on the figures of this moment, and return the hash of its seal.

    Raises:
        ApiError: what has no cause is more than the first person accepted.
    """
    await fill_expectations(tx)
    await refresh_days(tx, day.account_id)
    fresh = await find_day(tx, day.id)
    assert fresh is not None
    if fresh.without_cause.amount and fresh.asked_reason is None:
        raise ApiError(409, "day_changed", "something of this day has no cause since it was asked for")
    at = await tx.value("select clock_timestamp()")
    digest = await seal_day(tx, fresh, principal.email, at)
    await tx.execute(_CLOSE, {"id": day.id, "by": principal.email, "at": at})
    return digest


_EARLIER_OPEN = """
    select exists (select from house_day d join house_day e on e.company_id = 1 and e.account_id = d.account_id and e.day < d.day
                    where d.company_id = 1 and d.id = %(id)s and e.state not in ('closed', 'reopening'))
"""
_TOLD = """
    select exists (select from house_day d join stated_balance b on b.company_id = 1 and b.account_id = d.account_id
                      and b.applied_at is not null and b.closing_on >= d.day where d.company_id = 1 and d.id = %(id)s)
"""
_ASK = """
    update house_day set state = %(state)s, asked_by = %(by)s, asked_at = clock_timestamp(), asked_reason = %(reason)s
     where company_id = 1 and id = %(id)s
"""
_CLOSE = """
    update house_day set state = 'closed', closed_by = %(by)s, closed_at = %(at)s, accepted_reason = asked_reason, asked_at = null,
                         asked_by = null, asked_reason = null, seals = seals + 1
     where company_id = 1 and id = %(id)s
"""
_REOPEN = """
    update house_day set state = %(state)s, closed_by = null, closed_at = null, accepted_reason = null, asked_at = null,
                         asked_by = null, asked_reason = null
     where company_id = 1 and id = %(id)s
"""
_KEEP = """
    update house_day set state = %(state)s, asked_at = null, asked_by = null, asked_reason = null
     where company_id = 1 and id = %(id)s
"""

DECIDE_DAY = Command(
    name="conciliation:day:decide",
    method="POST",
    path="/v1/conciliation/days/{id:str}/decide",
    summary="Ask for a day to be closed or reopened, and decide what another person asked for",
    permission=Permission.CONCILIATION_DAYS_WRITE,
    scope=HOUSE,
    input=DecideDayInput,
    answers=HouseDay,
    apply=_decide,
    keyed=False,
)
