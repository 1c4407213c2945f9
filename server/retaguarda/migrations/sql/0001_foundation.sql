-- Tenancy, events and idempotency: what every room stands on.
set local lock_timeout = '3s';

grant usage on schema public to retaguarda_app;

-- The scope of a transaction. It is set once, by its first statement, and ends with it.
--   retaguarda.companies  '{1,2}' the companies whose rows are seen and written, '*' for all of them, empty for none
--   retaguarda.person     who acts; empty for the machine

create function scope_all() returns boolean language sql stable parallel safe as
$$ select coalesce(current_setting('retaguarda.companies', true) = '*', false) $$;

create function scope_companies() returns int[] language sql stable parallel safe as
$$ select nullif(nullif(current_setting('retaguarda.companies', true), ''), '*')::int[] $$;

create function scope_person() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('retaguarda.person', true), '')::uuid $$;

-- Row security: the owner passes (definer functions, migrations, verify), the application is bound by its scope.
create procedure protect(tenant_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('create policy owner_all on %s to current_user using (true) with check (true)', tenant_table);
  execute format(
    'create policy tenant on %s to retaguarda_app'
    ' using ((select scope_all()) or company_id = any ((select scope_companies())::int[]))'
    ' with check ((select scope_all()) or company_id = any ((select scope_companies())::int[]))', tenant_table);
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'RF001';
end $$;

create procedure append_only(target regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', target);
end $$;

-- Company 1 is the provider itself; the others are its merchants.
create table company (
  id          int primary key check (id > 0),
  name        text not null check (name <> '' and length(name) <= 200),
  legal_name  text not null check (length(legal_name) <= 200),
  document    text not null unique check (document ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  time_zone   text not null default 'America/Sao_Paulo',
  created_at  timestamptz not null default now()
);
alter table company enable row level security;
alter table company force row level security;
create policy owner_all on company to current_user using (true) with check (true);
create policy tenant on company to retaguarda_app
  using ((select scope_all()) or id = any ((select scope_companies())::int[]))
  with check ((select scope_all()) or id = any ((select scope_companies())::int[]));
grant select, insert, update on company to retaguarda_app;

-- One journal of everything that happened: audit trail, outbox and timeline in one. Readers follow (xid, id) up to the
-- oldest transaction still running, because ids are given before commits happen.
create table event (
  xid         xid8 not null default pg_current_xact_id(),
  id          bigint generated always as identity,
  company_id  int not null references company,
  name        text not null check (name ~ '^[a-z_]+(\.[a-z_]+)*:[a-z_]+:[a-z_]+$'),  -- source:subject:action
  subject_id  text not null,
  person_id   uuid,
  actor       text not null,         -- e-mail of the person, or the part of the system that acted
  at          timestamptz not null default clock_timestamp(),
  request_id  text,
  ip          inet,
  user_agent  text,
  data        jsonb not null default '{}',
  primary key (xid, id)
);
create index event_subject on event (company_id, subject_id, id);
call protect('event');
call append_only('event');
grant select, insert on event to retaguarda_app;

create table event_reader (
  name       text primary key,
  xid        xid8 not null default '0',
  id         bigint not null default 0,
  updated_at timestamptz not null default now()
);
grant select, insert, update on event_reader to retaguarda_app;

-- First answers of Commands, kept to be given again.
create table idempotency (
  company_id   int not null,
  person_id    uuid not null,
  key          text not null check (length(key) between 1 and 255),
  command      text not null,
  request_hash bytea not null,
  status       int not null,
  body         bytea not null,
  created_at   timestamptz not null default now(),
  primary key (company_id, person_id, key)
);
create index idempotency_age on idempotency using brin (created_at);
call protect('idempotency');
grant select, insert, delete on idempotency to retaguarda_app;

-- What a Command writes beside its own rows, in one round trip: its event and its first answer.
create function command_close(
  p_company int, p_name text, p_subject text, p_person uuid, p_actor text, p_request text, p_ip text, p_agent text,
  p_data jsonb, p_key text, p_command text, p_hash bytea, p_status int, p_body bytea
) returns void language sql as $$
  insert into event (company_id, name, subject_id, person_id, actor, request_id, ip, user_agent, data)
  values (p_company, p_name, p_subject, p_person, p_actor, p_request, p_ip::inet, p_agent, p_data);
  insert into idempotency (company_id, person_id, key, command, request_hash, status, body)
  select p_company, p_person, p_key, p_command, p_hash, p_status, p_body where p_key is not null;
$$;

-- The first answer under a key. busy: another transaction works under it right now.
create function command_open(p_company int, p_person uuid, p_key text)
returns table (busy boolean, command text, request_hash bytea, status int, body bytea)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_company || ':' || p_person || ':' || p_key, 0)) then
    return query select true, null::text, null::bytea, null::int, null::bytea;
    return;
  end if;
  return query select false, i.command, i.request_hash, i.status, i.body
    from idempotency i where i.company_id = p_company and i.person_id = p_person and i.key = p_key;
end $$;
