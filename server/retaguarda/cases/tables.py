"""The lists of ombudsman and of customer service cases."""

from retaguarda.cases.model import (
    ANSWERED,
    CHANNELS,
    MATTERS,
    OMBUDSMAN_STATES,
    OUTCOMES,
    PRIORITIES,
    PRODUCTS,
    SERVICE_STATES,
    SUBJECTS,
)
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

_TODAY = "(now() at time zone 'America/Sao_Paulo')::date"
_OVER = ", ".join(f"'{state}'" for state in ANSWERED)
#: Where a case stands against its clock.
DUE = ("overdue", "today", "days_3", "days_10", "later", "done")


def _due(day: str, first: str = "") -> str:
    """SQL of where a day stands against today; ``first``: what is told before that."""
    return (
        f"(case {first} when {day} < {_TODAY} then 'overdue' when {day} = {_TODAY} then 'today'"
        f" when {day} <= {_TODAY} + 3 then 'days_3' when {day} <= {_TODAY} + 10 then 'days_10' else 'later' end)"
    )


_DUE = _due("c.due_on", f"when c.state in ({_OVER}) then 'done'")


def _source(kind: str) -> str:
    return (
        f"(select * from case_file where kind = '{kind}') c left join company m on m.id = c.merchant_id"
        " left join published.person o on o.id = c.owner_id left join case_file e on e.id = c.earlier_id and e.company_id = 1"
    )


def _columns(states: tuple[str, ...]) -> tuple[Column, ...]:
    return (
        Column("id", "c.id", "id", searched=True),
        Column("protocol", "c.protocol", searched=True),
        Column("opened_at", "c.opened_at", "time", sortable=True),
        Column("state", "c.state", "choice", choices=states),
        Column("due", _DUE, "choice", choices=DUE),
        Column("due_on", "c.due_on::text", sortable=True),
        Column("extended_on", "c.extended_on::text"),
        Column("channel", "c.channel", "choice", choices=CHANNELS),
        Column("matter", "c.matter", "choice", choices=MATTERS),
        Column("subject", "c.subject", "choice", choices=SUBJECTS),
        Column("product", "c.product", "choice", choices=PRODUCTS),
        Column("priority", "c.priority", "choice", choices=PRIORITIES),
        Column("requester_name", "c.requester_name"),
        Column("requester_document", "c.requester_document", "document", searched=True),
        Column("merchant_id", "c.merchant_id", "integer"),
        Column("merchant_name", "m.name"),
        Column("owner", "o.email"),
        Column("earlier_protocol", "e.protocol", searched=True),
        Column("answered_at", "c.answered_at", "time"),
        Column("reopened", "c.reopened", "integer", sortable=True),
        Column("satisfaction", "c.satisfaction", "integer"),
    )


OMBUDSMAN = Table(
    name="audit.ombudsman",
    path="/v1/audit/ombudsman-tickets",
    summary="Ombudsman cases and when they are due",
    permission=Permission.AUDIT_TICKETS_READ,
    scope=HOUSE,
    source=_source("ombudsman"),
    company="c.company_id",
    key="c.id",
    order_by="opened_at",
    columns=(
        *_columns(OMBUDSMAN_STATES),
        Column("outcome", "coalesce(c.outcome, '')", "choice", choices=("", *OUTCOMES)),
    ),
)

SERVICE = Table(
    name="audit.service",
    path="/v1/audit/service-tickets",
    summary="Customer service cases and when they are due",
    permission=Permission.AUDIT_TICKETS_READ,
    scope=HOUSE,
    source=_source("service"),
    company="c.company_id",
    key="c.id",
    order_by="opened_at",
    columns=(
        *_columns(SERVICE_STATES),
        Column("first_answered_at", "c.first_answered_at", "time"),
        Column("waited_seconds", "extract(epoch from c.human_at - c.asked_human_at)::bigint", "integer"),
        Column("history_due_on", "(case when c.history_sent_at is null then c.history_due_on end)::text"),
    ),
)


#: What a term is about.
DEADLINE_KINDS = ("ombudsman", "service", "history_ombudsman", "history_service", "med", "filing", "half_year")

DEADLINES = Table(
    name="audit.deadlines",
    path="/v1/audit/deadlines",
    summary="Every term of an authority or the law that has not been met yet",
    permission=Permission.AUDIT_TICKETS_READ,
    scope=HOUSE,
    source="regulatory_deadline d",
    # Staff see those of every company.
    company="1",
    key="d.key",
    key_type=str,
    order_by="due_on",
    columns=(
        Column("key", "d.key"),
        Column("kind", "d.kind", "choice", choices=DEADLINE_KINDS),
        Column("about", "d.about", searched=True),
        Column("whose", "d.whose"),
        Column("due_on", "d.due_on::text", sortable=True),
        Column("due", _due("d.due_on"), "choice", choices=DUE[:-1]),
        Column("norm", "d.norm"),
        Column("subject", "d.subject"),
    ),
)
