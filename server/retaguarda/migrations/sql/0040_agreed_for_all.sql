-- Splits of static codes and recurrences, and rules for what comes of them: agreed with each, and kept with what it becomes.
set local lock_timeout = '3s';

alter table static_code add column split jsonb;           -- of every payment made with it
alter table recurrence add column split jsonb;            -- of the charge of every cycle
alter table recurring_charge
  add column split jsonb,                                 -- as it was agreed when the charge was made
  add column rule  text,                                  -- the rule it met
  add column held  boolean not null default false;        -- what is paid for it waits for a person
alter table static_code add constraint static_code_split check (jsonb_typeof(split -> 'parts') = 'array') not valid;
alter table recurrence add constraint recurrence_split check (jsonb_typeof(split -> 'parts') = 'array') not valid;
alter table recurring_charge add constraint recurring_charge_split check (jsonb_typeof(split -> 'parts') = 'array') not valid;

-- A share is of a charge, or of the charge of a cycle.
alter table payment_share
  alter column charge_id drop not null,
  add column recurring_charge_id uuid,
  add constraint payment_share_of_one check (num_nonnulls(charge_id, recurring_charge_id) = 1) not valid,
  add constraint payment_share_recurring foreign key (company_id, recurring_charge_id) references recurring_charge not valid;

-- The lines of a batch may go to several banks. At each of them they are a batch of its own; at the one that charge_batch names,
-- by its own number.
create table charge_batch_part (
  company_id    int not null references company,
  batch         uuid not null,
  connection_id uuid not null references pix_connection,
  number        int not null unique,                      -- the id of the lote there
  primary key (company_id, batch, connection_id),
  foreign key (company_id, batch) references charge_batch
);
call protect('charge_batch_part');
grant select, insert on charge_batch_part to retaguarda_app;
grant usage on sequence charge_batch_number_seq to retaguarda_app;

-- Where what is paid to a processor arrives.
create function pix_key_of(p_connection uuid) returns text language sql stable security definer set search_path = public as
$$ select c.pix_key from pix_connection c where c.id = p_connection $$;
revoke all on function pix_key_of(uuid) from public;
grant execute on function pix_key_of(uuid) to retaguarda_app;
