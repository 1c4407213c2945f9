-- owner: payouts/evidence
-- What two people say became of an order that nobody answers, and on what that is founded: a line of a statement of ours, or a letter of
-- the bank whose file is kept. One person proposes it, another approves it; an answer of the bank's that comes first overtakes it.
create table payout_evidence (
  company_id     int not null references company,
  id             uuid not null,
  payout_id      uuid not null,
  order_id       uuid not null,
  says           text not null check (says in ('paid', 'not_paid')),
  source         text not null check (source in ('statement_line', 'bank_letter')),
  amount         bigint not null check (amount > 0),
  currency       ledger_currency not null,
  occurred_on    date not null,                       -- the day on which the bank paid, or gave the money back
  line_id        uuid,                                -- of bank_line, which is the provider's
  line_text      text check (length(line_text) <= 500),
  file_id        uuid,
  sha256         bytea check (length(sha256) = 32),   -- of the file
  reason         text not null check (length(reason) between 3 and 500),
  status         text not null default 'proposed' check (status in ('proposed', 'approved', 'refused', 'overtaken')),
  proposed_at    timestamptz not null default now(),
  proposed_by    text not null,
  proposed_by_id uuid not null,
  makers         uuid[] not null default '{}',        -- who had a hand in it; nobody of these approves it
  decided_at     timestamptz,
  decided_by     text,
  decided_by_id  uuid,
  refusal        text check (length(refusal) between 3 and 500),
  primary key (company_id, id),
  foreign key (company_id, payout_id) references payout (company_id, id),
  foreign key (company_id, order_id) references payout_order (company_id, id),
  foreign key (company_id, file_id) references stored_file (company_id, id),
  constraint payout_evidence_source check (case source
    when 'statement_line' then num_nonnulls(line_id, line_text) = 2 and num_nonnulls(file_id, sha256) = 0
    else num_nonnulls(file_id, sha256) = 2 and num_nonnulls(line_id, line_text) = 0 end),
  constraint payout_evidence_decided check ((status = 'proposed') = (decided_at is null)
    and (status in ('approved', 'refused')) = (decided_by is not null) and (decided_by is null) = (decided_by_id is null)
    and (status = 'refused') = (refusal is not null)),
  -- Two persons: who proposes what became of an order does not approve it.
  constraint payout_evidence_two_people check (status <> 'approved' or decided_by_id <> proposed_by_id)
);
create unique index payout_evidence_open on payout_evidence (company_id, order_id) where status in ('proposed', 'approved');
-- A line of a statement proves one order.
create unique index payout_evidence_line on payout_evidence (line_id) where status in ('proposed', 'approved');
create index payout_evidence_of_payout on payout_evidence (company_id, payout_id, proposed_at);
create index payout_evidence_waiting on payout_evidence (proposed_at) where status = 'proposed';
call protect('payout_evidence');
grant select, insert, update on payout_evidence to retaguarda_app;

-- Which evidence ended an order; null: the bank's own answer did.
alter table payout_order add column evidence_id uuid;
alter table payout_order add constraint payout_order_evidence_ends check (evidence_id is null or state in ('done', 'refused')) not valid;

-- The bank says that it refused what evidence had said it paid: the money is still with us.
alter table payout_case drop constraint payout_case_kind_check;
alter table payout_case add constraint payout_case_kind_check
  check (kind in ('paid_after_failed', 'paid_twice', 'return_unmatched', 'refused_after_paid'));
alter table payout_case drop constraint payout_case_key_check;
alter table payout_case add constraint payout_case_key_check
  check (key ~ '^(late|twice|stray|denied):' and length(key) between 6 and 120);
