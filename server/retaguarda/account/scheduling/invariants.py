"""Invariants between schedules and the withdrawals they requested."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "schedule_run_has_one_transfer",
        "every withdrawal that a schedule asked for belongs to exactly one of its runs, of its amount, and the reverse",
        """
        select count(*) from
          (select company_id, transfer_id, schedule_id, amount from payment_schedule_run where state = 'requested') r
          full join
          (select company_id, id as transfer_id, origin_id as schedule_id, amount from transfer where origin = 'schedule') t
          using (company_id, transfer_id)
         where r.schedule_id is distinct from t.schedule_id or r.amount is distinct from t.amount
        """,
    ),
)
