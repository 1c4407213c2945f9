"""Invariants between return notices and returns."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "booked_notice_lines_have_returns",
        "every line of a return notice that is booked has its return, of the payment and the amount that it names",
        """
        select count(*) from return_notice_line l
          left join payout_return r on r.company_id = l.company_id and r.rtr_id = l.reference
         where l.result = 'booked' and (r.payout_id, r.amount) is distinct from (l.payout_id, l.amount)
        """,
    ),
)
