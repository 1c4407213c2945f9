-- owner: filings
-- The content of a file in pieces, in their order: nobody has to hold a long file whole.
create table filing_piece (
  company_id int not null default 1,
  request_id uuid not null,
  version    int not null,
  number     int not null check (number > 0),
  content    bytea not null check (length(content) > 0),
  primary key (company_id, request_id, version, number),
  -- Pieces are written before the version that names their hash.
  foreign key (company_id, request_id, version) references filing_version deferrable initially deferred
);
alter table filing_piece alter column content set storage external;
call protect('filing_piece');
grant select, insert on filing_piece to retaguarda_app;

insert into filing_piece (company_id, request_id, version, number, content)
select company_id, request_id, version, 1, content from filing_version where length(content) > 0;
-- Pending checks of the rows above would keep the table from being changed.
set constraints all immediate;
alter table filing_version drop column content;
-- That the company is there is said by the version that a line stands on; a file of a million lines asked it a million times.
alter table filing_line drop constraint filing_line_company_id_fkey;
