-- Lists of payments and batches say who approved them, how long somebody is known and what came back.
create index if not exists approval_request_made on approval_request (company_id, (
  case when result ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (result ->> 'id')::uuid end))
  where state = 'executed';
create index if not exists payout_of_batch_back on payout (company_id, batch_id) where batch_id is not null and returned > 0;
create index if not exists payout_of_holder_by_time on payout (company_id, holder_document, created_at);
drop index if exists payout_of_holder;
