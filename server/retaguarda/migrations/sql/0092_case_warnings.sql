-- owner: cases
-- Of which deadline people were warned, and how many days before; below zero: it had passed. Each once.
create table case_warning (
  company_id int not null default 1 references company check (company_id = 1),
  case_id    uuid not null,
  due_on     date not null,
  days       int not null check (days in (5, 3, 1, -1)),
  at         timestamptz not null default now(),
  primary key (company_id, case_id, due_on, days),
  foreign key (company_id, case_id) references case_file
);
call protect('case_warning');
grant select, insert on case_warning to retaguarda_app;
