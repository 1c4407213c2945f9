"""Find and lock leads."""

from collections.abc import Mapping
from uuid import UUID

import msgspec

from retaguarda.compliance.early_kyc.model import Lead
from retaguarda.compliance.early_kyc.tables import STATE
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError, not_found
from retaguarda.foundation.record import uuid_of
from retaguarda.foundation.request import Principal, Request
from retaguarda.foundation.scope import of_subject
from retaguarda.foundation.typed_rows import struct_fields

_SELECT = f"""
    select l.*, {STATE} as state, l.state as kept, v.owner, v.risk, v.risk_reasons
      from kyc_lead l left join kyc_lead_review v on v.lead_id = l.id where l.id = %(id)s
"""


class LeadRow(Lead):
    """A lead with what staff alone know. ``kept``: its state as merchants see it."""

    company_id: int
    kept: str
    owner: str | None = None
    risk: str | None = None
    risk_reasons: list[str] | None = None


async def find_lead(tx: Tx, lead: UUID) -> LeadRow | None:
    row = await tx.one(_SELECT, {"id": lead})
    return None if row is None else msgspec.convert(row, LeadRow)


async def lock_lead(tx: Tx, path: Mapping[str, str], *states: str) -> LeadRow:
    """Lock a lead until the transaction ends.

    Raises:
        ApiError: 404; 409 ``lead_not_so`` in another state.
    """
    row = await tx.one(f"{_SELECT} for update of l", {"id": uuid_of(path.get("id", ""))})
    if row is None:
        raise not_found("lead")
    found = msgspec.convert(row, LeadRow)
    if found.kept not in states:
        raise ApiError(409, "lead_not_so", f"this lead is {found.state}")
    return found


def lead_of(row: LeadRow) -> Lead:
    return msgspec.convert(struct_fields(Lead, row), Lead)


async def lead_as_is(tx: Tx, lead: UUID) -> Lead:
    found = await find_lead(tx, lead)
    assert found is not None
    return lead_of(found)


async def of_lead(tx: Tx, principal: Principal, request: Request) -> int | None:
    """The company of the lead that the path names; None where the caller does not see it."""
    found: int | None = await tx.value(
        "select company_id from kyc_lead where id = %(id)s", {"id": uuid_of(request.path_params["id"])}
    )
    return found if found in principal.companies else None


#: The company that brought a lead.
LEAD = of_subject(of_lead, any_account=True)
