"""The list of balances per day."""

from retaguarda.conciliation.days.model import DAY_STATES
from retaguarda.conciliation.statements.tables import READ
from retaguarda.foundation.column import Column
from retaguarda.foundation.scope import HOUSE
from retaguarda.foundation.table import Table


def _money(name: str, *, summed: bool = False, nullable: bool = False) -> Column:
    return Column(
        name, f"d.{name}", "money", currency="d.currency", summed=summed, nullable=nullable, sortable=not nullable
    )


def _cause(name: str, *causes: str) -> Column:
    sql = " + ".join(f"coalesce((d.causes->>'{cause}')::bigint, 0)" for cause in causes)
    return Column(name, f"({sql})", "money", currency="d.currency", summed=False)


DAYS = Table(
    name="conciliation.days",
    path="/v1/conciliation/days",
    summary="Balances per day and house account: bank, ledger, and what explains their difference",
    permission=READ,
    scope=HOUSE,
    source="house_day d join house_account h on h.company_id = d.company_id and h.id = d.account_id",
    company="d.company_id",
    key="d.id",
    order_by="day",
    columns=(
        Column("id", "d.id", "id", searched=True),
        Column("day", "d.day::text", sortable=True),
        Column("account_id", "d.account_id", "id"),
        Column("account_name", "h.name"),
        Column("currency", "d.currency::text"),
        _money("opening"),
        _money("money_in", summed=True),
        _money("money_out", summed=True),
        _money("fees", summed=True),
        _money("ledger_closing"),
        _money("bank_closing"),
        _money("difference"),
        _money("without_cause", summed=True),
        _cause("timing", "timing", "unconfirmed"),
        _cause("cost", "fee"),
        _cause("returned", "return"),
        _cause("duplicate", "duplicate"),
        _cause("wrong_account", "wrong_account"),
        _cause("missing", "missing_ledger", "missing_bank", "amount_differs"),
        _cause("rest", "fx", "rounding", "accepted", "balance_break"),
        Column("open_items", "d.open_items", "integer", sortable=True),
        Column("files", "d.files", "integer"),
        Column("state", "d.state", "choice", choices=DAY_STATES),
        Column("closed_by", "d.closed_by"),
        Column("closed_at", "d.closed_at", "time"),
        Column("seals", "d.seals", "integer"),
    ),
)
