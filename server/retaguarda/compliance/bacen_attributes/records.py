"""One merchant with all that was ever known of it, and one duty with its figures."""

from uuid import UUID

import msgspec

from retaguarda.compliance.bacen_attributes.model import BacenAttribute, BacenDuty, BacenMerchant, BacenPartner
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.record import Record, number_of
from retaguarda.foundation.request import Principal
from retaguarda.foundation.scope import HOUSE

#: Rows of history on a page.
MOST = 1_000


async def _load_merchant(tx: Tx, principal: Principal, number: int) -> BacenMerchant | None:
    key = {"id": number, "person": principal.person_id, "most": MOST}
    company = await tx.one("select * from company where id = %(id)s and id <> 1", key)
    if company is None:
        return None
    attributes = await tx.all(
        "select a.*, a.set_by_id is not distinct from %(person)s as mine from bacen_attribute a"
        " where a.subject_company = %(id)s order by a.known_from desc, a.id limit %(most)s",
        key,
    )
    partners = await tx.all(
        "select document, name, share, pep_type from company_partner where company_id = %(id)s and removed_at is null"
        " order by share desc nulls last, name",
        key,
    )
    return msgspec.convert(
        company
        | {
            "attributes": msgspec.convert(attributes, list[BacenAttribute]),
            "partners": msgspec.convert(partners, list[BacenPartner]),
        },
        BacenMerchant,
    )


class _Frozen(msgspec.Struct):
    figures: dict[str, int] | None
    sha256: bytes | None


def duty_of(row: Row, standing: dict[str, int] | None = None) -> BacenDuty:
    """``standing``: the figures as they are now, for a duty that is not done."""
    frozen = msgspec.convert(row, _Frozen)
    return msgspec.convert(
        row
        | {
            "figures": standing if frozen.figures is None else frozen.figures,
            "sha256": frozen.sha256 and frozen.sha256.hex(),
        },
        BacenDuty,
    )


async def load_duty(tx: Tx, number: UUID, *, lock: bool = False) -> BacenDuty | None:
    row = await tx.one(
        f"select * from bacen_duty where id = %(id)s{' for update' if lock else ''}",
        {"id": number},
    )
    if row is None:
        return None
    year = msgspec.convert(row, _Year).year
    return duty_of(row, await _figures(tx, year))


class _Year(msgspec.Struct):
    year: int


async def _figures(tx: Tx, year: int) -> dict[str, int]:
    """Counts of the year, by São Paulo's calendar."""
    row = await tx.one(
        """
        with year as (select make_timestamptz(%(year)s, 1, 1, 0, 0, 0, 'America/Sao_Paulo') as a,
                             make_timestamptz(%(year)s + 1, 1, 1, 0, 0, 0, 'America/Sao_Paulo') as b)
        select (select count(*) from kyc_request r, year y where r.submitted_at >= y.a and r.submitted_at < y.b) as kyc_submitted,
               (select count(*) from kyc_request r, year y where r.state in ('approved', 'expired')
                   and r.decided_at >= y.a and r.decided_at < y.b) as kyc_approved,
               (select count(*) from kyc_request r, year y where r.state = 'rejected'
                   and r.decided_at >= y.a and r.decided_at < y.b) as kyc_rejected,
               (select coalesce(percentile_disc(0.5) within group (order by extract(epoch from r.decided_at - r.submitted_at)), 0)
                  from kyc_request r, year y where r.decided_at >= y.a and r.decided_at < y.b)::bigint / 3600 as kyc_median_hours,
               (select count(*) from kyc_check c, year y where c.at >= y.a and c.at < y.b) as checks_made,
               (select count(*) from kyc_check c, year y where c.at >= y.a and c.at < y.b and c.state = 'hit') as checks_hit,
               (select count(distinct a.subject) from bacen_attribute a, year y where a.attribute = 'pep' and a.value <> 'no'
                   and a.state = 'known' and a.known_from < y.b and coalesce(a.known_to, 'infinity') >= y.b) as pep_known,
               (select count(*) from company c where c.id <> 1 and c.status = 'active') as merchants_active
        """,
        {"year": year},
    )
    return msgspec.convert(row, dict[str, int])


async def _load_duty(tx: Tx, principal: Principal, number: UUID) -> BacenDuty | None:
    return await load_duty(tx, number)


MERCHANT_RECORD = Record(
    path="/v1/bacen/merchants/{id:str}",
    summary="All that was ever known of a merchant and its partners",
    permission=Permission.COMPLIANCE_BACEN_READ,
    scope=HOUSE,
    answers=BacenMerchant,
    load=_load_merchant,
    key=number_of,
)
DUTY_RECORD = Record(
    path="/v1/bacen/duties/{id:str}",
    summary="A yearly duty with its figures",
    permission=Permission.COMPLIANCE_BACEN_READ,
    scope=HOUSE,
    answers=BacenDuty,
    load=_load_duty,
)
