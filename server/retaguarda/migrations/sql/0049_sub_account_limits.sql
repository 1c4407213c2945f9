-- How much may leave a sub-account in one move and on one day of its company, in minor units; null: no such limit.
set local lock_timeout = '3s';

alter table sub_account
  add column most_once bigint check (most_once > 0),
  add column most_day  bigint check (most_day > 0),
  add constraint sub_account_limits check (most_once <= most_day) not valid;
alter table sub_account validate constraint sub_account_limits;
