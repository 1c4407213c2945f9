"""Invariants between disputes, the ledger and the refunds."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "case_has_its_hold",
        "what a case has set aside is one open hold of that amount, and a case that is over holds nothing",
        """
        select count(*) from
          (select company_id, 'med:' || id || ':' || holds as key, blocked as amount from med_case where blocked > 0) c
          full join
          (select company_id, key, amount from ledger_hold where key like 'med:%' and state = 'open') h using (company_id, key)
         where c.amount is distinct from h.amount
        """,
    ),
    Invariant(
        "case_returned_by_refunds",
        "what a case returned is the sum of its settled refunds, and no more than was agreed to",
        """
        select count(*) from med_case c left join
          (select company_id, med_case, sum(amount) filter (where status = 'settled') as settled,
                  sum(amount) filter (where status <> 'failed') as asked
             from refund where med_case is not null group by company_id, med_case) r
          on r.company_id = c.company_id and r.med_case = c.id
         where c.returned <> coalesce(r.settled, 0) or coalesce(r.asked, 0) > coalesce(c.agreed, 0)
            or (c.status = 'returned' and c.returned = 0)
        """,
    ),
    Invariant(
        "case_of_its_payment",
        "a case belongs to whom its payment belongs to, and while it is open no other refund of the payment is under way",
        """
        select count(*) from med_case c join pix_payment p using (end_to_end_id)
         where p.company_id <> c.company_id
            or (c.ended_at is null and exists (
                  select 1 from refund r where r.end_to_end_id = c.end_to_end_id and r.med_case is distinct from c.id
                     and r.status in ('requested', 'processing') and r.created_at > c.heard_at))
        """,
    ),
)
