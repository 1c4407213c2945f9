"""Invariants of merchants' rules."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "rules_are_off_by_two_people",
        "a rule is off for a merchant only for a time, and because somebody agreed who did not ask for it",
        """
        select count(*) from merchant_rule
         where kind = 'off' and status in ('active', 'cleared')
           and (decided_by_id is null or decided_by_id = asked_by_id or until is null)
        """,
    ),
)
