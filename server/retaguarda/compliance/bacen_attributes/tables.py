"""The lists of attributes: of merchants, of their partners, and of yearly duties."""

from retaguarda.compliance.bacen_attributes.model import ATTRIBUTES, DUTIES
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

_TODAY = "(now() at time zone 'America/Sao_Paulo')::date"
#: What is held for true now, or waits for a second person.
_NOW = (
    "(select * from bacen_attribute where known_to is null and (state = 'proposed' or state = 'known'"
    f" and valid_from <= {_TODAY} and coalesce(valid_to, 'infinity') > {_TODAY}))"
)
_REVIEW = (
    f"(case when a.next_review is null then 'none' when a.next_review < {_TODAY} then 'overdue'"
    f" when a.next_review <= {_TODAY} + 30 then 'days_30' else 'later' end)"
)

MERCHANTS = Table(
    name="bacen.merchants",
    path="/v1/bacen/merchants",
    summary="What is known of each merchant, as the Central Bank's rules want it",
    permission=Permission.COMPLIANCE_BACEN_READ,
    scope=HOUSE,
    source=f"{_NOW} a join company m on m.id = a.subject_company and a.subject_kind = 'merchant'",
    company="a.company_id",
    key="a.id",
    order_by="known_from",
    columns=(
        Column("id", "a.id", "id", searched=True),
        Column("merchant_id", "m.id", "integer"),
        Column("merchant_name", "m.name", searched=True),
        Column("document", "a.subject", "document", searched=True),
        Column("attribute", "a.attribute", "choice", choices=ATTRIBUTES),
        Column("value", "a.value"),
        Column("valid_from", "a.valid_from::text"),
        Column("valid_to", "a.valid_to::text"),
        Column("source", "a.source", "choice", choices=("kyc", "provider", "person")),
        Column("source_ref", "a.source_ref"),
        Column("state", "a.state", "choice", choices=("known", "proposed")),
        Column("known_from", "a.known_from", "time", sortable=True),
        Column("review", _REVIEW, "choice", choices=("overdue", "days_30", "later", "none")),
        Column("next_review", "a.next_review::text"),
    ),
)


def _held(attribute: str) -> str:
    return (
        f"(select a.value from {_NOW} a where a.subject_company = p.company_id and a.subject = p.document"
        f" and a.attribute = '{attribute}' and a.state = 'known' limit 1)"
    )


_PEP = f"coalesce({_held('pep')}, p.pep_type, 'unknown')"

PARTNERS = Table(
    name="bacen.partners",
    path="/v1/bacen/partners",
    summary="Partners of all merchants, and whether they are politically exposed",
    permission=Permission.COMPLIANCE_BACEN_READ,
    scope=HOUSE,
    source=(
        "(select p.*, m.name as merchant_name from company_partner p join company m on m.id = p.company_id"
        " where p.removed_at is null) p"
    ),
    company="1",
    key="p.id",
    order_by="created_at",
    columns=(
        Column("id", "p.id", "id", searched=True),
        Column("created_at", "p.created_at", "time", sortable=True),
        Column("name", "p.name", searched=True),
        Column("document", "p.document", "document", searched=True),
        Column("merchant_id", "p.company_id", "integer"),
        Column("merchant_name", "p.merchant_name"),
        Column("share", "p.share", "integer"),
        Column("pep", _PEP, "choice", choices=("no", "principal", "related", "unknown")),
        Column("office", _held("pep_office")),
        Column("until", _held("pep_until")),
    ),
)

#: What keeps a relationship from the register: a start that has not come, or an end before it.
_PROBLEM = (
    f"(case when k.started_on > {_TODAY} then 'start_in_future' when k.ended_on < k.started_on then 'end_before_start'"
    " else 'none' end)"
)
CCS = Table(
    name="bacen.ccs",
    path="/v1/bacen/ccs",
    summary="Who holds or represents an account here, as the register of clients (CCS) knows it",
    permission=Permission.COMPLIANCE_BACEN_READ,
    scope=HOUSE,
    source="ccs_known(now()) k join company m on m.id = k.merchant_id",
    company="1",
    key="k.id",
    order_by="known_from",
    columns=(
        Column("id", "k.id", "id", searched=True),
        Column("merchant_id", "k.merchant_id", "integer"),
        Column("merchant_name", "m.name", searched=True),
        Column("document", "k.document", "document", searched=True),
        Column("kind", "k.kind", "choice", choices=("holder", "representative")),
        Column("nature", "'payment_account'", "choice", choices=("payment_account",)),
        Column("started_on", "k.started_on::text", sortable=True),
        Column("ended_on", "k.ended_on::text"),
        Column("file_day", "(k.known_from at time zone 'America/Sao_Paulo')::date::text"),
        Column(
            "state",
            f"(case when k.ended_on <= {_TODAY} then 'ended' else 'open' end)",
            "choice",
            choices=("open", "ended"),
        ),
        Column("problem", _PROBLEM, "choice", choices=("none", "start_in_future", "end_before_start")),
        Column("known_from", "k.known_from", "time", sortable=True),
    ),
)

DUTY_STATE = (
    f"(case when d.done_at is not null then 'done' when d.due_on < {_TODAY} then 'overdue'"
    f" when d.due_on <= {_TODAY} + 60 then 'soon' else 'later' end)"
)
YEARLY = Table(
    name="bacen.duties",
    path="/v1/bacen/duties",
    summary="What the Central Bank's rules want done each year",
    permission=Permission.COMPLIANCE_BACEN_READ,
    scope=HOUSE,
    source="bacen_duty d",
    company="d.company_id",
    key="d.id",
    order_by="due_on",
    columns=(
        Column("id", "d.id", "id", searched=True),
        Column("kind", "d.kind", "choice", choices=DUTIES),
        Column("year", "d.year", "integer"),
        Column("due_on", "d.due_on::text", sortable=True),
        Column("norm", "d.norm"),
        Column("state", DUTY_STATE, "choice", choices=("overdue", "soon", "later", "done")),
        Column("done_at", "d.done_at", "time"),
        Column("done_by", "d.done_by"),
    ),
)
