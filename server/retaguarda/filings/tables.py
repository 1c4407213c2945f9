"""The list of requests for the Central Bank's document C220."""

from retaguarda.filings.model import DIFFERENCES, DUE, FINDINGS, OVER, STATES, FilingDesk
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

#: Where the Central Bank's requests about exchange operations are handled.
C220 = FilingDesk(
    name="filings",
    path="/v1/exchange/c220",
    layouts=("acam220",),
    read=Permission.CONCILIATION_C220_READ,
    write=Permission.CONCILIATION_C220_WRITE,
)


def _names(desk: FilingDesk) -> str:
    return ", ".join(f"'{name}'" for name in desk.layouts)


def filing_source(desk: FilingDesk) -> str:
    return (
        f"(select * from filing_request where layout in ({_names(desk)})) r"
        " left join filing_version v on v.company_id = r.company_id and v.request_id = r.id and v.version = r.version"
    )


def filing_columns() -> tuple[Column, ...]:
    """What every list of requests has: of a file that was made, its sums too."""
    today = "(now() at time zone 'America/Sao_Paulo')::date"
    over = ", ".join(f"'{state}'" for state in OVER)
    due = (
        f"(case when r.state in ({over}) then 'done' when r.due_on < {today} then 'overdue' when r.due_on = {today} then 'today'"
        f" when r.due_on <= {today} + 3 then 'soon' else 'later' end)"
    )
    return (
        Column("id", "r.id", "id", searched=True),
        Column("number", "r.number", searched=True, sortable=True),
        Column("created_at", "r.created_at", "time", sortable=True),
        Column("received_on", "r.received_on::text", sortable=True),
        Column("due_on", "r.due_on::text", sortable=True),
        Column("due", due, "choice", choices=DUE),
        Column("state", "r.state", "choice", choices=STATES),
        Column("filer_name", "r.filer_name"),
        Column("filer_document", "r.filer_document", "document", searched=True),
        Column("period_from", "r.period_from::text"),
        Column("period_to", "r.period_to::text"),
        Column("version", "r.version", "integer", sortable=True),
        Column("rows", "v.rows", "integer"),
        Column("excused", "v.excused", "integer"),
        Column("total", "v.total", "money", currency="v.currency", nullable=True, summed=False),
        Column("made_by", "v.made_by"),
        Column("approved_by", "v.approved_by"),
        Column("delivered_at", "r.delivered_at", "time"),
        Column("protocol", "r.protocol", searched=True),
    )


C220_REQUESTS = Table(
    name="exchange.c220",
    path=C220.path,
    summary="Requests of the Central Bank for document C220, and their files",
    permission=C220.read,
    scope=HOUSE,
    source=filing_source(C220),
    company="r.company_id",
    key="r.id",
    order_by="created_at",
    columns=filing_columns(),
)

C220_DIFFERENCES = Table(
    name="exchange.c220_differences",
    path="/v1/exchange/c220-differences",
    summary="Cells that a comparison of a filed C220 with today's rows found different, and whose act changed each",
    permission=C220.read,
    scope=HOUSE,
    source=(
        "(select *, comparison_id || ':' || to_char(number, 'FM0000000000') as id from filing_difference) d"
        " join filing_comparison c on c.company_id = d.company_id and c.id = d.comparison_id"
        f" join (select * from filing_request where layout in ({_names(C220)})) r"
        " on r.company_id = c.company_id and r.id = c.request_id"
    ),
    company="d.company_id",
    key="d.id",
    key_type=str,
    order_by="place",
    columns=(
        Column("id", "d.id"),
        Column("comparison_id", "d.comparison_id", "id"),
        Column("request", "r.number"),
        Column("version", "c.version", "integer"),
        Column("place", "d.number", "integer", sortable=True),
        Column("finding", "d.finding", "choice", choices=FINDINGS),
        Column("kind", "d.kind", "choice", choices=DIFFERENCES),
        Column("line", "d.line", "integer", nullable=True),
        Column("source", "d.source", searched=True),
        Column("cell", "d.cell"),
        Column("before", "d.before"),
        Column("after", "d.after"),
        Column("again", "d.again"),
        Column("acts", "d.acts", "integer"),
        Column("act_name", "d.act_name"),
        Column("act_by", "d.act_by"),
        Column("act_subject", "d.act_subject"),
        Column("act_at", "d.act_at", "time"),
    ),
)
