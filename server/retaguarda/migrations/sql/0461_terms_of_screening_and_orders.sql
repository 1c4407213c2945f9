-- Checks, who was compared, pairs of the whitelist, refusals and courts' orders have a term too: sql/retention.sql says which.
alter table retention_erasure
  drop constraint retention_erasure_kind_check,
  add constraint retention_erasure_kind_check
    check (kind in ('lead', 'kyc_request', 'attribute', 'alert', 'case', 'list_version', 'duty', 'document_check', 'check_file',
                    'screened_party', 'whitelist_pair', 'block_refusal', 'judicial_order'));
create index document_check_of_party on document_check (party_id) where party_id is not null;
