"""The lists of bank lines, of statement files and of house accounts."""

from retaguarda.bank_files.model import STATUSES
from retaguarda.conciliation.statements.model import ACCOUNT_STATES, LINE_STATES
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table

READ = Permission.CONCILIATION_BANK_STATEMENT_READ
#: How long a line has been open, in days since it was booked.
AGES = ("day", "days_3", "days_7", "older", "done")
_TODAY = "(now() at time zone 'America/Sao_Paulo')::date"
_AGE = (
    "(case when l.state in ('matched', 'booked', 'ignored') then 'done'"
    f" when l.booked_on > {_TODAY} - 2 then 'day' when l.booked_on > {_TODAY} - 4 then 'days_3'"
    f" when l.booked_on > {_TODAY} - 8 then 'days_7' else 'older' end)"
)
#: Who found the match.
MATCHED_BY = ("rule", "person", "nobody")
_MATCH = (
    "left join lateral (select g.id, g.rung, g.made_by from match_member m join match_group g on g.company_id = m.company_id"
    " and g.id = m.group_id where m.company_id = l.company_id and m.line_id = l.id and g.state in ('confirmed', 'proposed')"
    " order by g.made_at desc limit 1) g on true"
)

LINES = Table(
    name="conciliation.lines",
    path="/v1/conciliation/bank-lines",
    summary="Lines of bank statements, and what became of each",
    permission=READ,
    scope=HOUSE,
    source=(
        "(select * from bank_line where applied_at is not null and effect <> 'already') l"
        " join house_account h on h.company_id = l.company_id and h.id = l.account_id"
        f" join return_file f on f.company_id = l.company_id and f.id = l.file_id {_MATCH}"
    ),
    company="l.company_id",
    key="l.id",
    order_by="booked_on",
    columns=(
        Column("id", "l.id", "id", searched=True),
        Column("booked_on", "l.booked_on::text", sortable=True),
        Column("value_on", "l.value_on::text"),
        Column("account_id", "l.account_id", "id"),
        Column("account_name", "h.name"),
        Column("amount", "l.amount", "money", currency="l.currency", sortable=True, searched=True),
        Column("kind", "l.kind"),
        Column("history_code", "l.history_code"),
        Column("description", "l.description"),
        Column("document", "l.document", searched=True),
        Column("end_to_end_id", "l.end_to_end_id", searched=True),
        Column("reference", "l.reference", searched=True),
        Column("counterparty", "l.name"),
        Column("counterparty_document", "nullif(l.tax_document, '')", "document", searched=True),
        Column("balance", "l.balance", "money", currency="l.currency", nullable=True, summed=False),
        Column("state", "l.state", "choice", choices=LINE_STATES),
        Column("age", _AGE, "choice", choices=AGES),
        Column(
            "matched_by",
            "(case when g.id is null then 'nobody' when g.rung = 0 then 'person' else 'rule' end)",
            "choice",
            choices=MATCHED_BY,
        ),
        Column("rung", "g.rung", "integer"),
        Column("match_id", "g.id", "id", nullable=True),
        Column("file_id", "l.file_id", "id"),
        Column("file_name", "f.name"),
        Column("number", "l.number", "integer"),
    ),
)

FILES = Table(
    name="conciliation.files",
    path="/v1/conciliation/statement-files",
    summary="Statements that banks sent, and what became of them",
    permission=READ,
    scope=HOUSE,
    source=(
        "(select * from return_file where status <> 'receiving' and family = 'statement') f"
        " left join lateral (select string_agg(distinct h.name, ', ') as accounts, min(b.opening_on) as first_day,"
        " max(b.closing_on) as last_day, bool_and(b.holds) as holds from stated_balance b join house_account h"
        " on h.company_id = b.company_id and h.id = b.account_id where b.company_id = f.company_id and b.file_id = f.id) b on true"
    ),
    company="f.company_id",
    key="f.id",
    order_by="created_at",
    columns=(
        Column("id", "f.id", "id", searched=True),
        Column("created_at", "f.created_at", "time", sortable=True),
        Column("name", "f.name", searched=True),
        Column("status", "f.status", "choice", choices=STATUSES[1:]),
        Column("layout", "f.layout"),
        Column("accounts", "b.accounts"),
        Column("first_day", "b.first_day::text"),
        Column("last_day", "b.last_day::text"),
        Column("entries", "f.entries", "integer"),
        Column("size", "f.size", "integer"),
        Column("holds", "coalesce(b.holds, true)", "flag"),
        Column("actor", "f.actor"),
        Column("applied_at", "f.applied_at", "time"),
        Column("applied_by", "f.applied_by"),
    ),
)

ACCOUNTS = Table(
    name="conciliation.house_accounts",
    path="/v1/conciliation/house-accounts",
    summary="Accounts of ours at banks and payment providers",
    permission=READ,
    scope=HOUSE,
    source=(
        "house_account h left join lateral (select max(booked_on) as last_day from bank_line l"
        " where l.company_id = h.company_id and l.account_id = h.id and l.applied_at is not null) l on true"
    ),
    company="h.company_id",
    key="h.id",
    order_by="created_at",
    columns=(
        Column("id", "h.id", "id", searched=True),
        Column("created_at", "h.created_at", "time", sortable=True),
        Column("name", "h.name", searched=True),
        Column("bank", "h.bank", searched=True),
        Column("branch", "h.branch"),
        Column("number", "h.number", searched=True),
        Column("currency", "h.currency::text"),
        Column("clearing_code", "h.clearing_code::text"),
        Column("opened_on", "h.opened_on::text"),
        Column("opening", "h.opening", "money", currency="h.currency", summed=False),
        Column("state", "h.state", "choice", choices=ACCOUNT_STATES),
        Column("last_day", "l.last_day::text"),
        Column("created_by", "h.created_by"),
        Column("decided_by", "h.decided_by"),
    ),
)
