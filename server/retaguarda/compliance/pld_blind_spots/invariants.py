"""Invariants of what was declared not applicable."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "pld_exclusions_are_looked_for_by_no_rule",
        "no situation stands as not applicable while a rule in force looks for it",
        """
        select count(*) from pld_exclusion e
         where e.status = 'in_force' and exists (select from pld_rule_version v where v.status = 'active' and e.code = any (v.typologies))
        """,
    ),
    Invariant(
        "pld_exclusions_have_two_people",
        "nobody decided about a situation whose exclusion they proposed, and none is in force or ended that nobody decided about",
        """
        select count(*) from pld_exclusion
         where decider = proposer or (status in ('in_force', 'ended')) and decider is null
        """,
    ),
)
