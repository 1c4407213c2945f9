"""Invariants of cases."""

from retaguarda.foundation.invariants import Invariant

INVARIANTS: tuple[Invariant, ...] = (
    Invariant(
        "case_protocols_have_no_gap",
        "the protocols of a day are counted from one without a gap, and each is a case's",
        """
        select count(*) from case_day d
          left join (select left(protocol, 8) as day, count(*) as cases, max(substr(protocol, 9, 6)::int) as last
                       from case_file group by 1) c on c.day = to_char(d.day, 'YYYYMMDD')
         where (c.cases, c.last) is distinct from (d.given::bigint, d.given)
        """,
    ),
    Invariant(
        "case_steps_have_no_gap",
        "the steps of a case are numbered from one without a gap, and the first one opened it",
        """
        select count(*) from case_file c
          left join (select case_id, count(*) as steps, max(n) as last,
                            bool_or(n = 1 and kind = 'opened') as opened from case_step group by 1) s on s.case_id = c.id
         where s.steps is distinct from s.last or s.opened is not true
        """,
    ),
    Invariant(
        "case_is_due_after_it_was_opened",
        "an answer is due after the day of opening, and after the clock's calendar days where it counts those",
        """
        select count(*) from case_file c join case_clock k on k.kind = c.kind and k.valid_from = c.clock_from
         where c.due_on <= (c.opened_at at time zone 'America/Sao_Paulo')::date
            or (k.unit = 'calendar' and c.reopened = 0
                and c.due_on <> (c.opened_at at time zone 'America/Sao_Paulo')::date + k.days)
        """,
    ),
)
