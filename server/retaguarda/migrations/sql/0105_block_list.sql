-- The block list: values with which no money moves, or not before a person looked. Of the provider alone: a merchant's row security
-- shows none of it, whichever lane.

-- owner: compliance/block_list
-- lane: who may know. fraud: the holder is told; pld, sanctions: nobody outside; judicial: told once it is done.
-- value: normalised by its kind, as payments are compared with it. text: why, for staff; merchants hear a neutral code alone.
create table block_entry (
  company_id      int not null default 1 references company check (company_id = 1),
  id              uuid not null,
  lane            text not null check (lane in ('fraud', 'pld', 'sanctions', 'judicial')),
  kind            text not null check (kind in ('document', 'document_root', 'pix_key', 'account', 'email', 'phone')),
  value           text not null check (length(value) between 1 and 200),
  shown           text not null check (length(shown) between 1 and 200),  -- masked, for people
  probe           text generated always as (kind || ':' || value) stored,
  merchant_id     int references company,                                  -- null: for every merchant
  direction       text not null check (direction in ('in', 'out', 'both', 'onboarding')),
  effect          text not null check (effect in ('refuse', 'hold', 'alert')),
  cause           text not null check (cause in ('fraud_report', 'mule_account', 'account_takeover', 'own_analysis', 'dict_marking',
                                                 'joint_register', 'court_order', 'sanctions_list', 'other')),
  reason          text not null check (length(reason) between 10 and 2000),
  source          text not null check (source in ('person', 'upload', 'order')),
  upload_id       uuid,
  order_id        uuid,
  starts_at       timestamptz not null default now(),
  until           timestamptz,                                             -- null: until somebody ends it
  added_at        timestamptz not null default now(),
  added_by        text not null,
  added_by_id     uuid not null,
  confirm_by      timestamptz,                                             -- null: this lane needs no second person
  confirmed_at    timestamptz,
  confirmed_by    text,
  confirmed_by_id uuid,
  ended_at        timestamptz,
  ended_as        text check (ended_as in ('expired', 'lifted')),
  ended_by        text,
  ended_by_id     uuid,
  end_reason      text check (length(end_reason) between 3 and 500),
  primary key (company_id, id),
  constraint block_entry_ends check (until > starts_at),
  constraint block_entry_confirmed check ((confirmed_at is null) = (confirmed_by_id is null) and (confirmed_at is null) = (confirmed_by is null)),
  constraint block_entry_ended check ((ended_at is null) = (ended_as is null) and (ended_at is null) = (ended_by_id is null)
                                      and (ended_at is null) = (end_reason is null) and (ended_at is null) = (ended_by is null)),
  constraint block_entry_two_people check (confirmed_by_id <> added_by_id and ended_by_id <> added_by_id),
  constraint block_entry_confirm_lane check ((lane in ('pld', 'sanctions')) <= (confirm_by is not null)),
  constraint block_entry_upload check ((source = 'upload') = (upload_id is not null)),
  constraint block_entry_order check ((source = 'order') = (order_id is not null))
);
create unique index block_entry_once on block_entry (probe, lane, direction, coalesce(merchant_id, 0)) where ended_at is null;
create index block_entry_probe on block_entry (probe) where ended_at is null;
create index block_entry_by_time on block_entry (company_id, added_at, id);
create index block_entry_of_order on block_entry (order_id) where order_id is not null;
call protect('block_entry');
grant select, insert, update on block_entry to retaguarda_app;

-- owner: compliance/block_list
-- What entries did: each payment refused, or held for a person. Kept as the grounds of a refusal (Res. BCB 501/2025).
-- subject: the charge or payout that was held, or the payment in by its end-to-end id; null: it never came to be.
create table block_refusal (
  company_id     int not null default 1 references company check (company_id = 1),
  id             uuid not null,
  at             timestamptz not null default clock_timestamp(),
  flow           text not null check (flow in ('charge', 'pay_in', 'payout')),
  effect         text not null check (effect in ('refuse', 'hold')),
  entry_id       uuid not null,
  merchant_id    int not null references company,
  subject        text check (length(subject) <= 64),
  party_name     text check (length(party_name) <= 200),
  party_document text check (length(party_document) <= 14),
  amount         bigint not null check (amount > 0),
  currency       ledger_currency not null,
  actor_id       uuid,                                                     -- who asked for the payment
  released_at    timestamptz,
  released_by    text,
  released_by_id uuid,
  release_reason text check (length(release_reason) between 3 and 500),
  primary key (company_id, id),
  foreign key (company_id, entry_id) references block_entry,
  constraint block_refusal_released check ((released_at is null) = (released_by_id is null) and (released_at is null) = (release_reason is null)),
  constraint block_refusal_held check (released_at is null or effect = 'hold'),
  constraint block_refusal_two_people check (released_by_id is distinct from actor_id or released_by_id is null)
);
create index block_refusal_by_time on block_refusal (company_id, at, id);
create index block_refusal_of_entry on block_refusal (entry_id, at);
create index block_refusal_of_subject on block_refusal (subject) where subject is not null;
call protect('block_refusal');
grant select on block_refusal to retaguarda_app;

-- owner: compliance/block_list
-- A file of values, read by a job: one lane, effect and reason for all of its rows.
create table block_upload (
  company_id  int not null default 1 references company check (company_id = 1),
  id          uuid not null,
  name        text not null check (length(name) between 1 and 200),
  content     bytea,                                                       -- forgotten once it was read
  sha256      bytea not null check (length(sha256) = 32),
  terms       jsonb not null,                                              -- what all of its entries say
  status      text not null default 'received' check (status in ('received', 'done', 'unreadable')),
  problem     text check (length(problem) <= 60),
  rows        int not null default 0 check (rows >= 0),
  accepted    int not null default 0 check (accepted >= 0),
  existing    int not null default 0 check (existing >= 0),
  refused     int not null default 0 check (refused >= 0),
  added_at    timestamptz not null default now(),
  added_by    text not null,
  added_by_id uuid not null,
  read_at     timestamptz,
  primary key (company_id, id),
  constraint block_upload_counts check (rows = accepted + existing + refused),
  constraint block_upload_read check ((status = 'received') = (read_at is null) and (status = 'unreadable') = (problem is not null))
);
create index block_upload_by_time on block_upload (company_id, added_at, id);
call protect('block_upload');
grant select, insert, update on block_upload to retaguarda_app;

-- owner: compliance/block_list
-- A row of a file that became no entry, and why.
create table block_upload_refused (
  company_id int not null default 1 references company check (company_id = 1),
  upload_id  uuid not null,
  line       int not null check (line > 0),
  value      text not null check (length(value) <= 200),
  problem    text not null check (length(problem) <= 60),
  primary key (company_id, upload_id, line),
  foreign key (company_id, upload_id) references block_upload
);
call protect('block_upload_refused');
grant select, insert on block_upload_refused to retaguarda_app;
