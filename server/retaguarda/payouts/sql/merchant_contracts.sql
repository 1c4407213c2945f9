-- What a payment costs, as one text that a contract is compared with: "150 CUR + 0.50% max 500", minor units. A bound that never binds
-- is left out; "steps" says that the fee falls or rises with the payments of the month.
create or replace function contract_payout_fee(p_company int, p_currency text) returns text language sql stable as $$
  select r.fee || ' ' || p_currency
         || case when r.fee_points > 0 then ' + ' || to_char(r.fee_points / 100.0, 'FM990.00') || '%' else '' end
         || case when r.fee_least > r.fee then ' min ' || r.fee_least else '' end
         || case when r.fee_points > 0 or r.fee_top < greatest(r.fee, r.fee_least) then coalesce(' max ' || r.fee_top, '') else '' end
         || case when payout_fee_tiers(p_company) is not null then ' steps' else '' end
    from payout_rules(p_company) r
$$;
revoke all on function contract_payout_fee(int, text) from public;
grant execute on function contract_payout_fee(int, text) to retaguarda_app;

-- What holds of a company today, field by field: its registration, or what is in use. Null: nothing is known.
create or replace function contract_values(p_company int) returns table (field text, ours text, severity text, over boolean)
language sql stable security definer set search_path = public as $$
  select v.field, nullif(left(v.ours, 2000), ''), v.severity, coalesce(v.over, false)
    from company c
    cross join lateral (select (now() at time zone c.time_zone)::date as today) d
    left join lateral (select k.name, k.valid_to from company_contract k
       where k.company_id = c.id and k.ended_on is null and k.valid_from <= d.today
       order by coalesce(k.valid_to, 'infinity') desc, k.valid_from desc limit 1) k on true
    cross join payout_rules(c.id) r
    cross join lateral (select min(a.currency) as currency from ledger_account a
                         where a.company_id = c.id and a.code = 'available') m
    cross join lateral (values
      ('legal_name', c.legal_name, 'medium', false),
      ('activity', c.segment, 'low', false),
      ('partners', (select string_agg(p.name || coalesce(' ' || trim_scale(p.share / 100.0) || '%', ''), ', ' order by p.name)
                      from company_partner p where p.company_id = c.id and p.removed_at is null), 'medium', false),
      ('products', array_to_string(c.products, ', '), 'high', false),
      ('contract', k.name, 'high', k.valid_to < d.today),
      ('kyc', c.kyc_expires_on::text, 'medium', c.kyc_expires_on < d.today),
      ('payin_fee', to_char(payin_basis_points(c.id) / 100.0, 'FM990.00'), 'high', false),
      ('payout_fee', contract_payout_fee(c.id, m.currency), 'high', false),
      ('most_once', r.most || ' ' || m.currency, 'high', false),
      ('most_day', r.day_most || ' ' || m.currency, 'medium', false),
      ('most_night', r.night_most || ' ' || m.currency, 'medium', false)
    ) v (field, ours, severity, over)
   where c.id = p_company and c.id <> 1
$$;
revoke all on function contract_values(int) from public;
grant execute on function contract_values(int) to retaguarda_app;

create or replace function contract_state(p_said text, p_ours text, p_over boolean, p_said_until date, p_today date)
returns text language sql immutable as $$
  select case when p_over or p_said_until < p_today then 'expired'
              when p_said is null or p_ours is null then 'missing'
              when lower(regexp_replace(p_said, '\s+', ' ', 'g')) = lower(regexp_replace(p_ours, '\s+', ' ', 'g')) then 'equal'
              else 'differs' end
$$;

-- Compares every field of a company anew. A state keeps the moment since when it is so; a difference that changes is no longer
-- the one that was accepted.
create or replace function contract_compare(p_company int) returns void language sql as $$
  insert into contract_check as c (company_id, field, ours, severity, state)
  select p_company, v.field, v.ours, v.severity, contract_state(null, v.ours, v.over, null, (now() at time zone k.time_zone)::date)
    from contract_values(p_company) v join company k on k.id = p_company
  on conflict (company_id, field) do update set
    (ours, severity, state, since, checked_at, accepted_until, accepted_reason, accepted_by) = (
      select excluded.ours, excluded.severity, n.state, case when n.state = c.state then c.since else now() end, now(),
             case when n.kept then c.accepted_until end, case when n.kept then c.accepted_reason end,
             case when n.kept then c.accepted_by end
        from (select s.state, s.state = c.state and excluded.ours is not distinct from c.ours as kept
                from (select contract_state(c.said, excluded.ours, v.over, c.said_until, (now() at time zone k.time_zone)::date) as state
                        from contract_values(p_company) v join company k on k.id = p_company where v.field = c.field) s) n)
$$;

-- What people see: an accepted difference until its day.
create or replace function contract_shown(p_state text, p_accepted_until date, p_today date) returns text
language sql immutable as $$
  select case when p_state <> 'equal' and p_accepted_until >= p_today then 'accepted' else p_state end
$$;

-- Published: the field of a merchant's contract that stops its payouts; null: none does.
create or replace function contract_stop(p_company int) returns text
language sql stable security definer set search_path = public as $$
  select c.field from contract_check c join company k on k.id = c.company_id
    join contract_blocking b on c.severity = any (b.severities)
   where c.company_id = p_company
     and contract_shown(c.state, c.accepted_until, (now() at time zone k.time_zone)::date) not in ('equal', 'accepted')
   order by array_position(array['high', 'medium', 'low'], c.severity), c.field limit 1
$$;
revoke all on function contract_stop(int) from public;
grant execute on function contract_stop(int) to retaguarda_app;

-- Which differences stop payouts; every merchant's record says so.
create or replace function contract_severities() returns text[]
language sql stable security definer set search_path = public as
$$ select coalesce((select severities from contract_blocking where company_id = 1), '{}') $$;
revoke all on function contract_severities() from public;
grant execute on function contract_severities() to retaguarda_app;
