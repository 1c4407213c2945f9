"""The lists of entries, of what they refused, and of uploads; for staff alone."""

from retaguarda.compliance.block_list.model import (
    CAUSES,
    DIRECTIONS,
    EFFECTS,
    FLOWS,
    KINDS,
    LANES,
    SOURCES,
    STANDINGS,
    STATUSES,
    UPLOAD_STATUSES,
)
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ, WRITE = Permission.COMPLIANCE_BLACK_LIST_READ, Permission.COMPLIANCE_BLACK_LIST_WRITE
SCOPE = HOUSE
STATUS = (
    "(case when e.ended_as is not null then e.ended_as when e.until <= now() then 'expired'"
    " when e.confirm_by is not null and e.confirmed_at is null then 'unconfirmed' else 'active' end)"
)
#: As the status, and what ends by itself within a week.
STANDING = f"(case when {STATUS} = 'active' and e.until <= now() + interval '7 days' then 'expiring' else {STATUS} end)"
HITS = "(select count(*) from block_refusal r where r.entry_id = e.id and r.at > now() - interval '30 days')"
LAST_HIT = "(select max(r.at) from block_refusal r where r.entry_id = e.id)"

ENTRIES = Table(
    name="compliance.block_list",
    path="/v1/compliance/block-list",
    summary="Values with which no money moves, or not before a person looked",
    permission=READ,
    scope=SCOPE,
    source="block_entry e left join company m on m.id = e.merchant_id",
    company="e.company_id",
    key="e.id",
    order_by="added_at",
    columns=(
        Column("id", "e.id", "id", searched=True),
        Column("shown", "e.shown"),
        Column("value", "e.value", searched=True, internal=True),
        Column("kind", "e.kind", "choice", choices=KINDS),
        Column("lane", "e.lane", "choice", choices=LANES),
        Column("merchant_id", "e.merchant_id", "integer"),
        Column("merchant_name", "m.name"),
        Column("direction", "e.direction", "choice", choices=DIRECTIONS),
        Column("effect", "e.effect", "choice", choices=EFFECTS),
        Column("cause", "e.cause", "choice", choices=CAUSES),
        Column("source", "e.source", "choice", choices=SOURCES),
        Column("status", STATUS, "choice", choices=STATUSES),
        Column("standing", STANDING, "choice", choices=STANDINGS),
        Column("starts_at", "e.starts_at", "time"),
        Column("until", "e.until", "time"),
        Column("added_at", "e.added_at", "time", sortable=True),
        Column("added_by", "e.added_by"),
        Column("confirm_by", "e.confirm_by", "time"),
        Column("hits", HITS, "integer"),
        Column("hit", f"({HITS} > 0)", "flag"),
        Column("last_hit_at", LAST_HIT, "time"),
        Column("ended_at", "e.ended_at", "time"),
        Column("ended_by", "e.ended_by"),
    ),
)

REFUSALS = Table(
    name="compliance.block_refusals",
    path="/v1/compliance/block-refusals",
    summary="Payments that entries of the block list refused or held",
    permission=READ,
    scope=SCOPE,
    source="block_refusal r join block_entry e on e.company_id = r.company_id and e.id = r.entry_id join company m on m.id = r.merchant_id",
    company="r.company_id",
    key="r.id",
    order_by="at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("at", "r.at", "time", sortable=True),
        Column("flow", "r.flow", "choice", choices=FLOWS),
        Column("effect", "r.effect", "choice", choices=("refuse", "hold")),
        Column("lane", "e.lane", "choice", choices=LANES),
        Column(
            "state",
            "(case when r.effect = 'refuse' then 'refused' when r.released_at is null then 'held' else 'released' end)",
            "choice",
            choices=("refused", "held", "released"),
        ),
        Column("merchant_id", "r.merchant_id", "integer"),
        Column("merchant_name", "m.name"),
        Column("party_name", "r.party_name"),
        Column("party_document", "r.party_document", "document", searched=True),
        Column("amount", "r.amount", "money", currency="r.currency"),
        Column("entry_id", "r.entry_id", "id", searched=True),
        Column("shown", "e.shown"),
        Column("subject", "r.subject", searched=True),
        Column("released_at", "r.released_at", "time"),
        Column("released_by", "r.released_by"),
    ),
)

UPLOADS = Table(
    name="compliance.block_uploads",
    path="/v1/compliance/block-uploads",
    summary="Files of values, read by a job",
    permission=READ,
    scope=SCOPE,
    source="block_upload u",
    company="u.company_id",
    key="u.id",
    order_by="added_at",
    columns=(
        Column("id", "u.id", "id", searched=True),
        Column("name", "u.name", searched=True),
        Column("status", "u.status", "choice", choices=UPLOAD_STATUSES),
        Column("lane", "u.terms ->> 'lane'", "choice", choices=LANES),
        Column("effect", "u.terms ->> 'effect'", "choice", choices=EFFECTS),
        Column("rows", "u.rows", "integer"),
        Column("accepted", "u.accepted", "integer"),
        Column("existing", "u.existing", "integer"),
        Column("refused", "u.refused", "integer"),
        Column("added_at", "u.added_at", "time", sortable=True),
        Column("added_by", "u.added_by"),
        Column("read_at", "u.read_at", "time"),
    ),
)
