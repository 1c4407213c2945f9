"""Set attributes of a company, valid from a day to a day, and add notes."""

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import msgspec

from retaguarda.companies.commands.company_for_change import WRITE, company_for_update
from retaguarda.companies.model import (
    RISK_ATTRIBUTE,
    RISKS,
    AttributeInput,
    CompanyAttribute,
    CompanyNote,
    CompanyNoteInput,
)
from retaguarda.companies.records import subject_of
from retaguarda.foundation import local_day
from retaguarda.foundation.command import Command, Done, named_by
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import invalid_field
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import COMPANY
from retaguarda.foundation.text_input import printable
from retaguarda.foundation.typed_rows import struct_of


async def _set_attribute(tx: Tx, principal: Principal, given: AttributeInput, path: Mapping[str, str]) -> Done:
    company = await company_for_update(tx, principal)
    today = local_day.today(ZoneInfo(company["time_zone"]))
    first, value, attribute = given.valid_from or today, printable("value", given.value), given.attribute.strip()
    is_risk = attribute == RISK_ATTRIBUTE
    if is_risk and value not in RISKS:
        raise invalid_field("value", "not_allowed", f"{RISK_ATTRIBUTE} is one of {', '.join(RISKS)}")
    if first > today:
        raise invalid_field(
            "valid_from", "out_of_range", "what is known holds from today on, or from a day of the past"
        )
    key = {"company": company["id"], "attribute": attribute, "first": first}
    before = await tx.one(
        "select * from company_attribute where company_id = %(company)s and attribute = %(attribute)s and valid_to is null",
        key,
    )
    if before is not None and before["valid_from"] > first:
        raise invalid_field("valid_from", "out_of_range", f"another value holds from {before['valid_from']} on")
    if before is not None:
        await tx.execute(
            "update company_attribute set valid_to = %(first)s where id = %(id)s", key | {"id": before["id"]}
        )
    row = await tx.one(
        "insert into company_attribute (company_id, id, attribute, value, valid_from, source, created_by)"
        " values (%(company)s, %(id)s, %(attribute)s, %(value)s, %(first)s, %(source)s, %(by)s) returning *",
        key | {"id": uuid7(), "value": value, "source": printable("source", given.source), "by": principal.email},
    )
    assert row is not None
    if is_risk:
        await tx.execute("update company set risk = %(risk)s where id = %(id)s", {"risk": value, "id": company["id"]})
    data = {"attribute": attribute, "before": before and before["value"], "after": value}
    attribute_set = struct_of(CompanyAttribute, row)
    return Done(subject_of(company["id"]), attribute_set, data)


async def _add_note(tx: Tx, principal: Principal, given: CompanyNoteInput, path: Mapping[str, str]) -> Done:
    company = await company_for_update(tx, principal)
    note = CompanyNote(uuid7(), printable("text", given.text), principal.email, datetime.now(UTC))
    await tx.execute(
        "insert into company_note (company_id, id, text, created_by, created_at)"
        " values (%(company)s, %(id)s, %(text)s, %(created_by)s, %(created_at)s)",
        msgspec.structs.asdict(note) | {"company": company["id"]},
    )
    return Done(subject_of(company["id"]), note, {"note": str(note.id)})


SET_ATTRIBUTE = Command(
    name="companies:attribute:set",
    method="POST",
    path="/v1/companies/{id:str}/attributes",
    summary="Record what is known of a company from a day on",
    permission=WRITE,
    scope=COMPANY,
    input=AttributeInput,
    answers=CompanyAttribute,
    apply=_set_attribute,
    status=201,
    approvable=True,
    shows=named_by("attribute"),
)

ADD_NOTE = Command(
    name="companies:note:add",
    method="POST",
    path="/v1/companies/{id:str}/notes",
    summary="Write a note about a company, for the provider's own people",
    permission=WRITE,
    scope=COMPANY,
    input=CompanyNoteInput,
    answers=CompanyNote,
    apply=_add_note,
    status=201,
)
