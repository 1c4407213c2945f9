-- What other rooms may read of this room's tables: these columns, and of the rows those that row security lets them see.

-- cases: who looks after a case.
-- companies: who looks after a company.
-- overview: whether the person has a second factor, and whether they are alone.
create or replace view published.person with (security_invoker = true) as
  select id, company_id, email, name, internal,
         totp_secret is not null or exists (select from passkey k where k.person_id = person.id) as second_factor,
         disabled_at, created_at, last_sign_in_at, joined_at
    from person;
grant select on published.person to retaguarda_app;
