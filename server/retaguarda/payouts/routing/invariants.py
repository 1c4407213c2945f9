"""Invariants of routes."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "payout_routes_have_two_people",
        "no version of the routes was approved by anybody who wrote of it, and none is in force without",
        """
        select count(*) from payout_route_version
         where approver = any (writers) or (status in ('approved', 'active', 'retired') and approver is null)
        """,
    ),
    Invariant(
        "orders_follow_their_route",
        "an order whose route names a version and a group went to a processor of that group, or to the one that rules for payments named",
        """
        select count(*) from payout_order o
          left join payout_route_version v on v.id = (o.route ->> 'version')::uuid
         where o.route ->> 'group' is not null and o.route ->> 'reason' in ('route', 'fallback')
           and not exists (select from jsonb_array_elements(v.groups) g, jsonb_array_elements(g -> 'choices') c
                            where g ->> 'name' = o.route ->> 'group' and (c ->> 'processor')::uuid = o.processor_id)
           -- What came from another installation followed the versions of there.
           and not came(o.company_id, o.created_at)
        """,
    ),
    Invariant(
        "processor_use_is_what_it_counts",
        "what is counted of a processor's limits of a day is what its orders of that day take that were not refused",
        """
        select count(*) from payout_processor_use u
          left join lateral (
            select count(*) as orders, coalesce(sum(o.amount), 0) as amount from payout_order o
             where o.processor_id = u.processor_id and o.payout_id is not null and o.state <> 'refused'
               and payout_processor_day(o.created_at) = u.day) c on true
         where (u.orders, u.amount) is distinct from (c.orders, c.amount)
        """,
    ),
)
