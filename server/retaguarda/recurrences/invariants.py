"""Invariants between recurring charges, their payments and the ledger."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "recurring_charge_has_its_payment",
        "a paid recurring charge has one settled Pix of its amount under its txid, and the reverse",
        """
        select count(*) from
          (select connection_id, txid, company_id, end_to_end_id, paid, fee from recurring_charge where status = 'paid') c
          full join
          (select p.connection_id, p.txid, p.company_id, p.end_to_end_id, p.amount, p.fee as kept from pix_payment p
             join recurring_charge r on r.connection_id = p.connection_id and r.txid = p.txid
            where p.status = 'settled'
              and (p.review_reason is null or p.review_reason = 'rule' or r.end_to_end_id = p.end_to_end_id)) p
          using (connection_id, txid)
         where c.end_to_end_id is distinct from p.end_to_end_id or c.paid is distinct from p.amount
            or c.fee is distinct from p.kept or c.company_id is distinct from p.company_id
        """,
    ),
    Invariant(
        "recurring_charge_amount",
        "a recurring charge asks for what the payer agreed to, and none is paid with another amount",
        """
        select count(*) from recurring_charge c join recurrence r on r.company_id = c.company_id and r.id = c.recurrence_id
         where (r.amount is not null and r.amount <> c.amount) or (c.status = 'paid' and c.paid <> c.amount)
        """,
    ),
    Invariant(
        "recurring_charge_of_its_recurrence",
        "what was registered belongs to a recurrence the payer agreed to",
        """
        select count(*) from recurring_charge c join recurrence r on r.company_id = c.company_id and r.id = c.recurrence_id
         where r.approved_at is null or r.connection_id <> c.connection_id
        """,
    ),
)
