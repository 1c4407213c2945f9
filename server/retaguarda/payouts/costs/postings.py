"""The posting of what processors charge for payouts.

By tariff:     payout_cost −cost (the provider bears it), pix_clearing +cost (the bank owes us less)
By statement:  the same, when a person books a line of the statement as a cost (conciliation/matching/confirm_match.py)
"""

from datetime import datetime
from uuid import UUID

from retaguarda import ledger
from retaguarda.foundation.database import Tx
from retaguarda.foundation.request import PROVIDER
from retaguarda.ledger import AccountRef, Leg
from retaguarda.payin.charges.model import CLEARING

#: Account of the provider, append-only: what processors charge for payouts.
COSTS = "payout_cost"


async def post_cost(tx: Tx, processor: UUID, run: UUID, amount: int, currency: str, at: datetime) -> None:
    costs = AccountRef(PROVIDER, COSTS, currency)
    await ledger.open_account(tx, costs, floor=None, append_only=True)
    await ledger.post(
        tx,
        company=PROVIDER,
        key=f"cost:{processor}:{run}",
        kind="payouts.cost",
        reference=str(run),
        effective_at=at,
        legs=[Leg(costs, -amount), Leg(AccountRef(PROVIDER, CLEARING, currency), amount)],
    )
