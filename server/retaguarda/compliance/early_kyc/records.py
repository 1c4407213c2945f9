"""One lead, with what staff alone know of it."""

from uuid import UUID

import msgspec

from retaguarda.compliance.early_kyc.model import LeadDuplicate, LeadRecord, LeadStaffView
from retaguarda.compliance.early_kyc.queries import LEAD, LeadRow, find_lead, lead_of
from retaguarda.compliance.kyc.queries import checks_of, is_staff
from retaguarda.foundation.database import Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.timeline import moments_of

#: Events on a page.
MOST = 200


async def load_lead(tx: Tx, principal: Principal, number: UUID) -> LeadRecord | None:
    found = await find_lead(tx, number)
    if found is None:
        return None
    staff = is_staff(principal)
    told = await moments_of(tx, {"company": found.company_id, "subject": str(number), "most": MOST})
    if staff and found.company_id != PROVIDER:
        told += await moments_of(tx, {"company": PROVIDER, "subject": str(number), "most": MOST})
    return LeadRecord(
        **msgspec.structs.asdict(lead_of(found)),
        company_id=found.company_id,
        review=await _staff_view(tx, found) if staff else None,
        timeline=sorted(told, key=lambda moment: moment.at),
    )


async def _staff_view(tx: Tx, found: LeadRow) -> LeadStaffView:
    duplicates = await tx.all(
        """
        select 'lead' as kind, l.id::text, l.name, l.state,
               case when l.document = %(document)s then 'document' when l.email = %(email)s then 'email' else 'phone' end as by
          from kyc_lead l where l.id <> %(id)s and (l.document = %(document)s or l.email = %(email)s or l.phone = %(phone)s)
        union all
        select 'request', r.id::text, r.name, r.state, 'document' from kyc_request r
         where r.document = %(document)s and r.id is distinct from %(request)s
        union all
        select 'company', c.id::text, c.name, c.status, 'document' from company c where c.document = %(document)s
        limit 50
        """,
        {
            "id": found.id,
            "document": found.document,
            "email": found.email,
            "phone": found.phone,
            "request": found.request_id,
        },
    )
    return msgspec.convert(
        {
            "owner": found.owner,
            "risk": found.risk,
            "risk_reasons": found.risk_reasons or [],
            "checks": await checks_of(tx, found.id),
            "duplicates": msgspec.convert(duplicates, list[LeadDuplicate]),
        },
        LeadStaffView,
    )


LEAD_RECORD = Record(
    path="/v1/kyc/leads/{id:str}",
    summary="A lead; staff also see its checks, its risk, and what is known of the same document",
    permission=Permission.KYC_EARLY_READ,
    scope=LEAD,
    answers=LeadRecord,
    load=load_lead,
)
