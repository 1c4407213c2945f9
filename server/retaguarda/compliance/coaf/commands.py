"""Commands on communications: write, check, approve, rectify and cancel one; write, hand over and answer a file."""

from collections.abc import Mapping
from typing import Any

import msgspec

from retaguarda.cases.clock import local_day
from retaguarda.compliance.coaf.check_communication import problems_of
from retaguarda.compliance.coaf.model import (
    Communication,
    CommunicationMove,
    CommunicationRow,
)
from retaguarda.compliance.coaf.queries import communication_for_update
from retaguarda.compliance.coaf.send_files import FILE_COMMANDS
from retaguarda.compliance.coaf.tables import COMMUNICATIONS, SEND
from retaguarda.compliance.coaf.write_communication import WRITE, communication_done
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE

_MOVES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "check": (("draft",), "checked"),
    "rewrite": (("checked", "approved", "refused"), "draft"),
    "rectify": (("receipted", "rectified"), "draft"),
    "cancel": (("draft", "receipted", "rectified"), "checked"),
}


async def _move(tx: Tx, principal: Principal, given: CommunicationMove, path: Mapping[str, str]) -> Done:
    row = await communication_for_update(tx, path)
    states, to = _MOVES[given.choice]
    _refuse_unless(row, *states)
    if given.choice in ("rectify", "cancel") and given.reason is None:
        raise invalid_field("reason", "field_required", "COAF is told why")
    if given.choice == "check":
        await _refuse_wrong(tx, row)
    if given.choice == "cancel" and row.coaf_number is None:
        to = "cancelled"
    sets = {
        "rectify": ", intent = 'rectify', reason = %(reason)s, approver = null, approved_by = null, approved_at = null,"
        " writer = %(person)s, written_by = %(by)s",
        "cancel": ", intent = 'cancel', reason = %(reason)s, approver = null, approved_by = null, approved_at = null,"
        " writer = %(person)s, written_by = %(by)s",
        "rewrite": ", approver = null, approved_by = null, approved_at = null, refusal_code = null, refusal = null,"
        " intent = case when intent = 'cancel' then 'rectify' else intent end",
    }.get(given.choice, "")
    after = await tx.one(
        f"update coaf_communication set status = %(to)s, updated_at = now(){sets} where company_id = 1 and id = %(id)s returning *",
        {"id": row.id, "to": to, "reason": given.reason, "person": principal.person_id, "by": principal.email},
    )
    return communication_done(msgspec.convert(after, CommunicationRow), choice=given.choice)


async def _refuse_wrong(tx: Tx, row: CommunicationRow) -> None:
    wrong = problems_of(row, local_day(await tx.value("select now()")))
    if wrong:
        named = {each.field: [f"layout_{each.code}"] for each in wrong}
        at = f" at {wrong[0].place}" if wrong[0].place else ""
        raise ApiError(400, named, f"{wrong[0].field}: {wrong[0].code}{at}")


async def _approve(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await communication_for_update(tx, path)
    _refuse_unless(row, "checked")
    if principal.person_id == row.writer:
        raise ApiError(409, "own_communication", "you wrote this communication; somebody else approves it")
    if row.intent != "cancel":
        await _refuse_wrong(tx, row)
    after = await tx.one(
        "update coaf_communication set status = 'approved', approver = %(person)s, approved_by = %(by)s,"
        " approved_at = clock_timestamp(), updated_at = now() where company_id = 1 and id = %(id)s returning *",
        {"id": row.id, "person": principal.person_id, "by": principal.email},
    )
    return communication_done(msgspec.convert(after, CommunicationRow))


def _refuse_unless(row: CommunicationRow, *states: str) -> None:
    if row.status not in states:
        raise ApiError(
            409, "communication_not_so", f"communication {row.number} is {row.status}, not {' or '.join(states)}"
        )


COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="pld:communication:move",
        method="POST",
        path=f"{COMMUNICATIONS.path}/{{id:str}}/move",
        summary="Check, rewrite, rectify or cancel a communication",
        permission=WRITE,
        scope=HOUSE,
        input=CommunicationMove,
        answers=Communication,
        apply=_move,
        keyed=False,
    ),
    Command(
        name="pld:communication:approve",
        method="POST",
        path=f"{COMMUNICATIONS.path}/{{id:str}}/approve",
        summary="Approve a communication that somebody else wrote",
        permission=SEND,
        scope=HOUSE,
        input=Nothing,
        answers=Communication,
        apply=_approve,
        keyed=False,
        approvable=True,
        shows=named_by("name"),
    ),
    *FILE_COMMANDS,
)
