-- What is asked for tells how the latest request about it ended.
create index if not exists approval_request_about on approval_request (company_id, subject, created_at desc) where subject <> '';
