-- Checks of KYC ask every port about the subject, and about each owner of a company.
alter table kyc_check
  add column owner    boolean not null default false,  -- about an owner; else about the subject itself
  add column document text check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  add column name     text check (length(name) between 1 and 200),
  add column birth    text check (length(birth) <= 10),
  add column found    text[] not null default '{}',     -- what the provider told, line by line
  add column call_id  uuid;                             -- of the provider's call
update kyc_check c set document = s.document, name = s.name
  from (select id, document, name from kyc_request union all select id, document, name from kyc_lead) s where s.id = c.subject_id;
alter table kyc_check drop constraint kyc_check_port_check;
alter table kyc_check add constraint kyc_check_port_check
  check (port in ('registry', 'bureau', 'documents', 'face', 'pep', 'sanctions'));
alter table kyc_check drop constraint kyc_check_state_check;
alter table kyc_check add constraint kyc_check_state_check check (state in ('asked', 'not_checked', 'clean', 'hit', 'error'));
drop index kyc_check_newest;
create unique index kyc_check_newest on kyc_check (subject_id, owner, coalesce(document, ''), port) where newest;
create index kyc_check_asked on kyc_check (at) where state = 'asked' and newest;
