-- Addresses and networks on the block list: what comes from there is refused or held in the statement that writes it.

-- owner: compliance/block_list
-- network: the value of an entry of the kind ip, as it is compared.
alter table block_entry
  drop constraint block_entry_kind_check,
  add constraint block_entry_kind_check check (kind in ('document', 'document_root', 'pix_key', 'account', 'email', 'phone', 'ip')),
  add column network cidr generated always as (case when kind = 'ip' then value::cidr end) stored;
create index if not exists block_entry_network on block_entry using gist (network inet_ops) where ended_at is null and network is not null;
