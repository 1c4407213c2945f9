"""One check with its findings, one hit side by side, one list with its versions. Opening one is on record, with who opened it."""

from uuid import UUID

import msgspec

from retaguarda.compliance.screening.compare_subject import Evidence
from retaguarda.compliance.screening.model import (
    ComparedParty,
    DocumentCheckRecord,
    HitRecord,
    ListedEntry,
    WatchListRecord,
)
from retaguarda.compliance.screening.queries import check_of, find_check, find_hit, find_list, hits_of, versions_of
from retaguarda.compliance.screening.tables import CHECKS, HITS, LISTS, READ
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.record import Record
from retaguarda.foundation.request import PROVIDER, Principal
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.timeline import moments_of

MOST = 100
SEEN = "compliance:hit:seen"


async def _check(tx: Tx, principal: Principal, check: UUID) -> DocumentCheckRecord | None:
    row = await find_check(tx, check)
    if row is None:
        return None
    return DocumentCheckRecord(
        **check_of(row),
        findings=row.result,
        found=await hits_of(tx, row.party_id),
        earlier=await tx.value(
            "select count(*) from document_check where document = %(document)s and id < %(id)s",
            {"document": row.document, "id": check},
        ),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(check), "most": MOST}),
    )


async def _hit(tx: Tx, principal: Principal, hit: UUID) -> HitRecord | None:
    found = await find_hit(tx, hit)
    if found is None:
        return None
    party = await tx.one(
        "select p.source, p.source_id, c.id as merchant_id, c.name as merchant_name, p.name, p.other_name, p.document, p.birth"
        " from screened_party p"
        # A company of ours is its own merchant.
        " left join company c on c.id = case when p.source = 'company' then p.source_id::bigint else p.merchant_id end"
        " where p.id = %(id)s",
        {"id": found.party_id},
    )
    entry = await tx.one(
        "select e.entry_key, e.person, e.names, e.document, e.digits, e.births, e.countries, e.detail, e.from_version, e.to_version"
        " from list_hit h join list_entry e on e.company_id = h.company_id and e.id = h.entry_id where h.id = %(id)s",
        {"id": hit},
    )
    evidence = await tx.value("select evidence from list_hit where id = %(id)s", {"id": hit})
    await record(
        tx,
        SEEN,
        company=PROVIDER,
        subject=str(hit),
        actor=principal.email,
        person=principal.person_id,
        data={"list": found.list_code},
    )
    return HitRecord(
        **msgspec.structs.asdict(found),
        party=msgspec.convert(party, ComparedParty),
        entry=msgspec.convert(entry, ListedEntry),
        evidence=msgspec.convert(evidence, Evidence),
        others=await hits_of(tx, found.party_id, hit),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(hit), "most": MOST}),
    )


async def _list(tx: Tx, principal: Principal, list_id: UUID) -> WatchListRecord | None:
    found = await find_list(tx, list_id)
    if found is None:
        return None
    return WatchListRecord(
        **msgspec.structs.asdict(found),
        versions=await versions_of(tx, list_id, principal.person_id),
        timeline=await moments_of(tx, {"company": PROVIDER, "subject": str(list_id), "most": MOST}),
    )


CHECK_RECORD = Record(
    path=f"{CHECKS.path}/{{id:str}}",
    summary="One document check: what providers, lists and our own books say",
    permission=READ,
    scope=HOUSE,
    answers=DocumentCheckRecord,
    load=_check,
)
HIT_RECORD = Record(
    path=f"{HITS.path}/{{id:str}}",
    summary="One hit: both sides, part by part, with what agrees, contradicts or is missing",
    permission=READ,
    scope=HOUSE,
    answers=HitRecord,
    load=_hit,
)
LIST_RECORD = Record(
    path=f"{LISTS.path}/{{id:str}}",
    summary="One list with its versions",
    permission=READ,
    scope=HOUSE,
    answers=WatchListRecord,
    load=_list,
)
