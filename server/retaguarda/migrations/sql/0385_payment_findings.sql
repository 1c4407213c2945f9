-- What is wrong with a payment return, and what another witness allows to be made of it.

-- Of a line: its file is damaged, so that it moves money only with a second witness; and the correction that decides its effect.
alter table payment_line add column doubted boolean not null default false;
alter table payment_line add column account text not null default '';       -- of the payee, or the barcode, as they stand there
alter table payment_line add column second_codes text not null default '';  -- where codes stand on segment B
alter table payment_line add column repair text;                            -- the kind of its correction, once that is in the plan
alter table payment_line add column witness_id uuid;                        -- the bank line that proves it
alter table payment_line add column settled_on date;                        -- on which the witness says that it was paid
alter table payment_line add constraint payment_line_repair
  check (repair is not null or (witness_id is null and settled_on is null));
alter table payment_line add constraint payment_line_proven
  check (repair is null or effect <> 'done' or (witness_id is not null and settled_on is not null));
-- One movement at the bank proves one payment.
create unique index payment_line_witness on payment_line (witness_id) where witness_id is not null and done_at is not null;

-- owner: payouts/return_files
-- A finding about a file, a kind of damage of it, or one line of it; effect: what a correction would make of the line.
create table payment_finding (
  company_id    int not null references company,   -- of its file
  file_id       uuid not null,
  number        int not null check (number > 0),
  kind          text not null check (length(kind) between 3 and 40),
  structural    boolean not null,                  -- of the file as it came, not of what it says
  line          bigint,                            -- where it was first seen
  lines         bigint not null check (lines > 0), -- how often
  read          text not null check (length(read) <= 60),
  effect        text check (effect in ('done', 'failed', 'cancelled')),
  merchant_id   int references company,
  payout_id     uuid,
  order_id      uuid,
  remittance_id uuid,
  amount        bigint,
  currency      ledger_currency,
  paid_on       date,
  witness       text check (witness in ('statement', 'no_debit', 'remittance')),
  witness_id    uuid,
  taken         boolean,                           -- in the plan; null where there is nothing to choose
  primary key (company_id, file_id, number),
  foreign key (company_id, file_id) references return_file on delete cascade,
  constraint payment_finding_correction check ((effect is null) = (taken is null) and (effect is null) = (amount is null)
    and (effect is null) = (order_id is null) and (effect is null or witness is not null) and (not structural or effect is null)),
  constraint payment_finding_currency check ((amount is null) = (currency is null)),
  constraint payment_finding_witness check ((witness_id is not null) = (witness is not distinct from 'statement'))
);
call protect('payment_finding');
grant select, insert, update, delete on payment_finding to retaguarda_app;
