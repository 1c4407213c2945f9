-- Deposits: a Pix that no charge asked for, to a merchant's deposit code or key, or to the provider's key without any reference.
set local lock_timeout = '3s';

-- A Pix of a deposit nobody knows the owner of yet. The rows there are keep the narrower rule they were written under.
alter table pix_payment drop constraint pix_payment_status_check;
alter table pix_payment add constraint pix_payment_status_check
  check (status in ('settled', 'under_review', 'returned', 'unidentified')) not valid;
alter table pix_payment validate constraint pix_payment_status_check;

create table deposit (
  id            uuid primary key,
  company_id    int not null references company,   -- the provider's (1) while nobody knows whose it is
  end_to_end_id text not null unique references pix_payment,
  status        text not null check (status in ('unidentified', 'credited', 'claimed', 'returning', 'returned')),
  matched_by    text check (matched_by in ('code', 'key', 'person')),
  received_at   timestamptz not null default now(),
  identified_at timestamptz,
  identified_by text,
  reason        text check (length(reason) between 1 and 140),
  check ((matched_by is null) = (identified_at is null)),
  check ((company_id = 1) = (matched_by is null)),
  check (status not in ('credited', 'claimed') or matched_by is not null),
  check (status <> 'unidentified' or matched_by is null)
);
create index deposit_by_time on deposit (company_id, received_at, id);
create index deposit_of_all_by_time on deposit (received_at, id);
call protect('deposit');
grant select, insert, update on deposit to retaguarda_app;

-- A deposit on its way back is back, or where it was, with its refund, in the same transaction.
create function deposit_follows_refund() returns trigger language plpgsql as $$
begin
  update deposit d
     set status = case when new.status = 'settled' then 'returned'
                       when d.matched_by is null then 'unidentified'
                       when d.matched_by = 'person' then 'claimed'
                       else 'credited' end
   where d.end_to_end_id = new.end_to_end_id and d.status = 'returning';
  return null;
end $$;
create trigger deposit_follows_refund after update of status on refund
  for each row when (new.status in ('settled', 'failed') and new.charge_id is null)
  execute function deposit_follows_refund();

-- The Pix key that a merchant's deposits are paid to; the connection itself stays the provider's.
create function deposit_key(p_company int) returns text language sql stable security definer set search_path = public as
$$ select c.pix_key from pix_connection c where c.enabled order by c.company_id = p_company desc, c.created_at limit 1 $$;
revoke all on function deposit_key(int) from public;
grant execute on function deposit_key(int) to retaguarda_app;
