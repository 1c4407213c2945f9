create or replace function payin_basis_points(p_company int) returns int
language sql stable security definer set search_path = public as
$$ select coalesce((select basis_points from payin_setting where company_id = p_company),
                   (select basis_points from payin_setting where company_id = 1), 99) $$;
revoke all on function payin_basis_points(int) from public;
grant execute on function payin_basis_points(int) to retaguarda_app;

-- A merchant's scope does not see the house's settings, and is told what follows from them.
create or replace function payin_terms(p_company int, p_method text) returns table (
  accepted boolean, minimum bigint, maximum bigint, expires_in int, valid_days int, basis_points int, fixed bigint
) language sql stable security definer rows 1 set search_path = public set plan_cache_mode = force_generic_plan as $$
  select * from payin_terms_seen(p_company, p_method)
$$;
revoke all on function payin_terms(int, text) from public;
grant execute on function payin_terms(int, text) to retaguarda_app;

-- The rule of payin_terms() by itself, so that a statement about many charges reads it as a part of itself and not once a row as a
-- statement of its own. It shows whoever asks what they may see.
create or replace function payin_terms_seen(p_company int, p_method text) returns table (
  accepted boolean, minimum bigint, maximum bigint, expires_in int, valid_days int, basis_points int, fixed bigint
) language sql stable rows 1 as $$
  select coalesce(om.accepted, hm.accepted, true),
         coalesce(o.minimum, h.minimum),
         coalesce((select l.amount from published.company_limit l where l.company_id = p_company and l.kind = 'charge'),
                  (select l.amount from published.company_limit l where l.company_id = 1 and l.kind = 'charge')),
         coalesce(o.expires_in, h.expires_in, 86400),
         coalesce(o.valid_days, h.valid_days, 30),
         case when num_nonnulls(om.basis_points, om.fixed) > 0 then coalesce(om.basis_points, 0)
              when o.basis_points is not null then o.basis_points
              when num_nonnulls(hm.basis_points, hm.fixed) > 0 then coalesce(hm.basis_points, 0)
              else coalesce(h.basis_points, 99) end,
         case when num_nonnulls(om.basis_points, om.fixed) > 0 then coalesce(om.fixed, 0)
              when o.basis_points is not null then 0
              else coalesce(hm.fixed, 0) end
    from (values (1)) one (one)
    left join payin_setting o on o.company_id = p_company
    left join payin_setting h on h.company_id = 1
    left join payin_method om on om.company_id = p_company and om.method = p_method
    left join payin_method hm on hm.company_id = 1 and hm.method = p_method
$$;
revoke all on function payin_terms_seen(int, text) from public;
grant execute on function payin_terms_seen(int, text) to retaguarda_app;

-- Sets what a company pays of each charge, in basis points; null: what the provider asks of all. The currency is that of its amounts.
create or replace function payin_fee_set(p_company int, p_points int, p_currency text) returns void language sql as $$
  update payin_setting set basis_points = null, version = version + 1
   where company_id = p_company and company_id <> 1 and p_points is null;
  insert into payin_setting (company_id, basis_points, currency) select p_company, p_points, p_currency where p_points is not null
  on conflict (company_id) do update
    set basis_points = excluded.basis_points, version = payin_setting.version + 1;
$$;
