-- Companies beyond their name: in what state they are, who owns them, what is known of them and what they may do.
set local lock_timeout = '3s';

alter table company
  add column status          text not null default 'active'
    check (status in ('created', 'review', 'snoozed', 'denied', 'active', 'blocked', 'offboarding', 'offboarded')),
  add column status_at       timestamptz not null default now(),
  add column status_reason   text check (length(status_reason) between 1 and 500),
  add column blocked_in      boolean not null default false,
  add column blocked_out     boolean not null default false,
  add column risk            text not null default 'medium' check (risk in ('low', 'medium', 'high', 'very_high')),
  add column segment         text not null default '' check (length(segment) <= 80),
  add column country         text not null default 'BR' check (country ~ '^[A-Z]{2}$'),
  add column owner           text check (length(owner) between 1 and 120),   -- who looks after it at the provider
  add column products        text[] not null default '{payin}' check (products <@ array['payin', 'payout', 'exchange']),
  add column kyc_expires_on  date,
  add column onboarded_by    uuid,
  add constraint company_blocked_somehow check ((status = 'blocked') = (blocked_in or blocked_out)),
  add constraint company_provider_active check (id <> 1 or status = 'active'),
  add constraint company_blocked_why check (status <> 'blocked' or status_reason is not null);

create function company_moves() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('created', 'review'), ('created', 'denied'),
    ('review', 'active'), ('review', 'snoozed'), ('review', 'denied'),
    ('snoozed', 'review'), ('snoozed', 'denied'), ('denied', 'review'),
    ('active', 'blocked'), ('active', 'offboarding'),
    ('blocked', 'active'), ('blocked', 'offboarding'),
    ('offboarding', 'active'), ('offboarding', 'offboarded')) then
    raise exception 'a company does not go from % to %', old.status, new.status using errcode = 'RF051';
  end if;
  -- Whoever brought a company in is not who lets it begin.
  if old.status = 'review' and new.status = 'active' and new.onboarded_by = scope_person() then
    raise exception 'another person decides over a company that you brought in' using errcode = 'RF052';
  end if;
  new.status_at := now();
  return new;
end $$;
create trigger company_moves before update of status on company
  for each row when (old.status <> new.status) execute function company_moves();
create trigger company_fixed before update of id, document, onboarded_by, created_at on company
  for each row when ((old.id, old.document, old.created_at) is distinct from (new.id, new.document, new.created_at)
                     or old.onboarded_by is distinct from new.onboarded_by)
  execute function refuse_change();

-- Why a company moves no money in this direction ('in': asking for it, 'out': taking it away); null when it does. The reason is
-- what staff wrote, or the state it is in. Whoever leaves may still take their money away.
create function company_blocked(p_company int, p_direction text) returns text
language sql stable security definer set search_path = public as $$
  select case
           when c.status = 'active' or (c.status = 'offboarding' and p_direction = 'out') then null
           when c.status <> 'blocked' then c.status
           when case p_direction when 'in' then c.blocked_in when 'out' then c.blocked_out else true end then c.status_reason
         end
    from company c where c.id = p_company
$$;

-- Brings a company in, and answers its number; null when its document is known. Only the provider's own people do it. The rest of
-- the transaction sees the new company, too.
create function company_onboard(
  p_document text, p_name text, p_legal_name text, p_segment text, p_country text, p_owner text, p_products text[],
  p_kyc_expires_on date
) returns int language plpgsql security definer set search_path = public as $$
declare
  v_id int;
begin
  if not scope_holds(array['register::company:write'])
     or not exists (select from person p where p.id = scope_person() and p.internal and p.disabled_at is null) then
    raise exception 'only the provider brings companies in' using errcode = 'RF053';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('company_onboard', 0));
  if exists (select from company c where c.document = p_document) then
    return null;
  end if;
  insert into company (id, document, name, legal_name, segment, country, owner, products, kyc_expires_on, status, onboarded_by)
  select max(c.id) + 1, p_document, p_name, p_legal_name, p_segment, p_country, p_owner, p_products, p_kyc_expires_on,
         'created', scope_person()
    from company c
  returning id into v_id;
  if not scope_all() then
    perform set_config('retaguarda.companies', array_append(scope_companies(), v_id)::text, true);
  end if;
  return v_id;
end $$;

create table company_partner (
  company_id int not null references company,
  id         uuid primary key,
  name       text not null check (length(name) between 1 and 200),
  document   text not null check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  pep_type   text check (pep_type in ('principal', 'related')),   -- politically exposed, or close to somebody who is
  share      int check (share between 0 and 10000),               -- basis points; null: not known
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index company_partner_once on company_partner (company_id, document) where removed_at is null;
call protect('company_partner');
grant select, insert, update on company_partner to retaguarda_app;

create function company_partner_shares() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- One change of a company's partners at a time, else two halves could make more than a whole.
  perform from company c where c.id = new.company_id for no key update;
  if (select sum(p.share) from company_partner p where p.company_id = new.company_id and p.removed_at is null) > 10000 then
    raise exception 'the partners would hold more than 100 percent' using errcode = 'RF054';
  end if;
  return null;
end $$;
create trigger company_partner_shares after insert or update on company_partner
  for each row execute function company_partner_shares();

-- What is known of a company, by name, each from a day to a day; the newest is what holds.
create table company_attribute (
  company_id int not null references company,
  id         uuid primary key,
  attribute  text not null check (attribute ~ '^[a-z][a-z0-9_]{0,63}$'),
  value      text not null check (length(value) between 1 and 200),
  valid_from date not null,
  valid_to   date check (valid_to >= valid_from),                 -- the day from which another holds
  source     text not null check (length(source) between 1 and 120),
  created_by text not null,
  created_at timestamptz not null default now()
);
create unique index company_attribute_now on company_attribute (company_id, attribute) where valid_to is null;
call protect('company_attribute');
grant select, insert, update on company_attribute to retaguarda_app;

-- charge: the most that one charge may ask for; withdrawal: the most that one withdrawal may take. Minor units.
create table company_limit (
  company_id int not null references company,
  kind       text not null check (kind in ('charge', 'withdrawal')),
  amount     bigint not null check (amount > 0),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (company_id, kind)
);
call protect('company_limit');
grant select, insert, update, delete on company_limit to retaguarda_app;

-- What this kind of move may have at most, minor units; null: no limit of the company's own.
create function company_limit_of(p_company int, p_kind text) returns bigint
language sql stable security definer set search_path = public as
$$ select l.amount from company_limit l where l.company_id = p_company and l.kind = p_kind $$;

create table company_contract (
  company_id int not null references company,
  id         uuid primary key,
  name       text not null check (length(name) between 1 and 120),
  valid_from date not null,
  valid_to   date check (valid_to >= valid_from),
  created_by text not null,
  created_at timestamptz not null default now()
);
create index company_contract_company on company_contract (company_id, valid_from);
call protect('company_contract');
grant select, insert, update on company_contract to retaguarda_app;

create table company_note (
  company_id int not null references company,
  id         uuid primary key,
  text       text not null check (length(text) between 1 and 2000),
  created_by text not null,
  created_at timestamptz not null default now()
);
create index company_note_company on company_note (company_id, created_at);
call protect('company_note');
call append_only('company_note');
grant select, insert on company_note to retaguarda_app;

-- Without a fee of its own a company pays the usual one.
grant delete on payin_setting to retaguarda_app;

-- As in 0004, and no row for who may not ask for money, or not for that much: the one statement that writes a charge reads it.
drop function pix_connection_for(int);
create function pix_connection_for(p_company int, p_amount bigint) returns table (id uuid, name text)
language sql stable security definer set search_path = public as $$
  select c.id, c.name from pix_connection c
   where c.enabled
     and not exists (select from company k where k.id = p_company and k.status <> 'active'
                        and (k.status <> 'blocked' or k.blocked_in))
     and not exists (select from company_limit l where l.company_id = p_company and l.kind = 'charge' and l.amount < p_amount)
   order by c.company_id = p_company desc, c.created_at limit 1
$$;

revoke all on function company_blocked(int, text), company_limit_of(int, text), pix_connection_for(int, bigint),
  company_onboard(text, text, text, text, text, text, text[], date) from public;
grant execute on function company_blocked(int, text), company_limit_of(int, text), pix_connection_for(int, bigint),
  company_onboard(text, text, text, text, text, text, text[], date) to retaguarda_app;
