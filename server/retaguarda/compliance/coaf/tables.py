"""The Tables of communications to COAF, and of the files that carry them."""

from retaguarda.compliance.coaf.model import COMMUNICATION_STATUSES, FILE_STATUSES, KINDS
from retaguarda.compliance.pld_alerts.tables import DUE, due_state
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

#: COAF has it, or need not.
_TOLD = "c.status in ('receipted', 'rectified', 'cancelled')"
READ, SEND = Permission.COMPLIANCE_COAF_READ, Permission.COMPLIANCE_COAF_SEND

COMMUNICATIONS = Table(
    name="pld.communications",
    path="/v1/pld-engine/communications",
    summary="Communications to COAF and when they are due",
    permission=READ,
    scope=HOUSE,
    source="""coaf_communication c join case_file f on f.id = c.case_id left join coaf_file x on x.id = c.file_id
        join pld_case k on k.case_id = c.case_id""",
    company="c.company_id",
    key="c.id",
    order_by="created_at",
    columns=(
        Column("id", "c.id", "id", searched=True),
        Column("number", "c.number", "integer", sortable=True),
        Column("created_at", "c.created_at", "time", sortable=True),
        Column("case_protocol", "f.protocol", searched=True),
        Column("name", "f.requester_name"),
        Column("codes", "array_to_string(c.codes, ', ')"),
        Column("credit", "c.credit", "money", sortable=True, currency="c.currency"),
        Column("debit", "c.debit", "money", currency="c.currency"),
        Column("people", "c.involved", "integer"),
        Column("decided_at", "k.decided_at", "time"),
        Column("due_on", "c.due_on::text", sortable=True),
        Column("due", due_state(_TOLD, "c.due_on"), "choice", choices=DUE),
        Column("status", "c.status", "choice", choices=COMMUNICATION_STATUSES),
        Column("coaf_number", "c.coaf_number", searched=True),
        Column("authentication", "c.authentication"),
        Column("file_number", "x.number", "integer"),
    ),
)

COAF_FILES = Table(
    name="pld.coaf_files",
    path="/v1/pld-engine/coaf-files",
    summary="Files to COAF",
    permission=READ,
    scope=HOUSE,
    source="coaf_file x",
    company="x.company_id",
    key="x.id",
    order_by="created_at",
    columns=(
        Column("id", "x.id", "id", searched=True),
        Column("number", "x.number", "integer", sortable=True),
        Column("created_at", "x.created_at", "time", sortable=True),
        Column("batch_id", "x.batch_id", searched=True),
        Column("kind", "x.kind", "choice", choices=KINDS),
        Column("status", "x.status", "choice", choices=FILE_STATUSES),
        Column("size", "x.size", "integer"),
        Column("created_by", "x.created_by"),
        Column("answered_at", "x.answered_at", "time"),
        Column("last_error", "x.last_error"),
    ),
)
