-- Every term that an authority or the law gives us and that has not been met yet, wherever it comes from. A view each room could
-- publish a part of; each part names what it is about, until when, and by which norm.
create or replace view regulatory_deadline with (security_invoker = true) as
  select c.kind || ':' || c.id as key, c.kind, c.protocol as about, c.requester_name as whose, c.due_on, k.norm,
         c.id::text as subject
    from case_file c join case_clock k on k.kind = c.kind and k.valid_from = c.clock_from
   -- A term of PLD stands among its room's clocks (pld_term), which fewer people see.
   where c.kind <> 'pld' and c.state not in ('answered', 'resolved', 'closed', 'withdrawn', 'redirected', 'escalated')
  union all
  select 'history:' || c.id, 'history_' || c.kind, c.protocol, c.requester_name, c.history_due_on, 'Decreto 11.034/2022', c.id::text
    from case_file c where c.history_due_on is not null and c.history_sent_at is null
  union all
  select 'med:' || m.id, 'med', m.end_to_end_id, k.name, (m.due_at at time zone 'America/Sao_Paulo')::date,
         'Resolução BCB 1/2020 (MED)', m.id::text
    from med_case m join company k on k.id = m.company_id where m.ended_at is null and m.due_at is not null
  union all
  select 'filing:' || r.id, 'filing', r.number, r.filer_name, r.due_on, upper(r.layout), r.id::text
    from filing_request r where r.state in ('received', 'generated', 'approved', 'rejected')
  union all
  -- The base date of the half-year that runs; its report is frozen once it is over.
  select 'half_year:' || h.year || '-' || h.half, 'half_year', h.year || '/' || h.half, null, h.last_day, 'Resolução BCB 28/2020', null
    from (select extract(year from d)::int as year, case when extract(month from d) < 7 then 1 else 2 end as half,
                 (make_date(extract(year from d)::int, case when extract(month from d) < 7 then 7 else 1 end, 1)
                  + case when extract(month from d) < 7 then interval '0' else interval '1 year' end - interval '1 day')::date as last_day
            from generate_series(0, 1) back
           cross join lateral (select (now() at time zone 'America/Sao_Paulo')::date - back * interval '6 months' as d) x) h
   where not exists (select from case_report f where f.year = h.year and f.half = h.half);
grant select on regulatory_deadline to retaguarda_app;
