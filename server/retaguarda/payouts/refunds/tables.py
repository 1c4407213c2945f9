"""The lists of returns and of disputes about payments."""

from retaguarda.account.disputes.model import REASONS, STATUSES
from retaguarda.foundation.column import Column
from retaguarda.foundation.permissions import Permission
from retaguarda.foundation.table import Table
from retaguarda.payouts.payments.model import OF_PAYMENTS
from retaguarda.payouts.verify_factor import FACTOR_MERCHANT

#: How a return came to us: by dispute, as the bank tells of it, or from a receiver that is a merchant of ours.
SOURCES = ("bank", "claim", "receiver")
SOURCE = "case when c.id is not null then 'claim' when t.inside then 'receiver' else 'bank' end"
#: A return ``r`` with its payment ``t`` and the dispute ``c`` that it settles.
RETURNED = (
    f"payout_return r join (select * from payout where {OF_PAYMENTS}) t"
    " on t.company_id = r.company_id and t.id = r.payout_id"
    " left join med_claim c on c.company_id = r.company_id and c.rtr_id = r.rtr_id"
)

RETURNS = Table(
    name="payouts.returns",
    path="/v1/payouts/returns",
    summary="Returns of payments",
    permission=Permission.PAYOUT_REFUND_READ,
    scope=FACTOR_MERCHANT,
    source=f"{RETURNED} left join company k on k.id = r.company_id",
    company="r.company_id",
    key="r.rtr_id",
    key_type=str,
    order_by="returned_at",
    columns=(
        Column("id", "r.rtr_id", searched=True),
        Column("returned_at", "r.returned_at", "time", sortable=True),
        Column("booked_at", "r.booked_at", "time"),
        Column("payment_id", "r.payout_id", "id", searched=True),
        Column("end_to_end_id", "t.end_to_end_id", searched=True),
        Column("holder_name", "t.holder_name"),
        Column("amount", "r.amount", "money", currency="t.currency", sortable=True),
        Column("payment_amount", "t.amount", "money", currency="t.currency", summed=False),
        Column("source", SOURCE, "choice", choices=SOURCES),
        Column("reason", "r.reason"),
        Column("claim_id", "c.id", "id", searched=True, nullable=True),
        Column("company_id", "r.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)

CLAIMED = Table(
    name="payouts.claims",
    path="/v1/payouts/claims",
    summary="Payments that are asked back (MED): what the receiver's bank says, what came back",
    permission=Permission.PAYOUT_REFUND_READ,
    scope=FACTOR_MERCHANT,
    source=f"med_claim m join (select * from payout where {OF_PAYMENTS}) t"
    " on t.company_id = m.company_id and t.id = m.payout_id left join company k on k.id = m.company_id",
    company="m.company_id",
    key="m.id",
    order_by="opened_at",
    columns=(
        Column("id", "m.id", "id", searched=True),
        Column("opened_at", "m.opened_at", "time", sortable=True),
        Column("payment_id", "m.payout_id", "id", searched=True),
        Column("end_to_end_id", "m.end_to_end_id", searched=True),
        Column("reason", "m.reason", "choice", choices=REASONS),
        Column("status", "m.status", "choice", choices=STATUSES),
        Column("holder_name", "t.holder_name"),
        Column("amount", "m.amount", "money", currency="m.currency", sortable=True),
        Column("returned", "m.returned", "money", currency="m.currency"),
        Column("due_at", "m.due_at", "time"),
        Column("ended_at", "m.ended_at", "time"),
        Column("company_id", "m.company_id", "integer"),
        Column("company_name", "k.name"),
    ),
)
