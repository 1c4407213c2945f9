"""The Tables of the providers of checks, of each call, and of what calls cost by month."""

from retaguarda.compliance.providers.model import CIRCUIT_SECONDS, CIRCUITS, MODES, OUTCOMES, STATUSES
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table
from retaguarda.providers.checks.port import PORTS

READ, WRITE = Permission.COMPLIANCE_PROVIDERS_READ, Permission.COMPLIANCE_PROVIDERS_WRITE
#: Open: nothing is asked of it. Half: the next call tries whether it is well again.
CIRCUIT = (
    "(case when p.opened_at is null then 'closed'"
    f" when p.opened_at > now() - interval '{CIRCUIT_SECONDS} seconds' then 'open' else 'half' end)"
)
SOURCE = "check_provider p cross join lateral check_provider_figures(p.id) f"

PROVIDERS = Table(
    name="compliance.providers",
    path="/v1/compliance/providers",
    summary="Providers that check people and companies, how they answer and what they cost",
    permission=READ,
    scope=HOUSE,
    source=SOURCE,
    company="p.company_id",
    key="p.id",
    order_by="priority",
    columns=(
        Column("id", "p.id", "id", searched=True),
        Column("name", "p.name", sortable=True, searched=True, words="string_to_array(lower(p.name), ' ')"),
        Column("port", "p.port", "choice", choices=PORTS),
        Column("mode", "p.mode", "choice", choices=MODES),
        Column("status", "p.status", "choice", choices=STATUSES),
        Column("circuit", CIRCUIT, "choice", choices=CIRCUITS),
        Column("priority", "p.priority", "integer", sortable=True),
        Column("quota", "p.quota", "integer"),
        Column("used", "f.used", "integer"),
        Column("cost", "p.cost", "money", currency="p.currency", summed=False),
        Column("spent", "f.spent", "money", currency="p.currency"),
        Column("calls", "f.calls", "integer"),
        Column("failed", "f.failed", "integer"),
        Column("p50", "f.p50", "integer"),
        Column("p95", "f.p95", "integer"),
        Column("tested_at", "p.tested_at", "time"),
        Column("created_at", "p.created_at", "time", sortable=True),
    ),
)

CALLS = Table(
    name="compliance.provider_calls",
    path="/v1/compliance/provider-calls",
    summary="Calls to providers of checks: about whom, for what, how they ended, what they cost",
    permission=READ,
    scope=HOUSE,
    source="provider_call c join check_provider p on p.company_id = c.company_id and p.id = c.provider_id",
    company="c.company_id",
    key="c.id",
    order_by="asked_at",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column("asked_at", "c.asked_at", "time", sortable=True),
        Column("provider_id", "c.provider_id", "id"),
        Column("provider", "p.name", searched=True),
        Column("port", "c.port", "choice", choices=PORTS),
        Column("shown", "c.shown", searched=True),
        Column("purpose", "c.purpose"),
        Column("asked_by", "c.asked_by", searched=True),
        Column("outcome", "c.outcome", "choice", choices=OUTCOMES),
        Column("ms", "c.ms", "integer"),
        Column("cost", "c.cost", "money", currency="c.currency"),
        Column("forced", "c.forced", "flag"),
        Column("problem", "c.problem"),
    ),
)

COSTS = Table(
    name="compliance.provider_costs",
    path="/v1/compliance/provider-costs",
    summary="What calls to providers of checks cost, by month and provider",
    permission=READ,
    scope=HOUSE,
    source="provider_month m",
    company="m.company_id",
    key="m.id",
    key_type=str,
    order_by="month",
    columns=(
        Column("month", "m.month", sortable=True),
        Column("provider_id", "m.provider_id", "id"),
        Column("provider", "m.provider", searched=True),
        Column("port", "m.port", "choice", choices=PORTS),
        Column("calls", "m.calls", "integer"),
        Column("answered", "m.answered", "integer"),
        Column("failed", "m.failed", "integer"),
        Column("p95", "m.p95", "integer"),
        Column("cost", "m.cost", "money", currency="m.currency"),
    ),
)
