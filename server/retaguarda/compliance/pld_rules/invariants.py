"""Invariants of PLD rules."""

from retaguarda.compliance.pld_rules.count_movements import WRONG_BUCKETS
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
    Invariant(
        "movements_are_the_ledgers",
        "each settled payment, refund, payout and return is one movement of the rules, and of a company, day, currency and direction"
        " their movements sum to what the ledger moved with the banks and between merchants",
        # The day is the books': a payment at midnight is of the day that its journal stands on. A deposit that a person identified
        # is posted in the provider's books first.
        """
        with books as (
          select case when j.key like 'internal:%:out' then 'payout:' || split_part(j.key, ':', 2)
                      when j.key like 'internal:%' then 'internal:' || split_part(j.key, ':', 2)
                      else case split_part(j.key, ':', 1) when 'pix' then 'payment' else split_part(j.key, ':', 1) end
                           || substr(j.key, strpos(j.key, ':')) end as movement,
                 coalesce(d.company_id, j.company_id) as company_id, e.currency::text as currency,
                 case when e.amount < 0 then 'in' else 'out' end as direction, abs(e.amount) as amount,
                 (j.recorded_at at time zone 'America/Sao_Paulo')::date as day
            from ledger_journal j
            join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
            join ledger_account a on a.id = e.account_id and a.company_id = 1 and a.code in ('pix_clearing', 'boleto_clearing', 'internal_clearing')
            left join published.deposit d on j.key = 'pix:' || d.end_to_end_id and d.matched_by = 'person'
            left join published.pix_payment p on j.key = 'pix:' || p.end_to_end_id
           where j.key ~ '^(pix|refund|payout|return|boleto|internal|give_back):' and p.status is not distinct from
                 case when j.key ~ '^pix:' then 'settled' end
        ), both_sides as (
          select coalesce(m.company_id, b.company_id) as company_id, coalesce(m.currency::text, b.currency) as currency,
                 coalesce(m.direction, b.direction) as direction,
                 coalesce(b.day, (m.known_at at time zone 'America/Sao_Paulo')::date) as day,
                 m.amount as moved, b.amount as posted
            from pld_movement m full join books b on b.movement = m.movement and b.company_id = m.company_id
             and b.currency = m.currency::text and b.direction = m.direction
        )
        select count(*) from (
          select from both_sides group by company_id, currency, direction, day
          having sum(moved) is distinct from sum(posted) or count(moved) <> count(posted)) wrong
        """,
    ),
    Invariant(
        "movement_buckets_are_their_movements",
        "the hours, days and pairs of each busy subject are what its movements come to, but for those that wait to be added up",
        WRONG_BUCKETS,
    ),
)
