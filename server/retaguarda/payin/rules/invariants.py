"""Invariants of rules, and of charges that moved to another processor."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "rules_have_two_people",
        "no version of the rules was approved by anybody who wrote of it, and none is in force without",
        """
        select count(*) from payin_rule_version
         where approver = any (writers) or (status in ('approved', 'active', 'retired') and approver is null)
        """,
    ),
    Invariant(
        "charge_stands_once",
        "a charge that went to another processor was withdrawn at the one before within a day of being known there",
        """
        select count(*) from charge_leftover l join charge c on c.company_id = l.company_id and c.id = l.charge_id
         where (l.outcome = 'taken' and l.connection_id <> c.connection_id)
            or (l.done_at is null and c.status <> 'created' and l.created_at < now() - interval '1 day' and c.expires_at > now())
        """,
    ),
    Invariant(
        "held_waits",
        "what was paid for a charge that a rule holds waits for a person, or was decided by one",
        """
        select count(*) from pix_payment p join charge c on c.company_id = p.company_id and c.id = p.charge_id
         where c.held and p.review_reason is null
        """,
    ),
)
