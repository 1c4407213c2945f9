"""Invariants between schedules and the withdrawals they requested."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "schedule_run_has_one_payout",
        "every withdrawal that a schedule asked for belongs to exactly one of its runs, of its amount, and the reverse",
        """
        select count(*) from
          (select company_id, payout_id, schedule_id, amount from payment_schedule_run where state = 'requested') r
          full join
          (select company_id, id as payout_id, origin_id as schedule_id, amount from payout where origin = 'schedule') t
          using (company_id, payout_id)
         where r.schedule_id is distinct from t.schedule_id or r.amount is distinct from t.amount
        """,
    ),
)
