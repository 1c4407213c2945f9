-- Banks get payment files, and give theirs, in a mailbox of SFTP.

-- owner: payouts/mailboxes
-- The mailbox of a processor that gets files.
create table mailbox (
  company_id    int not null default 1 references company,
  processor_id  uuid not null,
  host          text not null check (length(host) between 1 and 253),
  port          int not null check (port between 1 and 65535),
  username      text not null check (length(username) between 1 and 100),
  host_key      text not null check (length(host_key) between 20 and 2000),   -- the one key by which its server is known
  fingerprint   text not null check (length(fingerprint) between 10 and 100), -- of that key, as people compare it
  password      sealed,
  private_key   sealed,
  outbox        text not null check (length(outbox) between 1 and 200),
  inbox         text not null check (length(inbox) between 1 and 200),
  enabled       boolean not null default false,
  set_at        timestamptz not null default clock_timestamp(),
  set_by        text not null,
  test_asked_at timestamptz,
  tested_at     timestamptz,                                                  -- null: not since it was set
  tested_ms     int,
  test_error    text check (length(test_error) <= 500),
  looked_at     timestamptz,
  look_error    text check (length(look_error) <= 500),
  primary key (company_id, processor_id),
  foreign key (company_id, processor_id) references payout_processor,
  constraint mailbox_secret check (num_nonnulls(password, private_key) > 0),
  constraint mailbox_enabled check (not enabled or tested_at is not null)
);
call protect('mailbox');
grant select, insert, update on mailbox to retaguarda_app;

-- owner: payouts/mailboxes
-- Files that went into a mailbox, or came out of it. Name, size and hash of what goes are written down before it goes.
create table mailbox_file (
  company_id     int not null default 1 references company,
  id             uuid not null,
  processor_id   uuid not null,
  direction      text not null check (direction in ('out', 'in')),
  name           text not null check (length(name) between 1 and 255),
  size           bigint not null check (size >= 0),
  sha256         bytea check (length(sha256) = 32),
  state          text not null check (state in ('waiting', 'sent', 'uncertain', 'stopped', 'taken', 'duplicate', 'skipped')),
  remittance_id  uuid,
  return_file_id uuid,
  changed_at     timestamptz,                                                 -- as the bank's server says of its file
  created_at     timestamptz not null default clock_timestamp(),
  actor          text not null,
  naming_at      timestamptz,                                                 -- the name was about to be given: the bank may have it
  taken_until    timestamptz,                                                 -- one worker has it
  attempts       int not null default 0,
  last_error     text check (length(last_error) <= 500),
  ended_at       timestamptz,
  primary key (company_id, id),
  foreign key (company_id, processor_id) references mailbox,
  foreign key (company_id, remittance_id) references remittance,
  constraint mailbox_file_way check (
    (direction = 'out') = (remittance_id is not null) and (direction = 'out') = (state in ('waiting', 'sent', 'uncertain', 'stopped'))
    and (direction = 'out' or naming_at is null and taken_until is null) and (direction = 'in' or sha256 is not null)
    and (return_file_id is null or direction = 'in') and (state not in ('taken', 'duplicate') or return_file_id is not null)),
  constraint mailbox_file_ended check ((ended_at is null) = (state in ('waiting', 'uncertain', 'stopped')))
);
create unique index mailbox_file_of_remittance on mailbox_file (remittance_id) where remittance_id is not null;
create unique index mailbox_file_seen on mailbox_file (processor_id, name, size, (coalesce(changed_at, '-infinity'::timestamptz)))
  where direction = 'in';
create index mailbox_file_by_time on mailbox_file (processor_id, created_at, id);
create index mailbox_file_waiting on mailbox_file (created_at) where state = 'waiting';
call protect('mailbox_file');
grant select, insert, update on mailbox_file to retaguarda_app;
