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
