"""The Table of processors, with their health computed from real requests."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table
from retaguarda.provider_accounts.model import STATUSES
from retaguarda.provider_accounts.queries import LAST_HOUR, STATUS

READ = Permission.GATEWAY_ALL

SOURCE = f"pix_connection c cross join {LAST_HOUR}"

PROCESSORS = Table(
    name="payin.processors",
    path="/v1/payin/processors",
    summary="Connections to payment providers, and how they answer",
    permission=READ,
    scope=HOUSE,
    source=SOURCE,
    company="c.company_id",
    key="c.id",
    order_by="priority",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column(
            "name", "c.name", sortable=True, searched=True, words="string_to_array(lower(c.name), ' ') || lower(c.name)"
        ),
        Column("status", STATUS, "choice", choices=STATUSES),
        Column("priority", "c.priority", "integer", sortable=True),
        Column("enabled", "c.enabled", "flag"),
        Column("base_url", "c.base_url"),
        Column("pix_key", "c.pix_key", searched=True),
        Column("certificate_expires_at", "c.certificate_expires_at", "time"),
        Column("calls", "h.calls", "integer"),
        Column("failures", "h.failures", "integer"),
        Column("average_ms", "h.average_ms", "integer"),
        Column("tested_at", "c.tested_at", "time"),
        Column("version", "c.version", "integer"),
        Column("test_error", "c.test_error"),
        Column("created_at", "c.created_at", "time", sortable=True),
    ),
)
