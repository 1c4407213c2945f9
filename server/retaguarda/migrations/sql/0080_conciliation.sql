-- Return files have a third family: statements of our own accounts.
alter table return_file drop constraint return_file_family_check;
alter table return_file add constraint return_file_family_check check (family in ('collection', 'payment', 'statement'));

-- owner: conciliation
-- An account of ours at a bank or payment provider, from a day on; its opening balance is agreed by a second person.
create table house_account (
  company_id    int not null default 1 references company check (company_id = 1),
  id            uuid not null,
  name          text not null check (length(name) between 1 and 80),
  bank          text not null check (bank ~ '^[0-9]{3}$'),
  branch        text not null check (branch ~ '^[0-9]{1,10}$'),
  number        text not null check (number ~ '^[0-9A-Z.-]{1,30}$'),
  digits        text not null generated always as (ltrim(regexp_replace(number, '[^0-9A-Z]', '', 'g'), '0')) stored,
  currency      ledger_currency not null,
  clearing_code ledger_code not null,                 -- the provider's ledger account that stands for it
  opened_on     date not null,
  opening       bigint not null,                      -- at the bank before the first movement of that day
  grace         int not null default 2 check (grace between 0 and 10),        -- business days until what is expected is overdue
  tariff        bigint not null default 0 check (tariff between 0 and 100000), -- what the bank keeps of each title
  mapping       jsonb,                                -- of the columns of its CSV
  state         text not null default 'proposed' check (state in ('proposed', 'open', 'refused', 'ended')),
  created_at    timestamptz not null default now(),
  created_by    text not null,
  makers        uuid[] not null default '{}',         -- who had a hand in it; nobody of these agrees to it
  decided_at    timestamptz,
  decided_by    text,
  filled_before xid8 not null default '0',            -- ledger entries before it have their expectation
  primary key (company_id, id),
  constraint house_account_decided check ((decided_at is null) = (state = 'proposed') and (decided_at is null) = (decided_by is null))
);
create unique index house_account_once on house_account (company_id, bank, digits, currency) where state in ('proposed', 'open');
create unique index house_account_clearing on house_account (company_id, clearing_code, currency) where state in ('proposed', 'open');
create index house_account_by_time on house_account (company_id, created_at, id);
call protect('house_account');
grant select, insert, update on house_account to retaguarda_app;

-- owner: conciliation
-- The account that a person named for a file; CSV says nothing of itself.
create table statement_source (
  company_id int not null default 1 references company check (company_id = 1),
  file_id    uuid not null,
  account_id uuid not null,
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references return_file on delete cascade,
  foreign key (company_id, account_id) references house_account
);
call protect('statement_source');
grant select, insert, delete on statement_source to retaguarda_app;

-- owner: conciliation
-- What a file says of the balances of one statement in it.
create table stated_balance (
  company_id int not null default 1 references company check (company_id = 1),
  file_id    uuid not null,
  number     int not null,
  account_id uuid not null,
  format     text not null,
  currency   ledger_currency not null,
  opening    bigint,
  opening_on date,
  closing    bigint,
  closing_on date,
  credits    bigint not null,
  debits     bigint not null,
  lines      int not null,
  holds      boolean not null,                        -- opening and lines come to the closing
  applied_at timestamptz,
  primary key (company_id, file_id, number),
  foreign key (company_id, file_id) references return_file on delete cascade,
  foreign key (company_id, account_id) references house_account
);
create index stated_balance_of_day on stated_balance (company_id, account_id, closing_on) where applied_at is not null;
call protect('stated_balance');
grant select, insert, update, delete on stated_balance to retaguarda_app;

-- owner: conciliation
-- One movement as a bank's file tells it. Only what was applied and new counts; another file's line that it repeats is named.
create table bank_line (
  company_id      int not null default 1 references company check (company_id = 1),
  id              uuid not null default gen_random_uuid(),
  file_id         uuid not null,
  number          bigint not null,                    -- counted through the whole file
  account_id      uuid not null,
  booked_on       date not null,
  value_on        date,
  currency        ledger_currency not null,
  amount          bigint not null,
  kind            text not null default '',
  history_code    text not null default '',
  reference       text not null default '',
  own_reference   text not null default '',
  end_to_end_id   text not null default '',
  document        text not null default '',
  name            text not null default '',
  tax_document    text not null default '',
  counter_account text not null default '',
  description     text not null default '',
  balance         bigint,
  first_line      bigint not null,
  last_line       bigint not null,
  begins_at       bigint not null,                    -- its bytes in the file
  ends_at         bigint not null,
  effect          text not null default 'new' check (effect in ('new', 'already', 'pseudo')),
  repeats         uuid,
  applied_at      timestamptz,
  state           text not null default 'planned' check (state in
                    ('planned', 'new', 'suggested', 'ambiguous', 'matched', 'part_matched', 'exception', 'booked', 'ignored')),
  reason          text check (length(reason) between 3 and 500),
  decided_by      text,
  primary key (company_id, id),
  unique (company_id, file_id, number),
  foreign key (company_id, file_id) references return_file on delete cascade,
  foreign key (company_id, account_id) references house_account,
  constraint bank_line_repeats check ((repeats is not null) = (effect = 'already')),
  constraint bank_line_applied check ((applied_at is null) = (state = 'planned'))
);
create index bank_line_by_day on bank_line (company_id, booked_on, id) where applied_at is not null and effect <> 'already';
create index bank_line_of_account on bank_line (company_id, account_id, booked_on, amount) where applied_at is not null and effect = 'new';
create index bank_line_open on bank_line (account_id, amount)
  where applied_at is not null and effect = 'new' and state in ('new', 'suggested', 'ambiguous', 'exception', 'part_matched');
create index bank_line_end_to_end on bank_line (account_id, end_to_end_id)
  where end_to_end_id <> '' and applied_at is not null and effect = 'new';
create index bank_line_repeated on bank_line (company_id, repeats) where repeats is not null;
call protect('bank_line');
grant select, insert, update, delete on bank_line to retaguarda_app;

-- owner: conciliation
-- What must appear at the bank: one for each leg of a clearing account from the account's first day on. Positive: money comes in.
create table expectation (
  company_id    int not null default 1 references company check (company_id = 1),
  id            uuid not null default gen_random_uuid(),
  account_id    uuid not null,
  merchant_id   int not null,                         -- whose journal it is
  journal_id    uuid not null,
  leg           smallint not null,
  kind          text not null,
  reference     text not null,
  end_to_end_id text not null default '',
  own_reference text not null default '',             -- what the order was called at the bank
  grouped       text not null default '',             -- of one batch or file: the bank may book them as one
  tax_document  text not null default '',
  day           date not null,
  due_on        date not null,
  currency      ledger_currency not null,
  amount        bigint not null check (amount <> 0),
  state         text not null default 'expected' check (state in ('expected', 'suggested', 'ambiguous', 'matched', 'part_matched', 'void')),
  known_at      timestamptz not null,                 -- when the ledger learned of it
  primary key (company_id, id),
  unique (company_id, merchant_id, journal_id, leg),
  foreign key (company_id, account_id) references house_account
);
create index expectation_by_day on expectation (company_id, account_id, day, amount);
create index expectation_open on expectation (account_id, amount) where state in ('expected', 'suggested', 'ambiguous', 'part_matched');
create index expectation_end_to_end on expectation (account_id, end_to_end_id) where end_to_end_id <> '';
create index expectation_grouped on expectation (account_id, grouped) where grouped <> '' and state in ('expected', 'suggested', 'ambiguous');
call protect('expectation');
grant select, insert, update on expectation to retaguarda_app;

-- owner: conciliation
-- Lines and expectations that are the same money. Undoing one ends it alone; it is never changed or taken away.
create table match_group (
  company_id   int not null default 1 references company check (company_id = 1),
  id           uuid not null,
  account_id   uuid not null,
  state        text not null check (state in ('proposed', 'confirmed', 'rejected', 'undone')),
  rung         int not null check (rung between 0 and 8),       -- of the ladder; 0: a person
  explanations int not null default 1 check (explanations > 0), -- how many others would explain it as well
  currency     ledger_currency not null,
  difference   bigint not null default 0,                       -- lines less expectations
  from_day     date not null,                                   -- of its members, the first and the last
  to_day       date not null,
  cause        text check (cause in ('bank_cost', 'rounding', 'exchange', 'accepted')),
  reason       text check (length(reason) between 3 and 500),
  made_at      timestamptz not null default clock_timestamp(),
  made_by      text not null,
  decided_at   timestamptz,
  decided_by   text,
  undone_at    timestamptz,
  undone_by    text,
  undo_reason  text check (length(undo_reason) between 3 and 500),
  primary key (company_id, id),
  foreign key (company_id, account_id) references house_account,
  constraint match_group_days check (from_day <= to_day),
  constraint match_group_decided check ((decided_at is null) = (state = 'proposed') and (decided_at is null) = (decided_by is null)),
  constraint match_group_undone check ((undone_at is null) = (state <> 'undone') and (undone_at is null) = (undone_by is null)),
  constraint match_group_difference check ((difference = 0) = (cause is null) or state in ('proposed', 'rejected'))
);
create index match_group_by_time on match_group (company_id, account_id, made_at desc, id);
create index match_group_uneven on match_group (company_id, account_id, from_day) where difference <> 0 or from_day <> to_day;
create index match_group_proposed on match_group (company_id, account_id) where state = 'proposed';
call protect('match_group');
grant select, insert, update on match_group to retaguarda_app;

-- owner: conciliation
create table match_member (
  company_id     int not null default 1 references company check (company_id = 1),
  group_id       uuid not null,
  number         int not null check (number > 0),
  line_id        uuid,
  expectation_id uuid,
  currency       ledger_currency not null,
  amount         bigint not null check (amount <> 0),
  primary key (company_id, group_id, number),
  foreign key (company_id, group_id) references match_group,
  foreign key (company_id, line_id) references bank_line,
  foreign key (company_id, expectation_id) references expectation,
  constraint match_member_side check ((line_id is null) <> (expectation_id is null))
);
create unique index match_member_line on match_member (company_id, line_id, group_id) where line_id is not null;
create unique index match_member_expectation on match_member (company_id, expectation_id, group_id) where expectation_id is not null;
call protect('match_member');
grant select, insert on match_member to retaguarda_app;

-- owner: conciliation
-- What a person has to look at, until it is resolved.
create table conciliation_exception (
  company_id     int not null default 1 references company check (company_id = 1),
  id             uuid not null default gen_random_uuid(),
  account_id     uuid not null,
  kind           text not null check (kind in ('bank_only', 'ledger_only', 'amount_differs', 'duplicate_bank', 'wrong_account',
                   'returned_unposted', 'fee_unknown', 'balance_break')),
  line_id        uuid,
  expectation_id uuid,
  day            date not null,
  currency       ledger_currency not null,
  amount         bigint not null,
  state          text not null default 'open' check (state in ('open', 'assigned', 'resolved')),
  opened_at      timestamptz not null default now(),
  owner          text,
  due_on         date,
  note           text check (length(note) between 1 and 500),
  resolved_at    timestamptz,
  resolved_by    text,
  resolution     text check (length(resolution) between 3 and 500),
  primary key (company_id, id),
  foreign key (company_id, account_id) references house_account,
  foreign key (company_id, line_id) references bank_line,
  foreign key (company_id, expectation_id) references expectation,
  constraint conciliation_exception_about check (line_id is null or expectation_id is null),
  constraint conciliation_exception_resolved check (
    (resolved_at is null) = (state <> 'resolved') and (resolved_at is null) = (resolved_by is null)
    and (resolved_at is null) = (resolution is null)),
  constraint conciliation_exception_assigned check (state <> 'assigned' or owner is not null)
);
create unique index conciliation_exception_of_line on conciliation_exception (company_id, line_id) where line_id is not null and state <> 'resolved';
create unique index conciliation_exception_of_expectation on conciliation_exception (company_id, expectation_id)
  where expectation_id is not null and state <> 'resolved';
create index conciliation_exception_by_time on conciliation_exception (company_id, opened_at, id);
call protect('conciliation_exception');
grant select, insert, update on conciliation_exception to retaguarda_app;

-- owner: conciliation
-- A day of a house account: what the bank and what the ledger say, and what explains the difference. Amounts up to its end.
create table house_day (
  company_id    int not null default 1 references company check (company_id = 1),
  id            uuid not null default gen_random_uuid(),
  account_id    uuid not null,
  day           date not null,
  currency      ledger_currency not null,
  opening       bigint not null default 0,            -- at the bank
  money_in      bigint not null default 0,
  money_out     bigint not null default 0,
  fees          bigint not null default 0,            -- of money_out, what the bank took
  bank_closing  bigint not null default 0,
  stated        bigint,                               -- the closing that a file names; null where none does
  ledger_closing bigint not null default 0,
  difference    bigint not null default 0,            -- bank less ledger
  without_cause bigint not null default 0,            -- what no cause explains, without its sign
  causes        jsonb not null default '{}',          -- cause to minor units; they add up to the difference
  open_items    int not null default 0,
  files         int not null default 0,
  state         text not null default 'open' check (state in ('open', 'ready', 'closing', 'closed', 'reopening')),
  asked_by      text,
  asked_at      timestamptz,
  asked_reason  text check (length(asked_reason) between 3 and 500),
  makers        uuid[] not null default '{}',
  accepted_reason text check (length(accepted_reason) between 3 and 500),
  closed_by     text,
  closed_at     timestamptz,
  seals         int not null default 0,
  primary key (company_id, id),
  unique (company_id, account_id, day),
  foreign key (company_id, account_id) references house_account,
  constraint house_day_closed check ((closed_at is not null) = (state in ('closed', 'reopening')) and (closed_at is null) = (closed_by is null)),
  constraint house_day_asked check ((asked_at is not null) = (state in ('closing', 'reopening')))
);
create index house_day_by_day on house_day (company_id, day, id);
call protect('house_day');
grant select, insert, update on house_day to retaguarda_app;

-- owner: conciliation
-- The seal of a closed day: what it held, as text, and its hash. A second one names the first.
create table day_seal (
  company_id int not null default 1 references company check (company_id = 1),
  day_id     uuid not null,
  number     int not null check (number > 0),
  text       text not null,
  sha256     bytea not null check (length(sha256) = 32),
  before     bytea check (length(before) = 32),
  sealed_at  timestamptz not null,
  sealed_by  text not null,
  primary key (company_id, day_id, number),
  foreign key (company_id, day_id) references house_day,
  constraint day_seal_before check ((before is null) = (number = 1))
);
call protect('day_seal');
grant select, insert on day_seal to retaguarda_app;
