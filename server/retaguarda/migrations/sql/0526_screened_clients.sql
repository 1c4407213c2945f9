-- The client of an operation of exchange is compared with the lists by name and document, as whoever stands abroad is.

-- owner: compliance/screening
alter table screened_party drop constraint screened_party_source_check;
alter table screened_party add constraint screened_party_source_check
  check (source in ('company', 'payee', 'check', 'kyc', 'counterparty', 'client'));
insert into screened_party (id, source, source_id, merchant_id, name, document, keys, waiting)
select gen_random_uuid(), 'client',
       c.company_id || '/' || encode(substring(sha256(convert_to(coalesce(c.client_document, '') || '/' || c.client_name, 'UTF8')) for 16), 'hex'),
       c.company_id, c.client_name, c.client_document, '{}', true
  from (select distinct company_id, client_name, client_document from exchange_operation where client_name is not null) c;
create index screened_party_client on screened_party (merchant_id, name) where source = 'client';
