"""The list of leads."""

from retaguarda.compliance.early_kyc.model import ATTENTION, SOURCES, STATES
from retaguarda.compliance.kyc.model import RISKS, SUBJECTS
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import VISIBLE
from retaguarda.foundation.table import Table

#: Row security hides the review from merchants, who see done where staff see what came out.
STATE = "(case when l.state = 'done' then coalesce(v.outcome, 'done') else l.state end)"
_CHECKS = "(select count(*) from kyc_check k where k.subject_id = l.id and k.newest and k.state = '{}')"
#: What staff look at first: who was hit, then whose time is nearly over; of those that ended, what became a file within 30 days.
_ATTENTION = (
    "(case when l.state = 'converted' and l.ended_at > now() - interval '30 days' then 'converted' when l.ended_at is not null then 'over'"
    f" when {_CHECKS.format('hit')} > 0 then 'with_hits'"
    " when l.expires_on <= (now() at time zone 'America/Sao_Paulo')::date + 7 then 'expiring' else 'open' end)"
)

LEADS = Table(
    name="kyc.leads",
    path="/v1/kyc/leads",
    summary="Who wants to come in, before there is a contract",
    permission=Permission.KYC_EARLY_READ,
    scope=VISIBLE,
    source="kyc_lead l left join kyc_lead_review v on v.lead_id = l.id left join company m on m.id = l.company_id",
    company="l.company_id",
    key="l.id",
    order_by="created_at",
    columns=(
        Column("id", "l.id", "id", searched=True),
        Column("created_at", "l.created_at", "time", sortable=True),
        Column("document", "l.document", "document", searched=True),
        Column("name", "l.name", searched=True),
        Column("source", "l.source", "choice", choices=SOURCES),
        Column("kind", "l.kind", "choice", choices=SUBJECTS),
        Column("state", STATE, "choice", choices=STATES),
        Column("expires_on", "l.expires_on::text"),
        Column("merchant_name", "case when l.company_id <> 1 then m.name end"),
        Column("checks_clean", _CHECKS.format("clean"), "integer", internal=True),
        Column("checks_hit", _CHECKS.format("hit"), "integer", internal=True),
        Column("checks_error", _CHECKS.format("error"), "integer", internal=True),
        Column("risk", "coalesce(v.risk, '')", "choice", choices=("", *RISKS), internal=True),
        Column("attention", _ATTENTION, "choice", choices=ATTENTION, internal=True),
        Column("owner", "v.owner", internal=True),
    ),
)
