"""Ask the bank again about orders that it refused: one that it carried out after all opens a case, and no payout changes."""

from retaguarda.foundation.database import Row, Scope
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payout_engine.open_case import PaidOrder, late, open_case
from retaguarda.payout_engine.payout_orders import PayoutClient

_SAID = "the bank says that it carried out an order that it had refused"


async def check_refused(client: PayoutClient, payout: Row) -> None:
    """Ask about each order of a payout that a bank refused by API in the last three days and that has no case yet.

    Raises:
        PayoutError: the bank gave no answer.
        TryAgain: its processor may not be called now.
    """
    scope = Scope((payout["company_id"],))
    async with client.database.transaction(scope) as tx:
        orders = await tx.all(_REFUSED, payout)
    for order in orders:
        outcome = await client.status(order, payout)
        if outcome is None or outcome.state != "done":
            continue
        async with client.database.transaction(scope) as tx:
            row = await tx.one(_PAYOUT, payout)
            assert row is not None
            await open_case(tx, row, late(row["status"], struct_of(PaidOrder, order), "bank", _SAID, outcome.at))


_PAYOUT = "select * from payout where company_id = %(company_id)s and id = %(id)s for update"
#: What went in a file is answered by files alone: its processor says of each that it is under way.
_REFUSED = """
    select o.* from payout_order o
     where o.company_id = %(company_id)s and o.payout_id = %(id)s and o.state = 'refused'
       and o.ended_at > now() - interval '3 days'
       and not exists (select from payout_case c where c.company_id = o.company_id and c.order_id = o.id)
     order by o.attempt
"""
