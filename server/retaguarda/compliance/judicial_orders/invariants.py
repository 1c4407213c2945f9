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
            or l.state <> case when h.ended_as in ('released', 'divided') then 'voided' when h.ended_as = 'transferred' then 'captured' else 'open' end
        """,
    ),
    Invariant(
        "judicial_orders_hold_no_more_than_asked",
        "what is held, was transferred and was released for an order are its holds, and never more than it asks for",
        """
        select count(*) from judicial_order o
          left join (select order_id, coalesce(sum(amount) filter (where ended_as is null), 0) as held,
                            coalesce(sum(amount) filter (where ended_as = 'transferred'), 0) as transferred,
                            coalesce(sum(amount) filter (where ended_as = 'released'), 0) as released
                       from judicial_hold group by 1) h on h.order_id = o.id
         where o.held <> coalesce(h.held, 0) or o.transferred <> coalesce(h.transferred, 0) or o.released <> coalesce(h.released, 0)
            or o.held + o.transferred + o.released > o.amount
        """,
    ),
    Invariant(
        "judicial_releases_are_exact",
        "what was let go of an order is what its releases say, an order to unblock a part let go exactly of that, and a hold that was divided"
        " is its parts",
        """
        select (select count(*) from judicial_order o
                  left join (select order_id, sum(amount) as amount from judicial_release group by 1) r on r.order_id = o.id
                 where o.type = 'block' and o.released <> coalesce(r.amount, 0))
             + (select count(*) from judicial_order u left join judicial_release r on r.unblock_id = u.id
                 where u.type = 'unblock' and u.amount is not null and u.status in ('executing', 'answered')
                   and (r.amount, r.currency::text, r.order_id) is distinct from (u.amount, u.currency::text, u.about))
             + (select count(*) from judicial_hold h
                  full join (select order_id, part_of, account_id, sum(amount) as amount from judicial_hold where part_of is not null group by 1, 2, 3) p
                    on p.order_id = h.order_id and p.part_of = h.key and p.account_id = h.account_id
                 where (h.ended_as = 'divided' or p.part_of is not null) and (h.ended_as is distinct from 'divided' or p.amount is distinct from h.amount))
        """,
    ),
    Invariant(
        "judicial_money_goes_to_the_court_once",
        "each payout for a court is of an order that was transferred, of all its money, sent by another person than said where it goes, and no"
        " two of them stand",
        """
        select count(*) from (select * from payout where origin = 'judicial') p
          full join judicial_payment j on j.company_id = p.company_id and j.payout_id = p.id
          left join judicial_order o on o.id = j.order_id
         where p.id is null or j.payout_id is null or o.status <> 'transferred' or j.sent_by_id = j.directed_by_id
            or (p.amount, p.currency::text, p.origin_id) is distinct from (o.transferred, o.currency::text, o.id) or p.amount <> j.amount
            or p.status not in ('failed', 'cancelled', 'rejected') and p.returned < p.amount and exists (
                 select from payout x where x.origin = 'judicial' and x.origin_id = p.origin_id and x.id <> p.id
                    and x.status not in ('failed', 'cancelled', 'rejected') and x.returned < x.amount)
        """,
    ),
    Invariant(
        "judicial_orders_have_two_people",
        "who registered an order did not execute it, and who executed it neither ended it nor released a part",
        """
        select count(*) from judicial_order o
         where o.executed_by_id = o.registered_by_id or o.ended_by_id = o.executed_by_id
            or (o.status not in ('received', 'withdrawn') and o.executed_by_id is null)
            or (o.status in ('transferred', 'released', 'withdrawn') and o.ended_by_id is null)
            or exists (select from judicial_release r where r.order_id = o.id
                          and (r.released_by_id = r.executed_by_id or r.executed_by_id is distinct from o.executed_by_id))
        """,
    ),
)
