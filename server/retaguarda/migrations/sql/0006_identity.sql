-- Identity, second step: what mails, second factors and passkeys need.
set local lock_timeout = '3s';

alter table person
  add column password_changed_at timestamptz not null default now(),
  add column last_sign_in_at     timestamptz,
  add column totp_pending        bytea,               -- sealed; a secret that waits for its first code
  add column totp_pending_at     timestamptz,
  add column pending_email       text check (length(pending_email) <= 254);

alter table session add column password_confirmed_at timestamptz;

-- What is over is swept by a task; the trail of it stays in the events.
grant delete on session, refresh_token, signing_key to retaguarda_app;

-- Tokens sent by mail. Only hashes are stored. A token is bound to its person, what it is for, and to what the person
-- was when it was made: a sign-in, a new password or a new address since then kills it.
create table mailed_token (
  hash                bytea primary key,
  company_id          int not null references company,
  person_id           uuid not null references person,
  action              text not null check (action in ('reset', 'email')),
  email               text not null,                  -- the person's
  new_email           text,                           -- where an 'email' token went
  password_changed_at timestamptz not null,
  last_sign_in_at     timestamptz,
  expires_at          timestamptz not null,
  used_at             timestamptz
);
call protect('mailed_token');
grant select, insert, update, delete on mailed_token to retaguarda_app;

-- Hashed with the server's key.
create table recovery_code (
  person_id  uuid not null references person,
  hash       bytea not null,
  company_id int not null references company,
  used_at    timestamptz,
  primary key (person_id, hash)
);
call protect('recovery_code');
grant select, insert, update, delete on recovery_code to retaguarda_app;

create table passkey (
  id            uuid primary key,
  company_id    int not null references company,
  person_id     uuid not null references person,
  name          text not null check (length(name) between 1 and 60),
  credential_id bytea not null unique check (length(credential_id) <= 1023),
  public_key    bytea not null,
  sign_count    bigint not null,
  transports    text[] not null default '{}',
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index passkey_person on passkey (person_id);
call protect('passkey');
grant select, insert, update, delete on passkey to retaguarda_app;

-- Challenges that were given out and not yet answered; an answer takes its row away.
create table passkey_challenge (
  hash       bytea primary key,
  company_id int not null references company,
  person_id  uuid not null references person,
  action     text not null check (action in ('register', 'sign_in')),
  expires_at timestamptz not null
);
call protect('passkey_challenge');
grant select, insert, delete on passkey_challenge to retaguarda_app;

-- Whoever disables a person, and however: the sessions end with it and do not come back.
create function end_sessions_of_disabled() returns trigger language plpgsql as $$
begin
  update session set ended_at = now(), end_reason = 'disabled' where person_id = new.id and ended_at is null;
  return null;
end $$;
create trigger end_sessions_of_disabled after update of disabled_at on person for each row
  when (new.disabled_at is not null and old.disabled_at is null) execute function end_sessions_of_disabled();

-- As in 0003, but a passkey is a second factor too.
create or replace function session_open(p_session uuid, p_account text, p_touch boolean)
returns table (
  person_id uuid, email text, name text, locale text, internal boolean, company_id int, companies int[],
  permissions text[], two_factor boolean, has_second_factor boolean, account int, account_ok boolean
) language plpgsql security definer set search_path = public as $$
declare
  s record;
  seen int[];
  chosen int;
  ok boolean := true;
begin
  select x.id, x.two_factor, x.last_seen_at, p.id as person, p.email, p.name, p.locale, p.internal, p.company_id as company,
         p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id) as second_factor
    into s
    from session x join person p on p.id = x.person_id
   where x.id = p_session and x.ended_at is null and x.expires_at > now() and x.last_seen_at > now() - x.idle
     and p.disabled_at is null;
  if not found then
    return;
  end if;
  if s.internal then
    select array_agg(c.id order by c.id) into seen from company c;
  else
    select array_agg(distinct c order by c) into seen
      from (select s.company as c union all
            select pc.company_id from person_company pc where pc.person_id = s.person) mine;
  end if;
  if p_account = 'all' then
    ok := s.internal;
  elsif p_account <> '' then
    chosen := p_account::int;
    ok := chosen = any (seen);
  elsif not s.internal and cardinality(seen) = 1 then
    chosen := seen[1];
  end if;
  perform set_config('retaguarda.person', s.person::text, true),
          set_config('retaguarda.companies',
            case when not ok then '' when p_account = 'all' then '*' when chosen is not null then format('{%s}', chosen)
                 else '{' || array_to_string(seen, ',') || '}' end, true);
  -- One write a minute is enough to know when somebody was last here.
  if p_touch and s.last_seen_at < now() - interval '1 minute' then
    update session x set last_seen_at = now() where x.id = p_session;
  end if;
  return query
    select s.person, s.email, s.name, s.locale, s.internal, s.company, seen,
           (select coalesce(array_agg(distinct g order by g), '{}')
              from (select unnest(r.permissions) as g from person_role pr join role r on r.id = pr.role_id
                     where pr.person_id = s.person
                    union all select 'auth::twoFactor' where s.two_factor and s.second_factor) held),
           s.two_factor, s.second_factor, chosen, ok;
end $$;
