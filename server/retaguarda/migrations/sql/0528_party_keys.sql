-- Documents of KYC are sealed, each request's under a key of its own. With the key their content is gone wherever a copy of it is left:
-- a backup of the database has no keys.

-- owner: foundation
-- subject: what has a term, a request of KYC.
create table party_key (
  company_id int not null references company,
  subject    uuid not null,
  key        sealed not null,
  created_at timestamptz not null default now(),
  primary key (company_id, subject)
);
call protect('party_key');
grant select, insert on party_key to retaguarda_app;

-- owner: foundation
-- sealed_for: whose key opens the content; null: it is not sealed.
alter table stored_file add column sealed_for uuid;
do $$
declare
  v_name name;
begin
  select k.conname into v_name from pg_constraint k
   where k.conrelid = 'stored_file'::regclass and k.contype = 'c' and pg_get_constraintdef(k.oid) like '%length(content) = size%';
  execute format('alter table stored_file drop constraint %I', v_name);
end $$;
alter table stored_file add constraint stored_file_size check (sealed_for is not null or length(content) = size);

-- owner: compliance/kyc
alter table kyc_page add column sealed boolean not null default false;
alter table kyc_page drop constraint kyc_page_png_check;
alter table kyc_page add constraint kyc_page_png_check check (length(png) between 8 and 8388640);
