-- Versions of lists and yearly duties have a term too: their definitions stand in sql/retention.sql.
alter table retention_erasure
  drop constraint retention_erasure_kind_check,
  add constraint retention_erasure_kind_check
    check (kind in ('lead', 'kyc_request', 'attribute', 'alert', 'case', 'list_version', 'duty'));
