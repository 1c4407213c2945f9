"""Commands on communications: write, check, approve, rectify and cancel one; write, hand over and answer a file."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from retaguarda.cases.clock import local_day
from retaguarda.compliance.coaf.check_communication import problems_of
from retaguarda.compliance.coaf.model import (
    Communication,
    CommunicationMove,
    CommunicationRow,
)
from retaguarda.compliance.coaf.queries import communication_for_update, communication_now
from retaguarda.compliance.coaf.seal_texts import ToldTexts, texts_of
from retaguarda.compliance.coaf.send_files import file_commands
from retaguarda.compliance.coaf.tables import COMMUNICATIONS, SEND
from retaguarda.compliance.coaf.write_communication import WRITE, communication_done, write_command
from retaguarda.foundation.command import Command, Done, Nothing, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE

_MOVES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "check": (("draft",), "checked"),
    "rewrite": (("checked", "approved", "refused"), "draft"),
    "rectify": (("receipted", "rectified"), "draft"),
    "cancel": (("draft", "receipted", "rectified"), "checked"),
}


async def _move(
    texts: ToldTexts, tx: Tx, principal: Principal, given: CommunicationMove, path: Mapping[str, str]
) -> Done:
    row = await communication_for_update(tx, texts, path)
    states, to = _MOVES[given.choice]
    _refuse_unless(row, *states)
    if given.choice in ("rectify", "cancel") and given.reason is None:
        raise invalid_field("reason", "field_required", "COAF is told why")
    if given.choice == "check":
        await _refuse_wrong(tx, row)
    if given.choice == "cancel" and row.coaf_number is None:
        to = "cancelled"
    sets = {
        "rectify": ", intent = 'rectify', approver = null, approved_by = null, approved_at = null,"
        " writer = %(person)s, written_by = %(by)s",
        "cancel": ", intent = 'cancel', approver = null, approved_by = null, approved_at = null,"
        " writer = %(person)s, written_by = %(by)s",
        "rewrite": ", approver = null, approved_by = null, approved_at = null, refusal_code = null,"
        " intent = case when intent = 'cancel' then 'rectify' else intent end",
    }.get(given.choice, "")
    said = texts_of(row)
    if given.choice in ("rectify", "cancel"):
        said.reason = given.reason
    elif given.choice == "rewrite":
        said.refusal = None
    columns = await texts.columns(tx, row.case_id, said)
    sets += "".join(f", {name} = %({name})s" for name in columns)
    await tx.execute(
        f"update coaf_communication set status = %(to)s, updated_at = now(){sets} where company_id = 1 and id = %(id)s",
        {"id": row.id, "to": to, "person": principal.person_id, "by": principal.email, **columns},
    )
    return communication_done(await communication_now(tx, texts, row.id), choice=given.choice)


async def _refuse_wrong(tx: Tx, row: CommunicationRow) -> None:
    wrong = problems_of(row, local_day(await tx.value("select now()")))
    if wrong:
        named = {each.field: [f"layout_{each.code}"] for each in wrong}
        at = f" at {wrong[0].place}" if wrong[0].place else ""
        raise ApiError(400, named, f"{wrong[0].field}: {wrong[0].code}{at}")


async def _approve(texts: ToldTexts, tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await communication_for_update(tx, texts, path)
    _refuse_unless(row, "checked")
    if principal.person_id == row.writer:
        raise ApiError(409, "own_communication", "you wrote this communication; somebody else approves it")
    if row.intent != "cancel":
        await _refuse_wrong(tx, row)
    await tx.execute(
        "update coaf_communication set status = 'approved', approver = %(person)s, approved_by = %(by)s,"
        " approved_at = clock_timestamp(), updated_at = now() where company_id = 1 and id = %(id)s",
        {"id": row.id, "person": principal.person_id, "by": principal.email},
    )
    return communication_done(await communication_now(tx, texts, row.id))


def _refuse_unless(row: CommunicationRow, *states: str) -> None:
    if row.status not in states:
        raise ApiError(
            409, "communication_not_so", f"communication {row.number} is {row.status}, not {' or '.join(states)}"
        )


def coaf_commands(keys: PartyKeys) -> tuple[Command[Any], ...]:
    """``keys`` seal what COAF is told, and open it."""
    texts = ToldTexts(keys)
    return (
        write_command(keys),
        Command(
            name="pld:communication:move",
            method="POST",
            path=f"{COMMUNICATIONS.path}/{{id:str}}/move",
            summary="Check, rewrite, rectify or cancel a communication",
            permission=WRITE,
            scope=HOUSE,
            input=CommunicationMove,
            answers=Communication,
            apply=partial(_move, texts),
            keyed=False,
            seals_reason=True,
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
            apply=partial(_approve, texts),
            keyed=False,
            approvable=True,
            shows=named_by("name"),
        ),
        *file_commands(texts),
    )
