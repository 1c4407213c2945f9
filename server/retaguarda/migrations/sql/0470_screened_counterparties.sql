-- Whoever stands abroad in an operation of exchange is compared with the lists like everybody else, before anything is bought for it.
alter table screened_party drop constraint screened_party_source_check;
alter table screened_party add constraint screened_party_source_check
  check (source in ('company', 'payee', 'check', 'kyc', 'counterparty'));
alter table screened_party add column waiting boolean not null default false;  -- it was not compared yet
create index screened_party_waiting on screened_party (changed_at) where waiting;
insert into screened_party (id, source, source_id, merchant_id, name, keys, waiting)
select gen_random_uuid(), 'counterparty', c.company_id || '/' || encode(substring(sha256(convert_to(c.counterparty, 'UTF8')) for 16), 'hex'),
       c.company_id, c.counterparty, '{}', true
  from (select company_id, counterparty from exchange_operation where counterparty is not null
        union select company_id, counterparty from exchange_agreement where counterparty is not null) c;
-- An operation of exchange that the block list refuses is written down like a payment.
alter table block_refusal drop constraint block_refusal_flow_check;
alter table block_refusal add constraint block_refusal_flow_check check (flow in ('charge', 'pay_in', 'payout', 'exchange'));
create index screened_party_counterparty on screened_party (merchant_id, name) where source = 'counterparty';
