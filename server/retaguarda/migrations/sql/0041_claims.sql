-- What a merchant asks back of a Pix it sent (MED, as the payer's side): reported to DICT, asked for, and come back.
set local lock_timeout = '3s';

create table med_claim (
  company_id          int not null references company,
  id                  uuid not null,
  transfer_id         uuid not null,
  end_to_end_id       text not null,
  reason              text not null check (reason in ('fraud', 'operational_flaw')),
  status              text not null default 'created'
                      check (status in ('created', 'reported', 'asked', 'returned', 'partly_returned', 'refused', 'cancelled')),
  amount              bigint not null check (amount > 0),
  details             text not null check (length(details) between 1 and 2000),
  tried               boolean not null default false,     -- DICT may have been told of the next step
  report_id           uuid unique,                        -- of DICT: InfractionReport
  report_status       text check (report_status in ('OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED')),
  request_id          uuid unique,                        -- of DICT: Refund
  answer              text check (length(answer) <= 2000),  -- of the receiver's bank
  rejection           text check (length(rejection) <= 40),
  returned            bigint not null default 0 check (returned between 0 and amount),
  rtr_id              text,
  opened_at           timestamptz not null default now(),
  opened_by           text not null,
  due_at              timestamptz,                        -- until when the receiver's bank has to do the next step
  cancel_requested_at timestamptz,
  ended_at            timestamptz,
  told_error          text check (length(told_error) <= 500),
  primary key (company_id, id),
  foreign key (company_id, transfer_id) references transfer,
  check ((ended_at is not null) = (status in ('returned', 'partly_returned', 'refused', 'cancelled'))),
  check ((status in ('returned', 'partly_returned')) = (returned > 0) and (returned > 0) = (rtr_id is not null)),
  check (status <> 'returned' or returned = amount)
);
-- One at a time about a Pix, as DICT takes one report of a transaction at a time.
create unique index med_claim_open on med_claim (company_id, transfer_id) where ended_at is null;
create index med_claim_by_time on med_claim (company_id, opened_at, id);
create index med_claim_of_all_by_time on med_claim (opened_at, id);
create index med_claim_of_transfer on med_claim (company_id, transfer_id);
call protect('med_claim');
grant select, insert, update on med_claim to retaguarda_app;
