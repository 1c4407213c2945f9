-- Limits of all withdrawals of a day and of a night; and what a company's own terms leave open is the usual.
set local lock_timeout = '3s';

alter table company_limit drop constraint company_limit_kind_check;
alter table company_limit add constraint company_limit_kind_check
  check (kind in ('charge', 'withdrawal', 'withdrawal_day', 'withdrawal_night')) not valid;
alter table company_limit validate constraint company_limit_kind_check;

alter table payout_setting alter column fee drop not null;
alter table payout_setting alter column most drop not null;
alter table payout_setting alter column cooling_off_hours drop not null;

create index transfer_of_day on transfer (company_id, scheduled_for) where scheduled_for is not null;
