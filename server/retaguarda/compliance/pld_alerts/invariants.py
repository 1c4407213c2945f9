"""Invariants of PLD alerts and cases."""

from retaguarda.compliance.pld_alerts.compare_sample import WRONG_EVALUATIONS
from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "pld_alerts_have_their_triggers",
        "an alert counts and sums exactly the hits that are stored under it, and each is a hit of its rule on its subject",
        """
        select count(*) from pld_alert a
          left join (select alert_id, count(*) as n, sum(amount) as amount, min(at) as first, max(at) as last
                       from pld_hit where alert_id is not null group by 1) h on h.alert_id = a.id
         where (h.n, h.amount, h.first, h.last) is distinct from (a.triggers::bigint, a.amount::numeric, a.first_at, a.last_at)
            or exists (select 1 from pld_hit x where x.alert_id = a.id and (x.rule_id, x.subject) is distinct from (a.rule_id, a.subject))
        """,
    ),
    Invariant(
        "pld_alerts_are_due_by_their_term",
        "an alert is due the term's calendar days after the day of its first movement, in Brasília",
        """
        select count(*) from pld_alert a
         cross join lateral (select (a.first_at at time zone 'America/Sao_Paulo')::date as day) d
         cross join lateral (select c.unit, c.days from pld_clock c where c.code = 'selection' and c.valid_from <= d.day
                              order by c.valid_from desc limit 1) k
         where k.unit = 'calendar' and a.selection_due <> d.day + k.days
        """,
    ),
    Invariant(
        "pld_cases_have_two_people",
        "whoever proposed what becomes of a case did not decide it, and each case of PLD has its file",
        """
        select count(*) from case_file f full join pld_case c on c.case_id = f.id
         where f.kind = 'pld' and (c.case_id is null or c.decider = c.proposer
               or (f.state in ('decided', 'communicated')) and c.decision is null)
            or f.id is null
        """,
    ),
    Invariant(
        "pld_communications_are_due_within_a_day",
        "COAF is to be told within 24 hours of the decision (Lei 9.613 art. 11), which no weekend and no holiday stops",
        """
        select count(*) from pld_case c
         where c.communicate_due <> ((c.decided_at + interval '24 hours') at time zone 'America/Sao_Paulo')::date
        """,
    ),
    Invariant(
        "pld_dossiers_have_their_key",
        "the dossier of a case of PLD and its sealed steps open: its key is there as long as they are",
        """
        select count(*) from pld_case c
         where (c.dossier is not null or exists (select from case_step s where s.case_id = c.case_id and s.sealed is not null))
           and not exists (select from party_key k where k.company_id = c.company_id and k.subject = c.case_id)
        """,
    ),
    Invariant(
        "pld_evaluations_recompute",
        "the newest evaluations of each rule come again to the values that were stored, and say what their values say",
        WRONG_EVALUATIONS,
    ),
    Invariant(
        "pld_hits_are_of_movements",
        "each stored hit is about a movement of that amount, and no row of PLD is a merchant's",
        """
        select count(*) from pld_hit h join pld_movement m on m.movement = h.movement
         where (m.amount, m.company_id, m.currency::text) is distinct from (h.amount, h.merchant_id, h.currency::text)
            or h.company_id <> 1
        """,
    ),
    Invariant(
        "pld_closed_cases_are_as_they_were_closed",
        "a closed case of PLD, its steps, its alerts and their hits have the hash that they were closed with, until they are erased",
        """
        select count(*) from pld_case c join case_file f on f.id = c.case_id left join pld_case_seal s on s.case_id = c.case_id
         where f.state = 'closed' and s.sha256 is distinct from pld_case_hash(c.case_id)
           and not exists (select from retention_erasure e where e.kind = 'case' and e.subject = c.case_id)
        """,
    ),
)
