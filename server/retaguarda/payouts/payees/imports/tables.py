"""The lists of imports and of their rows."""

from retaguarda.foundation.column import Column
from retaguarda.foundation.mask_key import masked_key_of
from retaguarda.foundation.table import Table
from retaguarda.payouts.payees.imports.model import OUTCOMES, STATUSES
from retaguarda.payouts.payees.tables import SCOPE, WRITE

IMPORTS = Table(
    name="payouts.payee_imports",
    path="/v1/payouts/payee-imports",
    summary="Tables of payees that were brought",
    permission=WRITE,
    scope=SCOPE,
    source="payee_import i left join company k on k.id = i.company_id",
    company="i.company_id",
    key="i.id",
    order_by="created_at",
    columns=(
        Column("id", "i.id", "id", searched=True),
        Column("created_at", "i.created_at", "time", sortable=True),
        Column("name", "i.name", sortable=True, searched=True),
        Column("status", "i.status", "choice", choices=STATUSES),
        Column("rows", "i.rows", "integer"),
        Column("added", "i.added", "integer"),
        Column("extended", "i.extended", "integer"),
        Column("known", "i.known", "integer"),
        Column("bad", "i.bad", "integer"),
        Column("actor", "i.actor"),
        Column("applied_at", "i.applied_at", "time"),
        Column("applied_by", "i.applied_by"),
        Column("company_id", "i.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

_KEY = masked_key_of("(r.destination ->> 'pix_key')", "(r.destination ->> 'pix_key_kind')")
_PLACE = (
    "(case r.destination ->> 'kind' when 'account' then concat_ws(' · ', r.destination ->> 'bank_name',"
    " r.destination ->> 'branch', '***' || right(r.destination ->> 'number', 4)) when 'key' then"
    f" {_KEY} end)"
)

IMPORT_ROWS = Table(
    name="payouts.payee_import_rows",
    path="/v1/payouts/payee-import-rows",
    summary="What each row of a table of payees says and would do",
    permission=WRITE,
    scope=SCOPE,
    source="payee_import_row r",
    company="r.company_id",
    key="(r.import_id || '/' || r.number)",
    key_type=str,
    order_by="number",
    columns=(
        Column("number", "r.number", "integer", sortable=True),
        Column("import_id", "r.import_id", "id"),
        Column("outcome", "r.outcome", "choice", choices=OUTCOMES),
        Column("problem", "r.problem"),
        Column("name", "r.name", searched=True),
        Column("document", "r.document", "document", searched=True),
        Column("destination", _PLACE),
    ),
)
