"""Invariants of franchise units."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "franchise_shares",
        "the owners of a unit hold no more than the whole of it",
        """
        select count(*) from (select company_id, unit_id from franchise_owner where removed_at is null
                               group by company_id, unit_id having sum(share) > 10000) u
        """,
    ),
)
