"""The list of ledger accounts."""

from retaguarda.accounts.model import KINDS
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import VISIBLE
from retaguarda.foundation.table import Table

#: Every company's postings name the provider's entry-only accounts, but only the provider may look at them.
SEEN = "(not a.append_only or (select scope_all()) or a.company_id = any ((select scope_companies())::int[]))"
#: Prefix of a sub-account's code, before its number.
SUB = "sub."
JOINED = f"ledger_account a left join sub_account s on s.company_id = a.company_id and a.code = '{SUB}' || s.number"
#: Code of the account that a sub-account belongs to.
PARENT = "(case when s.number is not null then 'available' end)"
#: The posted balance: an entry-only account keeps no running balance, so sum its entries.
POSTED = "(case when a.append_only then (select b.posted from ledger_balance(a.company_id, a.code, a.currency) b) else a.posted end)"
LAST_MOVE = (
    "(case when a.append_only then (select e.posted_at from ledger_entry e where e.account_id = a.id and e.version is null"
    " order by e.xid desc limit 1) else a.posted_at end)"
)

ACCOUNTS = Table(
    name="accounts.accounts",
    path="/v1/accounts",
    summary="Accounts of the ledger, what they hold and what of them is blocked",
    permission=Permission.AUTHS_READ,
    scope=VISIBLE,
    source=f"(select a.*, s.number, s.alias, s.closed_at from {JOINED} where {SEEN}) a left join company k on k.id = a.company_id",
    company="a.company_id",
    key="a.id",
    key_type=int,
    order_by="created_at",
    columns=(
        Column("id", "a.id", "integer", sortable=True, searched=True),
        Column("code", "a.code::text", sortable=True, searched=True),
        Column("alias", "a.alias", searched=True, words="string_to_array(lower(a.alias), ' ')"),
        Column("parent", "(case when a.number is not null then 'available' end)"),
        Column("closed_at", "a.closed_at", "time"),
        Column("company_id", "a.company_id", "integer", sortable=True),
        Column("company_name", "k.name", searched=True, words="string_to_array(lower(k.name), ' ')"),
        Column("kind", "(case when a.append_only then 'entries' else 'balance' end)", "choice", choices=KINDS),
        Column("currency", "a.currency::text"),
        Column("blocked_in", "a.blocked_in", "flag"),
        Column("blocked_out", "a.blocked_out", "flag"),
        # Some are liabilities and some are assets: a sum would mean nothing.
        Column("available", f"({POSTED} - a.held)", "money", currency="a.currency", summed=False),
        Column("on_hold", "a.held::bigint", "money", currency="a.currency"),
        Column("created_at", "a.created_at", "time", sortable=True),
        Column("last_move_at", LAST_MOVE, "time"),
    ),
)
