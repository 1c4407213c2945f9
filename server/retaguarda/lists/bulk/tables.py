"""Lists of a person's own bulk Commands and of their rows."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import OWN
from retaguarda.foundation.table import Table

#: Everybody in the dashboard has it; each Command checks its own permission.
PERMISSION = Permission.COMPANIES_READ

ITEM_STATUSES = ("queued", "done", "awaiting", "refused", "failed")

STATUSES = ("queued", "running", "finished")

STATUS = "(case when b.finished_at is not null then 'finished' when b.started_at is not null then 'running' else 'queued' end)"


def _count_sql(status: str) -> str:
    return f"(select count(*) from bulk_item i where i.bulk_id = b.id and i.status = '{status}')"


BULKS = Table(
    name="lists.bulks",
    path="/v1/bulk",
    summary="A person's own bulk Commands",
    permission=PERMISSION,
    scope=OWN,
    source="(select * from bulk where person_id = (select scope_person())) b left join company k on k.id = b.company_id",
    company="b.company_id",
    key="b.id",
    order_by="created_at",
    columns=(
        Column("id", "b.id", "id", searched=True),
        Column("created_at", "b.created_at", "time", sortable=True),
        Column("command", "b.command"),
        Column("status", STATUS, "choice", choices=STATUSES),
        Column("total", "b.total", "integer"),
        *(Column(name, _count_sql(name), "integer") for name in ("done", "awaiting", "refused", "failed")),
        Column("finished_at", "b.finished_at", "time"),
        Column("company_id", "b.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

BULK_ITEMS = Table(
    name="lists.bulk_items",
    path="/v1/bulk/items",
    summary="What became of each row of a person's own bulk Commands",
    permission=PERMISSION,
    scope=OWN,
    source="(select * from bulk_item where person_id = (select scope_person())) i",
    company="i.company_id",
    key="i.id",
    order_by="number",
    columns=(
        Column("number", "i.number", "integer", sortable=True),
        Column("id", "i.target", searched=True),
        Column("status", "i.status", "choice", choices=ITEM_STATUSES),
        Column("detail", "i.detail"),
        Column("done_at", "i.done_at", "time"),
        Column("bulk_id", "i.bulk_id", "id"),
    ),
)
