-- Whether one of these people sees a company that is not among those: row security hides it from who asks.
set local lock_timeout = '3s';

create function sees_beyond(p_people uuid[], p_seen int[]) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select 1 from person_company c where c.person_id = any (p_people) and c.company_id <> all (p_seen))
$$;
revoke all on function sees_beyond(uuid[], int[]) from public;
grant execute on function sees_beyond(uuid[], int[]) to retaguarda_app;
