-- What went, or is on its way, to these accounts since a moment, less what came back: the one place in which registers read
-- what was paid.
create or replace function payout_paid_to(p_company int, p_accounts uuid[], p_since timestamptz)
returns table (payments bigint, amount bigint) language sql stable as $$
  select count(*), coalesce(sum(t.amount - t.returned), 0)::bigint from payout t
   where t.company_id = p_company and t.bank_account_id = any (p_accounts) and t.created_at >= p_since
     and t.status not in ('failed', 'cancelled')
$$;

-- Where a unit is paid.
create or replace function franchise_accounts(p_company int, p_unit uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(d.bank_account_id), '{}') from franchise_destination d
   where d.company_id = p_company and d.unit_id = p_unit
$$;

-- When the month of a company began.
create or replace function company_month(p_company int) returns timestamptz language sql stable as $$
  select date_trunc('month', now() at time zone k.time_zone) at time zone k.time_zone from company k where k.id = p_company
$$;

-- What a unit lacks before it may be paid through; empty: it is qualified.
create or replace function franchise_problems(p_company int, p_unit uuid) returns text[] language sql stable as $$
  select array_remove(array[
    case when not exists (select from franchise_owner o where o.company_id = p_company and o.unit_id = p_unit and o.removed_at is null)
         then 'no_owners'
         when (select sum(o.share) from franchise_owner o
                where o.company_id = p_company and o.unit_id = p_unit and o.removed_at is null) <> 10000
         then 'shares_not_whole' end,
    case when u.valid_from > (now() at time zone k.time_zone)::date then 'contract_to_come'
         when u.valid_to < (now() at time zone k.time_zone)::date then 'contract_over' end,
    case when not exists (select from franchise_destination d where d.company_id = p_company and d.unit_id = p_unit)
         then 'no_destination'
         when not exists (select from franchise_destination d join bank_account b
                on b.company_id = d.company_id and b.id = d.bank_account_id and b.status = 'verified'
               where d.company_id = p_company and d.unit_id = p_unit)
         then 'destination_not_verified' end], null)
    from franchise_unit u join company k on k.id = u.company_id where u.company_id = p_company and u.id = p_unit
$$;

-- Published: why a payment of so much to this account must not leave; null: nothing of a unit stands in its way.
create or replace function franchise_stop(p_company int, p_account uuid, p_amount bigint) returns text
language sql stable security definer set search_path = public as $$
  select case when u.status = 'suspended' then 'unit_suspended'
              when u.valid_to < (now() at time zone k.time_zone)::date then 'unit_contract_over'
              when p.amount + p_amount > u.budget then 'unit_budget_spent' end
    from franchise_destination d
    join franchise_unit u on u.company_id = d.company_id and u.id = d.unit_id
    join company k on k.id = d.company_id
    cross join payout_paid_to(d.company_id, franchise_accounts(d.company_id, d.unit_id), company_month(d.company_id)) p
   where d.company_id = p_company and d.bank_account_id = p_account
$$;
revoke all on function franchise_stop(int, uuid, bigint) from public;
grant execute on function franchise_stop(int, uuid, bigint) to retaguarda_app;

-- Owners hold no more than the whole of a unit, whoever writes at the same time.
create or replace function franchise_owner_shares() returns trigger language plpgsql as $$
begin
  perform from franchise_unit u where u.company_id = new.company_id and u.id = new.unit_id for no key update;
  if (select sum(o.share) from franchise_owner o
       where o.company_id = new.company_id and o.unit_id = new.unit_id and o.removed_at is null) > 10000 then
    raise exception 'the owners of a unit hold no more than the whole of it' using errcode = 'RF010';
  end if;
  return new;
end $$;
create or replace trigger franchise_owner_shares after insert or update on franchise_owner
  for each row execute function franchise_owner_shares();

-- Whose a unit is by its document never changes: another one is another unit.
create or replace function franchise_unit_moves() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.id, new.document, new.currency, new.created_at) is distinct from
     (old.company_id, old.id, old.document, old.currency, old.created_at) then
    raise exception 'a unit keeps its document' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger franchise_unit_moves before update on franchise_unit for each row execute function franchise_unit_moves();

call allow_moves('franchise_unit', 'status',
  'active: suspended',
  'suspended: active');
