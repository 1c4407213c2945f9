"""Invariants between evidence, orders and their payouts."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "evidence_ends_its_order",
        "every approved evidence has ended its order as it says, and every order that evidence ended names one that is approved",
        """
        select count(*) from
          (select company_id, order_id, id, case says when 'paid' then 'done' else 'refused' end as state, amount, currency
             from payout_evidence where status = 'approved') e
          full join
          (select company_id, id as order_id, evidence_id as id, state, amount, currency from payout_order where evidence_id is not null) o
          using (company_id, order_id)
         where (e.id, e.state, e.amount, e.currency) is distinct from (o.id, o.state, o.amount, o.currency)
        """,
    ),
    Invariant(
        "evidence_is_approved_by_two",
        "who approved evidence had no hand in proposing it, and the file that it names is kept as it was",
        """
        select count(*) from payout_evidence e
         where (status = 'approved' and (decided_by_id = any (makers) or decided_by_id = proposed_by_id))
            or (file_id is not null and status = 'approved' and not exists (
                  select from stored_file f where f.company_id = e.company_id and f.id = e.file_id and f.sha256 = e.sha256
                     and f.removed_at is null))
        """,
    ),
)
