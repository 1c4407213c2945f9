"""Invariants between lots, their lines, and orders."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "lot_is_its_lines",
        "a lot is worth what its lines are, each line what its order is, and one that has ended has no line that waits",
        """
        select count(*) from payout_lot m
          left join (select l.lot_id, count(*) as lines, sum(l.amount) as amount, count(*) filter (where l.outcome = 'waiting') as waiting,
                            count(*) filter (where (l.amount, l.order_number) is distinct from (o.amount, o.number)) as other
                       from payout_lot_line l left join payout_order o on o.company_id = l.merchant_id and o.id = l.order_id group by 1) l
            on l.lot_id = m.id
         where (m.lines, m.amount) is distinct from (l.lines, l.amount) or l.other > 0
            or (m.ended_at is not null and l.waiting > 0)
        """,
    ),
    Invariant(
        "lot_is_of_one_way",
        "each line of a lot pays the way its lot does",
        """
        select count(*) from payout_lot_line l
          join payout_lot m on m.company_id = l.company_id and m.id = l.lot_id
          join payout t on t.company_id = l.merchant_id and t.id = l.payout_id
         where t.method <> m.method
        """,
    ),
    Invariant(
        "lot_lines_end_as_their_orders",
        "a line of a lot has ended as its order has, and nothing that the bank was never given is paid",
        """
        select count(*) from payout_lot_line l
          join payout_order o on o.company_id = l.merchant_id and o.id = l.order_id
          join payout_lot m on m.company_id = l.company_id and m.id = l.lot_id
         where (l.outcome <> 'waiting' and l.outcome <> o.state)
            or (l.outcome = 'done' and (l.bank_ref is null or m.release_asked_at is null))
        """,
    ),
)
