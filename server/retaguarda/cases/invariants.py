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
    Invariant(
        "ombudsman_reports_are_as_they_were_frozen",
        "the figures of a half-year have the hash that they were frozen with",
        # As write_report.py writes them: names in order, no space.
        """
        select count(*) from case_report r
         cross join lateral (
           select '{' || string_agg(to_json(f.key)::text || ':' || case jsonb_typeof(f.value) when 'object' then (
                    select '{' || coalesce(string_agg(to_json(n.key)::text || ':' || n.value, ',' order by n.key collate "C"), '')
                           || '}' from jsonb_each_text(f.value) n) else f.value::text end, ',' order by f.key collate "C") || '}' as text
             from jsonb_each(r.figures || jsonb_build_object('year', r.year, 'half', r.half)) f) w
         where sha256(convert_to(w.text, 'UTF8')) <> r.sha256
        """,
    ),
)
