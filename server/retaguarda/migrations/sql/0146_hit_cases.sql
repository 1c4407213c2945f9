-- A confirmed hit is looked into in a case of its own.
alter table list_hit add column case_id uuid;
alter table list_hit add foreign key (company_id, case_id) references case_file;

-- Subjects of KYC and the owners of companies are compared with the lists like merchants and payees.
alter table screened_party drop constraint screened_party_source_check;
alter table screened_party add constraint screened_party_source_check check (source in ('company', 'payee', 'check', 'kyc'));
