-- As a CHECK does, each lets pass what is unknown.
create or replace function charge_sound() returns trigger language plpgsql as $$
declare
  broken text := case
    when not (new.txid ~ '^[a-zA-Z0-9]{26,35}$') then 'charge_txid_check'
    when not (new.status in ('created', 'pending', 'paid', 'expired', 'cancelled', 'under_review', 'partially_refunded', 'refunded',
                             'failed')) then 'charge_status_check'
    when not (new.amount > 0) then 'charge_amount_check'
    when not (new.paid >= 0) then 'charge_paid_check'
    when not (new.fee >= 0) then 'charge_fee_check'
    when not (new.refunded >= 0 and new.refunded <= new.paid) then 'charge_check'
    when not (new.kind in ('immediate', 'due', 'static')) then 'charge_kind_check'
    when not ((new.kind = 'due') = (new.due_date is not null) and (new.kind = 'due') = (new.valid_days is not null)
              and (new.kind = 'due') = (new.terms is not null) and (new.revising is null or new.kind = 'due')) then 'charge_due_check'
    when not ((new.kind = 'static') = (new.static_code is not null)) then 'charge_static_check'
    when not ((new.batch is null) = (new.batch_line is null)) then 'charge_batch_check'
    when not (jsonb_typeof(new.split -> 'parts') = 'array') then 'charge_split_check'
  end;
begin
  if broken is not null then
    raise exception 'a charge breaks the rule %', broken
      using errcode = 'check_violation', constraint = broken, table = tg_table_name, schema = tg_table_schema;
  end if;
  return new;
end $$;

-- No foreign key leads from a payment to its charge: it would look the charge up once more and lock its row again, which the same
-- statement has just written. Charges are never deleted and keep their number; a payment is written by a look at its charge, and
-- verify looks.
create or replace trigger kept before delete or update of company_id, id on charge for each row execute function refuse_change();

create or replace trigger sound before insert or update on charge for each row execute function charge_sound();

-- The words of a name as people search for it: lower-case, without accents.
create or replace function name_words(name text) returns setof text language sql immutable as $$
  select distinct word
    from regexp_split_to_table(regexp_replace(normalize(lower(name), nfkd), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+') word
   where word <> ''
$$;

create or replace function charge_named() returns trigger language plpgsql as $$
begin
  insert into payer_word (company_id, word, payer_name)
  select new.company_id, word, new.payer_name from name_words(new.payer_name) word
  on conflict do nothing;
  return null;
end $$;

create or replace trigger named after insert on charge for each row when (new.payer_name is not null)
  execute function charge_named();

create or replace trigger renamed after update of payer_name on charge for each row
  when (new.payer_name is distinct from old.payer_name and new.payer_name is not null) execute function charge_named();
