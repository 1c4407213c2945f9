"""The list of sessions."""

from retaguarda.connection_time.model import ENDINGS, STATES
from retaguarda.connection_time.queries import DEVICE, ENDED, ENDING, OVERLAPS, SECONDS, SOURCE, STATE
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

SESSIONS = Table(
    name="audit.sessions",
    path="/v1/audit/sessions",
    summary="Who was signed in, from where and for how long",
    permission=Permission.AUDIT_INTERNAL_READ,
    scope=HOUSE,
    source=SOURCE,
    # Staff see those of every company.
    company="1",
    key="s.id",
    order_by="began_at",
    columns=(
        Column("id", "s.id", "id", searched=True),
        Column("person_name", "p.name"),
        Column("person_email", "p.email", searched=True),
        Column("company_id", "s.company_id", "integer"),
        Column("company_name", "k.name"),
        Column("internal", "p.internal", "flag"),
        Column("state", STATE, "choice", choices=STATES),
        Column("ending", ENDING, "choice", choices=ENDINGS),
        Column("began_at", "s.created_at", "time", sortable=True),
        Column("last_seen_at", "s.last_seen_at", "time", sortable=True),
        Column("ended_at", ENDED, "time"),
        Column("seconds", SECONDS, "integer", sortable=True),
        Column("two_factor", "s.two_factor", "flag"),
        Column("ip", "host(s.ip)", searched=True),
        Column("device", DEVICE),
        Column("overlaps", OVERLAPS, "flag"),
    ),
)
