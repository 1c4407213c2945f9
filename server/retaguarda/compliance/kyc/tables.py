"""The lists of KYC: requests, what waits for a decision, reasons, and what expires."""

from retaguarda.compliance.kyc.model import RISKS, STATES, SUBJECTS
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE, VISIBLE
from retaguarda.foundation.table import Table

_TODAY = "(now() at time zone 'America/Sao_Paulo')::date"
_NUMBER = "'KR-' || lpad(r.number::text, 6, '0')"
#: Where a request stands against its clock; of those that are over, what was approved within 30 days.
DUE = ("overdue", "us", "them", "approved_30d", "done")
_DUE = (
    f"(case when r.state in ('submitted', 'in_analysis', 'awaiting_approval') and r.due_on < {_TODAY} then 'overdue'"
    " when r.state in ('submitted', 'in_analysis', 'awaiting_approval') then 'us'"
    " when r.state in ('draft', 'awaiting_documents') then 'them'"
    " when r.state = 'approved' and r.decided_at > now() - interval '30 days' then 'approved_30d' else 'done' end)"
)
#: Whose work a request is that the provider has to do.
ASSIGNED = ("me", "nobody", "somebody", "done")
_ASSIGNED = (
    f"(case when {_DUE} not in ('overdue', 'us') then 'done' when v.assignee_id is null then 'nobody'"
    " when v.assignee_id = (select scope_person()) then 'me' else 'somebody' end)"
)
#: How near the end is.
WITHIN = ("expired", "days_30", "days_60", "days_90")
_WITHIN = (
    f"(case when r.expires_on <= {_TODAY} then 'expired' when r.expires_on <= {_TODAY} + 30 then 'days_30'"
    f" when r.expires_on <= {_TODAY} + 60 then 'days_60' else 'days_90' end)"
)
_EXPIRES = f"(case when r.expires_on is null or r.expires_on > {_TODAY} + 90 then 'later' else {_WITHIN} end)"
_DOCUMENTS = "(select count(*) from kyc_document d where d.company_id = r.company_id and d.request_id = r.id"
_CHECKS = "(select count(*) from kyc_check k where k.subject_id = r.id and k.newest and k.state = '{}')"
_HITS = f"{_CHECKS.format('hit')[:-1]} and k.verdict is null)"
#: Whole days from its beginning to its decision, or to now.
_AGE = "floor(extract(epoch from coalesce(r.decided_at, now()) - r.created_at) / 86400)::int"

REQUESTS = Table(
    name="kyc.requests",
    path="/v1/kyc/requests",
    summary="KYC requests",
    permission=Permission.KYC_REQUESTS_READ,
    scope=VISIBLE,
    source=(
        "kyc_request r join company m on m.id = r.company_id join kyc_reason_version e on e.reason_id = r.reason_id"
        " and e.version = r.reason_version left join kyc_review v on v.request_id = r.id"
    ),
    company="r.company_id",
    key="r.id",
    order_by="created_at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("number", _NUMBER, searched=True),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("state", "r.state", "choice", choices=STATES),
        Column("due", _DUE, "choice", choices=DUE),
        Column("due_on", "r.due_on::text"),
        Column("reason", "e.name"),
        Column("subject_type", "r.subject_type", "choice", choices=SUBJECTS),
        Column("name", "r.name", searched=True),
        Column("document", "r.document", "document", searched=True),
        Column("country", "r.country"),
        Column("documents_approved", f"{_DOCUMENTS} and d.state = 'approved')", "integer"),
        Column("documents_needed", f"{_DOCUMENTS} and d.required)", "integer"),
        Column("merchant_id", "r.company_id", "integer"),
        Column("merchant_name", "m.name"),
        Column("expires_on", "r.expires_on::text"),
        Column("expires", _EXPIRES, "choice", choices=(*WITHIN, "later")),
        Column("age_days", _AGE, "integer"),
        Column("risk", "coalesce(v.risk, '')", "choice", choices=("", *RISKS), internal=True),
        Column("assignee", "v.assignee", internal=True),
        Column("assigned", _ASSIGNED, "choice", choices=ASSIGNED, internal=True),
        Column("hits", _HITS, "integer", internal=True),
        Column("checks_clean", _CHECKS.format("clean"), "integer", internal=True),
        Column("checks_hit", _CHECKS.format("hit"), "integer", internal=True),
        Column("checks_error", _CHECKS.format("error"), "integer", internal=True),
    ),
)

#: What becomes of a proposal.
OUTCOMES = ("waiting", "approved", "rejected", "returned")
#: What whoever approves looks at first; of what was sent back, what was within 30 days.
PROPOSED = ("overdue", "waiting", "returned_30d", "done")
_PROPOSED = (
    f"(case when p.outcome = 'waiting' and r.due_on < {_TODAY} then 'overdue' when p.outcome = 'waiting' then 'waiting'"
    " when p.outcome = 'returned' and p.decided_at > now() - interval '30 days' then 'returned_30d' else 'done' end)"
)
#: Who may decide it: whoever proposed it or looked at its documents may not, nor who agreed as the third person.
TURNS = ("mine", "others", "done")
_TURN = (
    "(case when p.outcome <> 'waiting' then 'done'"
    " when kyc_decider_refused(p, (select scope_person())) or p.agreed_id = (select scope_person()) then 'others' else 'mine' end)"
)

PROPOSALS = Table(
    name="kyc.proposals",
    path="/v1/kyc/proposals",
    summary="What was proposed of KYC requests, and who decided it",
    permission=Permission.KYC_APPROVAL_READ,
    scope=HOUSE,
    source=(
        "kyc_proposal p join kyc_request r on r.company_id = p.subject_company and r.id = p.request_id"
        " join company m on m.id = p.subject_company"
        " join kyc_reason_version e on e.reason_id = r.reason_id and e.version = r.reason_version"
    ),
    company="p.company_id",
    key="p.id",
    order_by="proposed_at",
    columns=(
        Column("id", "p.id", "id", searched=True),
        Column("number", _NUMBER, searched=True),
        Column("proposed_at", "p.proposed_at", "time", sortable=True),
        Column("proposed_by", "p.proposed_by"),
        Column("merchant_id", "p.subject_company", "integer"),
        Column("merchant_name", "m.name"),
        Column("name", "r.name"),
        Column("document", "r.document", "document", searched=True),
        Column("reason", "e.name"),
        Column("decision", "p.decision", "choice", choices=("approve", "reject")),
        Column("risk", "p.risk", "choice", choices=RISKS),
        Column("superior", "p.superior", "flag"),
        Column("agreed_by", "p.agreed_by"),
        Column("outcome", "p.outcome", "choice", choices=OUTCOMES),
        Column("decided_at", "p.decided_at", "time"),
        Column("decided_by", "p.decided_by"),
        Column("due_on", "r.due_on::text"),
        Column("attention", _PROPOSED, "choice", choices=PROPOSED),
        Column("turn", _TURN, "choice", choices=TURNS),
        Column("hits_decided", f"{_CHECKS.format('hit')[:-1]} and k.verdict is not null)", "integer"),
        Column("hits", _CHECKS.format("hit"), "integer"),
        Column("documents_approved", f"{_DOCUMENTS} and d.state = 'approved')", "integer"),
        Column("documents_needed", f"{_DOCUMENTS} and d.required)", "integer"),
        Column(
            "waiting_days",
            "floor(extract(epoch from coalesce(p.decided_at, now()) - p.proposed_at) / 86400)::int",
            "integer",
        ),
    ),
)

REASONS = Table(
    name="kyc.reasons",
    path="/v1/kyc/reasons",
    summary="Why somebody is looked at, and which documents that takes",
    permission=Permission.KYC_REQUESTS_READ,
    scope=HOUSE,
    source=(
        "(select r.id, r.name, r.version, r.active, r.created_at, r.updated_at, r.parent_id, v.subject_types, v.valid_months,"
        " v.on_expiry, jsonb_array_length(v.documents) as documents, b.name as parent from kyc_reason r join kyc_reason_version v"
        " on v.reason_id = r.id and v.version = r.version left join kyc_reason b on b.id = r.parent_id) r"
    ),
    company="1",
    key="r.id",
    order_by="created_at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("name", "r.name", searched=True),
        Column("version", "r.version", "integer"),
        Column("time_validate_months", "r.valid_months", "integer"),
        Column("subject_types", "r.subject_types", "choice", many=True, choices=SUBJECTS),
        Column("documents", "r.documents", "integer"),
        Column("on_expiry", "r.on_expiry", "choice", choices=("warn", "stop_payouts", "stop_all")),
        Column("dependent_reason", "r.parent"),
        Column("active", "r.active", "flag"),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("updated_at", "r.updated_at", "time"),
    ),
)

RENEWALS = Table(
    name="kyc.renewals",
    path="/v1/kyc/renewals",
    summary="What expires within 90 days or has expired and nothing followed, and the request that renews it",
    permission=Permission.KYC_REQUESTS_READ,
    scope=VISIBLE,
    source=(
        f"(select r.* from kyc_request r where r.state in ('approved', 'expired') and r.expires_on <= {_TODAY} + 90"
        " and not exists (select from kyc_request a where a.company_id = r.company_id and a.document = r.document"
        " and a.reason_id = r.reason_id and a.state in ('approved', 'expired') and a.decided_at > r.decided_at)) r"
        " join company m on m.id = r.company_id join kyc_reason_version e on e.reason_id = r.reason_id"
        " and e.version = r.reason_version left join lateral (select n.id, n.number, n.state from kyc_request n"
        " where n.company_id = r.company_id and n.document = r.document and n.reason_id = r.reason_id and n.created_at > r.created_at"
        " and n.state <> 'withdrawn' order by n.created_at desc limit 1) n on true"
    ),
    company="r.company_id",
    key="r.id",
    order_by="approved_at",
    columns=(
        Column("id", "r.id", "id", searched=True),
        Column("number", _NUMBER, searched=True),
        Column("approved_at", "r.decided_at", "time", sortable=True),
        Column("expires_on", "r.expires_on::text", sortable=True),
        Column("within", _WITHIN, "choice", choices=WITHIN),
        Column("merchant_name", "m.name"),
        Column("name", "r.name", searched=True),
        Column("document", "r.document", "document", searched=True),
        Column("reason", "e.name"),
        Column("on_expiry", "e.on_expiry", "choice", choices=("warn", "stop_payouts", "stop_all")),
        Column("renewal_id", "n.id", "id", nullable=True),
        Column("renewal_number", "'KR-' || lpad(n.number::text, 6, '0')"),
        Column("renewal_state", "coalesce(n.state, '')", "choice", choices=("", *STATES)),
    ),
)
