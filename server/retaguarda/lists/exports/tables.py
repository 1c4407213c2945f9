"""The list of a person's own exports."""

from typing import Literal

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import OWN
from retaguarda.foundation.table import Table

Status = Literal["queued", "running", "succeeded", "failed", "expired", "canceled"]

STATUSES: tuple[Status, ...] = ("queued", "running", "succeeded", "failed", "expired", "canceled")

#: Everybody in the dashboard has it; each list checks its own permission.
PERMISSION = Permission.COMPANIES_READ

#: A file expires without an update of its row.
STATUS_NOW = "(case when e.status = 'succeeded' and e.expires_at <= now() then 'expired' else e.status end)"

_OWN = "(select * from export where person_id = (select scope_person())) e"

EXPORTS = Table(
    name="lists.exports",
    path="/v1/exports",
    summary="A person's own exports",
    permission=PERMISSION,
    scope=OWN,
    source=f"{_OWN} left join company k on k.id = e.company_id",
    company="e.company_id",
    key="e.id",
    order_by="created_at",
    columns=(
        Column("id", "e.id", "id", searched=True),
        Column("created_at", "e.created_at", "time", sortable=True),
        Column("list", "e.list"),
        Column("format", "e.format", "choice", choices=("csv", "xlsx")),
        Column("status", STATUS_NOW, "choice", choices=STATUSES),
        Column("rows", "e.rows", "integer"),
        Column("total", "e.total", "integer"),
        Column("bytes", "e.bytes", "integer"),
        Column("error", "e.error"),
        Column("finished_at", "e.finished_at", "time"),
        Column("expires_at", "e.expires_at", "time"),
        Column("company_id", "e.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
