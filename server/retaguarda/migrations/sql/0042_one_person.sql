-- One person under two addresses is one person; who may decide over what people ask for is itself nobody's lone word.
set local lock_timeout = '3s';

-- The mailbox behind an address: ana+loja@x is ana@x, and one large provider reads no dots.
create function mailbox_of(p_email text) returns text language sql immutable parallel safe set search_path = public as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || domain end
    from (select split_part(split_part(lower(p_email), '@', 1), '+', 1) as name, split_part(lower(p_email), '@', 2) as domain) parts
$$;
create index person_mailbox on person (mailbox_of(email));

-- Who makes what this person or program asks for: themselves, whoever knows the program's secret, and each of these under
-- another address of the same mailbox.
create or replace function approval_makers(p_maker uuid) returns uuid[]
language sql stable security definer set search_path = public as $$
  with known as (
    select distinct unnest(p_maker || coalesce((select k.shown_to from api_key k where k.id = p_maker), '{}')) as id)
  select array(
    select id from known
    union
    select twin.id from known join person p on p.id = known.id join person twin on mailbox_of(twin.email) = mailbox_of(p.email))
$$;

-- Whether anybody but these makers could decide over something of this company. Whoever was suspended within the last week
-- counts: nobody becomes alone by suspending the others.
create function approval_another(p_company int, p_makers uuid[]) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from approval_deciders(p_company, p_makers, 'infinity'))
      or exists (
        select from person p
         where p.disabled_at > now() - interval '7 days' and p.joined_at is not null and p.id <> all (p_makers)
           and (p.internal or p.company_id = p_company
                or exists (select from person_company c where c.person_id = p.id and c.company_id = p_company))
           and permission_held(p.id, 'approvals::requests:decide', 'infinity'))
$$;

-- Of the people of a company, who could decide, and where: before and after a change of rights. Also who has yet to join.
create function approval_rights(p_company int) returns table (person_id uuid, company_id int)
language sql stable security definer set search_path = public as $$
  select p.id, s.company_id
    from person p
    cross join lateral (
      select p.company_id union select c.company_id from person_company c where c.person_id = p.id) s(company_id)
   where p.company_id = p_company and p.disabled_at is null
     and (scope_all() or p_company = any (scope_companies()))
     and permission_held(p.id, 'approvals::requests:decide', 'infinity')
$$;

-- Whether any policy asks for a second person in this company.
create function approval_policies_stand(p_company int) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from approval_policy p where p.active and p.company_id in (p_company, 1))
$$;

revoke all on function mailbox_of(text), approval_another(int, uuid[]), approval_rights(int), approval_policies_stand(int) from public;
grant execute on function mailbox_of(text), approval_another(int, uuid[]), approval_rights(int), approval_policies_stand(int)
  to retaguarda_app;
