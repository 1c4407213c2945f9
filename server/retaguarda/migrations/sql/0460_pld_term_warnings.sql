-- owner: compliance/pld_alerts
-- Of how much of a term's time people were warned, in per cent. Each once: a term that comes nearer is warned of its next mark.
create table pld_term_warning (
  company_id int not null default 1 references company check (company_id = 1),
  clock      text not null check (clock in ('selection', 'analysis', 'communication')),
  subject    uuid not null,                                 -- an alert, or a case
  mark       int not null check (mark in (50, 80, 100)),
  due_on     date not null,
  at         timestamptz not null default now(),
  primary key (company_id, clock, subject, mark)
);
call protect('pld_term_warning');
grant select, insert on pld_term_warning to retaguarda_app;
