-- A deposit that a case took in part stays where it was until all of it is back.
create or replace function deposit_follows_refund() returns trigger language plpgsql as $$
begin
  update deposit d
     set status = case when new.status = 'settled' and p.refunded + new.amount >= p.amount then 'returned'
                       when d.matched_by is null then 'unidentified'
                       when d.matched_by = 'person' then 'claimed'
                       else 'credited' end
    from pix_payment p
   where d.end_to_end_id = new.end_to_end_id and p.end_to_end_id = d.end_to_end_id
     and (d.status = 'returning' or new.med_case is not null);
  return null;
end $$;

-- The Pix key that a merchant's deposits are paid to; the connection itself stays the provider's.
create or replace function deposit_key(p_company int) returns text language sql stable security definer set search_path = public as
$$ select c.pix_key from pix_connection c
    where c.enabled and c.ready and coalesce(c.certificate_expires_at > now(), true)
    order by c.company_id = p_company desc, c.priority, c.created_at limit 1 $$;
revoke all on function deposit_key(int) from public;
grant execute on function deposit_key(int) to retaguarda_app;

call allow_moves('deposit', 'status',
  'unidentified: claimed credited returning returned',
  'claimed: returning returned',
  'credited: returning returned',
  -- A return that the bank did not carry out leaves it where it was.
  'returning: unidentified claimed credited returned');

-- Published: what another merchant pays becomes a deposit of its receiver, which reads the payer's name and document as of any Pix. The
-- journal is the caller's.
create or replace function deposit_from_merchant(
  p_company int, p_id uuid, p_internal uuid, p_payer int, p_amount bigint, p_currency text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into deposit (id, company_id, status, matched_by, identified_at, internal_id, bank, payer_name, payer_document, amount, currency, paid_at, received_at)
  select p_id, p_company, 'credited', 'internal', now(), p_internal, house_ispb(), c.name, c.document, p_amount, p_currency, now(), clock_timestamp()
    from company c where c.id = p_payer;
  perform event_write(p_company, 'account:deposit:credited', p_id::text, 'retaguarda',
                      jsonb_build_object('amount', p_amount, 'method', 'internal'));
end $$;
revoke all on function deposit_from_merchant(int, uuid, uuid, int, bigint, text) from public;

call append_only('deposit_give_back');

-- Published: locks what another merchant paid, and answers the payment that it was; it is refused where less is left than is asked for.
create or replace function deposit_to_give_back(p_company int, p_id uuid, p_amount bigint) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d deposit;
begin
  select * into d from deposit x where x.company_id = p_company and x.id = p_id for update;
  if d.internal_id is null or d.status <> 'credited' or p_amount not between 1 and d.amount - d.given_back then
    raise exception 'deposit % has not that much to give back', p_id using errcode = 'RP003';
  end if;
  return d.internal_id;
end $$;
revoke all on function deposit_to_give_back(int, uuid, bigint) from public;

-- Published: writes down what of a deposit was given back. The journal is the caller's.
create or replace function deposit_given_back(
  p_company int, p_deposit uuid, p_id uuid, p_amount bigint, p_currency text, p_reason text, p_by text
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into deposit_give_back (company_id, id, deposit_id, amount, currency, reason, given_by)
  values (p_company, p_id, p_deposit, p_amount, p_currency, p_reason, p_by);
  update deposit d set given_back = d.given_back + p_amount, status = case when d.given_back + p_amount = d.amount then 'returned' else d.status end
   where d.company_id = p_company and d.id = p_deposit;
end $$;
revoke all on function deposit_given_back(int, uuid, uuid, bigint, text, text, text) from public;

-- What was given back was written down by deposit_given_back(): whoever writes the sum.
create or replace function deposit_gives_back() returns trigger language plpgsql set search_path = public as $$
begin
  if new.given_back <> (select coalesce(sum(g.amount), 0) from deposit_give_back g where g.deposit_id = new.id)
     or new.internal_id is not null and new.status <> (case when new.given_back = new.amount then 'returned' else 'credited' end) then
    raise exception 'a deposit says what was given back of it' using errcode = 'RF001';
  end if;
  return new;
end $$;
create or replace trigger deposit_gives_back before update on deposit for each row
  when (new.internal_id is not null or new.given_back <> 0 or new.given_back is distinct from old.given_back) execute function deposit_gives_back();
