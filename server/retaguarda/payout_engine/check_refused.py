"""Ask the bank again about orders that it refused, or that people ended by evidence: where it now says the opposite a case opens, and no
payout changes."""

from retaguarda.foundation.database import Row, Scope
from retaguarda.foundation.typed_rows import fetch_all, struct_of
from retaguarda.payout_engine.open_case import PaidOrder, denied, late, open_case
from retaguarda.payout_engine.payout_orders import PayoutClient
from retaguarda.payout_engine.rows import PayoutOrderRow

_SAID = "the bank says that it carried out an order that it had refused"
_SAID_AGAINST = {
    "done": "the bank says that it carried out an order that evidence had said it did not",
    "refused": "the bank says that it refused an order that evidence had said it carried out",
}


async def check_refused(client: PayoutClient, payout: Row) -> None:
    """Ask about each order of a payout that ended by API in the last three days, refused or by evidence, and that has no case yet.

    Raises:
        PayoutError: the bank gave no answer.
        TryAgain: its processor may not be called now.
    """
    scope = Scope((payout["company_id"],))
    async with client.database.transaction(scope) as tx:
        orders = await fetch_all(tx, PayoutOrderRow, _REFUSED, payout)
    for order in orders:
        outcome, told = await client.status(order, payout), struct_of(PaidOrder, order)
        if outcome is None or outcome.state not in _SAID_AGAINST or outcome.state == told.state:
            continue
        said = _SAID_AGAINST[outcome.state] if told.evidence_id else _SAID
        async with client.database.transaction(scope) as tx:
            row = await tx.one(_PAYOUT, payout)
            assert row is not None
            if told.state == "done":
                await open_case(tx, row, denied(told, "bank", said))
            else:
                await open_case(tx, row, late(row["status"], told, "bank", said, outcome.at))


_PAYOUT = "select * from payout where company_id = %(company_id)s and id = %(id)s for update"
#: What went in a file is answered by files alone: its processor says of each that it is under way.
_REFUSED = """
    select o.* from payout_order o
     where o.company_id = %(company_id)s and o.payout_id = %(id)s and (o.state = 'refused' or o.evidence_id is not null)
       and o.ended_at > now() - interval '3 days'
       and not exists (select from payout_case c where c.company_id = o.company_id and c.order_id = o.id)
     order by o.attempt
"""
