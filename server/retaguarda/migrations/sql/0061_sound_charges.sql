-- What a charge may look like, by a trigger: a CHECK is parsed anew by each statement that writes, and a charge had eleven of them
-- (docs/decisions/charges.md). No rule is given up, and a refusal names the same one.
set local lock_timeout = '3s';

-- First, for it takes the strongest lock: taken after a weaker one it could wait for a Command that waits for this.
alter table charge
  drop constraint charge_txid_check,
  drop constraint charge_status_check,
  drop constraint charge_amount_check,
  drop constraint charge_paid_check,
  drop constraint charge_fee_check,
  drop constraint charge_check,
  drop constraint charge_kind_check,
  drop constraint charge_due_check,
  drop constraint charge_static_check,
  drop constraint charge_batch_check,
  drop constraint charge_split_check;

-- As a CHECK does, each lets pass what is unknown.
create function charge_sound() returns trigger language plpgsql as $$
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
create trigger sound before insert or update on charge for each row execute function charge_sound();
