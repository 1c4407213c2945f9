"""One merchant with all that was ever known of it, and one duty with its figures."""

from uuid import UUID

import msgspec

from retaguarda.compliance.bacen_attributes.model import BacenAttribute, BacenDuty, BacenMerchant, BacenPartner
from retaguarda.compliance.pld_rules.queries import typologies
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
                             make_timestamptz(%(year)s + 1, 1, 1, 0, 0, 0, 'America/Sao_Paulo') as b,
                             least(make_date(%(year)s, 12, 31), (now() at time zone 'America/Sao_Paulo')::date) as base),
        -- Situations of Carta Circular 4.001, as they stood on the last day of the year, or stand now.
        code as (select unnest(%(codes)s::text[]) as code),
        watched as (select unnest(v.typologies) as code from pld_rule_version v, year y
                     where v.activated_at < y.b and coalesce(v.retired_at, 'infinity') >= y.b),
        excluded as (select x.code from pld_exclusion x, year y where x.status in ('in_force', 'ended')
                        and x.decided_at < y.b and coalesce(x.ended_at, 'infinity') >= y.b)
        select (select count(*) from kyc_request r, year y where r.submitted_at >= y.a and r.submitted_at < y.b) as kyc_submitted,
               (select count(*) from kyc_request r, year y where r.state in ('approved', 'expired')
                   and r.decided_at >= y.a and r.decided_at < y.b) as kyc_approved,
               (select count(*) from kyc_request r, year y where r.state = 'rejected'
                   and r.decided_at >= y.a and r.decided_at < y.b) as kyc_rejected,
               (select coalesce(percentile_disc(0.5) within group (order by extract(epoch from r.decided_at - r.submitted_at)), 0)
                  from kyc_request r, year y where r.decided_at >= y.a and r.decided_at < y.b)::bigint / 3600 as kyc_median_hours,
               (select count(*) from kyc_check c, year y where c.at >= y.a and c.at < y.b
                   and c.state in ('clean', 'hit', 'error')) as checks_made,
               (select count(*) from kyc_check c, year y where c.at >= y.a and c.at < y.b and c.state = 'hit') as checks_hit,
               -- Who was exposed on the last day of the year, or is today, by what was known then.
               (select count(distinct a.subject) from bacen_attribute a, year y where a.attribute = 'pep' and a.value <> 'no'
                   and a.state = 'known' and a.known_from < y.b and coalesce(a.known_to, 'infinity') >= y.b
                   and a.valid_from <= y.base and coalesce(a.valid_to, 'infinity') > y.base) as pep_known,
               (select count(*) from company c where c.id <> 1 and c.status = 'active') as merchants_active,
               (select count(*) from pld_alert a, year y where a.created_at >= y.a and a.created_at < y.b) as alerts_raised,
               (select count(*) from pld_alert a, year y where a.decided_at >= y.a and a.decided_at < y.b) as alerts_closed,
               (select count(*) from pld_alert a, year y where a.created_at >= y.a and a.created_at < y.b
                   and coalesce((coalesce(a.decided_at, (select f.opened_at from case_file f where f.id = a.case_id))
                                 at time zone 'America/Sao_Paulo')::date, (now() at time zone 'America/Sao_Paulo')::date)
                       > a.selection_due) as alerts_late,
               (select count(*) from case_file f, year y where f.kind = 'pld' and f.opened_at >= y.a and f.opened_at < y.b) as cases_opened,
               (select count(*) from pld_case c, year y where c.decided_at >= y.a and c.decided_at < y.b) as cases_decided,
               (select count(*) from pld_case c, year y where c.decision = 'communicate'
                   and c.decided_at >= y.a and c.decided_at < y.b) as cases_communicated,
               (select count(*) from code c where exists (select from watched w where w.code = c.code)) as situations_watched,
               (select count(*) from code c where exists (select from excluded x where x.code = c.code)) as situations_excluded,
               (select count(*) from code c where not exists (select from watched w where w.code = c.code)
                   and not exists (select from excluded x where x.code = c.code)) as situations_open,
               (select count(*) from pld_exclusion x, year y where x.status in ('in_force', 'ended')
                   and x.decided_at >= y.a and x.decided_at < y.b) as exclusions_declared,
               (select count(*) from pld_exclusion x, year y where x.ended_at >= y.a and x.ended_at < y.b) as exclusions_ended
        """,
        {"year": year, "codes": sorted(typologies())},
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
