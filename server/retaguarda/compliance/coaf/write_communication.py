"""Writes the communication of a case to COAF, out of its dossier and what its subject moved."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from retaguarda.cases.clock import local_day
from retaguarda.compliance.coaf.model import (
    Communication,
    CommunicationInput,
    CommunicationRow,
    InvolvedPerson,
    Told,
)
from retaguarda.compliance.coaf.queries import communication_now, communication_of
from retaguarda.compliance.coaf.seal_texts import SELECT_COMMUNICATIONS, CommunicationTexts, ToldTexts
from retaguarda.compliance.coaf.tables import COMMUNICATIONS
from retaguarda.compliance.pld_alerts.queries import CaseRow, document_of, find_case, flows_of
from retaguarda.compliance.pld_alerts.seal_dossier import Dossiers
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.foundation.party_keys import PartyKeys
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

WRITE = Permission.COMPLIANCE_CASES_WRITE


def communication_done(row: CommunicationRow, **told: str) -> Done:
    return Done(str(row.id), communication_of(row), {"name": f"COAF-{row.number:06d}", "status": row.status, **told})


async def _write(
    keys: PartyKeys, tx: Tx, principal: Principal, given: CommunicationInput, path: Mapping[str, str]
) -> Done:
    """Write the case's communication, or write its draft anew."""
    found = await find_case(tx, given.case)
    if found is None:
        raise invalid_field("case", "not_found", "no such case of PLD")
    if found[1].decision != "communicate":
        raise ApiError(409, "case_not_to_communicate", "nobody decided to communicate this case")
    file, case, texts = found[0], await Dossiers(keys).opened(tx, found[1]), ToldTexts(keys)
    existing = await tx.one(
        f"{SELECT_COMMUNICATIONS} where c.case_id = %(id)s and c.status <> 'cancelled' for update of c", {"id": file.id}
    )
    before = None if existing is None else texts.opened_whole(existing)
    if before is not None and before.status != "draft":
        raise ApiError(409, "communication_exists", f"communication {before.number} is {before.status}")
    said = await _texts(tx, given, file.requester_name, case, before)
    values = await _values(tx, principal, given, case, before) | await texts.columns(tx, file.id, said)
    if before is None:
        communication = uuid7()
        await tx.execute(
            f"insert into coaf_communication (id, case_id, {', '.join(values)})"
            f" values (%(id)s, %(case)s, {', '.join(f'%({name})s' for name in values)})",
            values | {"id": communication, "case": file.id},
        )
    else:
        communication = before.id
        sets = ", ".join(f"{name} = %({name})s" for name in values)
        await tx.execute(
            f"update coaf_communication set {sets}, updated_at = now() where company_id = 1 and id = %(id)s",
            values | {"id": communication},
        )
    return communication_done(await communication_now(tx, texts, communication))


async def _texts(
    tx: Tx, given: CommunicationInput, name: str, case: CaseRow, before: CommunicationRow | None
) -> CommunicationTexts:
    detail = given.detail or (before.detail if before else _story(case))
    people = given.people or (
        before.people if before else [InvolvedPerson(await document_of(tx, case.target, case.subject), name)]
    )
    said = CommunicationTexts(printable("detail", detail[:4000]), people)
    return said if before is None else msgspec.structs.replace(said, reason=before.reason, refusal=before.refusal)


async def _values(
    tx: Tx,
    principal: Principal,
    given: CommunicationInput,
    case: CaseRow,
    before: CommunicationRow | None,
) -> dict[str, Any]:
    first, last = await _days(tx, case.case_id)
    flows = await flows_of(tx, case.target, case.subject, BRL, "month", first, last)
    chosen = {
        "codes": given.codes or (before.codes if before else case.typologies),
        "first_on": given.first_on or (before.first_on if before else local_day(first)),
        "last_on": given.last_on or (before.last_on if before else local_day(last)),
        "credit": _chosen(given.credit, before and before.credit, sum(each.come_in.amount for each in flows)),
        "debit": _chosen(given.debit, before and before.debit, sum(each.go_out.amount for each in flows)),
    }
    if chosen["first_on"] > chosen["last_on"]:
        raise invalid_field("last_on", "day_in_past", "the last day comes before the first")
    return {
        **chosen,
        "currency": BRL,
        "due_on": case.communicate_due,
        "writer": principal.person_id,
        "written_by": principal.email,
        "unconfirmed_by": principal.email if given.confirm_codes else None,
    }


def _chosen(given: Told | None, before: int | None, own: int) -> int:
    return given.amount if given is not None else before if before is not None else own


def _story(case: CaseRow) -> str:
    return "\n".join(part for part in (case.facts, case.capacity, case.origin, case.grounds) if part)


async def _days(tx: Tx, case: UUID) -> tuple[datetime, datetime]:
    """From the beginning of the windows that the alerts of a case looked into, to their last movement."""
    row = await tx.one(
        "select min(first_at) - interval '30 days' as first, max(last_at) as last from pld_alert where case_id = %(id)s",
        {"id": case},
    )
    return msgspec.convert(tuple((row or {}).values()), tuple[datetime, datetime])


def write_command(keys: PartyKeys) -> Command[CommunicationInput]:
    return Command(
        name="pld:communication:write",
        method="POST",
        path=COMMUNICATIONS.path,
        summary="Write the communication of a case, or its draft anew",
        permission=WRITE,
        scope=HOUSE,
        input=CommunicationInput,
        answers=Communication,
        apply=partial(_write, keys),
        status=201,
    )
