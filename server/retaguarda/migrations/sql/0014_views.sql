-- Saved views: how somebody likes to see a list, for themselves or shared with everybody of their company.
set local lock_timeout = '3s';

create table saved_view (
  id         uuid primary key,
  company_id int not null references company,   -- the person's own, whichever merchant they looked at
  person_id  uuid references person,            -- null: shared
  list       text not null check (length(list) <= 60),
  name       text not null check (length(name) between 1 and 60),
  definition jsonb not null,
  created_by uuid not null references person,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index saved_view_own on saved_view (person_id, list, lower(name)) where person_id is not null;
create unique index saved_view_shared on saved_view (company_id, list, lower(name)) where person_id is null;
call protect('saved_view');
-- Of a company's views a person sees the shared ones and their own.
create policy own_or_shared on saved_view as restrictive to retaguarda_app
  using (person_id is null or person_id = (select scope_person()))
  with check (person_id is null or person_id = (select scope_person()));
grant select, insert, update, delete on saved_view to retaguarda_app;

-- Which view a list opens with, for each person; it may be a shared one.
create table saved_view_default (
  person_id  uuid not null references person,
  company_id int not null references company,
  list       text not null,
  view_id    uuid not null references saved_view on delete cascade,
  primary key (person_id, list)
);
create index saved_view_default_view on saved_view_default (view_id);
call protect('saved_view_default');
create policy own on saved_view_default as restrictive to retaguarda_app
  using (person_id = (select scope_person())) with check (person_id = (select scope_person()));
grant select, insert, update, delete on saved_view_default to retaguarda_app;
