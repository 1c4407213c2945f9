"""Invariants of PLD rules."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "pld_rules_have_two_people",
        "no version of a PLD rule was approved by anybody who wrote of it, and none runs without",
        """
        select count(*) from pld_rule_version
         where approver = any (writers) or (status in ('approved', 'shadow', 'active', 'retired') and approver is null)
        """,
    ),
    Invariant(
        "pld_active_was_tested",
        "before a version became active, a backtest of exactly what it says had ended",
        """
        select count(*) from pld_rule_version v where v.activated_at is not null
           and not exists (select 1 from pld_backtest b where b.version_id = v.id and b.status = 'done'
                             and b.rule_hash = v.hash and b.ended_at <= v.activated_at)
        """,
    ),
    Invariant(
        "pld_backtests_add_up",
        "the episodes of a backtest are all stored, and old, both and new add up to them",
        """
        select count(*) from pld_backtest b
          left join (select backtest_id, count(*) as n, count(*) filter (where side <> 'old') as found
                       from pld_backtest_episode group by 1) e on e.backtest_id = b.id
         where b.status = 'done' and (coalesce(e.n, 0), coalesce(e.found, 0))
               is distinct from ((b.in_both + b.only_old + b.only_new)::bigint, b.episodes::bigint)
        """,
    ),
)
