-- What was agreed on stays as it was agreed on.
create or replace trigger payout_route_version_fixed before update on payout_route_version
  for each row execute function payin_rule_version_fixed();

create or replace function payout_routes_active() returns table (id uuid, number int)
language sql stable security definer set search_path = public as
$$ select r.id, r.number from payout_route_version r where r.status = 'active' $$;
revoke all on function payout_routes_active() from public;
grant execute on function payout_routes_active() to retaguarda_app;

create or replace function payout_routes_groups(p_version uuid) returns jsonb
language sql stable security definer set search_path = public as
$$ select r.groups from payout_route_version r where r.id = p_version $$;
revoke all on function payout_routes_groups(uuid) from public;
grant execute on function payout_routes_groups(uuid) to retaguarda_app;

call allow_moves('payout_route_version', 'status',
  'draft: approved discarded',
  'approved: active',
  'active: retired',
  'retired: active');

call allow_moves('payout_route_simulation', 'status',
  'asked: done');

-- Where a processor stands in the routes in force, in a line: in each group that names it, its priority and weight.
create or replace function payout_route_said(p_processor uuid) returns text
language sql stable security definer set search_path = public as $$
  select string_agg(format('%s: %s ×%s', g.said ->> 'name', coalesce(c.said ->> 'priority', '1'), coalesce(c.said ->> 'weight', '1')), ', '
                    order by g.place)
    from payout_route_version v
    cross join jsonb_array_elements(v.groups) with ordinality g (said, place)
    cross join jsonb_array_elements(g.said -> 'choices') c (said)
   where v.status = 'active' and (c.said ->> 'processor')::uuid = p_processor
$$;
revoke all on function payout_route_said(uuid) from public;
grant execute on function payout_route_said(uuid) to retaguarda_app;
