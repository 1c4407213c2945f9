-- What a call was asked and answered never changes; only one that waits gets its answer, and a sealed answer expires.
create or replace function provider_call_keeps() returns trigger language plpgsql as $$
begin
  if old.outcome <> 'asked' and (to_jsonb(new) - '{answer,answer_expires_at}'::text[]) <> (to_jsonb(old) - '{answer,answer_expires_at}'::text[])
     or new.subject_hash <> old.subject_hash or new.provider_id <> old.provider_id or new.asked_at <> old.asked_at
     or new.purpose <> old.purpose or new.asked_by <> old.asked_by then
    raise exception 'a call to a provider does not change once it is answered' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger provider_call_keeps before update on provider_call for each row execute function provider_call_keeps();

call allow_moves('check_provider', 'status',
  'draft: tested retired',
  'tested: draft active retired',
  'active: paused draft retired',
  'paused: active draft retired');

-- The month of a provider so far, and its calls of a day: what its list and its record show.
create or replace function check_provider_figures(asked uuid)
  returns table (used bigint, spent bigint, calls bigint, failed bigint, p50 int, p95 int) language sql stable as $$
  select count(*) filter (where c.asked_at >= m.at and c.result is not null),
         coalesce(sum(c.cost) filter (where c.asked_at >= m.at), 0)::bigint,
         count(*) filter (where c.asked_at > now() - interval '24 hours' and c.outcome <> 'asked'),
         count(*) filter (where c.asked_at > now() - interval '24 hours' and c.outcome in ('error', 'quota', 'timeout', 'forged')),
         (percentile_disc(0.5) within group (order by c.ms) filter (where c.asked_at > now() - interval '24 hours'))::int,
         (percentile_disc(0.95) within group (order by c.ms) filter (where c.asked_at > now() - interval '24 hours'))::int
    from (select date_trunc('month', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' as at) m
    left join provider_call c on c.provider_id = asked and c.asked_at >= least(m.at, now() - interval '24 hours')
$$;

-- Calls and their cost by month of São Paulo.
create or replace view provider_month with (security_invoker = true) as
  select c.company_id, to_char(c.day, 'YYYY-MM') || '/' || c.provider_id || '/' || c.currency as id, to_char(c.day, 'YYYY-MM') as month,
         c.provider_id, p.name as provider, p.port, c.currency, count(*) as calls, count(c.result) as answered,
         count(*) filter (where c.outcome in ('error', 'quota', 'timeout', 'forged')) as failed,
         (percentile_disc(0.95) within group (order by c.ms))::int as p95, sum(c.cost)::bigint as cost
    from provider_call c join check_provider p on p.company_id = c.company_id and p.id = c.provider_id
   group by c.company_id, to_char(c.day, 'YYYY-MM'), c.provider_id, p.name, p.port, c.currency;
grant select on provider_month to retaguarda_app;

-- The ports that somebody answers: those of which a provider is active.
create or replace function check_ports_open() returns text[] language sql stable as $$
  select coalesce(array_agg(distinct p.port), '{}') from check_provider p where p.status = 'active'
$$;
