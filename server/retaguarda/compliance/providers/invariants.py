"""Invariants of the providers of checks."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "check_providers_are_activated_by_another",
        "who wrote a provider of checks down did not activate it",
        "select count(*) from check_provider p where p.activated_by_id = p.written_by_id"
        " or (p.status in ('active', 'paused') and p.activated_by_id is null)",
    ),
)
