-- What came in for a merchant on each of these days: payments less fees, refunds and disputes. Neither deposits nor payouts count.
create or replace function payout_split_net(p_company int, p_currency text, p_from date, p_to date)
returns table (day date, amount bigint) language sql stable as $$
  select (e.posted_at at time zone k.time_zone)::date, sum(e.amount)::bigint
    from company k
    join ledger_account a on a.company_id = k.id and a.code = 'available' and a.currency = p_currency
    join ledger_entry e on e.company_id = k.id and e.account_id = a.id and e.version is not null
     and e.posted_at >= p_from::timestamp at time zone k.time_zone
     and e.posted_at < (p_to + 1)::timestamp at time zone k.time_zone
    join ledger_journal j on j.company_id = e.company_id and j.id = e.journal_id and starts_with(j.kind, 'payin.')
   where k.id = p_company group by 1
$$;

-- Where each of these recipients and units is paid. ``why``: it cannot be paid now.
create or replace function payout_split_receivers(p_company int, p_ids uuid[])
returns table (id uuid, name text, why text, account_id uuid, holder_name text, holder_document text, kind text, ispb text, compe text,
               bank_name text, branch text, number text, account_type text, pix_key text, pix_key_kind text)
language sql stable as $$
  with receiver as (
    select r.id, r.name, r.status, r.bank_account_id as account_id from recipient r where r.company_id = p_company and r.id = any (p_ids)
    union all
    select u.id, u.name, u.status, (
             select b.id from franchise_destination d join bank_account b on b.company_id = d.company_id and b.id = d.bank_account_id
              where d.company_id = u.company_id and d.unit_id = u.id order by b.status = 'verified' desc, d.added_at, b.id limit 1)
      from franchise_unit u where u.company_id = p_company and u.id = any (p_ids)
  )
  select r.id, r.name,
         case when r.status = 'suspended' then 'suspended'
              when b.id is null or b.status <> 'verified' or b.usable_from > now() then 'no_account' end,
         b.id, b.holder_name, b.holder_document, b.kind, b.ispb, b.compe, b.bank_name, b.branch, b.number, b.account_type, b.pix_key,
         b.pix_key_kind
    from receiver r left join bank_account b on b.company_id = p_company and b.id = r.account_id
$$;

-- What a version says stays; it goes on from draft to retired.
create or replace function payout_split_moves() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{status,approved_by,active_since,retired_at}'::text[])
     is distinct from (to_jsonb(old) - '{status,approved_by,active_since,retired_at}'::text[])
     or old.status = new.status then
    raise exception 'a split does not go from % to %', old.status, new.status using errcode = 'RF001';
  end if;
  return new;
end $$;

create or replace trigger payout_split_moves before update on payout_split for each row execute function payout_split_moves();
call allow_moves('payout_split', 'status',
  'draft: approved retired',
  'approved: active retired',
  'active: retired');
call append_only('payout_split_run');
call append_only('payout_split_part');
