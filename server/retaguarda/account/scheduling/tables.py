"""The list of schedules."""

from retaguarda.account.scheduling.model import FREQUENCIES, RESULTS, RULES, STATUSES
from retaguarda.foundation.column import REAIS, Column
from retaguarda.foundation.mask_key import masked_key
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.scope import MERCHANT
from retaguarda.foundation.table import Table


def _words(name: str) -> str:
    """Match a name by each of its words, and whole."""
    return f"string_to_array(lower({name}), ' ') || lower({name})"


SCHEDULES = Table(
    name="account.schedules",
    path="/v1/account/schedules",
    summary="Withdrawals that happen by themselves",
    permission=Permission.ACCOUNT_SCHEDULING_READ,
    scope=MERCHANT,
    source="payment_schedule s join bank_account b on b.company_id = s.company_id and b.id = s.bank_account_id",
    company="s.company_id",
    key="s.id",
    order_by="created_at",
    columns=(
        Column("id", "s.id", "id", searched=True),
        Column("created_at", "s.created_at", "time", sortable=True),
        Column("name", "s.name", sortable=True, searched=True, words=_words("s.name")),
        Column("next_run", "s.next_run", "time"),
        Column("amount", "s.amount", "money", currency=REAIS, nullable=True),
        Column("keep", "s.keep", "money", currency=REAIS),
        Column("destination", "b.nickname", searched=True, words=_words("b.nickname")),
        Column("holder_name", "b.holder_name", searched=True, words=_words("b.holder_name")),
        Column("holder_document", "b.holder_document", "document", searched=True),
        Column("pix_key", masked_key("b"), searched=True, words="array[lower(b.pix_key)]"),
        Column("frequency", "s.frequency", "choice", choices=FREQUENCIES),
        Column("weekday", "s.weekday", "integer"),
        Column("day", "s.day", "integer"),
        Column("hour", "s.hour", "integer"),
        Column("time_zone", "s.time_zone"),
        Column("rule", "s.rule", "choice", choices=RULES),
        Column("last_run", "s.last_run", "time"),
        Column("last_result", "s.last_result", "choice", choices=RESULTS, nullable=True),
        Column("status", "s.status", "choice", choices=STATUSES),
        Column("company_id", "s.company_id", "integer"),
    ),
)
