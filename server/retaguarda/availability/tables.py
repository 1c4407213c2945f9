"""The list of incidents."""

from retaguarda.availability.model import CAUSES, FOUND_BY, SERVICES, STATES
from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

INCIDENTS = Table(
    name="audit.incidents",
    path="/v1/audit/incidents",
    summary="When our services did not work",
    permission=Permission.AUDIT_INTERNAL_READ,
    scope=HOUSE,
    source="incident i left join pix_connection l on l.id = i.link_id"
    f" left join incident_loss b on b.company_id = i.company_id and b.incident_id = i.id and b.currency = {REAIS}",
    company="i.company_id",
    key="i.id",
    order_by="began_at",
    columns=(
        Column("id", "i.id", "id", searched=True),
        Column("number", "i.number", "integer", sortable=True, searched=True),
        Column("service", "i.service", "choice", choices=SERVICES),
        Column("link_name", "l.name"),
        Column("state", "i.state", "choice", choices=STATES),
        Column("began_at", "i.began_at", "time", sortable=True),
        Column("ended_at", "i.ended_at", "time"),
        Column("minutes", "i.minutes", "integer", sortable=True),
        Column("going_on", "i.ended_at is null", "flag"),
        Column("planned", "i.planned", "flag"),
        Column("found_by", "i.found_by", "choice", choices=FOUND_BY),
        Column("cause", "coalesce(i.cause, '')", "choice", choices=("", *CAUSES)),
        Column("failed", "i.failed", "integer", sortable=True),
        Column("missing", "b.missing", "integer"),
        Column("missing_amount", "b.missing_amount", "money", currency="b.currency", nullable=True, summed=False),
        Column("told_at", "i.told_at", "time"),
        Column("reported_at", "i.reported_at", "time"),
        Column("report_protocol", "i.report_protocol", searched=True),
    ),
)
