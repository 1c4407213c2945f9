-- Return files: what a bank says of the titles it collects, read line by line, and what became of each line here.
set local lock_timeout = '3s';

create table return_file (
  company_id   int not null references company,    -- whose charges it is about; the provider's (1): of every merchant
  id           uuid not null,
  name         text not null check (length(name) between 1 and 200),
  size         bigint not null check (size between 1 and 200000000),
  sha256       bytea,                              -- of the whole file, once all of it is here
  status       text not null default 'receiving'
               check (status in ('receiving', 'received', 'parsed', 'applying', 'applied', 'rejected')),
  bank         text,
  bank_name    text,
  layout       text,
  company_document text,
  company_name text,
  agreement    text,
  sequence     bigint,                             -- the bank's number of the file (NSA)
  generated_on date,
  total_lines  bigint not null default 0,          -- as their ends count them
  read_lines   bigint not null default 0,          -- while it is read
  lines        bigint,
  entries      bigint,
  amount       bigint,
  paid         bigint,
  fee          bigint,
  said_lines   bigint,                             -- by its trailers; null where they do not say
  said_entries bigint,
  said_amount  bigint,
  tolerances   jsonb not null default '[]',
  error        jsonb,                              -- why it was rejected: code, line, column, detail
  plan_hash    text,                               -- of the plan a person saw
  plan_changed boolean not null default false,     -- the plan is another one than the one that was to be applied
  created_at   timestamptz not null default now(),
  created_by   uuid,
  actor        text not null,
  parsed_at    timestamptz,
  applied_at   timestamptz,
  applied_by   text,
  primary key (company_id, id),
  check ((sha256 is null) = (status = 'receiving')),
  check ((error is not null) = (status = 'rejected')),
  check ((applied_at is not null) = (status = 'applied'))
);
-- The same bytes are one file, however often they come.
create unique index return_file_once on return_file (company_id, sha256) where sha256 is not null;
create index return_file_by_time on return_file (company_id, created_at, id);
create index return_file_of_all_by_time on return_file (created_at, id);
call protect('return_file');
grant select, insert, update, delete on return_file to retaguarda_app;

-- The file as it came; first_line: the number of the first line that begins in this piece.
create table return_piece (
  company_id int not null references company,
  file_id    uuid not null,
  number     int not null,
  bytes      bytea not null check (length(bytes) between 1 and 600000),
  first_line bigint,
  primary key (company_id, file_id, number),
  foreign key (company_id, file_id) references return_file on delete cascade
);
call protect('return_piece');
grant select, insert, update, delete on return_piece to retaguarda_app;

create table return_line (
  company_id  int not null references company,     -- of its file
  file_id     uuid not null,
  number      bigint not null,                     -- of its first line in the file
  segment     text not null,
  occurrence  text not null,                       -- as the bank writes it
  meaning     text not null,                       -- in one vocabulary for all banks
  keys        text[] not null,                     -- what we may have called it
  bank_ref    text not null,
  amount      bigint not null,
  paid        bigint not null,
  fee         bigint not null,
  due_on      date,
  occurred_on date,
  credit_on   date,
  payer_name  text not null,
  payer_document text not null,
  reasons     text not null,
  merchant_id int references company,              -- whose charge it was found to be about
  charge_id   uuid,
  effect      text not null
              check (effect in ('settle', 'fee', 'review', 'unknown', 'already', 'rejected', 'information')),
  why         text,                                -- of a review
  done_at     timestamptz,                         -- its effect stands
  primary key (company_id, file_id, number),
  foreign key (company_id, file_id) references return_file,
  foreign key (merchant_id, charge_id) references charge,
  check ((merchant_id is null) = (charge_id is null)),
  check ((why is not null) = (effect = 'review')),
  check (done_at is null or effect in ('settle', 'fee'))
);
create index return_line_effect on return_line (company_id, file_id, effect, number);
create index return_line_charge on return_line (merchant_id, charge_id) where charge_id is not null;
call protect('return_line');
grant select, insert, update, delete on return_line to retaguarda_app;

-- A charge that was paid by a title of a bank. A line pays once.
create table boleto_payment (
  company_id int not null references company,      -- whose charge it is
  id         uuid not null,
  charge_id  uuid not null,
  file_company_id int not null,
  file_id    uuid not null,
  line       bigint not null,
  bank       text not null,
  bank_ref   text not null,
  amount     bigint not null check (amount > 0),
  fee        bigint not null check (fee between 0 and amount),
  paid_on    date not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (file_id, line),
  foreign key (company_id, charge_id) references charge,
  foreign key (file_company_id, file_id, line) references return_line
);
create index boleto_payment_charge on boleto_payment (company_id, charge_id);
create index boleto_payment_title on boleto_payment (bank, bank_ref, paid_on);
call protect('boleto_payment');
call append_only('boleto_payment');
grant select, insert on boleto_payment to retaguarda_app;

-- A title is looked for among the charges of every merchant.
create index charge_of_all_by_reference on charge (reference) where reference is not null;
