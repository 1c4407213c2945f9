"""Invariants of splits."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "split_run_parts",
        "the parts of each run of a split add up to what was divided, and what is paid of them to its batch",
        """
        select count(*) from payout_split_run r
          left join lateral (select coalesce(sum(p.amount), 0) as parts, coalesce(sum(p.amount) filter (where p.why is null), 0) as paid
                               from payout_split_part p where p.company_id = r.company_id and p.run_id = r.id) p on true
          left join lateral (select coalesce(sum(l.amount), 0) as lines from payout_line l
                              where l.company_id = r.company_id and l.batch_id = r.batch_id) l on true
         where p.parts <> r.base or p.paid <> r.paid or l.lines <> r.paid
        """,
    ),
)
