-- Adds counts by position; what is left away at an end is nothing.
create or replace function add_buckets(a int[], b int[]) returns int[] language sql immutable as $$
  select coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) order by n), '{}')
    from unnest(a, b) with ordinality u (x, y, n)
$$;

create or replace function incident_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.service, new.link_id, new.found_by, new.opened_by, new.opened_at)
     is distinct from (old.company_id, old.id, old.service, old.link_id, old.found_by, old.opened_by, old.opened_at) then
    raise exception 'how an incident was found does not change' using errcode = 'RF001';
  end if;
  if old.state = 'closed' then
    raise exception 'a closed incident does not change' using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger incident_moves before update on incident for each row execute function incident_moves();
call allow_moves('incident', 'state',
  'detected: confirmed dismissed',
  'confirmed: dismissed explained',
  'dismissed: confirmed',
  'explained: closed');
create or replace trigger incident_kept before delete on incident for each row execute function refuse_change();
call append_only('incident_minute');
call append_only('maintenance');

-- Each minute in which a service did not work, as it counts: the bad minutes that were seen, or those between the bounds that a
-- person gave. Dismissed incidents do not count.
create or replace view unavailable_minute with (security_invoker = true) as
  select i.id as incident_id, i.service, i.link_id, i.planned, i.state, m.at
    from incident i join incident_minute m on m.company_id = i.company_id and m.incident_id = i.id
   where i.state <> 'dismissed' and i.bounds_by is null and i.found_by <> 'person'
  union all
  select i.id, i.service, i.link_id, i.planned, i.state, m.at
    from incident i
   cross join lateral generate_series(date_trunc('minute', i.began_at), coalesce(i.ended_at, now()) - interval '1 second',
                                      interval '1 minute') m (at)
   where i.state <> 'dismissed' and (i.bounds_by is not null or i.found_by = 'person');
grant select on unavailable_minute to retaguarda_app;
call append_only('apix_report');

-- What merchants were told of, for those who tell them.
create or replace view announced_incident with (security_invoker = true) as
  select id, number, service, state, planned, began_at, ended_at, told_at from incident where told_at is not null;
grant select on announced_incident to retaguarda_app;
