-- A processor that takes lots by API: orders are collected, submitted together, released, and read one by one until each has ended.
alter table payout_processor drop constraint payout_processor_adapter_check;
alter table payout_processor add constraint payout_processor_adapter_check check (adapter in ('envio', 'cnab240', 'lots'));
alter table payout_processor add column app_key sealed;     -- of the bank's gateway, beside the client
alter table payout_processor add column most_lines int check (most_lines between 1 and 320);  -- of one lot
alter table payout_processor drop constraint payout_processor_adapter;
alter table payout_processor add constraint payout_processor_adapter check (case adapter
    when 'envio' then base_url is not null and token_url is not null and client_id is not null and client_secret is not null
                      and pix_key is not null and bank is null and app_key is null and most_lines is null
    when 'lots' then base_url is not null and token_url is not null and client_id is not null and client_secret is not null
                     and app_key is not null and pix_key is null and bank is null and branch is not null and number is not null
                     and number_digit is not null and most_lines is not null
    else base_url is null and pix_key is null and bank is not null and agreement is not null and holder_document is not null
         and holder_name is not null and branch is not null and number is not null and app_key is null and most_lines is null end);
-- Of files it is the number of the last sealed one, of lots that of the last one written: the bank takes each number once.
alter table payout_processor drop constraint payout_processor_last_sequence_check;
alter table payout_processor add constraint payout_processor_last_sequence_check
  check (last_sequence between 0 and case adapter when 'lots' then 9999999 else 999999 end);
create unique index payout_processor_account_key on payout_processor (branch, number, number_digit) where adapter = 'lots';
drop function if exists payout_processors_paying();

-- owner: payouts/lots
create table payout_lot (
  company_id        int not null default 1 references company,
  id                uuid not null,
  processor_id      uuid not null,
  request_number    bigint not null check (request_number between 1 and 9999999),  -- numeroRequisicao: the bank takes it once
  state             text not null default 'collected' check (state in ('collected', 'submitted', 'released', 'closed', 'refused')),
  day               date not null,                     -- on which the bank is to pay, as it was last told
  lines             int not null check (lines > 0),
  currency          ledger_currency not null,
  amount            bigint not null check (amount > 0),
  bank_state        int,                               -- estadoRequisicao, as the bank last said
  created_at        timestamptz not null default clock_timestamp(),
  submit_asked_at   timestamptz,                       -- written before the first call: from here on the bank may have it
  submitted_at      timestamptz,                       -- the bank says that it has it
  release_asked_at  timestamptz,                       -- written before the call: from here on it may be released
  releases          int not null default 0 check (releases >= 0),  -- how often the bank was told to release it
  held_since        timestamptz,                       -- since when the bank says, after that call, that it is not released
  released_at       timestamptz,                       -- the bank says that it is
  ended_at          timestamptz,
  ask_at            timestamptz,                       -- when the bank is called about it next
  asked             int not null default 0 check (asked >= 0),
  asking_until      timestamptz,                       -- until when whoever calls the bank about it has it to itself
  last_error        text check (length(last_error) <= 500),
  refusal           text check (length(refusal) <= 500),  -- why the bank takes nothing of it: it is never submitted again
  primary key (company_id, id),
  foreign key (company_id, processor_id) references payout_processor,
  constraint payout_lot_number unique (processor_id, request_number),
  constraint payout_lot_submitted check (submitted_at is null or submit_asked_at is not null),
  constraint payout_lot_released check ((release_asked_at is null) = (releases = 0)),
  constraint payout_lot_steps check ((state <> 'collected' or submitted_at is null)
    and (state not in ('submitted', 'released') or submitted_at is not null) and (state <> 'released' or released_at is not null)),
  constraint payout_lot_ended check ((ended_at is not null) = (state in ('closed', 'refused')) and (ask_at is null) = (ended_at is not null))
);
create index payout_lot_by_time on payout_lot (company_id, created_at, id);
create index payout_lot_to_ask on payout_lot (processor_id, ask_at) where ask_at is not null;
call protect('payout_lot');
grant select, insert, update on payout_lot to retaguarda_app;

-- owner: payouts/lots
create table payout_lot_line (
  company_id  int not null default 1 references company,
  lot_id      uuid not null,
  number      int not null check (number > 0),
  merchant_id int not null references company,
  payout_id   uuid not null,
  order_id    uuid not null,
  order_number bigint not null,                        -- documentoDebito: the short number of the order
  currency    ledger_currency not null,
  amount      bigint not null check (amount > 0),
  bank_ref    text check (length(bank_ref) between 1 and 20),  -- identificadorPagamento
  bank_state  text check (length(bank_state) <= 40),   -- estadoPagamento, as the bank last said
  outcome     text not null default 'waiting' check (outcome in ('waiting', 'done', 'refused')),
  read_at     timestamptz,                             -- when the bank was last asked about it
  primary key (company_id, lot_id, number),
  foreign key (company_id, lot_id) references payout_lot,
  foreign key (merchant_id, order_id) references payout_order
);
-- An order is in one lot, for ever: another attempt is another order.
create unique index payout_lot_line_once on payout_lot_line (merchant_id, order_id);
create index payout_lot_line_waiting on payout_lot_line (lot_id, read_at) where outcome = 'waiting';
call protect('payout_lot_line');
grant select, insert, update on payout_lot_line to retaguarda_app;

-- A bank of lots names no rtrId of what came back: its id is the number of our order, the day and the amount, and which of several alike.
alter table payout_return drop constraint payout_return_rtr_id_check;
alter table payout_return add constraint payout_return_rtr_id_check
  check (rtr_id ~ '^(D[0-9A-Z]{8}[0-9]{12}[a-zA-Z0-9]{11}|RG[0-9]{1,18}|RL[0-9]{1,18}\.[0-9]{8}\.[0-9]{1,15}\.[0-9]{1,3})$');
