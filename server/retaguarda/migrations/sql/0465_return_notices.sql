-- owner: payouts/refunds
-- A file that tells which payments came back (CSV, spreadsheet or a bank's payment return), brought by a person and applied once.
create table return_notice (
  company_id int not null references company,
  id         uuid not null,
  name       text not null check (length(name) between 1 and 200),
  size       int not null check (size between 1 and 2097152),
  status     text not null default 'receiving'
             check (status in ('receiving', 'received', 'read', 'applying', 'applied', 'unreadable', 'refused', 'discarded')),
  format     text check (format in ('csv', 'xlsx', 'cnab240')),
  error      jsonb,                      -- of a file that cannot be read: code, line, column
  sha256     bytea check (length(sha256) = 32),
  same_as    uuid,                       -- the notice that had the same bytes before
  currency   ledger_currency not null,
  lines      int not null default 0,
  matched    int not null default 0,
  known      int not null default 0,     -- booked already when it was read
  over       int not null default 0,
  unknown    int not null default 0,
  bad        int not null default 0,
  amount     bigint not null default 0,  -- of the lines that match
  by_staff   boolean,                    -- whether the provider's staff applied it: what they bring is evidence, a merchant's word is not
  created_at timestamptz not null default now(),
  created_by uuid,
  actor      text not null,
  applied_at timestamptz,
  applied_by text,
  primary key (company_id, id),
  foreign key (company_id, same_as) references return_notice,
  check ((status = 'unreadable') = (error is not null)),
  check ((status = 'refused') = (same_as is not null)),
  check ((status in ('applying', 'applied')) = (by_staff is not null and applied_at is not null and applied_by is not null))
);
create index return_notice_order on return_notice (company_id, created_at, id);
create unique index return_notice_once on return_notice (company_id, sha256) where status in ('received', 'read', 'applying', 'applied');
call protect('return_notice');
grant select, insert, update on return_notice to retaguarda_app;

-- owner: payouts/refunds
create table return_notice_piece (
  company_id int not null references company,
  notice_id  uuid not null,
  number     int not null check (number >= 0),
  bytes      bytea not null check (length(bytes) between 1 and 600000),
  primary key (company_id, notice_id, number),
  foreign key (company_id, notice_id) references return_notice
);
call protect('return_notice_piece');
grant select, insert, update, delete on return_notice_piece to retaguarda_app;

-- owner: payouts/refunds
-- What a line tells, what it would do and what became of it.
create table return_notice_line (
  company_id  int not null references company,
  notice_id   uuid not null,
  number      int not null check (number > 0),     -- of its line in the file
  outcome     text not null check (outcome in ('match', 'booked', 'over', 'unknown', 'bad')),
  problem     text check (length(problem) <= 500), -- column and what is wrong with it; several with a blank between
  reference   text not null check (length(reference) <= 60),   -- of the return: rtrId, or the number of its order
  payment     text not null check (length(payment) <= 100),    -- how the file names the payment
  amount      bigint check (amount > 0),
  currency    ledger_currency not null,
  returned_on date,
  reason      text check (length(reason) <= 200),
  payout_id   uuid,
  remaining   bigint,                              -- what could still come back of its payment when it was read
  elsewhere   boolean not null default false,      -- another merchant's payment has this end-to-end id; for staff alone
  result      text check (result in ('booked', 'asked', 'left', 'suspense')),
  left_why    text check (length(left_why) <= 200),
  case_id     uuid,
  primary key (company_id, notice_id, number),
  foreign key (company_id, notice_id) references return_notice,
  foreign key (company_id, payout_id) references payout (company_id, id),
  foreign key (company_id, case_id) references payout_case (company_id, id),
  check (outcome not in ('match', 'booked', 'over') or (payout_id is not null and amount is not null)),
  check ((outcome in ('match', 'booked')) = (problem is null)),
  check ((result = 'left') is true = (left_why is not null)),
  check ((result = 'suspense') is true = (case_id is not null))
);
create index return_notice_line_of_payout on return_notice_line (company_id, payout_id);
create index return_notice_line_to_apply on return_notice_line (company_id, notice_id, number) where outcome = 'match' and result is null;
call protect('return_notice_line');
grant select, insert, update on return_notice_line to retaguarda_app;
