"""Invariants between locations and charges."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "locations_hold_their_charges",
        "a charge that stands at a location has that address, and nothing else claims it",
        """
        select count(*) from payload_location l join charge c on c.company_id = l.company_id and c.id = l.charge_id
         where l.status in ('linked', 'unlinking') and c.location is distinct from l.location
        """,
    ),
)
