"""Invariants of archived months."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "archived_months_are_dropped_by_two",
        "messages left the database by two people alone, and none of a dropped month is still there",
        """
        select count(*) from archived_month m
         where m.agreed_by_id = m.asked_by_id
            or (m.status = 'dropped' and exists (
                  select from company c join provider_message p on p.company_id = c.id
                     and p.id >= first_id_of(m.month at time zone 'UTC')
                     and p.id < first_id_of((m.month + interval '1 month') at time zone 'UTC')))
        """,
    ),
)
