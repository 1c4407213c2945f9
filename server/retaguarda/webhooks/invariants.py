"""Invariants of webhooks."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "every_try_is_noted",
        "a delivery has as many tries as it says, without a gap, and ends as its last one did",
        """
        select count(*) from hook_delivery d left join lateral (
            select count(*) as count, max(a.number) as last, (array_agg(a.status order by a.number desc))[1] as status
              from hook_attempt a where a.company_id = d.company_id and a.delivery_id = d.id) a on true
         where a.count <> d.attempts or coalesce(a.last, 0) <> d.attempts or a.status is distinct from d.last_status
            or (d.status = 'delivered' and coalesce(a.status, 0) not between 200 and 299)
        """,
    ),
    Invariant(
        "what_waits_has_somebody_to_wait_for",
        "nothing waits to be sent to an endpoint that is off",
        """
        select count(*) from hook_delivery d join hook_endpoint e on e.company_id = d.company_id and e.id = d.endpoint_id
         where d.status = 'waiting' and e.status <> 'enabled'
        """,
    ),
)
