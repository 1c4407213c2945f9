-- owner: payouts/batches
-- How the columns of a merchant's own tables are called. Each row is a version and stays as it is: a batch keeps the one it was read
-- with, whatever is saved under the name afterwards.
create table payout_mapping (
  company_id int not null references company,
  id         uuid not null,
  name       text not null check (length(name) between 1 and 80),
  version    int not null check (version > 0),
  columns    jsonb not null check (jsonb_typeof(columns) = 'object'),   -- column → heading in the file
  created_at timestamptz not null default now(),
  created_by uuid,
  actor      text not null,
  retired_at timestamptz,
  primary key (company_id, id),
  unique (company_id, name, version)
);
call protect('payout_mapping');
grant select, insert, update on payout_mapping to retaguarda_app;
alter table payout_batch add column mapping_id uuid;
alter table payout_batch add foreign key (company_id, mapping_id) references payout_mapping;
