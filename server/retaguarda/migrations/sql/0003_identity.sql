-- People, what they may do, and their sessions.
set local lock_timeout = '3s';

create table person (
  id             uuid primary key,
  company_id     int not null references company,
  email          text not null check (length(email) <= 254),
  name           text not null check (length(name) <= 120),
  password_hash  text not null,
  locale         text check (locale in ('pt', 'en')),
  internal       boolean not null default false,       -- staff of the provider
  totp_secret    bytea,                                -- sealed with the server's key
  totp_last_step bigint not null default 0,            -- RFC 6238 step of the last accepted code
  disabled_at    timestamptz,
  created_at     timestamptz not null default now()
);
create unique index person_email on person (lower(email));
call protect('person');
grant select, insert, update on person to retaguarda_app;

-- Companies a merchant's person may see beside their own.
create table person_company (
  person_id  uuid not null references person,
  company_id int not null references company,
  primary key (person_id, company_id)
);
call protect('person_company');
grant select, insert, delete on person_company to retaguarda_app;

create table role (
  id          int generated always as identity primary key,
  company_id  int not null references company,
  name        text not null,
  permissions text[] not null,
  unique (company_id, name)
);
call protect('role');
grant select, insert, update on role to retaguarda_app;

create table person_role (
  person_id  uuid not null references person,
  role_id    int not null references role,
  company_id int not null references company,
  primary key (person_id, role_id)
);
call protect('person_role');
grant select, insert, delete on person_role to retaguarda_app;

-- One family of tokens a sign-in. Only hashes of refresh tokens are stored.
create table session (
  id           uuid primary key,
  company_id   int not null references company,
  person_id    uuid not null references person,
  two_factor   boolean not null,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle         interval not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  end_reason   text,
  ip           inet,
  user_agent   text
);
create index session_person on session (person_id) where ended_at is null;
call protect('session');
grant select, insert, update on session to retaguarda_app;

create table refresh_token (
  hash       bytea primary key,
  parent     bytea unique,
  session_id uuid not null references session,
  company_id int not null references company,
  created_at timestamptz not null default now(),
  used_at    timestamptz
);
create index refresh_token_session on refresh_token (session_id);
call protect('refresh_token');
grant select, insert, update on refresh_token to retaguarda_app;

create table signing_key (
  id         text primary key,
  private    bytea not null,                           -- sealed with the server's key
  created_at timestamptz not null default now()
);
grant select, insert on signing_key to retaguarda_app;

-- Refused tries, by bucket ('login:ip:…', 'login:person:…'). Rows older than their window are swept by a task.
create table refused_try (
  bucket text not null,
  at     timestamptz not null default clock_timestamp()
);
create index refused_try_bucket on refused_try (bucket, at);
grant select, insert, delete on refused_try to retaguarda_app;

create table bot_check_used (
  hash       bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on bot_check_used to retaguarda_app;

create table feature_flag (
  name      text primary key,
  companies int[] not null default '{}'
);
grant select, insert, update on feature_flag to retaguarda_app;

-- Who is asking, and for whom: checks the session and sets the scope of this transaction, in one call.
-- p_account: the chosen merchant's number, 'all' (staff), or '' for the person's own choice of one.
-- No row: the session is over. account_ok false: the merchant is not theirs to see; the scope stays empty.
create function session_open(p_session uuid, p_account text, p_touch boolean)
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
         p.totp_secret is not null as second_factor
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
revoke all on function session_open(uuid, text, boolean) from public;
grant execute on function session_open(uuid, text, boolean) to retaguarda_app;
