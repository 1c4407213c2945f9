-- A closed case of PLD is known by its hash; what the law no longer wants kept is erased, and its erasure is written down.

-- owner: compliance/pld_alerts
-- What a case of PLD, its steps and its alerts said when it was closed.
create table pld_case_seal (
  company_id int not null default 1 references company check (company_id = 1),
  case_id    uuid not null,
  sha256     bytea not null check (length(sha256) = 32),
  sealed_at  timestamptz not null default clock_timestamp(),
  primary key (company_id, case_id),
  foreign key (company_id, case_id) references pld_case
);
call protect('pld_case_seal');
grant select, insert on pld_case_seal to retaguarda_app;

-- owner: compliance/retention
-- That something was erased, when its term was over, and when; nothing of what it said.
create table retention_erasure (
  company_id int not null default 1 references company check (company_id = 1),
  kind       text not null check (kind in ('lead', 'kyc_request', 'attribute', 'alert', 'case')),
  subject    uuid not null,
  due_on     date not null,
  erased_at  timestamptz not null default clock_timestamp(),
  primary key (company_id, kind, subject),
  constraint retention_erasure_after_its_term check (due_on <= (erased_at at time zone 'America/Sao_Paulo')::date)
);
create index retention_erasure_by_time on retention_erasure (erased_at);
call protect('retention_erasure');
grant select on retention_erasure to retaguarda_app;

-- A court's account that an entry of the block list stands against is paid: two people said so (payout_bound). What waits already goes.
update payout set status = 'pending', hold_reason = null where origin = 'judicial' and status = 'on_hold' and hold_reason = 'under_review';
