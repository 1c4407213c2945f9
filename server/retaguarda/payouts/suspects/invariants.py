"""Invariants of the suspects."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "suspects_are_taken_away_by_another",
        "who put something on the list of suspects did not take it away",
        "select count(*) from suspect where removed_by_id = added_by_id or (removed_at is null) <> (removal_reason is null)",
    ),
)
