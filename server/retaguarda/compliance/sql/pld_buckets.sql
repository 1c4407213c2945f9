-- Each settled money fact waits to be added up, from the statement that settles it on, as `pld_movement` shows it. A fact that is settled
-- stays so: nothing is ever taken out of a bucket.
create or replace function movement_of_payment() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into movement_waiting (movement, known_at, merchant_id, direction, kind, document, amount, currency)
  values ('payment:' || new.end_to_end_id, new.received_at, new.company_id, 'in', 'payment', new.payer_document, new.amount, new.currency);
  return null;
end $$;
create or replace trigger movement_of_payment after insert on pix_payment
  for each row when (new.status = 'settled' and new.company_id <> 1) execute function movement_of_payment();
create or replace trigger movement_of_payment_later after update of status on pix_payment
  for each row when (new.status = 'settled' and old.status <> 'settled' and new.company_id <> 1) execute function movement_of_payment();

create or replace function movement_of_refund() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into movement_waiting (movement, known_at, merchant_id, direction, kind, document, amount, currency)
  select 'refund:' || new.id, new.settled_at, new.company_id, 'out', 'refund', p.payer_document, new.amount, new.currency
    from pix_payment p where p.end_to_end_id = new.end_to_end_id;
  return null;
end $$;
create or replace trigger movement_of_refund after insert on refund
  for each row when (new.status = 'settled' and new.company_id <> 1) execute function movement_of_refund();
create or replace trigger movement_of_refund_later after update of status on refund
  for each row when (new.status = 'settled' and old.status <> 'settled' and new.company_id <> 1) execute function movement_of_refund();

create or replace function movement_of_payout() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into movement_waiting (movement, known_at, merchant_id, direction, kind, document, amount, currency)
  values ('payout:' || new.id, new.ended_at, new.company_id, 'out', 'payout', new.holder_document, new.amount, new.currency);
  return null;
end $$;
create or replace trigger movement_of_payout after insert on payout
  for each row when (new.status = 'done' and new.company_id <> 1) execute function movement_of_payout();
create or replace trigger movement_of_payout_later after update of status on payout
  for each row when (new.status = 'done' and old.status <> 'done' and new.company_id <> 1) execute function movement_of_payout();

create or replace function movement_of_return() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into movement_waiting (movement, known_at, merchant_id, direction, kind, document, amount, currency)
  select 'return:' || new.rtr_id, new.booked_at, new.company_id, 'in', 'return', o.holder_document, new.amount, new.currency
    from payout o where o.company_id = new.company_id and o.id = new.payout_id;
  return null;
end $$;
create or replace trigger movement_of_return after insert on payout_return
  for each row when (new.company_id <> 1) execute function movement_of_return();

create or replace function movement_of_internal() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into movement_waiting (movement, known_at, merchant_id, direction, kind, document, amount, currency)
  values ('internal:' || new.internal_id, new.received_at, new.company_id, 'in', 'payment', new.payer_document, new.amount, new.currency);
  return null;
end $$;
create or replace trigger movement_of_internal after insert on deposit
  for each row when (new.internal_id is not null and new.company_id <> 1) execute function movement_of_internal();

create or replace function movement_of_give_back() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into movement_waiting (movement, known_at, merchant_id, direction, kind, document, amount, currency)
  select 'give_back:' || new.id, new.given_at, new.company_id, 'out', 'refund', d.payer_document, new.amount, new.currency
    from published.deposit d where d.id = new.deposit_id;
  return null;
end $$;
create or replace trigger movement_of_give_back after insert on deposit_give_back
  for each row when (new.company_id <> 1) execute function movement_of_give_back();

create or replace function movement_of_boleto() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into movement_waiting (movement, known_at, merchant_id, direction, kind, document, amount, currency)
  select 'boleto:' || new.id, new.created_at, new.company_id, 'in', 'payment', c.payer_document, new.amount, c.currency
    from charge c where c.company_id = new.company_id and c.id = new.charge_id;
  return null;
end $$;
create or replace trigger movement_of_boleto after insert on boleto_payment
  for each row when (new.company_id <> 1) execute function movement_of_boleto();

-- Rules have read the past of what comes so late: it is kept for them, and for whoever computes anew what they said.
create or replace function movement_is_late() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  if new.known_at < clock_timestamp() - interval '1 minute' then
    insert into movement_late (movement, known_at, merchant_id, currency)
    values (new.movement, new.known_at, new.merchant_id, new.currency);
  end if;
  return null;
end $$;
create or replace trigger movement_is_late after insert on movement_waiting
  for each row execute function movement_is_late();

-- A boleto says nothing of who paid it: its movement is of the payer that its charge names, which a second payment of the charge may be the
-- first to tell. Where that was added up without a payer already, its subjects are counted anew on the next night, and read as they are until then.
create or replace function movement_of_named_payer() returns trigger
language plpgsql security definer set search_path = public as $$
declare
  v_counted boolean;
begin
  with boletos as (
    select 'boleto:' || b.id as movement from published.boleto_payment b where b.company_id = new.company_id and b.charge_id = new.id
  ), named as (
    update movement_waiting w set document = new.payer_document from boletos b
     where w.company_id = 1 and w.movement = b.movement returning w.movement
  )
  select (select count(*) from boletos) > (select count(*) from named) into v_counted;
  if v_counted then
    delete from movement_subject
     where (target, subject) in (('merchant', new.company_id::text), ('end_user', new.payer_document)) and currency = new.currency;
  end if;
  return null;
end $$;
create or replace trigger movement_of_named_payer after update of payer_document on charge
  for each row when (old.paid > 0 and old.payer_document is null and new.payer_document is not null and new.company_id <> 1)
  execute function movement_of_named_payer();
