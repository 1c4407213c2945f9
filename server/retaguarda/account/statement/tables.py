"""The list of a merchant's entries, newest first."""

from retaguarda.account.statement.journal_sources import (
    ALIAS,
    COUNTERPARTY,
    DESCRIPTION,
    EXTERNAL_ID,
    HELD,
    ORIGIN,
    PAYOUT_ORIGIN,
    PIX_KEYS,
)
from retaguarda.account.statement.model import ACCOUNTS, DIRECTIONS, IN_REVIEW, KINDS, ORIGINS, SUB_ACCOUNT
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import CHOSEN_MERCHANT
from retaguarda.foundation.table import Table

#: Everything but Pix received for a charge: few journals, with an index of their own.
_RARE = "j.kind <> 'payin.payment'"

ENTRIES = Table(
    name="account.transactions",
    path="/v1/account/transactions",
    summary="Entries of a merchant's accounts, each with the balance after it",
    permission=Permission.STATEMENT_CLIENT_READ,
    scope=CHOSEN_MERCHANT,
    # Only a merchant's own entries have a version; those of its recipients belong to them. Left join, although a
    # journal always exists: a count then need not touch it.
    source="(select e.*, a.code from ledger_entry e join ledger_account a on a.id = e.account_id"
    " where e.version is not null and not starts_with(a.code, 'recipient.')) e"
    " left join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id",
    company="e.company_id",
    key="(e.journal_id::text || ':' || e.leg)",
    key_type=str,
    order_by="recorded_at",
    columns=(
        Column("id", "(e.journal_id::text || ':' || e.leg)"),
        Column("recorded_at", "e.posted_at", "time", sortable=True),
        Column("effective_at", "j.effective_at", "time"),
        Column("transaction_id", "j.id", "id", searched=True),
        Column("account", "e.code", "choice", choices=ACCOUNTS, more=SUB_ACCOUNT, implies={IN_REVIEW: _RARE}),
        Column("account_alias", ALIAS),
        Column(
            "kind",
            "j.kind",
            "choice",
            choices=KINDS,
            implies={kind: _RARE for kind in KINDS if kind != "payin.payment"},
        ),
        # No choice: its counts would look up the payout of every row.
        Column("payout_origin", PAYOUT_ORIGIN),
        Column("description", DESCRIPTION),
        Column("counterparty", COUNTERPARTY),
        Column(
            "direction",
            "(case when e.amount > 0 then 'credit' else 'debit' end)",
            "choice",
            choices=DIRECTIONS,
            implies={"debit": "e.amount < 0"},
        ),
        Column("amount", "abs(e.amount)", "money", currency="e.currency"),
        Column("movement", "e.amount", "money", currency="e.currency"),
        Column("balance_after", "e.balance_after", "money", currency="e.currency", summed=False),
        Column("held", f"coalesce({HELD}, 0)", "money", currency="e.currency", summed=False),
        Column("version", "e.version", "integer"),
        Column(
            "origin",
            ORIGIN,
            "choice",
            choices=ORIGINS,
            implies={origin: _RARE for origin in ORIGINS if origin != "charge"},
        ),
        Column("origin_id", "j.reference", searched=True),
        Column("external_id", EXTERNAL_ID),
        Column("key", "j.key", searched=True, prefixes=PIX_KEYS),
        Column("reverses", "j.reverses", "id", nullable=True),
        Column("company_id", "e.company_id", "integer"),
    ),
)
