"""Invariants between opened disputes and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "claim_brought_its_return",
        "what came back for a claim is a devolução of its withdrawal that is booked, with the claim's amount",
        """
        select count(*) from med_claim c
          left join payout_return r on r.rtr_id = c.rtr_id and r.company_id = c.company_id and r.payout_id = c.payout_id
         where c.returned > 0 and r.amount is distinct from c.returned
        """,
    ),
    Invariant(
        "claim_of_what_was_sent",
        "nobody asks back what did not leave",
        """
        select count(*) from med_claim c join payout t on t.company_id = c.company_id and t.id = c.payout_id
         where t.status <> 'done' or c.amount > t.amount
        """,
    ),
)
