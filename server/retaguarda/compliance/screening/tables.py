"""The Tables of document checks, hits, lists, whitelisted pairs and files of checks. All are of the provider's own company."""

from retaguarda.compliance.screening.model import (
    ASSIGNED,
    CHECK_OUTCOMES,
    CHECK_STATUSES,
    FILE_STATUSES,
    FORMATS,
    HIT_STATUSES,
    LIST_KINDS,
    PAIR_STATUSES,
    PURPOSES,
    SOURCES,
)
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ, WRITE = Permission.COMPLIANCE_SCREENING_READ, Permission.COMPLIANCE_SCREENING_WRITE
TODAY = "(now() at time zone 'America/Sao_Paulo')::date"
STALE = "(l.checked_at is null or l.checked_at < now() - make_interval(days => l.max_age_days))"
#: A pair lapses when its entry tells of somebody else now, or is gone.
PAIR_STATUS = (
    f"(case when w.state in ('refused', 'ended') then w.state when w.expires_on < {TODAY} then 'expired'"
    " when e.identity is distinct from w.identity then 'lapsed' when w.state = 'proposed' then 'proposed' else 'active' end)"
)
PAIR_SOURCE = (
    "whitelist_pair w join watch_list l on l.company_id = w.company_id and l.id = w.list_id"
    " left join list_entry e on e.list_id = w.list_id and e.entry_key = w.entry_key and e.to_version is null"
)
HIT_SOURCE = (
    "list_hit h join screened_party p on p.company_id = h.company_id and p.id = h.party_id"
    " join watch_list l on l.company_id = h.company_id and l.id = h.list_id"
)

HIT_ASSIGNED = (
    "(case when h.status <> 'pending' then 'done' when h.assignee_id is null then 'nobody'"
    " when h.assignee_id = (select scope_person()) then 'me' else 'somebody' end)"
)

CHECKS = Table(
    name="compliance.checks",
    path="/v1/compliance/checks",
    summary="Document checks: about whom, for what purpose, by whom, and what was found",
    permission=READ,
    scope=HOUSE,
    source="document_check c",
    company="c.company_id",
    key="c.id",
    order_by="asked_at",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column("asked_at", "c.asked_at", "time", sortable=True),
        Column("document", "c.document", "document", searched=True),
        Column("name", "c.name", searched=True, words="string_to_array(lower(c.name), ' ')"),
        Column("purpose", "c.purpose", "choice", choices=PURPOSES),
        Column("status", "c.status", "choice", choices=CHECK_STATUSES),
        Column("outcome", "c.outcome", "choice", choices=CHECK_OUTCOMES, nullable=True),
        Column("hits", "c.hits", "integer"),
        Column("cost", "c.cost", "money", currency="c.currency"),
        Column("asked_by", "c.asked_by"),
        Column("file_id", "c.file_id", "id", nullable=True),
        Column("line", "c.line", "integer"),
        Column("done_at", "c.done_at", "time"),
    ),
)

HITS = Table(
    name="compliance.hits",
    path="/v1/compliance/hits",
    summary="Hits: who is like an entry of which list, how much, and what was decided",
    permission=READ,
    scope=HOUSE,
    source=HIT_SOURCE,
    company="h.company_id",
    key="h.id",
    order_by="found_at",
    columns=(
        Column("id", "h.id", "id", searched=True),
        Column("found_at", "h.found_at", "time", sortable=True),
        Column("subject", "p.name", searched=True, words="string_to_array(lower(p.name), ' ')"),
        Column("document", "p.document", "document", searched=True),
        Column("source", "p.source", "choice", choices=SOURCES),
        Column("listed", "h.evidence ->> 'name'"),
        Column("list", "l.name"),
        Column("list_code", "l.code"),
        Column("kind", "l.kind", "choice", choices=LIST_KINDS),
        Column("version", "h.version", "integer"),
        Column("score", "h.score", "integer", sortable=True),
        Column("status", "h.status", "choice", choices=HIT_STATUSES),
        Column("age_days", "(extract(epoch from coalesce(h.decided_at, now()) - h.found_at) / 86400)::int", "integer"),
        Column("assignee", "h.assignee"),
        Column("assigned", HIT_ASSIGNED, "choice", choices=ASSIGNED),
        Column("reason", "h.reason"),
        Column("decided_by", "h.decided_by"),
        Column("decided_at", "h.decided_at", "time"),
    ),
)

LISTS = Table(
    name="compliance.lists",
    path="/v1/compliance/lists",
    summary="Lists that people and companies are compared with: their versions and their age",
    permission=READ,
    scope=HOUSE,
    source="watch_list l",
    company="l.company_id",
    key="l.id",
    order_by="name",
    columns=(
        Column("id", "l.id", "id"),
        Column("name", "l.name", sortable=True, searched=True, words="string_to_array(lower(l.name), ' ')"),
        Column("code", "l.code", searched=True),
        Column("kind", "l.kind", "choice", choices=LIST_KINDS),
        Column("format", "l.format", "choice", choices=FORMATS),
        Column("number", "l.number", "integer"),
        Column("entries", "l.entries", "integer"),
        Column("checked_at", "l.checked_at", "time"),
        Column("stale", STALE, "flag"),
        Column("max_age_days", "l.max_age_days", "integer"),
        Column("threshold", "l.threshold", "integer"),
        Column("source_url", "l.source_url"),
        Column("licence", "l.licence"),
    ),
)

#: Whoever agrees to a pair looks at its hit first.
_HIT_OF_PAIR = "(select h.id from list_hit h where h.party_id = w.party_id and h.list_id = w.list_id and h.entry_key = w.entry_key limit 1)"
PAIRS = Table(
    name="compliance.whitelist",
    path="/v1/compliance/whitelist",
    summary="Pairs of a party and an entry that are no hit until a day, or until the entry tells of somebody else",
    permission=READ,
    scope=HOUSE,
    source=PAIR_SOURCE,
    company="w.company_id",
    key="w.id",
    order_by="created_at",
    columns=(
        Column("id", "w.id", "id", searched=True),
        Column("created_at", "w.created_at", "time", sortable=True),
        Column("shown", "w.shown", searched=True),
        Column("listed", "w.listed", searched=True),
        Column("list", "l.name"),
        Column("status", PAIR_STATUS, "choice", choices=PAIR_STATUSES),
        Column("reason", "w.reason"),
        Column("comment", "w.comment"),
        Column("expires_on", "w.expires_on::text"),
        Column("created_by", "w.created_by"),
        Column("decided_at", "w.decided_at", "time"),
        Column("decided_by", "w.decided_by"),
        Column("decision_reason", "w.decision_reason"),
        Column("ended_by", "w.ended_by"),
        Column("end_reason", "w.end_reason"),
        Column("hit_id", _HIT_OF_PAIR, "id", nullable=True),
    ),
)

FILES = Table(
    name="compliance.check_files",
    path="/v1/compliance/check-files",
    summary="Files of documents or names that are checked one by one, with how many came to what",
    permission=READ,
    scope=HOUSE,
    source="check_file f cross join lateral (select count(*) filter (where c.status <> 'asked') as done,"
    " count(*) filter (where c.outcome = 'clear') as clear, count(*) filter (where c.outcome = 'hits') as with_hits,"
    " count(*) filter (where c.outcome = 'mismatch') as mismatches, count(*) filter (where c.status = 'error') as errors"
    " from document_check c where c.file_id = f.id) n",
    company="f.company_id",
    key="f.id",
    order_by="created_at",
    columns=(
        Column("id", "f.id", "id", searched=True),
        Column("created_at", "f.created_at", "time", sortable=True),
        Column("name", "f.name", searched=True),
        Column("purpose", "f.purpose", "choice", choices=PURPOSES),
        Column("status", "f.status", "choice", choices=FILE_STATUSES),
        Column("problem", "f.problem"),
        Column("rows", "f.rows", "integer"),
        Column("done", "n.done", "integer"),
        Column("clear", "n.clear", "integer"),
        Column("with_hits", "n.with_hits", "integer"),
        Column("mismatches", "n.mismatches", "integer"),
        Column("errors", "n.errors", "integer"),
        Column("refused", "f.refused", "integer"),
        Column("created_by", "f.created_by"),
    ),
)
