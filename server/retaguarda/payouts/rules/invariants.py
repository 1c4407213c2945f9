"""Invariants of rules for payments."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "payout_rules_have_two_people",
        "no version of the rules for payments was approved by anybody who wrote of it, and none is in force without",
        """
        select count(*) from payout_rule_version
         where approver = any (writers) or (status in ('approved', 'active', 'retired') and approver is null)
        """,
    ),
    Invariant(
        "payout_has_its_trace",
        "every payment that rules judged has one trace of that version, and no single one that they refused exists",
        """
        select count(*) from payout p left join payout_rule_trace t on t.company_id = p.company_id and t.payout_id = p.id
         where t.version_id is distinct from p.rules_id or (t.action = 'refuse' and p.origin = 'payout')
        """,
    ),
)
