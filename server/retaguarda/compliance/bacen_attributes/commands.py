"""Set an attribute, confirm one that somebody else set, and do a duty of the year."""

import hashlib
from collections.abc import Mapping
from datetime import date
from uuid import UUID

import msgspec

from retaguarda.compliance.bacen_attributes.model import (
    DAYS,
    VALUES,
    BacenAttribute,
    BacenAttributeInput,
    BacenConfirmInput,
    BacenDuty,
    BacenDutyInput,
)
from retaguarda.compliance.bacen_attributes.records import duty_of, load_duty
from retaguarda.compliance.kyc.open_request import read_document
from retaguarda.compliance.kyc.transitions import refused_by_rules
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.local_day import BRASILIA, today
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import number_of, uuid_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable

#: Days for which a risk that was raised is not lowered.
COOLDOWN = 30
_SET = (
    "select bacen_attribute_set(%(id)s, %(company)s, %(subject)s, %(kind)s, %(attribute)s, %(value)s, %(from)s, %(to)s,"
    " 'person', %(evidence)s, %(person)s, %(by)s, %(review)s)"
)


async def _set(tx: Tx, principal: Principal, given: BacenAttributeInput, path: Mapping[str, str]) -> Done:
    company = number_of(path.get("id", ""), "merchant")
    own: str | None = await tx.value(
        "select document from company where id = %(id)s and id <> 1 for no key update", {"id": company}
    )
    if own is None:
        raise not_found("merchant")
    subject = own if given.subject is None else read_document(given.subject, "subject")
    partner = subject != own
    if partner and not await tx.value(
        "select exists (select from company_partner where company_id = %(company)s and document = %(subject)s"
        " and removed_at is null)",
        {"company": company, "subject": subject},
    ):
        raise invalid_field("subject", "not_found", "no partner of this merchant has this document")
    if given.valid_to is not None and given.valid_to <= given.valid_from:
        raise invalid_field("valid_to", "period_reversed", "valid_to is not after valid_from")
    number, value = uuid7(), _value(given)
    values = {
        "id": number,
        "company": company,
        "subject": subject,
        "kind": "partner" if partner else "merchant",
        "attribute": given.attribute,
        "value": value,
        "from": given.valid_from,
        "to": given.valid_to,
        "evidence": printable("evidence", given.evidence),
        "person": principal.person_id,
        "by": principal.email,
        "review": given.next_review,
    }
    if given.attribute == "risk_class" and await _lowers(tx, values):
        await _propose(tx, values)
    else:
        await tx.execute(_SET, values)
    return Done(str(company), await _attribute(tx, number), {"attribute": given.attribute, "value": value})


def _value(given: BacenAttributeInput) -> str:
    """The value as it is kept.

    Raises:
        ApiError: 400.
    """
    value = printable("value", given.value)
    allowed = VALUES.get(given.attribute)
    if allowed is not None and value not in allowed:
        raise invalid_field("value", "choice_invalid", f"one of {', '.join(allowed)}")
    if given.attribute in DAYS:
        try:
            date.fromisoformat(value)
        except ValueError:
            raise invalid_field("value", "day_invalid", "a day, as 2026-12-31") from None
    return value


async def _lowers(tx: Tx, values: Mapping[str, object]) -> bool:
    """Whether this is a lower risk than what is held.

    Raises:
        ApiError: 409 ``bacen_cooldown`` shortly after it was raised.
    """
    row = await tx.one(
        "select bacen_risk_rank(%(value)s) < bacen_risk_rank(a.value) as lowers,"
        " a.known_from > now() - make_interval(days => %(days)s) and exists (select from bacen_attribute e"
        " where e.subject_company = a.subject_company and e.subject = a.subject and e.attribute = a.attribute"
        " and e.known_from < a.known_from and e.state = 'known' and bacen_risk_rank(e.value) < bacen_risk_rank(a.value)) as cooling"
        " from bacen_attribute a where a.subject_company = %(company)s and a.subject = %(subject)s"
        " and a.attribute = 'risk_class' and a.state = 'known' and a.known_to is null order by a.valid_from desc limit 1",
        {**values, "days": COOLDOWN},
    )
    standing = msgspec.convert(row or {}, _Standing)
    if standing.lowers and standing.cooling:
        raise ApiError(409, "bacen_cooldown", f"a risk is not lowered within {COOLDOWN} days after it was raised")
    return standing.lowers


class _Standing(msgspec.Struct):
    lowers: bool = False
    cooling: bool = False


async def _propose(tx: Tx, values: Mapping[str, object]) -> None:
    waiting = await tx.value(
        "insert into bacen_attribute (id, subject_company, subject, subject_kind, attribute, value, valid_from, valid_to,"
        " source, source_ref, state, set_by_id, set_by, next_review) values (%(id)s, %(company)s, %(subject)s, %(kind)s,"
        " %(attribute)s, %(value)s, %(from)s, %(to)s, 'person', %(evidence)s, 'proposed', %(person)s, %(by)s, %(review)s)"
        " on conflict do nothing returning id",
        values,
    )
    if waiting is None:
        raise ApiError(409, "bacen_proposed_already", "a lower risk waits for another person already")


async def _attribute(tx: Tx, attribute: object) -> BacenAttribute:
    row = await tx.one("select * from bacen_attribute where id = %(id)s", {"id": attribute})
    return msgspec.convert(row, BacenAttribute)


class _Proposed(BacenAttribute):
    """A proposal with whom it is of. It never was without who set it."""

    subject_company: int = 0
    set_by_id: UUID | None = None


async def _confirm(tx: Tx, principal: Principal, given: BacenConfirmInput, path: Mapping[str, str]) -> Done:
    row = await tx.one(
        "select * from bacen_attribute where id = %(id)s for update", {"id": uuid_of(path.get("id", ""))}
    )
    if row is None:
        raise not_found("attribute")
    found = msgspec.convert(row, _Proposed)
    if found.state != "proposed":
        raise ApiError(409, "bacen_not_proposed", "this attribute does not wait for anybody")
    with refused_by_rules():
        await (_refuse if given.decision == "refuse" else _apply)(tx, principal, found)
    told = {"attribute": found.attribute, "value": found.value, "decision": given.decision}
    return Done(str(found.subject_company), await _attribute(tx, found.id), told)


async def _refuse(tx: Tx, principal: Principal, found: _Proposed) -> None:
    await tx.execute(
        "update bacen_attribute set state = 'refused', known_to = clock_timestamp(), confirmed_id = %(person)s,"
        " confirmed_by = %(by)s, confirmed_at = now() where id = %(id)s",
        {"id": found.id, "person": principal.person_id, "by": principal.email},
    )


async def _apply(tx: Tx, principal: Principal, found: _Proposed) -> None:
    """Make the proposal known: what was held ends where it begins."""
    await tx.execute(
        "with confirmed as (update bacen_attribute set state = 'known', known_from = clock_timestamp(),"
        " known_to = clock_timestamp(), confirmed_id = %(person)s, confirmed_by = %(by)s, confirmed_at = now()"
        " where id = %(id)s returning *)"
        " select bacen_attribute_set(gen_random_uuid(), c.subject_company, c.subject, c.subject_kind, c.attribute, c.value,"
        " c.valid_from, c.valid_to, c.source, c.source_ref, c.set_by_id, c.set_by, c.next_review) from confirmed c",
        {"id": found.id, "person": principal.person_id, "by": principal.email},
    )


async def _do_duty(tx: Tx, principal: Principal, given: BacenDutyInput, path: Mapping[str, str]) -> Done:
    duty = await load_duty(tx, uuid_of(path.get("id", "")), lock=True)
    if duty is None:
        raise not_found("duty")
    if duty.done_at is not None:
        raise ApiError(409, "bacen_duty_done", "this duty is done")
    # What reports on a year counts until its last day; what is only reviewed in it may be done once it begins.
    reports = duty.kind in ("effectiveness_report", "non_occurrence")
    if today(BRASILIA).year < duty.year + reports:
        raise ApiError(409, "bacen_year_runs", "its year is not over, or has not begun")
    figures = json_text(duty.figures)
    row = await tx.one(
        "update bacen_duty set figures = %(figures)s::jsonb, sha256 = %(sha)s, note = %(note)s, done_id = %(person)s,"
        " done_by = %(by)s, done_at = now() where id = %(id)s returning *",
        {
            "id": duty.id,
            "figures": figures,
            "sha": hashlib.sha256(figures.encode()).digest(),
            "note": printable("note", given.note),
            "person": principal.person_id,
            "by": principal.email,
        },
    )
    assert row is not None
    done = duty_of(row)
    return Done(str(done.id), done, {"kind": done.kind, "year": done.year})


SET = Command(
    name="bacen:attribute:set",
    method="POST",
    path="/v1/bacen/merchants/{id:str}/attributes",
    summary="Set what is known of a merchant or a partner; a lower risk waits for another person",
    permission=Permission.COMPLIANCE_BACEN_WRITE,
    scope=HOUSE,
    input=BacenAttributeInput,
    answers=BacenAttribute,
    apply=_set,
    status=201,
)
CONFIRM = Command(
    name="bacen:attribute:confirm",
    method="POST",
    path="/v1/bacen/attributes/{id:str}/confirm",
    summary="Confirm or refuse a lower risk that somebody else proposed",
    permission=Permission.COMPLIANCE_BACEN_WRITE,
    scope=HOUSE,
    input=BacenConfirmInput,
    answers=BacenAttribute,
    apply=_confirm,
)
DO_DUTY = Command(
    name="bacen:duty:done",
    method="POST",
    path="/v1/bacen/duties/{id:str}/done",
    summary="Freeze the figures of a yearly duty and mark it as done",
    permission=Permission.COMPLIANCE_BACEN_WRITE,
    scope=HOUSE,
    input=BacenDutyInput,
    answers=BacenDuty,
    apply=_do_duty,
)
