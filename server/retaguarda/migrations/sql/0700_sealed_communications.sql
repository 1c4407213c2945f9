-- What COAF is told is sealed: the texts of a communication under the key of its case, a file, which tells of several, under a key of its
-- own. With the key their content is gone wherever a copy of it is left: a backup of the database has no keys.

-- owner: compliance/coaf
-- The cases that a file tells of and that are not erased; with the last of them the file goes, and its key.
create table coaf_file_case (
  company_id int not null default 1 references company check (company_id = 1),
  file_id    uuid not null,
  case_id    uuid not null,
  primary key (company_id, file_id, case_id),
  foreign key (company_id, file_id) references coaf_file,
  foreign key (company_id, case_id) references pld_case
);
create index coaf_file_case_of_case on coaf_file_case (case_id);
call protect('coaf_file_case');
grant select, insert on coaf_file_case to retaguarda_app;
insert into coaf_file_case (file_id, case_id)
  select x.id, c.case_id
    from coaf_file x cross join jsonb_array_elements(x.carried -> 'rows') r
    join coaf_communication c on c.number = (r ->> 'number')::int
  union
  select c.file_id, c.case_id from coaf_communication c where c.file_id is not null;

-- owner: compliance/coaf
-- sealed: detail, people, reason and refusal; null: they were written before and stand in their columns until they are written anew.
-- involved: how many people it names.
alter table coaf_communication
  add column sealed bytea check (length(sealed) <= 1048576),
  add column involved int not null default 0 check (involved between 0 and 999),
  alter column detail drop not null,
  alter column people drop not null,
  add constraint coaf_communication_said check (
    case when sealed is null then num_nonnulls(detail, people) = 2 else num_nonnulls(detail, people, reason, refusal) = 0 end);
update coaf_communication set involved = jsonb_array_length(people);

-- owner: compliance/coaf
-- sealed: its bytes, what it carried and the answer to it are, each 28 bytes longer by that; a file of before has them as they were.
-- size: of its bytes as they are handed over.
alter table coaf_file
  add column sealed boolean not null default false,
  add column size int check (size between 1 and 1048576),
  drop constraint coaf_file_carried_check,
  alter column carried type bytea using convert_to(carried::text, 'UTF8'),
  drop constraint coaf_file_bytes_check,
  add constraint coaf_file_bytes_check check (length(bytes) <= 1048576 + 28),
  drop constraint coaf_file_answer_check,
  add constraint coaf_file_answer_check check (length(answer) <= 1048576 + 28);
update coaf_file set size = length(bytes);
alter table coaf_file alter column size set not null;

-- owner: compliance/retention
-- coaf_file: when its key was destroyed.
alter table retention_erasure
  drop constraint retention_erasure_kind_check,
  add constraint retention_erasure_kind_check
    check (kind in ('lead', 'kyc_request', 'attribute', 'alert', 'case', 'list_version', 'duty', 'document_check', 'check_file',
                    'screened_party', 'whitelist_pair', 'block_refusal', 'judicial_order', 'coaf_file'));
