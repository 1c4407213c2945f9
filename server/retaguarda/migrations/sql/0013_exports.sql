-- Work that a person asks for and that goes on after their call: exports of long lists, and Commands on many rows.
set local lock_timeout = '3s';

-- Who asked, with what they may do now. As session_open and key_open, but it writes nothing: a long reading must not hold
-- up who follows the events. p_account: the one merchant it is about; null for all that they see.
-- No row: suspended, revoked, or the merchant is not theirs to see any more.
create function actor_open(p_actor uuid, p_account int, p_two_factor boolean)
returns table (
  person_id uuid, email text, name text, locale text, internal boolean, company_id int, companies int[],
  permissions text[], has_second_factor boolean, account int
) language plpgsql security definer set search_path = public as $$
declare
  a record;
begin
  select p.id, p.email, p.name, p.locale, p.internal, p.company_id as company,
         p.totp_secret is not null or exists (select 1 from passkey k where k.person_id = p.id) as second_factor,
         case when p.internal then (select array_agg(c.id order by c.id) from company c)
              else p.company_id || array(select c.company_id from person_company c
                                          where c.person_id = p.id and c.company_id <> p.company_id order by 1) end as seen,
         array(select unnest(r.permissions) from person_role pr join role r on r.id = pr.role_id
                where pr.person_id = p.id) as held
    into a
    from person p where p.id = p_actor and p.disabled_at is null
   union all
  select k.id, 'API key ' || k.name, k.name, null, false, k.company_id, false, array[k.company_id], r.permissions
    from api_key k join role r on r.id = k.role_id
   where k.id = p_actor and k.revoked_at is null and coalesce(k.expires_at > now(), true);
  if not found or p_account <> all (a.seen) then
    return;
  end if;
  perform set_config('retaguarda.person', a.id::text, true),
          set_config('retaguarda.companies', coalesce('{' || p_account || '}', a.seen::text), true);
  person_id := a.id;
  email := a.email;
  name := a.name;
  locale := a.locale;
  internal := a.internal;
  company_id := a.company;
  companies := a.seen;
  has_second_factor := a.second_factor;
  account := p_account;
  permissions := case when p_two_factor and a.second_factor then a.held || 'auth::twoFactor'::text else a.held end;
  return next;
end $$;
revoke all on function actor_open(uuid, int, boolean) from public;
grant execute on function actor_open(uuid, int, boolean) to retaguarda_app;

-- Row security on top of the tenant's: what a person asked for is seen by that person alone.
create procedure protect_own(own_table regclass) language plpgsql as $$
begin
  execute format(
    'create policy own on %s as restrictive to retaguarda_app'
    ' using ((select scope_all()) or person_id = (select scope_person()))'
    ' with check ((select scope_all()) or person_id = (select scope_person()))', own_table);
end $$;

create table export (
  id            uuid primary key,
  company_id    int not null references company,   -- the merchant it is about; of the asker, when it is about all they see
  person_id     uuid not null,                     -- a person, or a program by its key
  list          text not null,
  format        text not null check (format in ('csv', 'xlsx')),
  asked         jsonb not null,                    -- columns, titles, filters, zone and language
  all_merchants boolean not null,
  two_factor    boolean not null,                  -- asked for in a session that was opened with one
  status        text not null default 'queued'
                check (status in ('queued', 'running', 'succeeded', 'failed', 'expired', 'canceled')),
  attempts      int not null default 0,
  rows          bigint not null default 0,         -- written so far
  total         bigint,                            -- to be written; null until it is counted
  bytes         bigint,
  error         text,                              -- key of what went wrong
  created_at    timestamptz not null default now(),
  finished_at   timestamptz,
  expires_at    timestamptz
);
create index export_of_person on export (person_id, created_at desc);
create index export_expiring on export (expires_at) where status = 'succeeded';
call protect('export');
call protect_own('export');
grant select, insert, update on export to retaguarda_app;

-- The file of an export that succeeded, in its order; it is written in one transaction with that success.
create table export_chunk (
  export_id  uuid not null references export,
  number     int not null,
  company_id int not null references company,
  person_id  uuid not null,
  bytes      bytea not null,
  primary key (export_id, number)
);
alter table export_chunk alter column bytes set storage external;  -- read whole, and XLSX is compressed already
call protect('export_chunk');
call protect_own('export_chunk');
grant select, insert, delete on export_chunk to retaguarda_app;

create table bulk (
  id          uuid primary key,
  company_id  int not null references company,
  person_id   uuid not null,
  command     text not null,
  input       jsonb not null,
  total       int not null,
  two_factor  boolean not null,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  finished_at timestamptz
);
create index bulk_age on bulk (created_at);
call protect('bulk');
call protect_own('bulk');
grant select, insert, update, delete on bulk to retaguarda_app;

create table bulk_item (
  id         uuid primary key,
  bulk_id    uuid not null references bulk on delete cascade,
  company_id int not null references company,
  person_id  uuid not null,
  number     int not null,                         -- its place, from 1
  target     text not null,                        -- id of what the Command acts on
  status     text not null default 'queued' check (status in ('queued', 'done', 'refused', 'failed')),
  detail     text,                                 -- key of why not
  done_at    timestamptz,
  unique (bulk_id, number)
);
create index bulk_item_status on bulk_item (bulk_id, status, number);
call protect('bulk_item');
call protect_own('bulk_item');
grant select, insert, update, delete on bulk_item to retaguarda_app;
