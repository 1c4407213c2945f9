"""Reasons: added, changed into a new version, and read one by one."""

from collections.abc import Mapping
from uuid import UUID

from retaguarda.compliance.kyc.model import KycReason, KycReasonInput
from retaguarda.compliance.kyc.records import find_reason
from retaguarda.compliance.kyc.transitions import refused_by_rules
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, invalid_field, not_found
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.text_input import printable


async def _add(tx: Tx, principal: Principal, given: KycReasonInput, path: Mapping[str, str]) -> Done:
    return await _write(tx, principal, uuid7(), given)


async def _revise(tx: Tx, principal: Principal, given: KycReasonInput, path: Mapping[str, str]) -> Done:
    reason = uuid_of(path.get("id", ""))
    if await find_reason(tx, principal, reason) is None:
        raise not_found("reason")
    return await _write(tx, principal, reason, given)


async def _write(tx: Tx, principal: Principal, reason: UUID, given: KycReasonInput) -> Done:
    """Write the reason's next version; open requests keep theirs."""
    name = printable("name", given.name)
    if len({document.type_field for document in given.documents}) < len(given.documents):
        raise invalid_field("documents", "kyc_document_twice", "two documents have the same type_field")
    chosen = {"merchant": given.merchants, "partner": given.partners, "end_user": given.end_users}
    subjects = [subject for subject, wanted in chosen.items() if wanted]
    if not subjects:
        raise invalid_field("merchants", "field_required", "say whom it is about")
    taken = await tx.value("select id from kyc_reason where name = %(name)s", {"name": name})
    if taken not in (None, reason):
        raise ApiError(409, "kyc_reason_taken", "another reason has this name")
    parent = given.dependent_reason_id
    if parent is not None and (parent == reason or await find_reason(tx, principal, parent) is None):
        raise invalid_field("dependent_reason_id", "not_found", "no such other reason")
    values = {
        "id": reason,
        "name": name,
        "parent": parent,
        "active": given.active,
        "types": subjects,
        "months": given.time_validate_months,
        "expiry": given.on_expiry,
        "percent": given.owner_percent,
        "documents": json_text(given.documents),
        "by": principal.email,
    }
    with refused_by_rules():
        await tx.execute(
            "insert into kyc_reason (id, name, parent_id, active) values (%(id)s, %(name)s, %(parent)s, %(active)s)"
            " on conflict (id) do update set name = excluded.name, parent_id = excluded.parent_id, active = excluded.active,"
            " version = kyc_reason.version + 1, updated_at = now()",
            values,
        )
    await tx.execute(
        "insert into kyc_reason_version (reason_id, version, name, subject_types, valid_months, parent_id, on_expiry, owner_percent,"
        " documents, created_by) select id, version, name, %(types)s, %(months)s, parent_id, %(expiry)s, %(percent)s, %(documents)s::jsonb, %(by)s"
        " from kyc_reason where id = %(id)s",
        values,
    )
    written = await find_reason(tx, principal, reason)
    assert written is not None
    return Done(str(reason), written, {"name": written.name, "version": written.version})


ADD_REASON = Command(
    name="kyc:reason:add",
    method="POST",
    path="/v1/kyc/reasons",
    summary="Add a reason",
    permission=Permission.KYC_APPROVAL_WRITE,
    scope=HOUSE,
    input=KycReasonInput,
    answers=KycReason,
    apply=_add,
    status=201,
)
REVISE_REASON = Command(
    name="kyc:reason:revise",
    method="PUT",
    path="/v1/kyc/reasons/{id:str}",
    summary="Write the next version of a reason; open requests keep theirs",
    permission=Permission.KYC_APPROVAL_WRITE,
    scope=HOUSE,
    input=KycReasonInput,
    answers=KycReason,
    apply=_revise,
)
