-- owner: availability
-- The month's Pix report (APIX001, document 1201) as it was frozen: its figures, its file and the file's hash.
create table apix_report (
  company_id int not null default 1 references company check (company_id = 1),
  month      date not null check (extract(day from month) = 1),
  figures    jsonb not null,
  content    bytea not null,
  sha256     bytea not null check (length(sha256) = 32),
  frozen_at  timestamptz not null default now(),
  frozen_by  text not null,
  primary key (company_id, month)
);
call protect('apix_report');
grant select, insert on apix_report to retaguarda_app;
