-- A payment that another return file brought is found by the bank's number of its title; what paid a charge has its index already.
set local lock_timeout = '3s';

create index if not exists deposit_title on deposit (bank, bank_ref, paid_at) where bank is not null;
