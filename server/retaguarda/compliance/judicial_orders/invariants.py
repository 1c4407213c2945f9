"""Invariants of courts' orders."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "judicial_holds_are_the_ledgers",
        "each hold of an order is an open hold of the ledger of the same amount until it ends, and no other hold is an order's",
        """
        select count(*) from judicial_hold h
          full join (select * from ledger_hold where key like 'judicial:%') l on l.company_id = h.merchant_id and l.key = h.key
         where h.key is null or l.key is null or l.amount <> h.amount or l.account_id <> h.account_id
            or l.state <> case h.ended_as when 'released' then 'voided' when 'transferred' then 'captured' else 'open' end
        """,
    ),
    Invariant(
        "judicial_orders_hold_no_more_than_asked",
        "what is held and was transferred for an order are its holds, and never more than it asks for",
        """
        select count(*) from judicial_order o
          left join (select order_id, coalesce(sum(amount) filter (where ended_as is null), 0) as held,
                            coalesce(sum(amount) filter (where ended_as = 'transferred'), 0) as transferred
                       from judicial_hold group by 1) h on h.order_id = o.id
         where o.held <> coalesce(h.held, 0) or o.transferred <> coalesce(h.transferred, 0) or o.held + o.transferred > o.amount
        """,
    ),
    Invariant(
        "judicial_orders_have_two_people",
        "who registered an order did not execute it, and who executed it did not end it",
        """
        select count(*) from judicial_order o
         where o.executed_by_id = o.registered_by_id or o.ended_by_id = o.executed_by_id
            or (o.status <> 'received' and o.executed_by_id is null)
            or (o.status in ('transferred', 'released') and o.ended_by_id is null)
        """,
    ),
)
