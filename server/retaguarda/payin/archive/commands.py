"""Commands of staff on an archived month: ask that its messages are dropped from the database, agree, or keep them."""

from collections.abc import Mapping
from typing import Any

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.diff import PlanSummary, plan_summary
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE, with_second_factor
from retaguarda.payin.archive.model import ArchivedMonth
from retaguarda.payin.archive.queries import load_month, month_for_update, month_subject

PATH = "/v1/tools/archived-months"
SCOPE = with_second_factor(HOUSE)
AGREED = "tools:archive:drop"


async def _ask(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    found = await _in(tx, principal, path, "kept")
    await tx.execute(
        "update archived_month set status = 'asked', asked_at = now(), asked_by = %(by)s, asked_by_id = %(person)s,"
        " last_error = null where id = %(id)s",
        {"id": found.id, "by": principal.email, "person": principal.person_id},
    )
    return await _done(tx, principal, found)


async def _agree(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    found = await _in(tx, principal, path, "asked")
    if found.mine:
        raise ApiError(409, "own_archived_month", "you asked for this; somebody else agrees")
    await tx.execute(
        "update archived_month set status = 'dropping', agreed_at = now(), agreed_by = %(by)s, agreed_by_id = %(person)s"
        " where id = %(id)s",
        {"id": found.id, "by": principal.email, "person": principal.person_id},
    )
    return await _done(tx, principal, found)


async def _keep(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    found = await _in(tx, principal, path, "asked")
    await tx.execute(
        "update archived_month set status = 'kept', asked_at = null, asked_by = null, asked_by_id = null where id = %(id)s",
        {"id": found.id},
    )
    return await _done(tx, principal, found)


async def _in(tx: Tx, principal: Principal, path: Mapping[str, str], status: str) -> ArchivedMonth:
    """
    Raises:
        ApiError: 404; 409: the month is in another status.
    """
    found = await month_for_update(tx, principal.person_id, path)
    if found.status != status:
        raise ApiError(409, "archived_month_not_so", f"this month is {found.status}, not {status}")
    return found


async def _done(tx: Tx, principal: Principal, found: ArchivedMonth) -> Done:
    after = await load_month(tx, found.id, principal.person_id)
    assert after is not None
    return Done(str(found.id), after, {"month": found.month, "messages": found.messages})


async def _shows(tx: Tx, principal: Principal, done: Done) -> PlanSummary:
    month: ArchivedMonth = done.result
    return plan_summary(month.month, {"month": month.month, "messages": month.messages})


def _on_month(name: str, action: str, summary: str, apply: Any) -> Command[Any]:
    return Command(
        name=name,
        method="POST",
        path=f"{PATH}/{{id:str}}/{action}",
        summary=summary,
        permission=Permission.SCHEDULER_TASK_WRITE,
        scope=SCOPE,
        planned=True,
        input=Nothing,
        answers=ArchivedMonth,
        apply=apply,
        keyed=False,
        subject=month_subject,
        shows=_shows,
    )


COMMANDS = (
    _on_month("tools:archive:ask", "ask", "Ask for the messages of an archived month to be dropped", _ask),
    _on_month(AGREED, "drop", "Agree that the messages of an archived month are dropped", _agree),
    _on_month("tools:archive:keep", "keep", "Keep the messages of an archived month after all", _keep),
)
