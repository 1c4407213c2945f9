-- What other rooms read of compliance; staff alone, as of the rows themselves.

-- exchange: counterparties abroad. waiting: for being compared. held: nothing is bought for them now: not compared with the lists yet, or named by one of sanctions,
-- for certain or until a person looked.
create or replace view published.counterparty with (security_invoker = true) as
  select p.merchant_id, p.name, p.waiting,
         p.waiting or exists (select from list_hit h join watch_list l on l.company_id = h.company_id and l.id = h.list_id
                               where h.company_id = p.company_id and h.party_id = p.id and h.status in ('pending', 'confirmed')
                                 and l.kind = 'sanction') as held
    from screened_party p
   where p.source = 'counterparty';
grant select on published.counterparty to retaguarda_app;

-- exchange: the clients at home for whom merchants exchange; waiting and held as of counterparties.
create or replace view published.exchange_client with (security_invoker = true) as
  select p.merchant_id, p.name, p.document, p.waiting,
         p.waiting or exists (select from list_hit h join watch_list l on l.company_id = h.company_id and l.id = h.list_id
                               where h.company_id = p.company_id and h.party_id = p.id and h.status in ('pending', 'confirmed')
                                 and l.kind = 'sanction') as held
    from screened_party p
   where p.source = 'client';
grant select on published.exchange_client to retaguarda_app;

-- exchange: the words that entries of the block list name, in force or not; block_verdict_on says what binds.
create or replace view published.blocked_word with (security_invoker = true) as
  select probe from block_entry where ended_at is null;
grant select on published.blocked_word to retaguarda_app;
