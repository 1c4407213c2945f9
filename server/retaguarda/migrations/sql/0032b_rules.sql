-- Rules that send charges to processors: versions that two people agree on, of which one is in force; and what became of them.
set local lock_timeout = '3s';

create table payin_rule_version (
  company_id   int not null default 1 references company,
  id           uuid primary key,
  number       int not null unique check (number > 0),
  name         text not null check (length(name) between 1 and 80),
  status       text not null default 'draft' check (status in ('draft', 'approved', 'active', 'retired', 'discarded')),
  groups       jsonb not null check (jsonb_typeof(groups) = 'array'),
  revision     int not null default 1,
  writers      uuid[] not null check (cardinality(writers) > 0),
  written_by   text not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  approver     uuid,
  approved_by  text,
  approved_at  timestamptz,
  activated_by text,
  activated_at timestamptz,
  -- Whoever wrote any of it does not approve it.
  constraint payin_rule_version_two_people check (approver <> all (writers)),
  check ((approver is null) = (approved_at is null)),
  check (status in ('draft', 'discarded') or approver is not null),
  check (status not in ('active', 'retired') or activated_at is not null)
);
create unique index payin_rule_version_active on payin_rule_version ((true)) where status = 'active';
call protect('payin_rule_version');
grant select, insert, update on payin_rule_version to retaguarda_app;

-- What was agreed on stays as it was agreed on.
create function payin_rule_version_fixed() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.groups, new.name, new.writers, new.approver) is distinct from (old.groups, old.name, old.writers, old.approver) then
    raise exception 'version % is %: it stays as it is', old.number, old.status using errcode = 'RF001';
  end if;
  return new;
end $$;
create trigger payin_rule_version_fixed before update on payin_rule_version
  for each row execute function payin_rule_version_fixed();

alter table charge
  add column rule  text,                                  -- the rule it met
  add column held  boolean not null default false,        -- what is paid for it waits for a person
  add column tried uuid[] not null default '{}';          -- processors that said no before
alter table pix_payment drop constraint pix_payment_review_reason_check;
alter table pix_payment add constraint pix_payment_review_reason_check
  check (review_reason in ('unknown_charge', 'amount_differs', 'duplicate', 'late', 'account_blocked', 'rule')) not valid;

-- A charge that went to another processor and may stand at the first one too, until that has withdrawn it.
create table charge_leftover (
  company_id    int not null references company,
  charge_id     uuid not null,
  connection_id uuid not null references pix_connection,
  created_at    timestamptz not null default now(),
  done_at       timestamptz,
  outcome       text check (length(outcome) <= 100),
  last_error    text check (length(last_error) <= 500),
  primary key (company_id, charge_id, connection_id),
  foreign key (company_id, charge_id) references charge,
  check ((done_at is null) = (outcome is null))
);
create index charge_leftover_open on charge_leftover (created_at) where done_at is null;
call protect('charge_leftover');
grant select, insert, update on charge_leftover to retaguarda_app;

create function payin_rules_active() returns table (id uuid, number int, groups jsonb)
language sql stable security definer set search_path = public as
$$ select r.id, r.number, r.groups from payin_rule_version r where r.status = 'active' $$;

-- As pix_connection_for(), with the one that a rule wants first; no row when other rules are in force than those it was chosen by.
create function pix_connection_by(p_company int, p_amount bigint, p_wanted uuid, p_rules uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = public as $$
  select c.id, c.name from pix_connection c
   where (select r.id from payin_rule_version r where r.status = 'active') is not distinct from p_rules
     and c.enabled and c.ready and coalesce(c.certificate_expires_at > now(), true)
     and not exists (select from company k where k.id = p_company and k.status <> 'active'
                        and (k.status <> 'blocked' or k.blocked_in))
     and not exists (select from company_limit l where l.company_id = p_company and l.kind = 'charge' and l.amount < p_amount)
   order by c.id is not distinct from p_wanted desc, c.company_id = p_company desc, c.priority, c.created_at limit 1
$$;

-- Where a charge can go that its processor did not take: another bank, which was not asked yet and has nothing of it.
create function pix_connection_after(p_company int, p_charge uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = public as $$
  select n.id, n.name from charge c join pix_connection n on n.id <> c.connection_id
   where c.company_id = p_company and c.id = p_charge and c.status = 'created' and c.batch is null
     and n.enabled and n.ready and coalesce(n.certificate_expires_at > now(), true)
     and not exists (select from pix_connection t where t.id = any (c.tried || c.connection_id) and t.base_url = n.base_url)
     and not exists (select from charge_leftover l join pix_connection t on t.id = l.connection_id
                      where l.company_id = c.company_id and l.charge_id = c.id and t.base_url = n.base_url)
     -- The payer agrees to a recurrence with this charge, at the bank that has both.
     and not exists (select from recurrence r where r.company_id = c.company_id and r.charge_id = c.id)
   order by n.company_id = p_company desc, n.priority, n.created_at limit 1
$$;
revoke all on function payin_rules_active(), pix_connection_by(int, bigint, uuid, uuid), pix_connection_after(int, uuid) from public;
grant execute on function payin_rules_active(), pix_connection_by(int, bigint, uuid, uuid), pix_connection_after(int, uuid) to retaguarda_app;
