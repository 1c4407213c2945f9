-- What people write beside a transaction: it moves nothing, and stays as it was written.
set local lock_timeout = '3s';

create table transaction_annotation (
  company_id int not null references company,
  id         uuid not null,
  journal_id uuid not null,
  text       text not null check (length(text) between 1 and 500),
  internal   boolean not null,                  -- of the provider's people, for themselves
  by_staff   boolean not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, journal_id) references ledger_journal,
  check (by_staff or not internal)
);
create index transaction_annotation_of_journal on transaction_annotation (company_id, journal_id, created_at);
call protect('transaction_annotation');
call append_only('transaction_annotation');
grant select, insert on transaction_annotation to retaguarda_app;
