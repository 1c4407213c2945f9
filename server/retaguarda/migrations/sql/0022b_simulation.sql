-- What a policy would have asked for: Commands by name and time; and who could do what in a company.
set local lock_timeout = '3s';

-- Of what people asked for; not of charges, which nobody approves and of which there are most.
create index event_command on event (company_id, name, at) where person_id is not null and name <> 'payin:charge:create';

-- People at work who see a company, with what they hold through roles. The provider's are told by their role alone to those
-- who do not see the provider.
create function approval_people(p_company int)
returns table (id uuid, email text, internal boolean, second_factor boolean, roles int[], permissions text[])
language sql stable security definer set search_path = public as $$
  select p.id, case when p.company_id = p_company or scope_all() or p.company_id = any (scope_companies()) then p.email end,
         p.internal, p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id),
         array(select h.role_id from person_role h where h.person_id = p.id order by 1),
         array(select distinct x.permission from person_role h join role_permission x on x.role_id = h.role_id
                where h.person_id = p.id order by 1)
    from person p
   where p.disabled_at is null and p.joined_at is not null
     and (scope_all() or p_company = any (scope_companies()))
     and (p.internal or p.company_id = p_company
          or exists (select 1 from person_company c where c.person_id = p.id and c.company_id = p_company))
   order by p.id limit 2000
$$;
revoke all on function approval_people(int) from public;
grant execute on function approval_people(int) to retaguarda_app;
