-- Access control: invitations, roles that stay in their company, keys of programs, and who looked at whose data.
set local lock_timeout = '3s';

alter table person
  add column joined_at  timestamptz default now(),     -- null: invited, and no password chosen yet
  add column invited_by text;                          -- e-mail of who did
update person set joined_at = created_at;
alter table person add constraint person_of_company unique (company_id, id);

alter table mailed_token drop constraint mailed_token_action_check;
alter table mailed_token add constraint mailed_token_action_check check (action in ('reset', 'email', 'invite'));

alter table role
  add column updated_at timestamptz not null default now(),
  add constraint role_name_length check (length(name) between 1 and 60),
  add constraint role_of_company unique (company_id, id);
grant delete on role to retaguarda_app;

-- Nobody holds a role of another company.
alter table person_role
  add constraint person_role_role foreign key (company_id, role_id) references role (company_id, id),
  add constraint person_role_person foreign key (company_id, person_id) references person (company_id, id);
create index person_role_by_role on person_role (role_id);

-- A program's way in. Only hashes are stored; while it is rotated, the secret before the last works until the grace is over.
create table api_key (
  id            uuid primary key,
  company_id    int not null references company,
  role_id       int,
  name          text not null check (length(name) between 1 and 60),
  prefix        text not null,                         -- what of the secret may be shown
  hash          bytea not null,
  previous_hash bytea,
  grace_until   timestamptz,
  addresses     inet[] not null default '{}',          -- networks it may call from; none: from anywhere
  expires_at    timestamptz,
  last_used_at  timestamptz,
  last_used_ip  inet,
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  created_by    text not null,
  constraint api_key_role check (role_id is not null or revoked_at is not null),
  foreign key (company_id, role_id) references role (company_id, id) on delete set null (role_id)
);
create index api_key_by_role on api_key (role_id);
call protect('api_key');
grant select, insert, update on api_key to retaguarda_app;

-- Which merchants a session of staff has looked at: the trail gets one line an hour, and the reason they gave.
create table staff_view (
  session_id uuid not null references session on delete cascade,
  company_id int not null references company,
  reason     text check (length(reason) <= 200),
  logged_at  timestamptz,
  primary key (session_id, company_id)
);
call protect('staff_view');
grant select, insert, update on staff_view to retaguarda_app;

-- Somebody of another company has this e-mail: the event that asks for a mail to them is written into their own trail.
-- True when there is such a person. Who invites learns nothing of them.
create function invite_known_elsewhere(p_email text)
returns boolean language plpgsql security definer set search_path = public as $$
begin
  insert into event (company_id, name, subject_id, actor)
  select p.company_id, 'access:user:invited_elsewhere', p.id::text, 'retaguarda'
    from person p where lower(p.email) = lower(p_email) and p.disabled_at is null;
  return found;
end $$;
revoke all on function invite_known_elsewhere(text) from public;
grant execute on function invite_known_elsewhere(text) to retaguarda_app;

-- Who holds this permission in this company, and is not suspended.
create function holders_of(p_company int, p_permission text) returns setof uuid language sql stable as $$
  select distinct pr.person_id
    from role r join person_role pr on pr.role_id = r.id join person p on p.id = pr.person_id
   where r.company_id = p_company and p_permission = any (r.permissions) and p.company_id = p_company and p.disabled_at is null
$$;
